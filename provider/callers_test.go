package provider_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"sync"
	"testing"
	"time"

	"github.com/holdfast-go/holdfast/browser"
	"github.com/holdfast-go/holdfast/internal/testbrowser"
	"github.com/holdfast-go/holdfast/internal/testpage"
	"github.com/holdfast-go/holdfast/provider"
	"github.com/holdfast-go/holdfast/transport"
	"github.com/holdfast-go/holdfast/transport/chrome"
	"github.com/holdfast-go/holdfast/transport/endpoint"
)

// shared is a runtime over a browser, with two callers.
func shared(t *testing.T, host func() (transport.Host, error), options ...provider.Option) (r *browser.Runtime, ann, bob *browser.View) {
	t.Helper()
	r, err := browser.NewRuntime()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := r.Close(); err != nil {
			t.Error(err)
		}
	})
	err = r.Register(browser.Source{ID: "chromium", Start: func(ctx context.Context) (browser.Provider, error) {
		h, err := host()
		if err != nil {
			return nil, err
		}
		return provider.New(ctx, h, options...)
	}})
	if err != nil {
		t.Fatal(err)
	}
	for id, v := range map[string]**browser.View{"ann": &ann, "bob": &bob} {
		if *v, err = r.Caller(browser.Caller{ID: id, Label: "agent " + id}); err != nil {
			t.Fatal(err)
		}
	}
	return r, ann, bob
}

func own(t *testing.T, v browser.Provider, address string) browser.Page {
	t.Helper()
	page, err := v.Open(within(t, 20*time.Second), browser.OpenRequest{URL: address})
	if err != nil {
		t.Fatal(err)
	}
	return page
}

const callersPage = `<!doctype html><title>Callers</title>
<button onclick="document.title='clicked '+(++n)">Count</button>
<button onclick="window.open('/second')">Open</button>
<a href="/second" target="_blank" rel="noopener">Quiet</a>
<button onclick="setTimeout(()=>window.open('/second'),300)">Late</button>
<script>let n=0</script>`

// Two callers of one Chromium: windows belong to who opened them, also those
// that a timer opens and those without an opener, and their news reach that
// caller only.
func TestCallersOfABrowser(t *testing.T) {
	site := testpage.New(t)
	site.Page("/second", `<!doctype html><title>Second</title><h1>Second</h1>`)
	address := site.Page("/", callersPage)
	r, ann, bob := shared(t, func() (transport.Host, error) { return testbrowser.Host(t), nil }, provider.WithSharedHost())
	a, b := own(t, ann, address), own(t, bob, address)

	for _, button := range []struct{ role, name string }{{"button", "Open"}, {"link", "Quiet"}} {
		receipt := click(t, a, button.role, button.name)
		if len(receipt.OpenedTabs) != 1 {
			t.Fatalf("%s: %s", button.name, receipt)
		}
		id := receipt.OpenedTabs[0].ID
		if _, err := bob.Page(within(t, 10*time.Second), id); !errors.Is(err, browser.ErrTabHeld) {
			t.Errorf("%s: bob gets ann's window: %v", button.name, err)
		}
		popup, err := ann.Page(within(t, 10*time.Second), id)
		if err != nil {
			t.Fatal(err)
		}
		eventually(t, "the window has its document", func() bool { return snapshot(t, popup).Title == "Second" })
	}

	tabs := func(v interface {
		Tabs(context.Context) ([]browser.Tab, error)
	}) map[string]int {
		t.Helper()
		list, err := v.Tabs(within(t, 10*time.Second))
		if err != nil {
			t.Fatal(err)
		}
		count := map[string]int{}
		for _, tab := range list {
			count[tab.Label]++
		}
		return count
	}
	click(t, a, "button", "Late")
	eventually(t, "the late window is ann's", func() bool { return tabs(r)["agent ann"] == 4 })
	if got := tabs(bob); got["agent bob"] != 1 || got["agent ann"] != 0 {
		t.Errorf("bob sees %v", got)
	}
	// Bob's call is the first that could tell of it.
	if receipt := click(t, b, "button", "Count"); len(receipt.SinceLast)+len(receipt.OpenedTabs) > 0 {
		t.Errorf("bob is told of %v", receipt)
	}
	if snap := snapshot(t, a); len(snap.SinceLast) != 1 || snap.SinceLast[0].OpenedTab == nil {
		t.Errorf("ann is told of %v", snap.SinceLast)
	}

	ref := ref(t, snapshot(t, a), "button", "Count")
	h, err := ann.Handoff(within(t, 10*time.Second), a.ID())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := bob.Claim(within(t, 10*time.Second), browser.ClaimRequest{Code: h.Code}); err != nil {
		t.Fatal(err)
	}
	if _, err := a.Click(within(t, 10*time.Second), browser.ClickRequest{Ref: ref}); !errors.Is(err, browser.ErrTabHeld) {
		t.Errorf("ann's click after the hand-off: %v", err)
	}
	page, err := bob.Page(within(t, 10*time.Second), a.ID())
	if err != nil {
		t.Fatal(err)
	}
	click(t, page, "button", "Count")
	if title := snapshot(t, page).Title; title != "clicked 1" {
		t.Errorf("the page was clicked otherwise: %q", title)
	}
	if err := r.TakeOver(within(t, 10*time.Second), page.ID(), ""); err != nil {
		t.Fatal(err)
	}
	if _, err := page.Snapshot(within(t, 10*time.Second), browser.SnapshotRequest{}); !errors.Is(err, browser.ErrTabHeld) {
		t.Errorf("bob reads a page that a person has: %v", err)
	}
	if err := bob.Close(); err != nil {
		t.Error(err)
	}
	if got := tabs(r); got["agent bob"] != 0 || got["agent ann"] != 3 {
		t.Errorf("after bob went there are %v", got)
	}
}

