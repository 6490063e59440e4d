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
	"github.com/holdfast-go/holdfast/internal/testbrowser"
	"github.com/holdfast-go/holdfast/internal/testpage"
	"github.com/holdfast-go/holdfast/provider"
	"github.com/holdfast-go/holdfast/transport/chrome"
)

// TestBlockedPopupOfTabHost: where nothing holds back a popup's first request,
// its document is left and never read.
func TestBlockedPopupOfTabHost(t *testing.T) {
	cases := testpage.Cases(t)
	p := over(t, tabHost(t), onlyTo(cases))
	cases.Page("/secret", `<!doctype html><title>Secret</title><button>Secret</button>`)
	page := open(t, p, cases.Page("/opener", `<!doctype html><title>Opener</title><button onclick="window.open('`+cases.Localhost("/secret")+`')">open</button>`))
	click(t, page, "button", "open")
	var popup browser.Page
	eventually(t, "the popup is there", func() bool {
		all := popups(t, p, page)
		if len(all) == 1 {
			popup = all[0]
		}
		return len(all) == 1
	})
	eventually(t, "the popup is left", func() bool {
		snap, err := popup.Snapshot(within(t, 5*time.Second), browser.SnapshotRequest{})
		if err != nil {
			return false // refused, or on its way
		}
		if strings.Contains(snap.String(), "Secret") {
			t.Fatalf("the forbidden page was read:\n%s", snap)
		}
		all, err := p.Tabs(within(t, 5*time.Second))
		return err == nil && !slices.ContainsFunc(all, func(tab browser.Tab) bool { return strings.Contains(tab.URL, "localhost") })
	})
}

// TestSharedBrowser: a list is the provider's own. Tabs of others, the frames in
// them and their workers go where they like, before, while and after it is
// there; a forbidden tab of theirs is neither read nor disturbed.
func TestSharedBrowser(t *testing.T) {
	cases := testpage.Cases(t)
	chrome := testbrowser.Launch(t, chrome.WithPort())
	person := over(t, dialled(t, chrome))
	theirs := open(t, person, cases.Localhost("/_mark?id=before"))
	cases.Handle("/worker.js", http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/javascript")
		fmt.Fprintf(w, "fetch('%s',{mode:'no-cors'})", cases.URL("/_mark?id=worker"))
	}))
	page := cases.Page("/theirs", `<!doctype html><title>Theirs</title><iframe src="`+cases.URL("/_mark?id=frame")+`"></iframe><img src="`+cases.URL("/_mark?id=image")+`">
<script>var kept = [new SharedWorker('/worker.js'), new Worker('/worker.js')]</script>`)
	listed := over(t, dialled(t, chrome), provider.WithAllowedSites("*.allowed.test"), provider.WithStrictSites())
	if _, err := theirs.Navigate(within(t, 10*time.Second), browser.NavigateRequest{URL: page, Until: browser.UntilLoad}); err != nil {
		t.Fatal(err)
	}
	eventually(t, "all of theirs is loaded", func() bool {
		seen := map[string]int{}
		for _, m := range cases.Marks() {
			seen[m.ID]++
		}
		return seen["frame"] == 1 && seen["image"] == 1 && seen["worker"] == 2
	})
	ours, err := listed.Page(within(t, 10*time.Second), theirs.ID())
	if err != nil {
		t.Fatal(err)
	}
	_, err = ours.Snapshot(within(t, 10*time.Second), browser.SnapshotRequest{})
	if !errors.Is(err, browser.ErrSiteBlocked) {
		t.Errorf("a forbidden tab was read: %v", err)
	}
	if _, err = ours.Press(within(t, 10*time.Second), browser.PressRequest{Key: "a"}); !errors.Is(err, browser.ErrSiteBlocked) {
		t.Errorf("a forbidden tab was acted on: %v", err)
	}
	if snap := snapshot(t, theirs); snap.Title != "Theirs" {
		t.Errorf("their tab was disturbed: %s", snap)
	}
	if err := listed.Close(); err != nil {
		t.Fatal(err)
	}
	if r, err := theirs.Navigate(within(t, 10*time.Second), browser.NavigateRequest{URL: cases.URL("/_mark?id=after")}); err != nil {
		t.Errorf("after it was closed: %v, %v", r, err)
	}
	// A connection that breaks holds nothing back either, not even a tab that was
	// in use.
	host := dialled(t, chrome)
	cut := over(t, host, provider.WithAllowedSites("*.allowed.test"), provider.WithStrictSites())
	if _, err := cut.Page(within(t, 10*time.Second), theirs.ID()); err != nil {
		t.Fatal(err)
	}
	if err := host.Close(); err != nil {
		t.Fatal(err)
	}
	if r, err := theirs.Navigate(within(t, 10*time.Second), browser.NavigateRequest{URL: page, Until: browser.UntilLoad}); err != nil {
		t.Errorf("after the connection broke: %v, %v", r, err)
	}
}

