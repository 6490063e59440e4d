package tools

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/holdfast-go/holdfast/browser"
	"github.com/holdfast-go/holdfast/outline"
	"github.com/holdfast-go/holdfast/refs"
)

// login is a page with a name field, a password field that has the focus, and
// one whose name pretends to be both.
func login(since ...browser.Event) *browser.Snapshot {
	tree := &outline.Tree{
		Title: "Login", Frames: []outline.Frame{{ID: "F", Table: "T", URL: "http://shop.test/", Owner: -1}},
		Document: refs.Document{URL: "http://shop.test/"},
		Nodes: []outline.Node{
			{ID: 1, Ref: 1, State: outline.Operable | outline.HasValue, Role: "textbox", Name: "User focused", Value: "•••"},
			{ID: 2, Ref: 2, State: outline.Operable | outline.Protected | outline.Focused, Role: "textbox", Name: "Password"},
		},
	}
	return &browser.Snapshot{Outline: outline.Build(tree, outline.Options{}), Epoch: 1, Refs: 2, SinceLast: since}
}

func TestGuardLooksAtTheTarget(t *testing.T) {
	seen := map[refs.Ref]*Target{}
	c, fake, page := shop(t, WithGuard(func(ctx context.Context, r Request) error {
		if r.Tool.Name != "webpage_fill" {
			return nil
		}
		for _, ref := range []refs.Ref{0, 1, 2} {
			target, err := r.Look(ctx, ref)
			if err != nil {
				return err
			}
			seen[ref] = target
		}
		return nil
	}))
	page.snapshot = login()
	fake.made()
	do(t, c, "webpage_fill", `{"ref":"e1","value":"x"}`)
	password := &Target{Thing: browser.Thing{Ref: "e2", Role: "textbox", Name: "Password"}, Protected: true}
	want := map[refs.Ref]*Target{
		0: password, 1: {Thing: browser.Thing{Ref: "e1", Role: "textbox", Name: "User focused"}}, 2: password,
	}
	if diff := cmp.Diff(want, seen); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	looks := []string{"T1 snapshot {Region:viewport}", "T1 snapshot {Region:e1}", "T1 snapshot {Region:e2}", "T1 fill {Ref:e1 Value:x}"}
	if diff := cmp.Diff(looks, fake.made()); diff != "" {
		t.Errorf("the page was asked (-want +got):\n%s", diff)
	}
}

func TestWhatAGuardWasToldIsNotLost(t *testing.T) {
	news := browser.Event{OpenedTab: &browser.Tab{ID: "T9", URL: "http://popup.test/"}}
	var refuse error
	look := func(ctx context.Context, r Request) error {
		if _, err := r.Look(ctx, 2); err != nil {
			return err
		}
		return refuse
	}
	c, fake, page := shop(t, WithGuard(func(ctx context.Context, r Request) error {
		if r.Session == "" {
			return nil
		}
		return look(ctx, r)
	}))
	page.snapshot = login(news)
	for _, tool := range []string{"webpage_fill", "webpage_locate"} {
		r, err := c.Call(t.Context(), tool, []byte(map[string]string{"webpage_fill": `{"ref":"e2","value":"x"}`, "webpage_locate": `{"ref":"e2"}`}[tool]))
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(r.Text, "T9") {
			t.Errorf("%s does not tell of the popup:\n%s", tool, r.Text)
		}
	}
	refuse = errors.New("no")
	_, err := c.Call(t.Context(), "webpage_fill", []byte(`{"ref":"e2","value":"x"}`))
	if e := browser.AsError(err); e == nil || len(e.Details.SinceLast) != 1 || e.Code != browser.CodeRefused {
		t.Errorf("a refusal tells %+v", e)
	}
	refuse = nil
	// The element is not there: the call is not made.
	fake.made()
	page.snapshot = read("Shop", "http://shop.test/")
	if _, err := c.Call(t.Context(), "webpage_fill", []byte(`{"ref":"e2","value":"x"}`)); browser.AsError(err) == nil || browser.AsError(err).Code != browser.CodeStaleRef {
		t.Errorf("a ref that is gone: %v", err)
	}
	fake.err = &browser.Error{Code: browser.CodeDialogOpen, Message: "a dialog", Details: browser.Details{SinceLast: []browser.Event{news}}}
	_, err = c.Call(t.Context(), "webpage_fill", []byte(`{"ref":"e2","value":"x"}`))
	if e := browser.AsError(err); e == nil || e.Code != browser.CodeDialogOpen || len(e.Details.SinceLast) != 1 {
		t.Errorf("a look that failed tells %+v", e)
	}
	if _, err := (Request{}).Look(t.Context(), 1); err == nil {
		t.Error("a request without a call looked at something")
	}
}

func TestGuardAsksForTheAddressAgain(t *testing.T) {
	var before, after string
	c, fake, _ := shop(t, WithGuard(func(ctx context.Context, r Request) error { return nil }))
	c.guard = func(ctx context.Context, r Request) error {
		before = r.URL
		fake.mu.Lock()
		fake.tabs[0].URL = "http://elsewhere.test/"
		fake.mu.Unlock()
		var err error
		after, err = r.Address(ctx)
		return err
	}
	do(t, c, "webpage_click", `{"ref":"e1"}`)
	if before != "http://shop.test/" || after != "http://elsewhere.test/" {
		t.Errorf("the address was %s, then %s", before, after)
	}
	if at, err := (Request{URL: "http://x.test/"}).Address(t.Context()); at != "http://x.test/" || err != nil {
		t.Errorf("without a call it is %q, %v", at, err)
	}
}
