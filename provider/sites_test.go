package provider_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/holdfast-go/holdfast/browser"
	"github.com/holdfast-go/holdfast/browser/site"
	"github.com/holdfast-go/holdfast/internal/tabhost"
	"github.com/holdfast-go/holdfast/internal/testbrowser"
	"github.com/holdfast-go/holdfast/internal/testpage"
	"github.com/holdfast-go/holdfast/provider"
	"github.com/holdfast-go/holdfast/transport"
	"github.com/holdfast-go/holdfast/transport/chrome"
	"github.com/holdfast-go/holdfast/transport/endpoint"
)

// Lists hold for the whole browser, so none of these tests shares one with
// others.

func launched(t *testing.T, options ...provider.Option) *provider.Provider {
	t.Helper()
	return over(t, testbrowser.Launch(t), options...)
}

func over(t *testing.T, host transport.Host, options ...provider.Option) *provider.Provider {
	t.Helper()
	p, err := provider.New(within(t, 20*time.Second), host, options...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := p.Close(); err != nil {
			t.Error(err)
		}
	})
	return p
}

func dialled(t *testing.T, browser *chrome.Host) transport.Host {
	t.Helper()
	h, err := endpoint.Dial(within(t, 10*time.Second), browser.Address())
	if err != nil {
		t.Fatal(err)
	}
	return h
}

func tabs(t *testing.T) transport.Host {
	t.Helper()
	h, err := tabhost.New(within(t, 10*time.Second), testbrowser.Launch(t))
	if err != nil {
		t.Fatal(err)
	}
	return h
}

// onlyTo lets pages go to the server as 127.0.0.1; as localhost it is the
// forbidden site.
func onlyTo(s *testpage.Server) provider.Option {
	return provider.WithAllowedSites(fmt.Sprintf("127.0.0.1:%d", s.Port()))
}

// reached returns what got to the forbidden site.
func reached(s *testpage.Server) []testpage.Mark {
	allowed := fmt.Sprintf("127.0.0.1:%d", s.Port())
	return slices.DeleteFunc(s.Marks(), func(m testpage.Mark) bool { return m.Host == allowed })
}

// TestCaseR43 does what the case says, with the list for documents alone and for
// everything.
func TestCaseR43(t *testing.T) {
	for _, tc := range []struct {
		name    string
		host    func(t *testing.T) transport.Host
		options []provider.Option
	}{
		{"chrome over its pipe", func(t *testing.T) transport.Host { return testbrowser.Launch(t) }, []provider.Option{provider.WithStrictSites()}},
		{"documents alone", func(t *testing.T) transport.Host { return testbrowser.Launch(t) }, nil},
		{"a browser that others use", func(t *testing.T) transport.Host { return dialled(t, testbrowser.Launch(t, chrome.WithPort())) }, []provider.Option{provider.WithStrictSites()}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			cases := testpage.Cases(t)
			p := over(t, tc.host(t), append(tc.options, onlyTo(cases))...)
			start := cases.URL("/cases/R43-allowlist/")
			page := open(t, p, start)
			var told []string
			tell := func(blocked []browser.Blocked, since []browser.Event) {
				for _, b := range blocked {
					told = append(told, b.URL)
				}
				for _, e := range since {
					if e.Blocked != nil {
						told = append(told, e.Blocked.URL)
					}
				}
			}
			buttons := evalAs[[]string](t, page, "[...document.querySelectorAll('button')].map(b => b.textContent)")
			if len(buttons) != 16 {
				t.Fatalf("the page has %d controls: %q", len(buttons), buttons)
			}
			for _, name := range buttons {
				snap := snapshot(t, page)
				tell(nil, snap.SinceLast)
				if strings.Contains(snap.URL, "localhost") || strings.Contains(snap.String(), "marked") {
					t.Errorf("after %s a snapshot shows the forbidden site:\n%s", name, snap)
				}
				if snap.URL != start {
					if _, err := page.Navigate(within(t, 10*time.Second), browser.NavigateRequest{URL: start}); err != nil {
						t.Fatal(err)
					}
					snap = snapshot(t, page)
				}
				r, err := page.Click(within(t, 20*time.Second), browser.ClickRequest{Ref: ref(t, snap, "button", name)})
				if err != nil {
					t.Fatalf("%s: %v", name, err)
				}
				tell(r.Blocked, r.SinceLast)
			}
			eventually(t, "all that the page tried is told", func() bool {
				snap := snapshot(t, page)
				tell(nil, snap.SinceLast)
				for _, id := range []string{"href", "replace", "redirect", "redirect307", "meta", "popup", "frame", "srcdoc", "form", "blob", "anchor"} {
					if !slices.Contains(told, cases.Localhost("/_mark?id="+id)) {
						return false
					}
				}
				return true
			})
			navigate := func(address string) error {
				_, err := page.Navigate(within(t, 10*time.Second), browser.NavigateRequest{URL: address})
				return err
			}
			if err := navigate(start); err != nil {
				t.Fatal(err)
			}
			holds(t, page, "__result.here === true")
			for address, want := range evalAs[map[string]string](t, page, "__urls") {
				err := navigate(address)
				if want == "deny" && !errors.Is(err, browser.ErrSiteBlocked) && !errors.Is(err, browser.ErrInvalidArgument) {
					t.Errorf("%s: %v", address, err)
				}
				if want == "same" && err != nil {
					t.Errorf("%s, another spelling of the allowed host: %v", address, err)
				}
				if err != nil && strings.Contains(err.Error(), "@") {
					t.Errorf("an error repeats a user name: %v", err)
				}
			}
			for _, m := range reached(cases) {
				if document := m.Dest == "document" || m.Dest == "iframe"; document || len(tc.options) > 0 {
					t.Errorf("the forbidden site was reached: %+v", m)
				}
			}
			ids := 0
			for _, m := range cases.Marks() {
				if strings.HasPrefix(m.ID, "s") {
					ids++
				}
			}
			if ids != 5 {
				t.Errorf("%d of 5 spellings of the allowed host got there", ids)
			}
		})
	}
}