// Calls of two callers on pages of their own, with hand-offs, while Chromium is
// killed: every call answers, and the next page starts another browser.
func TestCallersOfAKilledBrowser(t *testing.T) {
	address := testpage.HTML(t, callersPage)
	hosts := make(chan *chrome.Host, 2)
	r, ann, bob := shared(t, func() (transport.Host, error) {
		h := testbrowser.Launch(t)
		hosts <- h
		return h, nil
	})
	const pages = 4
	var calls sync.WaitGroup
	ready := make(chan struct{}, pages)
	for i := range pages {
		holder, other := ann, bob
		if i%2 == 1 {
			holder, other = bob, ann
		}
		page := own(t, holder, address)
		calls.Go(func() {
			for n := 0; ; n++ {
				ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
				p, err := holder.Page(ctx, page.ID())
				if err == nil {
					_, err = p.Snapshot(ctx, browser.SnapshotRequest{})
				}
				if err == nil {
					_, err = p.Press(ctx, browser.PressRequest{Key: "Tab"})
				}
				if err == nil && n%3 == 2 {
					var h *browser.Handoff
					if h, err = holder.Handoff(ctx, page.ID()); err == nil {
						_, err = other.Claim(ctx, browser.ClaimRequest{Code: h.Code})
					}
					holder, other = other, holder
				}
				cancel()
				if err != nil {
					// Where a new browser has started meanwhile the tab is gone.
					if !errors.Is(err, browser.ErrConnectionLost) && !errors.Is(err, browser.ErrPageClosed) {
						t.Errorf("a call during the kill answered %v", err)
					}
					return
				}
				if n == 3 {
					ready <- struct{}{}
				}
			}
		})
	}
	for range pages {
		select {
		case <-ready:
		case <-time.After(60 * time.Second):
			t.Fatal("the calls do not get on")
		}
	}
	kill(t, (<-hosts).PID())
	calls.Wait()
	page := own(t, ann, address)
	click(t, page, "button", "Count")
	if tabs, err := r.Tabs(within(t, 10*time.Second)); err != nil || len(tabs) == 0 {
		t.Errorf("%v, %v", tabs, err)
	}
}

// Two Chromiums behind gateways that want a header, reached by browser sockets
// with a path of the gateway's own, as grids offer them.
func TestPoolOfRemoteBrowsers(t *testing.T) {
	address := testpage.HTML(t, callersPage)
	var members []browser.Source
	for i := range 2 {
		target := socketOf(t, testbrowser.Launch(t, chrome.WithPort()))
		gateway := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.Header.Get("Authorization") != "Bearer grid" || r.URL.Path != "/session" || r.URL.Query().Get("kind") != "chrome" {
				http.Error(w, "who is there?", http.StatusUnauthorized)
				return
			}
			(&httputil.ReverseProxy{Rewrite: func(p *httputil.ProxyRequest) {
				p.Out.URL.Scheme, p.Out.URL.Host, p.Out.URL.Path, p.Out.URL.RawQuery = "http", target.Host, target.Path, ""
				p.Out.Host = target.Host
			}}).ServeHTTP(w, r)
		}))
		t.Cleanup(gateway.Close)
		at := "ws" + gateway.URL[len("http"):] + "/session?kind=chrome"
		if _, err := endpoint.Dial(within(t, 10*time.Second), at); err == nil {
			t.Error("the gateway lets everybody in")
		}
		members = append(members, browser.Source{ID: fmt.Sprint("grid", i), Start: func(ctx context.Context) (browser.Provider, error) {
			host, err := endpoint.Dial(ctx, at, endpoint.WithHeader(http.Header{"Authorization": {"Bearer grid"}}))
			if err != nil {
				return nil, err
			}
			return provider.New(ctx, host)
		}})
	}
	pool, err := browser.NewPool(members)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := pool.Close(); err != nil {
			t.Error(err)
		}
	})
	if _, err := pool.Tabs(within(t, 20*time.Second)); err != nil {
		t.Fatal(err)
	}
	for range 4 {
		click(t, own(t, pool, address), "button", "Count")
	}
	for _, m := range pool.Members() {
		if m.Pages != 2 || !m.Available {
			t.Errorf("%+v", m)
		}
	}
}

// socketOf asks a browser for the address of its own socket.
func socketOf(t *testing.T, h *chrome.Host) *url.URL {
	t.Helper()
	at, err := url.Parse("http://" + h.Address())
	if err != nil {
		t.Fatal(err)
	}
	response, err := http.Get("http://" + at.Host + "/json/version")
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	var version struct{ WebSocketDebuggerURL string }
	if err := json.NewDecoder(response.Body).Decode(&version); err != nil {
		t.Fatal(err)
	}
	socket, err := url.Parse(version.WebSocketDebuggerURL)
	if err != nil {
		t.Fatal(err)
	}
	return socket
}
