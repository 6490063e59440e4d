package provider_test

import (
	"errors"
	"testing"

	"github.com/holdfast-go/holdfast/browser"
	"github.com/holdfast-go/holdfast/internal/testpage"
)

// TestRefsOfPagesDiffer: an agent that takes one page for another must not hit
// what happens to have the number there.
func TestRefsOfPagesDiffer(t *testing.T) {
	p := newProvider(t)
	html := `<!doctype html><title>Two</title><button onclick="window.hit=1">Delete</button>`
	one, two := open(t, p, testpage.HTML(t, html)), open(t, p, testpage.HTML(t, html))
	first, second := ref(t, snapshot(t, one), "button", "Delete"), ref(t, snapshot(t, two), "button", "Delete")
	if first == second {
		t.Fatalf("both pages have %s", first)
	}
	_, err := two.Click(t.Context(), browser.ClickRequest{Ref: first})
	if e := browser.AsError(err); !errors.Is(err, browser.ErrStaleRef) || e.Reason != "never_issued" {
		t.Errorf("a ref of another page answered %v", err)
	}
	if again := ref(t, snapshot(t, one), "button", "Delete"); again != first {
		t.Errorf("the ref changed from %s to %s though nothing else did", first, again)
	}
	if evalAs[bool](t, one, "!!window.hit") || evalAs[bool](t, two, "!!window.hit") {
		t.Error("something was clicked")
	}
}