// TestBlockedSpellings: no spelling of a blocked host gets there, and none is
// asked for.
func TestBlockedSpellings(t *testing.T) {
	cases := testpage.Cases(t)
	p := launched(t, provider.WithBlockedSites("127.0.0.1"))
	page := open(t, p, cases.Localhost("/cases/R43-allowlist/"))
	port := cases.Port()
	for _, host := range []string{
		"127.0.0.1", "127.0.0.1.", "2130706433", "0x7f.1", "127.1", "0177.0.0.1", "%31%32%37.0.0.1", "①②⑦.0.0.1", "[::ffff:127.0.0.1]", "[::ffff:7f00:1]",
	} {
		_, err := page.Navigate(within(t, 10*time.Second), browser.NavigateRequest{URL: fmt.Sprintf("http://%s:%d/_mark?id=x", host, port)})
		e := browser.AsError(err)
		if !errors.Is(err, browser.ErrSiteBlocked) || e.Reason != string(site.Blocked) || e.Details.Rule != "127.0.0.1" {
			t.Errorf("%s: %v", host, err)
		}
		// The same by the page itself.
		evalAs[bool](t, page, fmt.Sprintf("(location.href = 'http://%s:%d/_mark?id=y', true)", host, port))
	}
	if snap := snapshot(t, page); !strings.Contains(snap.URL, "localhost") {
		t.Errorf("the page went to %s", snap.URL)
	}
	for _, m := range cases.Marks() {
		t.Errorf("the blocked host was reached: %+v", m)
	}
}

