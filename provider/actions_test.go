package provider_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/holdfast-go/holdfast/browser"
	"github.com/holdfast-go/holdfast/internal/testpage"
	"github.com/holdfast-go/holdfast/provider"
)

func TestRefsNeedASnapshot(t *testing.T) {
	page := open(t, newProvider(t), testpage.HTML(t, `<button>Go</button>`))
	_, err := page.Click(t.Context(), browser.ClickRequest{Ref: 1})
	if !errors.Is(err, browser.ErrSnapshotRequired) {
		t.Errorf("before any snapshot: %v", err)
	}
	snapshot(t, page)
	_, err = page.Click(t.Context(), browser.ClickRequest{Ref: 99})
	if e := browser.AsError(err); !errors.Is(err, browser.ErrStaleRef) || e.Reason != "never_issued" {
		t.Errorf("a ref that was never issued: %v", err)
	}
	_, err = page.Click(t.Context(), browser.ClickRequest{})
	if !errors.Is(err, browser.ErrInvalidArgument) {
		t.Errorf("no ref: %v", err)
	}
	if _, err := page.Find(t.Context(), browser.FindRequest{Query: "go"}); err != nil {
		t.Errorf("find after a snapshot: %v", err)
	}
}

// TestNavigationsOfAClick clicks what leads elsewhere in every way.
func TestNavigationsOfAClick(t *testing.T) {
	site := testpage.Cases(t)
	site.Page("/next", `<!doctype html><title>Next</title><h1>Next</h1>`)
	address := (site.Page("/nav", `<!doctype html><title>Nav</title>
<a href="/next">link</a> <button onclick="location='/next'">assign</button>
<form action="/next"><button>form</button></form>
<button onclick="history.pushState(1,'','/pushed')">push</button>
<a href="#place">anchor</a> <a href="#/route">route</a>
<button onclick="fetch('/_slow?ms=60').then(()=>location='/next')">fetch</button>
<button onclick="fetch('/_slow?ms=60').then(()=>this.textContent='fetched')">update</button>
<a href="/_slow?ms=400">slow</a>
<a href="/_download?name=x.bin&size=10">download</a>
<button onclick="location.reload()">reload</button>
<a href="http://127.0.0.1:1/">fail</a>
<button onclick="this.disabled=true">still</button>
<button>nothing</button>
<p id="place">place</p>`))
	p := newProvider(t)
	for _, tc := range []struct {
		role, name, reason string
		check              func(r *browser.Receipt) bool
	}{
		{"link", "link", "a link", toNext},
		{"button", "assign", "location=", toNext},
		{"button", "form", "a form", toNext},
		{"button", "push", "pushState", func(r *browser.Receipt) bool {
			return r.Navigated != nil && r.Navigated.SameDocument && strings.HasSuffix(r.Navigated.To, "/pushed")
		}},
		{"link", "anchor", "an anchor is another address of the same document", func(r *browser.Receipt) bool {
			return r.Navigated != nil && r.Navigated.SameDocument && strings.HasSuffix(r.Navigated.To, "#place")
		}},
		{"button", "fetch", "a fetch whose answer navigates is waited for", toNext},
		{"button", "update", "a fetch whose answer changes the page is waited for", func(r *browser.Receipt) bool {
			return r.Navigated == nil && !r.NoEffect && r.Renamed == "fetched"
		}},
		{"link", "slow", "a slow server is waited for", func(r *browser.Receipt) bool {
			return r.Navigated != nil && !r.Navigated.Pending && strings.Contains(r.Navigated.To, "_slow")
		}},
		{"link", "download", "a download is no navigation and no error", func(r *browser.Receipt) bool {
			return r.Navigated == nil && len(r.Downloads) == 1 && r.Downloads[0].Name == "x.bin"
		}},
		{"button", "reload", "a reload is another document at the same address", func(r *browser.Receipt) bool {
			return r.Navigated != nil && !r.Navigated.SameDocument && strings.HasSuffix(r.Navigated.To, "/nav")
		}},
		{"link", "fail", "a load that fails is told as such", func(r *browser.Receipt) bool {
			return r.Navigated != nil && r.Navigated.Failed != ""
		}},
		{"button", "still", "a state of the target is told", func(r *browser.Receipt) bool {
			return r.Navigated == nil && slices.Contains(r.State, "disabled")
		}},
		{"button", "nothing", "the focus moves to it, but nothing else happens", func(r *browser.Receipt) bool {
			return r.Navigated == nil
		}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			page := open(t, p, address)
			r := click(t, page, tc.role, tc.name)
			if !tc.check(r) {
				t.Errorf("%s: %+v\n%s", tc.reason, r, r)
			}
			if tc.name == "link" || tc.name == "reload" {
				before := snapshot(t, page) // the page can be used at once
				if r.Title != before.Title {
					t.Errorf("the receipt says %q, the page is %q", r.Title, before.Title)
				}
			}
			if err := page.Close(within(t, 5*time.Second)); err != nil {
				t.Error(err)
			}
		})
	}
}

