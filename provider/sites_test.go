package provider_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/holdfast-go/holdfast/browser"
	"github.com/holdfast-go/holdfast/browser/site"
	"github.com/holdfast-go/holdfast/internal/testbrowser"
	"github.com/holdfast-go/holdfast/internal/testpage"
	"github.com/holdfast-go/holdfast/provider"
	"github.com/holdfast-go/holdfast/transport"
	"github.com/holdfast-go/holdfast/transport/chrome"
)

// Lists hold for the whole browser, so none of these tests shares one with
// others.

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
		if !errors.Is(err, browser.ErrSiteBlocked) || e.Reason != browser.Reason(site.Blocked) || e.Details.Rule != "127.0.0.1" {
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
		{"tab host", func(t *testing.T) transport.Host { return tabHost(t) }},
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
		if !errors.Is(err, browser.ErrSiteBlocked) || e.Reason != browser.Reason(reason) || e.Details.URL != address || e.Details.Rule != rule || e.Hint == "" || e.Retryable {
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
