package provider_test

import (
	"errors"
	"testing"

	"github.com/holdfast-go/holdfast/browser"
	"github.com/holdfast-go/holdfast/internal/testpage"
	"github.com/holdfast-go/holdfast/provider"
)

// TestWhere: title and address follow the page, a dialog and a call that takes
// its time hold nothing up, and a closed tab says so.
func TestWhere(t *testing.T) {
	site := testpage.New(t)
	second := site.Page("/second", `<title>Second</title>`)
	first := site.Page("/first", `<title>First</title><button onclick="alert('wait')">Ask</button>`)
	page := open(t, newProvider(t, provider.WithDialogs(provider.AskDialogs)), first)
	at := func(want browser.Place) {
		t.Helper()
		var got browser.Place
		eventually(t, want.Title, func() bool { // the browser hears of a title a moment after the page
			var err error
			if got, err = page.Where(t.Context()); err != nil {
				t.Fatal(err)
			}
			return got == want
		})
	}
	at(browser.Place{Title: "First", URL: first})
	click(t, page, "button", "Ask")
	at(browser.Place{Title: "First", URL: first})
	answer(t, page, browser.AcceptDialog, nil)
	navigate(t, page, second)
	at(browser.Place{Title: "Second", URL: second})
	if err := page.Close(t.Context()); err != nil {
		t.Fatal(err)
	}
	if place, err := page.Where(t.Context()); !errors.Is(err, browser.ErrPageClosed) || place != (browser.Place{}) {
		t.Errorf("%+v, %v", place, err)
	}
}
