package provider_test

import (
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/holdfast-go/holdfast/browser"
	"github.com/holdfast-go/holdfast/internal/testelectron"
	"github.com/holdfast-go/holdfast/internal/testpage"
	"github.com/holdfast-go/holdfast/provider"
	"github.com/holdfast-go/holdfast/transport"
	"github.com/holdfast-go/holdfast/transport/electron"
)

// electronHost starts a window host over Electron or its double, which ends with
// the test.
func electronHost(tb testing.TB, options ...electron.Option) *electron.Host {
	tb.Helper()
	host, err := electron.Launch(tb.Context(), slices.Concat([]electron.Option{electron.WithBinary(testelectron.Binary(tb))}, options)...)
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() {
		if err := host.Close(); err != nil {
			tb.Errorf("closing the host: %v", err)
		}
	})
	return host
}

// newElectron gives a provider over a window host of its own.
func newElectron(tb testing.TB, options ...provider.Option) *provider.Provider {
	tb.Helper()
	return over(tb, electronHost(tb), options...)
}

var _ maker = newElectron

// A person opens and closes DevTools five times: no epoch moves, refs stay good,
// and no console line is lost or told twice.
func TestDevToolsOverElectron(t *testing.T) {
	host := electronHost(t)
	p := over(t, host)
	page := open(t, p, testpage.HTML(t, `<!doctype html><title>Ticks</title><button onclick="clicks++">Go</button>
<script>clicks = 0; n = 0; timer = setInterval(() => console.log('tick ' + n++ + '.'), 20)</script>`))
	snap := snapshot(t, page)
	button := ref(t, snap, "button", "Go")
	press := func() error {
		_, err := page.Click(within(t, 10*time.Second), browser.ClickRequest{Ref: button})
		return err
	}
	taken := func() bool {
		return errors.Is(p.Activate(within(t, 10*time.Second), page.ID()), browser.ErrTakenOver)
	}
	id := transport.TabID(page.ID())
	ticks := func() int { return evalAs[int](t, page, "n") }
	for range 5 {
		if err := host.DevTools(within(t, 10*time.Second), id, true); err != nil {
			t.Fatal(err)
		}
		eventually(t, "the takeover", taken)
		if err := press(); !errors.Is(err, browser.ErrTakenOver) {
			t.Errorf("a click meanwhile: %v", err)
		}
		read, err := page.Find(within(t, 10*time.Second), browser.FindRequest{Query: "Go"})
		if err != nil || len(read.SinceLast) == 0 {
			t.Errorf("looking goes on, and says that a person is at work: %v, %v", read, err)
		}
		from := ticks()
		eventually(t, "the page goes on", func() bool { return ticks() > from+3 })
		if err := host.DevTools(within(t, 10*time.Second), id, false); err != nil {
			t.Fatal(err)
		}
		eventually(t, "the takeover is over", func() bool { return !taken() })
		if err := press(); err != nil {
			t.Errorf("a click afterwards, by the ref of before: %v", err)
		}
	}
	if clicks := evalAs[int](t, page, "clicks"); clicks != 5 {
		t.Errorf("%d clicks arrived", clicks)
	}
	evalAs[int](t, page, "clearInterval(timer), 0")
	last := ticks()
	if now := snapshot(t, page); now.Epoch != snap.Epoch+1 || ref(t, now, "button", "Go") != button {
		t.Errorf("epoch %d after one snapshot at %d", now.Epoch, snap.Epoch)
	}
	written(t, page, fmt.Sprintf("tick %d.", last-1))
	if all := consoleOf(t, page, browser.ConsoleRequest{Text: "tick"}); all.Matching != last || all.Written != last || all.Capped {
		t.Errorf("of %d lines %d are there, %d times: %s", last, all.Matching, all.Written, all)
	}
}

