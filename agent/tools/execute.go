package tools

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"github.com/holdfast-go/holdfast/browser"
)

type executeArgs struct {
	onPage
	Code      string          `json:"code"`
	Method    string          `json:"method"`
	Params    json.RawMessage `json:"params"`
	TimeoutMS int             `json:"timeout_ms"`
}

// executeLimit is the longest that code may be waited for, in milliseconds.
const executeLimit = int(browser.MaxExecuteTimeout / time.Millisecond)

func executeTool() *spec {
	return define[executeArgs](Tool{
		Name:  "webpage_execute",
		Title: "Run code",
		Description: "Runs JavaScript in the page, with await and return at the top level, and gives its value as JSON. For what the other tools cannot do: " +
			"they check what they act on, code does not. Return plain data, not elements. " +
			"method sends one command of the DevTools protocol that only reads or navigates.",
		Class: Mutate, Effect: Script,
	},
		text("code", "the code").filled(),
		text("method", "a command in place of code, such as DOM.getDocument").filled(),
		anyObject("params", "the parameters of method"),
		integer("timeout_ms", "give up after so many milliseconds; default 10000", 1, executeLimit),
	)
}

func (a executeArgs) check() error {
	switch {
	case (a.Code == "") == (a.Method == ""):
		return errors.New("give exactly one of code and method")
	case len(a.Params) > 0 && a.Method == "":
		return errors.New("params go with method")
	}
	return nil
}

func (a executeArgs) run(ctx context.Context, k *call) error {
	page, err := k.page(ctx)
	if err != nil {
		return err
	}
	r, err := page.Execute(ctx, browser.ExecuteRequest{
		Code: a.Code, Method: a.Method, Params: a.Params, Timeout: time.Duration(a.TimeoutMS) * time.Millisecond,
	})
	if err != nil {
		return err
	}
	k.where(r.Title, r.URL)
	shown := *r
	shown.Next = ""
	k.fromPage(shown.String())
	k.say(r.Next)
	k.structured = struct {
		SessionID browser.TabID `json:"session_id"`
		*browser.ExecuteResult
	}{k.session, r}
	return nil
}