func toNext(r *browser.Receipt) bool {
	return r.Navigated != nil && !r.Navigated.SameDocument && !r.Navigated.Pending && r.Title == "Next" && strings.Contains(r.Navigated.To, "/next")
}

func TestDialogsDoNotBlock(t *testing.T) {
	page := open(t, newProvider(t), testpage.HTML(t, `<!doctype html><title>D</title>
<button onclick="alert('hello');window.r='alerted'">alert</button>
<button onclick="window.r=confirm('sure?')">confirm</button>
<button onclick="window.r=prompt('name?','Ada')">prompt</button>
<button onclick="setTimeout(()=>{window.r=confirm('later?')},50)">later</button>`))
	for _, tc := range []struct{ name, kind, handled, result string }{
		{"alert", "alert", "accepted", `"alerted"`},
		{"confirm", "confirm", "dismissed", "false"},
		{"prompt", "prompt", "dismissed", "null"},
	} {
		r := click(t, page, "button", tc.name)
		if len(r.Dialogs) != 1 || r.Dialogs[0].Kind != tc.kind || r.Dialogs[0].Handled != tc.handled {
			t.Errorf("%s: %+v", tc.name, r.Dialogs)
		}
		if got := evalAs[string](t, page, "JSON.stringify(window.r)"); got != tc.result {
			t.Errorf("%s: the page got %s", tc.name, got)
		}
	}
	evalAs[any](t, page, "window.r='',0")
	r := click(t, page, "button", "later")
	dialogs := r.Dialogs
	eventually(t, "the later dialog is told", func() bool {
		for _, e := range snapshot(t, page).SinceLast {
			if e.Dialog != nil {
				dialogs = append(dialogs, *e.Dialog)
			}
		}
		return len(dialogs) == 1
	})
	if dialogs[0].Message != "later?" {
		t.Errorf("%+v", dialogs)
	}
}

// TestClosesItself clicks a button that closes its own window: the end of the
// page is what came of it.
func TestClosesItself(t *testing.T) {
	p := newProvider(t)
	page := open(t, p, testpage.HTML(t, `<!doctype html><title>Opener</title><button onclick="const w=window.open('');w.document.write('<title>P</title><button onclick=window.close()>Close me</button>')">Open</button>`))
	popup, err := p.Page(within(t, 5*time.Second), click(t, page, "button", "Open").OpenedTabs[0].ID)
	if err != nil {
		t.Fatal(err)
	}
	r := click(t, popup, "button", "Close me")
	if !r.TabClosed {
		t.Errorf("the receipt must tell that the tab closed: %+v", r)
	}
	snapshot(t, page)
}

func TestCallsOfOnePageTakeTurns(t *testing.T) {
	page := open(t, newProvider(t), testpage.HTML(t, `<!doctype html><title>Turns</title><input aria-label="Log"><button onclick="const end=performance.now()+600;while(performance.now()<end);">Busy</button>`))
	snap := snapshot(t, page)
	log, busy := ref(t, snap, "textbox", "Log"), ref(t, snap, "button", "Busy")
	first := make(chan error, 1)
	go func() {
		_, err := page.Click(t.Context(), browser.ClickRequest{Ref: busy})
		first <- err
	}()
	eventually(t, "the page is busy", func() bool { return provider.Taken(page) })
	given, cancel := context.WithCancel(t.Context())
	second := make(chan error, 1)
	go func() {
		_, err := page.Press(given, browser.PressRequest{Key: "x", Ref: log})
		second <- err
	}()
	third := make(chan error, 1)
	eventually(t, "the second call waits", func() bool { return provider.Waiting(page) == 1 })
	go func() {
		_, err := page.Press(t.Context(), browser.PressRequest{Key: "a", Ref: log})
		third <- err
	}()
	eventually(t, "the third call waits", func() bool { return provider.Waiting(page) == 2 })
	cancel()
	if err := <-second; !errors.Is(err, browser.ErrCanceled) {
		t.Errorf("a cancelled call answered %v", err)
	}
	if err := <-first; err != nil {
		t.Error(err)
	}
	if err := <-third; err != nil {
		t.Error(err)
	}
	if got := evalAs[string](t, page, "document.querySelector('input').value"); got != "a" {
		t.Errorf("the field holds %q: a cancelled call was sent, or the next one was not", got)
	}
}