// TestPageSchemes: what a page's own scripts try with other schemes leads
// nowhere, with a list and without.
func TestPageSchemes(t *testing.T) {
	for _, options := range [][]provider.Option{nil, {provider.WithAllowedSites("127.0.0.1")}} {
		p := launched(t, options...)
		page := open(t, p, testpage.HTML(t, `<!doctype html><title>Here</title><button id="b">go</button>`))
		for _, address := range []string{
			"file:///etc/hostname", "chrome://version", "view-source:file:///etc/hostname", "data:text/html,<title>There</title>",
			"JavaScript:void(document.title = 'Here')", "mailto:somebody@example.com", "devtools://devtools/bundled/inspector.html",
			"filesystem:file:///etc/hostname", "ftp://127.0.0.1/",
		} {
			for _, way := range []string{"location.href = %q", "window.open(%q)", "document.body.append(Object.assign(document.createElement('iframe'), {src: %q}))"} {
				evalAs[bool](t, page, "(document.getElementById('b').onclick = () => { "+fmt.Sprintf(way, address)+" }, true)")
				r := click(t, page, "button", "go")
				if r.Elapsed > 4*time.Second {
					t.Errorf("%s by %s: the receipt took %v: %s", address, way, r.Elapsed, r)
				}
				snap := snapshot(t, page)
				if snap.Title != "Here" {
					t.Errorf("%s by %s: the page is %s\n%s", address, way, snap.URL, r)
				}
				for _, popup := range popups(t, p, page) {
					// A javascript: address runs in the empty document, with its opener's rights.
					if snap, err := popup.Snapshot(within(t, 5*time.Second), browser.SnapshotRequest{}); err == nil && snap.URL != "about:blank" && snap.URL != "" && snap.URL != "about:blank#blocked" {
						t.Errorf("%s by %s: a popup is %s", address, way, snap.URL)
					}
					// The browser closes one that led out of it by itself.
					if err := popup.Close(within(t, 5*time.Second)); err != nil && !errors.Is(err, browser.ErrPageClosed) {
						t.Error(err)
					}
				}
			}
		}
	}
}