// TestBlockedWays tries every way that leads a page elsewhere, over every kind
// of host. The page stays, and the result says what it was kept from.
func TestBlockedWays(t *testing.T) {
	for _, host := range []struct {
		name string
		host func(t *testing.T) transport.Host
	}{
		{"pipe", func(t *testing.T) transport.Host { return testbrowser.Launch(t) }},
		{"endpoint", func(t *testing.T) transport.Host { return dialled(t, testbrowser.Launch(t, chrome.WithPort())) }},
		{"tab host", tabs},
	} {
		t.Run(host.name, func(t *testing.T) {
			cases := testpage.Cases(t)
			p := over(t, host.host(t), onlyTo(cases))
			bad := func(id string) string { return cases.Localhost("/_mark?id=" + id) }
			page := open(t, p, cases.Page("/ways", `<!doctype html><title>Ways</title><a href="`+bad("link")+`">link</a>
<a href="`+bad("blank")+`" target="_blank">blank</a> <a href="`+bad("download")+`" download>download</a>
<a href="/_redirect?to=`+bad("redirect")+`">redirect</a>
<form action="`+bad("")+`"><input type="hidden" name="id" value="get"><button>get</button></form>
<form action="`+bad("post")+`" method="post"><input type="hidden" name="a" value="b"><button>post</button></form>
<form action="/_redirect?code=307&to=`+bad("formredirect")+`" method="post"><button>formredirect</button></form>
<button onclick="location.href='`+bad("href")+`'">href</button>
<button onclick="location.replace('`+bad("replace")+`')">replace</button>
<button onclick="let e=document.createElement('meta');e.httpEquiv='refresh';e.content='0;url=`+bad("meta")+`';document.head.append(e)">meta</button>
<button onclick="window.open('`+bad("open")+`')">open</button>
<button onclick="window.open('`+bad("noopener")+`','','noopener')">noopener</button>
<button onclick="let w=window.open();setTimeout(()=>w.location='`+bad("later")+`',50)">later</button>
<button onclick="let f=document.createElement('iframe');f.src='`+bad("frame")+`';document.body.append(f)">frame</button>
<button onclick="let f=document.createElement('iframe');f.srcdoc='&lt;iframe src=&quot;`+bad("nested")+`&quot;>';document.body.append(f)">nested</button>
<button onclick="let f=document.createElement('iframe');f.src='data:text/html,&lt;iframe src=&quot;`+bad("data")+`&quot;>';document.body.append(f)">data</button>
<button onclick="let f=document.createElement('object');f.data='`+bad("object")+`';document.body.append(f)">object</button>
<button onclick="location.href='http://u:secret@127.0.0.1:`+fmt.Sprint(cases.Port())+`/_mark?id=user'">user</button>
<button onclick="location.href='http://a:secret@localhost:`+fmt.Sprint(cases.Port())+`/_mark?id=foreignuser'">foreignuser</button>`))
			for _, tc := range []struct {
				name, role string
				kind       browser.BlockedKind
			}{
				{"link", "link", browser.BlockedDocument}, {"blank", "link", browser.BlockedPopup}, {"download", "link", browser.BlockedDocument},
				{"redirect", "link", browser.BlockedDocument}, {"get", "button", browser.BlockedDocument}, {"post", "button", browser.BlockedDocument},
				{"formredirect", "button", browser.BlockedDocument}, {"href", "button", browser.BlockedDocument},
				{"replace", "button", browser.BlockedDocument}, {"meta", "button", browser.BlockedDocument}, {"open", "button", browser.BlockedPopup},
				{"noopener", "button", browser.BlockedPopup}, {"later", "button", browser.BlockedPopup},
				{"frame", "button", browser.BlockedFrame}, {"nested", "button", browser.BlockedFrame}, {"data", "button", browser.BlockedFrame},
				{"object", "button", browser.BlockedFrame}, {"user", "button", browser.BlockedDocument}, {"foreignuser", "button", browser.BlockedDocument},
			} {
				popup := tc.kind == browser.BlockedPopup
				if popup && host.name == "tab host" {
					continue // see TestBlockedPopupOfTabHost
				}
				r := click(t, page, tc.role, tc.name)
				var told *browser.Blocked
				find := func(b *browser.Blocked) {
					if b != nil && strings.Contains(b.URL, "/_mark?id="+tc.name) {
						told = b
					}
				}
				for i := range r.Blocked {
					find(&r.Blocked[i])
				}
				if !popup && tc.kind != browser.BlockedFrame && told == nil {
					t.Errorf("%s: the receipt does not tell: %s", tc.name, r)
				}
				for deadline := time.Now().Add(5 * time.Second); told == nil && time.Now().Before(deadline); {
					for _, of := range append(popups(t, p, page), page) {
						for _, e := range snapshot(t, of).SinceLast {
							find(e.Blocked)
						}
					}
				}
				switch {
				case told == nil:
					t.Errorf("%s: nothing tells of it", tc.name)
				case told.Kind != tc.kind && !(popup && told.Kind == browser.BlockedDocument), strings.Contains(told.URL, "secret"):
					t.Errorf("%s: told as %s: %s", tc.name, told.Kind, told)
				case !strings.HasPrefix(told.String(), "BROWSER_SITE_BLOCKED: "):
					t.Errorf("%s: it has no code: %s", tc.name, told)
				}
				if snap := snapshot(t, page); snap.Title != "Ways" {
					t.Errorf("%s: the page left: %s", tc.name, snap.URL)
				}
				for _, tab := range popups(t, p, page) {
					if snap := snapshot(t, tab); snap.URL != "about:blank" && snap.URL != "" {
						t.Errorf("%s: a popup is at %s", tc.name, snap.URL)
					}
					if err := tab.Close(within(t, 5*time.Second)); err != nil {
						t.Error(err)
					}
				}
			}
			snap := snapshot(t, page)
			if n := strings.Count(snap.String(), "blocked: the program does not allow its site"); n < 3 {
				t.Errorf("%d rows of blocked frames say so:\n%s", n, snap)
			}
			exact, err := page.Snapshot(within(t, 10*time.Second), browser.SnapshotRequest{Reader: browser.ReaderAX})
			if err != nil || !strings.Contains(exact.String(), "blocked: the program does not allow its site") {
				t.Errorf("the other reader: %v\n%s", err, exact)
			}
			for _, m := range reached(cases) {
				t.Errorf("the forbidden site was reached: %+v", m)
			}
		})
	}
}