func TestBadRequests(t *testing.T) {
	p := newProvider(t)
	page := open(t, p, testpage.HTML(t, `<!doctype html><title>Bad</title><button>Go</button><input type="date" aria-label="Day"><input type="number" aria-label="Count"><input readonly aria-label="Fixed" value="old"><select aria-label="Kind"><option>a<option disabled>b</select><input type="file" aria-label="File"><input type="checkbox" aria-label="Tick">`))
	snap := snapshot(t, page)
	ctx := t.Context()
	for _, tc := range []struct {
		name string
		want error
		call func() error
	}{
		{"no such scheme", browser.ErrSiteBlocked, func() error {
			_, err := p.Open(ctx, browser.OpenRequest{URL: "file:///etc/passwd"})
			return err
		}},
		{"javascript", browser.ErrSiteBlocked, func() error {
			_, err := page.Navigate(ctx, browser.NavigateRequest{URL: "javascript:alert(1)"})
			return err
		}},
		{"credentials", browser.ErrSiteBlocked, func() error {
			_, err := page.Navigate(ctx, browser.NavigateRequest{URL: "http://u:p@127.0.0.1/"})
			return err
		}},
		{"no host", browser.ErrInvalidArgument, func() error {
			_, err := page.Navigate(ctx, browser.NavigateRequest{URL: "http://"})
			return err
		}},
		{"nobody there", browser.ErrNavigationFailed, func() error {
			_, err := p.Open(ctx, browser.OpenRequest{URL: "http://127.0.0.1:9/"})
			return err
		}},
		{"unknown stage", browser.ErrInvalidArgument, func() error {
			_, err := page.Navigate(ctx, browser.NavigateRequest{URL: "http://127.0.0.1/", Until: "forever"})
			return err
		}},
		{"unknown tab", browser.ErrPageClosed, func() error { _, err := p.Page(ctx, "nope"); return err }},
		{"close an unknown tab", browser.ErrPageClosed, func() error { return p.CloseTab(ctx, "nope") }},
		{"negative budget", browser.ErrInvalidArgument, func() error {
			_, err := page.Snapshot(ctx, browser.SnapshotRequest{MaxLines: -1})
			return err
		}},
		{"empty query", browser.ErrInvalidArgument, func() error { _, err := page.Find(ctx, browser.FindRequest{}); return err }},
		{"bad expression", browser.ErrInvalidArgument, func() error {
			_, err := page.Find(ctx, browser.FindRequest{Query: "(", Regexp: true})
			return err
		}},
		{"unknown key", browser.ErrInvalidArgument, func() error {
			_, err := page.Press(ctx, browser.PressRequest{Key: "NoSuchKey"})
			return err
		}},
		{"unknown button", browser.ErrInvalidArgument, func() error {
			_, err := page.Click(ctx, browser.ClickRequest{Ref: 1, Button: "foot"})
			return err
		}},
		{"unknown modifier", browser.ErrInvalidArgument, func() error {
			_, err := page.Click(ctx, browser.ClickRequest{Ref: 1, Modifiers: []string{"Hyper"}})
			return err
		}},
		{"wrong date", browser.ErrInvalidValue, func() error {
			_, err := page.Fill(ctx, browser.FillRequest{Ref: ref(t, snap, "", "Day"), Value: "31/12/2031"})
			return err
		}},
		{"wrong number", browser.ErrInvalidValue, func() error {
			_, err := page.Fill(ctx, browser.FillRequest{Ref: ref(t, snap, "spinbutton", "Count"), Value: "abc"})
			return err
		}},
		{"no such option", browser.ErrInvalidValue, func() error {
			_, err := page.Fill(ctx, browser.FillRequest{Ref: ref(t, snap, "combobox", "Kind"), Value: "z"})
			return err
		}},
		{"disabled option", browser.ErrInvalidValue, func() error {
			_, err := page.Fill(ctx, browser.FillRequest{Ref: ref(t, snap, "combobox", "Kind"), Value: "b"})
			return err
		}},
		{"neither true nor false", browser.ErrInvalidValue, func() error {
			_, err := page.Fill(ctx, browser.FillRequest{Ref: ref(t, snap, "checkbox", "Tick"), Value: "perhaps"})
			return err
		}},
		{"text for a button", browser.ErrNotActionable, func() error {
			_, err := page.Fill(ctx, browser.FillRequest{Ref: ref(t, snap, "button", "Go"), Value: "x"})
			return err
		}},
		{"text for files", browser.ErrNotActionable, func() error {
			_, err := page.Fill(ctx, browser.FillRequest{Ref: ref(t, snap, "button", "File"), Value: "x"})
			return err
		}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			err := tc.call()
			if !errors.Is(err, tc.want) {
				t.Errorf("answered %v, want %v", err, tc.want)
			}
			if e := browser.AsError(err); e == nil || e.Message == "" {
				t.Errorf("no message: %v", err)
			}
		})
	}
	// Nothing of this has changed the page.
	if got := evalAs[string](t, page, "[...document.querySelectorAll('input:not([type=file]),select')].map(e => e.value).join()"); got != ",,old,a,on" {
		t.Errorf("the fields hold %s", got)
	}
}
