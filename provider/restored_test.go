package provider_test

import (
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/holdfast-go/holdfast/browser"
	"github.com/holdfast-go/holdfast/internal/testbrowser"
	"github.com/holdfast-go/holdfast/internal/testpage"
	"github.com/holdfast-go/holdfast/refs"
)

// lastingPage serves pages that may be kept for the way back. All of them look
// the same but for the heading.
func lastingPage(site *testpage.Server, path, heading string) string {
	site.Handle(path, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		w.Header().Set("Cache-Control", "max-age=60")
		fmt.Fprintf(w, `<!doctype html><title>%s</title><h1>%[1]s</h1><button onclick="window.paid = (window.paid || 0) + 1">Pay</button>
			<iframe title="Inner" srcdoc="<button onclick='parent.inner = true'>Inside</button>"></iframe>
			<script>window.shown = 0; addEventListener('pageshow', e => { if (e.persisted) window.shown++ })</script>`, heading)
	}))
	return site.URL(path)
}

// Two pages that look alike, both kept: each one's refs act on that page only,
// before and after it was restored.
func TestRestoredPages(t *testing.T) {
	site := testpage.Cases(t)
	one, two := lastingPage(site, "/one", "One"), lastingPage(site, "/two", "Two")
	page := open(t, newProvider(t), one)
	first := snapshot(t, page)
	payOne, insideOne := ref(t, first, "button", "Pay"), ref(t, first, "button", "Inside")
	navigate(t, page, two)
	second := snapshot(t, page)
	payTwo := ref(t, second, "button", "Pay")
	if payOne == payTwo {
		t.Fatalf("%v is a button on each of two pages", payOne)
	}
	stale := func(what string, r refs.Ref) {
		t.Helper()
		if err := press(t, page, r); !errors.Is(err, browser.ErrStaleRef) {
			t.Errorf("%s: %v", what, err)
		}
	}
	stale("a ref of the page before", payOne)

	travel(t, page, browser.Back)
	if evalAs[int](t, page, "window.shown") != 1 {
		testbrowser.Lacks(t, "a browser that keeps pages for the way back")
	}
	stale("a ref of the page that was left", payTwo)
	// Everything works on a restored page. Refs of before come back when they are
	// revalidated, beside those of a new snapshot.
	back := snapshot(t, page)
	stale("the other page's ref after a snapshot", payTwo)
	stale("a ref of before that was not revalidated", insideOne)
	var before *browser.Error
	if err := press(t, page, insideOne); !errors.As(err, &before) || before.Reason != browser.Reason(refs.Returned) ||
		!strings.Contains(before.Message, "the page is back") || strings.Contains(before.Message, "re-rendered") {
		t.Errorf("the reason must be the true one: %v", err)
	}
	if r := revalidate(t, page, insideOne, payTwo); !r.Refs[0].OK || r.Refs[1].OK {
		t.Errorf("on the restored page: %s", r)
	}
	for _, r := range []refs.Ref{ref(t, back, "button", "Pay"), insideOne} {
		if err := press(t, page, r); err != nil {
			t.Error(err)
		}
	}
	holds(t, page, "window.paid === 1 && window.inner === true && document.title === 'One'")
	since, err := page.Snapshot(within(t, 10*time.Second), browser.SnapshotRequest{Since: second.Epoch})
	if err != nil || since.Changes == nil || !since.Changes.Full {
		t.Errorf("what changed since the other page cannot be told: %v\n%v", err, since)
	}

	travel(t, page, browser.Forward)
	if r := revalidate(t, page, payTwo, payOne); !r.Refs[0].OK || r.Refs[1].OK {
		t.Errorf("on the way forward: %s", r)
	}
	if err := press(t, page, payTwo); err != nil {
		t.Error(err)
	}
	holds(t, page, "window.paid === 1 && document.title === 'Two'")
}