// popups returns the pages of the tabs that a page has opened.
func popups(t *testing.T, p *provider.Provider, of browser.Page) []browser.Page {
	t.Helper()
	all, err := p.Tabs(within(t, 5*time.Second))
	if err != nil {
		t.Fatal(err)
	}
	var pages []browser.Page
	for _, tab := range all {
		if tab.Opener == of.ID() {
			page, err := p.Page(within(t, 5*time.Second), tab.ID)
			if err != nil {
				t.Fatal(err)
			}
			pages = append(pages, page)
		}
	}
	return pages
}

// TestBlockedPopupOfTabHost: where nothing holds back a popup's first request,
// its document is left and never read.
func TestBlockedPopupOfTabHost(t *testing.T) {
	cases := testpage.Cases(t)
	p := over(t, tabs(t), onlyTo(cases))
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

// TestBlockedNavigations: Open, Navigate and the history answer with the code,
// the address and the rule, a redirect too, and the page stays.
func TestBlockedNavigations(t *testing.T) {
	cases := testpage.Cases(t)
	bad := cases.Localhost("/_mark?id=bad")
	p := launched(t, onlyTo(cases), provider.WithBlockedSites("*.blocked.test"))
	page := open(t, p, cases.Page("/stay", `<!doctype html><title>Stay</title>`))
	refused := func(what string, err error, reason site.Reason, address, rule string) {
		t.Helper()
		e := browser.AsError(err)
		if !errors.Is(err, browser.ErrSiteBlocked) || e.Reason != string(reason) || e.Details.URL != address || e.Details.Rule != rule || e.Hint == "" || e.Retryable {
			t.Errorf("%s: %+v", what, e)
		}
	}
	_, err := p.Open(within(t, 10*time.Second), browser.OpenRequest{URL: bad})
	refused("open", err, site.NotListed, bad, "")
	_, err = p.Open(within(t, 10*time.Second), browser.OpenRequest{URL: cases.URL("/_redirect?to=" + bad)})
	refused("open a redirect", err, site.NotListed, bad, "")
	_, err = page.Navigate(within(t, 10*time.Second), browser.NavigateRequest{URL: "https://a.Blocked.test./x"})
	refused("a rule", err, site.Blocked, "https://a.blocked.test./x", "*.blocked.test")
	_, err = page.Navigate(within(t, 10*time.Second), browser.NavigateRequest{URL: cases.URL("/_redirect?to=" + bad)})
	refused("a redirect", err, site.NotListed, bad, "")
	if text := browser.AsError(err).Text(); strings.Count(text, "BROWSER_SITE_BLOCKED") != 1 || !strings.Contains(text, "localhost") {
		t.Errorf("a model reads:\n%s", text)
	}
	if snap := snapshot(t, page); snap.Title != "Stay" {
		t.Errorf("the page left: %s", snap)
	}
	tabs, err := p.Tabs(within(t, 5*time.Second))
	if err != nil || slices.ContainsFunc(tabs, func(tab browser.Tab) bool { return strings.Contains(tab.URL, "localhost") }) {
		t.Errorf("tabs are left: %v, %v", tabs, err)
	}
	if got := reached(cases); len(got) > 0 {
		t.Errorf("the forbidden site was reached: %+v", got)
	}
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
	evalAs[bool](t, page, "(history.back(), true)")
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

// TestNoList: without a list nothing is held back, and the browser is not asked
// to.
func TestNoList(t *testing.T) {
	for _, tc := range []struct {
		name string
		want string
		opt  provider.Option
	}{
		{"strict without a list", "no list", provider.WithStrictSites()},
		{"no rule", "no rule", provider.WithAllowedSites()},
		{"no blocked rule", "no rule", provider.WithBlockedSites()},
		{"a path", "path", provider.WithBlockedSites("example.com/x")},
		{"a login for a host", "like https://", provider.WithHTTPAuth("example.com", "a", "b")},
		{"a login in a site", "user name in it", provider.WithHTTPAuth("https://a@example.com", "a", "b")},
		{"an empty login", "no password", provider.WithHTTPAuth("https://example.com", "", "")},
		{"an empty proxy login", "no password", provider.WithProxyAuth("", "")},
	} {
		if _, err := provider.New(t.Context(), testbrowser.Host(t), tc.opt, provider.WithSharedHost()); !errors.Is(err, browser.ErrInvalidArgument) || !strings.Contains(err.Error(), tc.want) {
			t.Errorf("%s: %v", tc.name, err)
		}
	}
	if provider.Fetching(newProvider(t)) {
		t.Error("requests are held back without a list")
	}
}

// TestHTTPAuth: a login goes to its site alone, and once.
func TestHTTPAuth(t *testing.T) {
	for _, host := range []struct {
		name string
		host func(t *testing.T) transport.Host
	}{
		{"pipe", func(t *testing.T) transport.Host { return testbrowser.Launch(t) }},
		{"tab host", tabs},
	} {
		t.Run(host.name, func(t *testing.T) {
			asked := 0
			site := testpage.New(t)
			site.Handle("/closed", http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				if user, password, _ := r.BasicAuth(); user == "ada" && password == "s3cret" {
					fmt.Fprint(w, "<!doctype html><title>In</title>")
					return
				}
				asked++
				w.Header().Set("WWW-Authenticate", `Basic realm="x"`)
				w.WriteHeader(http.StatusUnauthorized)
				fmt.Fprint(w, "<!doctype html><title>Out</title>")
			}))
			// Chromium shows the site's own page for those without a login, or fails.
			title := func(p *provider.Provider, address string) string {
				page, err := p.Open(within(t, 10*time.Second), browser.OpenRequest{URL: address})
				if errors.Is(err, browser.ErrNavigationFailed) && strings.Contains(err.Error(), "ERR_INVALID_AUTH_CREDENTIALS") {
					return "Out"
				}
				if err != nil {
					t.Fatal(err)
				}
				return snapshot(t, page).Title
			}
			h := host.host(t)
			p := over(t, h, provider.WithHTTPAuth(site.URL("/"), "ada", "s3cret"))
			if got := title(p, site.URL("/closed")); got != "In" {
				t.Errorf("with the login the page is %q", got)
			}
			if got := title(p, site.Localhost("/closed")); got != "Out" {
				t.Errorf("another site got the login: %q", got)
			}
			asked = 0
			wrong := over(t, host.host(t), provider.WithHTTPAuth(site.URL("/"), "ada", "wrong"), provider.WithAllowedSites("127.0.0.1"))
			if got := title(wrong, site.URL("/closed")); got != "Out" || asked > 2 {
				t.Errorf("with a wrong login the page is %q, after %d tries", got, asked)
			}
		})
	}
}

// TestSpellingsInBrowser: the browser reads every spelling as package site does,
// so that what was judged is what is gone to.
func TestSpellingsInBrowser(t *testing.T) {
	data, err := os.ReadFile("../browser/site/testdata/spellings.json")
	if err != nil {
		t.Fatal(err)
	}
	var all []struct {
		In, Want    string
		Credentials bool
		Error       bool
		// Stricter: Chromium goes on with such a name, which nothing resolves.
		Stricter bool
	}
	if err := json.Unmarshal(data, &all); err != nil {
		t.Fatal(err)
	}
	page := open(t, newProvider(t), "")
	for _, s := range all {
		quoted, err := json.Marshal(s.In)
		if err != nil {
			t.Fatal(err)
		}
		got := evalAs[string](t, page, `(()=>{ try { const u = new URL(`+string(quoted)+`); u.username = u.password = ''; return u.href } catch { return '' } })()`)
		if got != s.Want && (!s.Stricter || got == "") {
			t.Errorf("%q is %q for the browser, and %q here", s.In, got, s.Want)
		}
	}
}
