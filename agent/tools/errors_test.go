package tools

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/holdfast-go/holdfast/browser"
)

func TestExplain(t *testing.T) {
	c, _, _ := shop(t)
	for _, e := range []struct {
		name             string
		err              error
		text, structured string
		reason           string
	}{
		{"stale", &browser.Error{
			Code: browser.CodeStaleRef, Reason: "node_gone", Message: `e5 was button "Pay" and is gone`, Hint: "Take a snapshot.",
			Details: browser.Details{Ref: "e5", Role: "button", Name: "Pay"},
		},
			"BROWSER_STALE_REF: «e5 was button \"Pay\" and is gone»\nTake a snapshot.",
			`{"code":"BROWSER_STALE_REF","reason":"node_gone","message":"e5 was button \"Pay\" and is gone","hint":"Take a snapshot.","details":{"ref":"e5","role":"button","name":"Pay"}}`,
			"the code and the hint are ours, the message quotes the page"},
		{"half done", &browser.Error{
			Code: browser.CodeTimeout, Message: "no answer", Hint: "Look again.", Retryable: true,
			Details: browser.Details{Receipt: &browser.Receipt{Action: "click"}},
		},
			"BROWSER_TIMEOUT: «\nno answer\nclick\n»\nLook again.",
			`{"code":"BROWSER_TIMEOUT","message":"no answer","hint":"Look again.","retryable":true,"details":{"receipt":{"action":"click"}}}`,
			"what had happened is told"},
		{"ours", &browser.Error{Code: browser.CodeSnapshotRequired, Message: "not observed yet", Hint: "Take a snapshot."},
			"BROWSER_SNAPSHOT_REQUIRED: not observed yet\nTake a snapshot.",
			`{"code":"BROWSER_SNAPSHOT_REQUIRED","message":"not observed yet","hint":"Take a snapshot."}`,
			"no marks where no page text can be"},
		{"bare", &browser.Error{Code: browser.CodeStaleRef}, "BROWSER_STALE_REF", `{"code":"BROWSER_STALE_REF"}`, "a code alone"},
		{"foreign", errors.New("odd"), "BROWSER_PROTOCOL_ERROR: «the tool: odd»", `{"code":"BROWSER_PROTOCOL_ERROR","message":"the tool: odd"}`, "any error can be told"},
		{"context", fmt.Errorf("waiting: %w", context.DeadlineExceeded), "BROWSER_CANCELED: the tool: waiting: context deadline exceeded",
			`{"code":"BROWSER_CANCELED","message":"the tool: waiting: context deadline exceeded"}`, "a context's end has its code"},
	} {
		t.Run(e.name, func(t *testing.T) {
			r := c.Explain(e.err)
			if r.Text != marked(e.text) {
				t.Errorf("text:\n%s\nwant:\n%s\n(%s)", r.Text, marked(e.text), e.reason)
			}
			if string(r.Structured) != e.structured {
				t.Errorf("structured:\n%s\nwant:\n%s", r.Structured, e.structured)
			}
		})
	}
}

// What a page answers comes through unchanged, from every tool.
func TestErrorsOfThePageComeThrough(t *testing.T) {
	for _, s := range table() {
		if s.Name == "webpage_record" {
			continue // it asks no page
		}
		c, fake, _ := shop(t)
		fake.err = &browser.Error{Code: browser.CodeConnectionLost, Message: "the browser is gone"}
		arguments := s.required("")
		if s.Name == "webpage_tabs" {
			arguments = []string{`"action":"activate"`}
		}
		_, err := c.Call(t.Context(), s.Name, []byte("{"+strings.Join(arguments, ",")+"}"))
		if got, want := browser.AsError(err), browser.AsError(fake.err); got == nil || got.Code != want.Code || got.Message != want.Message {
			t.Errorf("%s: got %v", s.Name, err)
		}
	}
}

// An error that is not of the contract becomes one.
func TestForeignErrors(t *testing.T) {
	c, fake, _ := shop(t)
	fake.err = errors.New("odd")
	e := refuse(t, c, "webpage_click", `{"ref":"e1"}`, browser.CodeProtocol)
	if !errors.Is(e, fake.err) || e.Message != "webpage_click: odd" {
		t.Errorf("got %v", e)
	}
}