// The lists of sites are kept by the window host, and told as over a browser.
func TestSitesOverElectron(t *testing.T) {
	site := testpage.New(t)
	bad := site.Localhost("/bad")
	site.Page("/bad", `<!doctype html><title>Bad</title>bad`)
	site.Page("/good", `<!doctype html><title>Good</title><button onclick="history.back()">Back</button>`)
	site.Handle("/hop", http.RedirectHandler(bad, http.StatusFound))
	address := site.Page("/", `<!doctype html><title>Sites</title><link rel=icon href="data:,"><a href="`+bad+`">Link</a> <a href="/hop">Redirect</a>
<a href="`+bad+`" target=_blank>Tab</a> <button onclick="window.open('`+bad+`')">Window</button> <a href="/good">Good</a>
<button onclick="const f = document.createElement('iframe'); f.src = '`+bad+`'; document.body.append(f)">Frame</button>
<button onclick="fetch('`+bad+`', {mode: 'no-cors'}).then(() => { document.title = 'fetched' }, () => { document.title = 'kept' })">Fetch</button>`)
	p := newElectron(t, provider.WithBlockedSites("localhost"), provider.WithStrictSites())
	if _, err := p.Open(within(t, 10*time.Second), browser.OpenRequest{URL: bad}); !errors.Is(err, browser.ErrSiteBlocked) {
		t.Errorf("opening it: %v", err)
	}
	page := open(t, p, address)
	for _, c := range []struct {
		role, name string
		kind       browser.BlockedKind
	}{
		{"link", "Link", browser.BlockedDocument}, {"link", "Redirect", browser.BlockedDocument},
		{"link", "Tab", browser.BlockedPopup}, {"button", "Window", browser.BlockedPopup},
		{"button", "Frame", browser.BlockedFrame}, {"button", "Fetch", browser.BlockedRequest},
	} {
		r := click(t, page, c.role, c.name)
		told := r.Blocked
		eventually(t, c.name+": it is told of", func() bool {
			if len(told) == 0 {
				for _, e := range snapshot(t, page).SinceLast {
					if e.Blocked != nil {
						told = append(told, *e.Blocked)
					}
				}
			}
			return len(told) > 0
		})
		if b := told[0]; b.Kind != c.kind || b.URL != bad || b.Rule != "localhost" || b.Reason != "blocked" {
			t.Errorf("%s: %+v", c.name, told)
		}
		if at := evalAs[string](t, page, "location.href"); at != address {
			t.Errorf("%s: the page is at %s", c.name, at)
		}
	}
	if title := evalAs[string](t, page, "document.title"); title != "kept" {
		t.Errorf("the fetch of a strict list: %s", title)
	}
	_, err := page.Navigate(within(t, 10*time.Second), browser.NavigateRequest{URL: site.URL("/hop")})
	if e := browser.AsError(err); !errors.Is(err, browser.ErrSiteBlocked) || e.Details.URL != bad {
		t.Errorf("navigating to a redirect: %v", err)
	}
	if strings.Contains(snapshot(t, page).String(), "bad\"") {
		t.Errorf("what is forbidden was read: %s", snapshot(t, page))
	}
	if r := click(t, page, "link", "Good"); r.Title != "Good" {
		t.Errorf("what is allowed: %s", r)
	}
	tabs, err := p.Tabs(within(t, 10*time.Second))
	if err != nil || slices.ContainsFunc(tabs, func(tab browser.Tab) bool { return tab.URL == bad }) {
		t.Errorf("there is a tab of it: %v, %v", tabs, err)
	}
}

// What an Electron program cannot do is refused with a reason, not left hanging
// or left out.
func TestWhatElectronCannotDo(t *testing.T) {
	refused := func(err error, reason browser.Reason) {
		t.Helper()
		if e := browser.AsError(err); !errors.Is(err, browser.ErrNotImplemented) || e.Reason != reason || e.Hint == "" {
			t.Errorf("want %s, got %v", reason, err)
		}
	}
	host := electronHost(t)
	_, err := provider.New(within(t, 10*time.Second), host, provider.WithDownloads(t.TempDir()), provider.WithSharedHost())
	refused(err, browser.ReasonNoDownloads)
	address := testpage.HTML(t, `<!doctype html><title>Seen</title><a href="data:application/zip,x" download="x.zip">Get it</a>`)
	logins, err := provider.New(within(t, 10*time.Second), host, provider.WithHTTPAuth("https://intranet.test", "u", "p"), provider.WithSharedHost())
	if err != nil {
		t.Fatal(err)
	}
	_, err = logins.Open(within(t, 10*time.Second), browser.OpenRequest{URL: address})
	refused(err, browser.ReasonUnknownCommand)
	if err := logins.Close(); err != nil {
		t.Error(err)
	}

	page := open(t, over(t, host), address)
	picture := func() error {
		_, err := page.Screenshot(within(t, 10*time.Second), browser.ScreenshotRequest{})
		return err
	}
	for _, action := range []electron.WindowAction{electron.HideWindow, electron.MinimizeWindow} {
		if _, err := host.Window(within(t, 10*time.Second), action); err != nil {
			t.Fatal(err)
		}
		begin := time.Now()
		refused(picture(), browser.ReasonWindowHidden)
		if took := time.Since(begin); took > 5*time.Second {
			t.Errorf("%s: that took %v", action, took)
		}
		if snapshot(t, page).Title != "Seen" {
			t.Error("the page is read all the same")
		}
		for _, back := range []electron.WindowAction{electron.ShowWindow, electron.RestoreWindow} {
			if _, err := host.Window(within(t, 10*time.Second), back); err != nil {
				t.Fatal(err)
			}
		}
		if err := picture(); err != nil {
			t.Errorf("after %s: %v", action, err)
		}
	}
	r := click(t, page, "link", "Get it")
	if len(r.Downloads) != 1 || r.Downloads[0].State != browser.DownloadRefused {
		t.Errorf("a download: %s", r)
	}
}
