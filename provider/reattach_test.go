package provider_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/holdfast-go/holdfast/browser"
	"github.com/holdfast-go/holdfast/internal/testpage"
	"github.com/holdfast-go/holdfast/provider"
	"github.com/holdfast-go/holdfast/transport"
)

// lines is a script that writes numbered lines to the console.
func lines(from, to int) string {
	return fmt.Sprintf("for (let i = %d; i < %d; i++) console.log('line ' + i + '.');", from, to)
}

// A page loses its session and is attached to again while it writes 5,000
// lines: what was seen is there once, and what was not is there as far as the
// browser repeats it.
func TestConsoleFloodOverReattaching(t *testing.T) {
	site := testpage.New(t)
	release := make(chan struct{})
	site.Handle("/late", http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		select {
		case <-release:
		case <-r.Context().Done():
		}
		fmt.Fprint(w, "late")
	}))
	gone := make(chan struct{})
	site.Handle("/gone", http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		select {
		case <-gone:
		case <-r.Context().Done():
		}
	}))
	site.Handle("/early", http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		<-r.Context().Done()
	}))
	p := newProvider(t)
	page := open(t, p, site.Page("/", `<!doctype html><title>Flood</title><link rel=icon href="data:,">`))
	evalAs[bool](t, page, "fetch('/early').catch(() => {}), true")
	evalAs[bool](t, page, fmt.Sprintf("(() => { %s return true })()", lines(0, 2500)))
	written(t, page, "line 2499.")
	seen := consoleOf(t, page, browser.ConsoleRequest{}).Matching

	// While nobody is attached 2,500 more lines, 1,100 missing addresses, and a
	// request that ends later.
	evalAs[bool](t, page, fmt.Sprintf(`(() => { fetch('/gone').then(async () => { %s fetch('/late').then(r => r.text());
await Promise.all(Array.from({length: 1100}, () => fetch('/missing').catch(() => {}))); document.title = 'written' }); return true })()`, lines(2500, 5000)))
	if err := provider.Detach(within(t, 10*time.Second), page); err != nil {
		t.Fatal(err)
	}
	<-page.Done()
	close(gone)
	eventually(t, "the page has written it all", func() bool {
		tabs, err := p.Tabs(within(t, 10*time.Second))
		if err != nil {
			t.Fatal(err)
		}
		for _, tab := range tabs {
			if tab.ID == page.ID() {
				return tab.Title == "written"
			}
		}
		return false
	})
	page, err := p.Page(within(t, 10*time.Second), page.ID())
	if err != nil {
		t.Fatal(err)
	}
	close(release)
	written(t, page, "line 4999.")
	eventually(t, "the request that began unseen is there", func() bool {
		r := networkOf(t, page, browser.NetworkRequest{URL: "/late"})
		return len(r.Requests) == 1 && r.Requests[0].State == browser.RequestDone
	})
	late := theRequest(t, page, "/late")
	if !strings.Contains(late.Partial, "before anybody was attached") || late.Status != 200 || late.Method != "" {
		t.Errorf("a request that began unseen is half a record: %s", late)
	}
	if early := theRequest(t, page, "/early"); !strings.Contains(early.Partial, "nobody was attached for a while") || early.State != browser.RequestPending {
		t.Errorf("a request whose end may have been missed is half a record: %s", early)
	}
	all := consoleOf(t, page, browser.ConsoleRequest{Text: "line "})
	if all.Matching != 3500 || all.Written != 3500 || all.Dropped != 0 || all.Lost != 0 {
		t.Errorf("2,500 lines were seen and 1,000 repeated: %d, written %d times, %d dropped, %d lost (at first %d)",
			all.Matching, all.Written, all.Dropped, all.Lost, seen)
	}
	for _, i := range []int{0, 1, 2498, 2499, 4000, 4001, 4998, 4999} {
		if r := consoleOf(t, page, browser.ConsoleRequest{Text: fmt.Sprintf("line %d.", i)}); r.Matching != 1 || r.Written != 1 {
			t.Errorf("line %d is there %d times", i, r.Written)
		}
	}
	if !all.Capped || !strings.Contains(all.String(), "last 1,000 messages only") {
		t.Errorf("nobody is told that 1,500 lines are missing: %s", all)
	}
	notice := consoleOf(t, page, browser.ConsoleRequest{Text: "log entries are not shown"})
	if notice.Matching != 1 || !notice.Messages[0].Last.IsZero() {
		t.Errorf("the browser's own notice is missing: %s", notice)
	}
	// Once more, and all that the browser repeats is known by now.
	before := consoleOf(t, page, browser.ConsoleRequest{})
	if err := provider.Detach(within(t, 10*time.Second), page); err != nil {
		t.Fatal(err)
	}
	<-page.Done()
	if page, err = p.Page(within(t, 10*time.Second), page.ID()); err != nil {
		t.Fatal(err)
	}
	evalAs[bool](t, page, "(() => { console.log('line 5000.'); return true })()")
	written(t, page, "line 5000.")
	after := consoleOf(t, page, browser.ConsoleRequest{})
	if notices := after.Written - before.Written - 1; after.Matching != before.Matching+1 || notices < 0 || notices > 1 {
		t.Errorf("one line is new, and the browser's notice is told again: %d messages, written %d times, after %d, %d",
			after.Matching, after.Written, before.Matching, before.Written)
	}
	if after.EarlierDocuments != 0 {
		t.Errorf("the document is the same: %s", after)
	}
}

// A host loses the protocol connection of a tab and regains it, as when a
// person opens the DevTools of an Electron window: the page goes on.
func TestConsoleAndNetworkOverAHostsReattaching(t *testing.T) {
	h := tabHost(t)
	p := over(t, h)
	site := testpage.New(t)
	site.Page("/inner", `<!doctype html><title>Inner</title><script>console.log('of the frame')</script>`)
	page := open(t, p, site.Page("/", `<!doctype html><title>Outer</title><link rel=icon href="data:,"><iframe src="`+site.Localhost("/inner")+`"></iframe>`))
	written(t, page, "of the frame")
	evalAs[bool](t, page, "(() => { console.log('seen'); console.log('twice'); console.log('twice'); fetch('/missing').catch(() => {}); return true })()")
	written(t, page, "404")
	before := consoleOf(t, page, browser.ConsoleRequest{})
	evalAs[bool](t, page, "setTimeout(() => { console.log('unseen') }, 200), true")
	if err := h.Reattach(within(t, 10*time.Second), transport.TabID(page.ID())); err != nil {
		t.Fatal(err)
	}
	written(t, page, "unseen")
	after := consoleOf(t, page, browser.ConsoleRequest{})
	if after.Matching != before.Matching+1 || after.Written != before.Written+1 {
		t.Errorf("only one line is new:\n%s\nbefore\n%s", after, before)
	}
	evalAs[bool](t, page, "fetch('/again').catch(() => {}), true")
	eventually(t, "requests are seen again", func() bool {
		return len(networkOf(t, page, browser.NetworkRequest{URL: "/again", Status: "404"}).Requests) == 1
	})
	if f := consoleOf(t, page, browser.ConsoleRequest{Text: "of the frame"}); f.Written != 1 || f.Messages[0].Frame != site.Localhost("/inner") {
		t.Errorf("what a frame wrote: %s", f)
	}
	if snapshot(t, page).Title != "Outer" {
		t.Error("the page can be read on")
	}
}
