package tools

import (
	"context"
	"encoding/json"
	"errors"
	"strings"

	"github.com/holdfast-go/holdfast/browser"
)

// unknown is the error for a tool that does not exist.
func (c *Catalogue) unknown(name string) error {
	names := make([]string, len(c.specs))
	for i, s := range c.specs {
		names[i] = s.Name
	}
	return &browser.Error{
		Code: browser.CodeInvalidArgument, Reason: "unknown_tool", Message: "there is no tool " + quoted(name),
		Hint: "The tools are " + strings.Join(names, ", ") + ".",
	}
}

// noPage is the error for a call that means the default page when there is none.
func noPage(tool string) error {
	return &browser.Error{
		Code: browser.CodePageClosed, Reason: "no_page", Message: tool + ": there is no default page",
		Hint: "Open a page with webpage_open, or activate a tab that webpage_tabs lists.",
	}
}

func canceled(tool string, cause error) error {
	return &browser.Error{Code: browser.CodeCanceled, Message: tool + " was cancelled before anything was done", Err: cause}
}

// asError returns err as the one type that Call returns.
func asError(tool string, err error) *browser.Error {
	if e := browser.AsError(err); e != nil {
		return e
	}
	code := browser.CodeProtocol
	if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		code = browser.CodeCanceled
	}
	return &browser.Error{Code: code, Message: tool + ": " + err.Error(), Err: err}
}

// failure is the structured value of an error.
type failure struct {
	Code      browser.Code     `json:"code"`
	Reason    browser.Reason   `json:"reason,omitempty"`
	Message   string           `json:"message,omitempty"`
	Hint      string           `json:"hint,omitempty"`
	Retryable bool             `json:"retryable,omitempty"`
	Details   *browser.Details `json:"details,omitempty"`
}

// Explain makes of an error what a model reads: the code and the message, and
// on the next line what to do. The message of an error that may quote the page
// stands between marks.
func (c *Catalogue) Explain(err error) *Result {
	e := asError("the tool", err)
	text := e.Text()
	if quotesPage(e) {
		said := *e
		said.Hint = ""
		code := string(e.Code) + ": "
		text = code + c.mark.Wrap(strings.TrimPrefix(said.Text(), code))
		if e.Hint != "" {
			text += "\n" + e.Hint
		}
	}
	f := failure{Code: e.Code, Reason: e.Reason, Message: e.Message, Hint: e.Hint, Retryable: e.Retryable}
	if d, err := json.Marshal(e.Details); err == nil && string(d) != "{}" {
		f.Details = &e.Details
	}
	structured, err := json.Marshal(f)
	if err != nil { // cannot be: all of it is strings and flags
		structured = nil
	}
	return &Result{Text: text, Structured: c.mark.cleanJSON(structured)}
}

// quotesPage reports whether the message of an error may hold words or an
// address of a page. The codes that are listed never do: their messages speak
// of arguments, of the connection, of the program or of other agents.
func quotesPage(e *browser.Error) bool {
	if e.Message == "" && e.Details.Receipt == nil {
		return false
	}
	switch e.Code {
	case browser.CodeInvalidArgument, browser.CodeSnapshotRequired, browser.CodeCanceled,
		browser.CodeConnectionLost, browser.CodeUnavailable, browser.CodeNotImplemented, browser.CodeRefused,
		browser.CodeProviderAmbiguous, browser.CodeTabHeld, browser.CodeTabUnclaimed, browser.CodeClaimRefused:
		return e.Details.Receipt != nil || len(e.Details.SinceLast) > 0
	}
	return e.Code != browser.CodePageClosed || e.Reason != "no_page"
}