// TestHistoryOfForbidden: the back-forward cache asks nobody; what it brings back
// is not read, and the page leaves it.
func TestHistoryOfForbidden(t *testing.T) {
	cases := testpage.Cases(t)
	chrome := testbrowser.Launch(t, chrome.WithPort())
	person := over(t, dialled(t, chrome))
	theirs := open(t, person, cases.Localhost("/cases/R43-allowlist/?bfcache"))
	if _, err := theirs.Navigate(within(t, 10*time.Second), browser.NavigateRequest{URL: cases.URL("/cases/R43-allowlist/?bfcache")}); err != nil {
		t.Fatal(err)
	}
	listed := over(t, dialled(t, chrome), onlyTo(cases))
	page, err := listed.Page(within(t, 10*time.Second), theirs.ID())
	if err != nil {
		t.Fatal(err)
	}
	snapshot(t, page)
	_, err = page.Navigate(within(t, 10*time.Second), browser.NavigateRequest{History: browser.Back})
	if !errors.Is(err, browser.ErrSiteBlocked) {
		t.Errorf("going back: %v", err)
	}
	evalAs[bool](t, page, "(setTimeout(() => history.back()), true)")
	eventually(t, "the page is where it may be, and says so", func() bool {
		snap, err := page.Snapshot(within(t, 5*time.Second), browser.SnapshotRequest{})
		if err != nil {
			return false // refused, or on its way
		}
		if strings.Contains(snap.URL, "localhost") {
			t.Fatalf("a forbidden document was read: %s", snap.URL)
		}
		return snap.URL == "about:blank" || strings.Contains(fmt.Sprint(snap.SinceLast), "BROWSER_SITE_BLOCKED")
	})
}

// TestStrictSites: everything that pages and their workers ask for is held to
// the list, and only with the option.
func TestStrictSites(t *testing.T) {
	for _, strict := range []bool{false, true} {
		t.Run(fmt.Sprintf("strict %v", strict), func(t *testing.T) {
			cases := testpage.Cases(t)
			options := []provider.Option{onlyTo(cases)}
			if strict {
				options = append(options, provider.WithStrictSites())
			}
			p := launched(t, options...)
			bad := func(id string) string { return cases.Localhost("/_mark?id=" + id) }
			script := func(path, body string) {
				cases.Handle(path, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
					w.Header().Set("Content-Type", "text/javascript")
					fmt.Fprint(w, body)
				}))
			}
			script("/worker.js", "fetch('"+bad("worker")+"',{mode:'no-cors'}).catch(()=>0)")
			script("/shared.js", "fetch('"+bad("shared")+"',{mode:'no-cors'}).catch(()=>0)")
			script("/service.js", "oninstall=e=>e.waitUntil(fetch('"+bad("service")+"',{mode:'no-cors'}).catch(()=>0))")
			page := open(t, p, cases.Page("/strict", `<!doctype html><title>Strict</title><link rel="prefetch" href="`+bad("prefetch")+`">
<link rel="stylesheet" href="`+bad("style")+`"><img src="`+bad("image")+`"><img src="/_redirect?to=`+bad("redirect")+`">
<script>fetch('`+bad("fetch")+`',{mode:'no-cors'}).catch(()=>0); navigator.sendBeacon('`+bad("beacon")+`');
fetch('`+bad("keepalive")+`',{mode:'no-cors',keepalive:true}).catch(()=>0); new EventSource('`+bad("events")+`');
var kept = [new Worker('/worker.js'), new SharedWorker('/shared.js')]; navigator.serviceWorker.register('/service.js').then(()=>navigator.serviceWorker.ready).then(()=>window.ready=1)</script>`))
			eventually(t, "the service worker is there", func() bool { return evalAs[bool](t, page, "window.ready === 1") })
			want := []string{"prefetch", "style", "image", "redirect", "fetch", "beacon", "keepalive", "events", "worker", "shared", "service"}
			if !strict {
				eventually(t, "everything is loaded", func() bool {
					got := reached(cases)
					return !slices.ContainsFunc(want, func(id string) bool {
						return !slices.ContainsFunc(got, func(m testpage.Mark) bool { return m.ID == id })
					})
				})
				return
			}
			total := 0
			eventually(t, "what was kept away is told", func() bool {
				for _, e := range snapshot(t, page).SinceLast {
					if e.Blocked != nil && e.Blocked.Kind == browser.BlockedRequest {
						total += max(e.Blocked.Count, 1)
					}
				}
				return total >= 8 // shared and service workers are of no page
			})
			if got := reached(cases); len(got) > 0 {
				t.Errorf("the forbidden site was reached: %+v", got)
			}
		})
	}
}
