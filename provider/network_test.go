package provider_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/holdfast-go/holdfast/browser"
	"github.com/holdfast-go/holdfast/internal/testpage"
)

func networkOf(tb testing.TB, page browser.Page, r browser.NetworkRequest) *browser.NetworkResult {
	tb.Helper()
	result, err := page.Network(within(tb, 10*time.Second), r)
	if err != nil {
		tb.Fatal(err)
	}
	return result
}

// theRequest gives the one request whose address holds a text.
func theRequest(tb testing.TB, page browser.Page, url string) browser.Exchange {
	tb.Helper()
	r := networkOf(tb, page, browser.NetworkRequest{URL: url})
	if len(r.Requests) != 1 {
		tb.Fatalf("%d requests for %s: %s", len(r.Requests), url, r)
	}
	return r.Requests[0]
}

// inFull gives the one request whose address holds a text, with its body.
func inFull(tb testing.TB, page browser.Page, url string) *browser.ExchangeDetail {
	tb.Helper()
	return networkOf(tb, page, browser.NetworkRequest{RequestID: theRequest(tb, page, url).ID, Body: true}).Request
}

// TestR30 is the case of that name: a page that never becomes idle.
func TestR30(t *testing.T) {
	cases := testpage.Cases(t)
	p := newProvider(t)
	page := open(t, p, "about:blank")
	began := time.Now()
	if _, err := page.Navigate(within(t, 20*time.Second), browser.NavigateRequest{URL: cases.URL("/cases/R30-endless-sse/")}); err != nil {
		t.Fatal(err)
	}
	if d := time.Since(began); d > 6*time.Second {
		t.Errorf("navigate took %v", d)
	}
	click(t, page, "button", "Go")
	began = time.Now()
	snapshot(t, page)
	if d := time.Since(began); d > 3*time.Second {
		t.Errorf("snapshot took %v", d)
	}
	holds(t, page, "__result.go === 1")
	eventually(t, "a poll has ended", func() bool {
		return len(networkOf(t, page, browser.NetworkRequest{URL: "_slow", Status: "200"}).Requests) > 0
	})
	waited, err := page.Wait(within(t, 20*time.Second), browser.WaitRequest{Until: browser.UntilStable, Timeout: time.Second})
	if err != nil || waited.Satisfied || waited.Signals.DOM != "changing" {
		t.Errorf("a page that changes every 50 ms is not quiet: %s, %v", waited, err)
	}
	for url, want := range map[string]string{
		"_sse": "eventsource 200 pending", "_hang?img": "image pending", "/_hang": "fetch pending",
	} {
		if r := networkOf(t, page, browser.NetworkRequest{URL: url, Status: "pending"}); !strings.Contains(r.String(), want) {
			t.Errorf("%s is not %q: %s", url, want, r)
		}
	}
}

func TestNetworkKinds(t *testing.T) {
	site := testpage.New(t)
	site.Page("/inner", `<!doctype html><title>Inner</title><script>fetch('/from-frame')</script>`)
	site.Handle("/redirect", http.RedirectHandler("/target", http.StatusFound))
	site.Handle("/target", http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { fmt.Fprint(w, "arrived\nhere") }))
	site.Handle("/login", http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		http.SetCookie(w, &http.Cookie{Name: "sid", Value: "cookie-7341", HttpOnly: true})
		w.Header().Set("X-Api-Key", "key-7341")
		fmt.Fprint(w, `{"ok":true}`)
	}))
	site.Handle("/again", http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { fmt.Fprint(w, "again") }))
	site.Handle("/dot.png", http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "image/png")
		w.Header().Set("Cache-Control", "max-age=1000")
		w.Write([]byte(strings.Repeat("\x89PNG\x00", 1000)))
	}))
	site.Handle("/data.bin", http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/octet-stream")
		w.Write([]byte(strings.Repeat("\x89PNG\x00", 1000)))
	}))
	site.Handle("/long", http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { fmt.Fprint(w, strings.Repeat("é", 30_000)) }))
	page := open(t, newProvider(t), site.Page("/", `<!doctype html><title>Net</title><link rel=icon href="data:,">
<img src="data:image/gif;base64,`+strings.Repeat("R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw", 40)+`"><img src="/dot.png"><iframe src="/inner"></iframe>
<script>(async () => {
await fetch('/redirect'); await fetch('/missing'); await fetch('http://127.0.0.1:1/refused').catch(() => {});
await fetch('/login', {headers: {Authorization: 'Bearer bearer-7341'}}); await fetch('/again');
await (await fetch('/long')).text(); await (await fetch('/data.bin')).arrayBuffer();
await fetch(location.origin.replace('127.0.0.1', 'localhost') + '/cors').catch(() => {});
const stop = new AbortController(), hang = fetch('/slow?hang', {signal: stop.signal}).catch(() => {}); stop.abort(); await hang;
const socket = new WebSocket(location.origin.replace('http', 'ws') + '/socket'); await new Promise(r => socket.onerror = r);
document.title = 'all asked';
})()</script>`))
	if _, err := page.Wait(within(t, 20*time.Second), browser.WaitRequest{Until: browser.UntilStable, Timeout: 10 * time.Second}); err != nil {
		t.Fatal(err)
	}
	eventually(t, "all is asked", func() bool { return evalAs[string](t, page, "document.title") == "all asked" })
	all := networkOf(t, page, browser.NetworkRequest{})
	if len(all.Requests) == 0 || all.Requests[0].Type != browser.TypeDocument || all.Requests[0].Status != 200 || all.EarlierDocuments != 0 {
		t.Errorf("the request for the document itself comes first: %s", all)
	}
	for url, want := range map[string]string{
		"/redirect": "fetch 302 redirected to http", "/missing": " 404 text/plain", "/refused": "failed net::ERR_UNSAFE_PORT",
		"/cors": "CORS: MissingAllowOriginHeader", "?hang": "failed net::ERR_ABORTED (canceled)", "/socket": "websocket failed Error during WebSocket handshake",
		"data:image": "image 200 from cache", "/from-frame": "in the frame http", "/dot.png": "image 200 image/png",
	} {
		if got := theRequest(t, page, url).String(); !strings.Contains(got, want) {
			t.Errorf("%s is not %q: %s", url, want, got)
		}
	}
	if x := theRequest(t, page, "data:image"); len(x.URL) > 300 {
		t.Errorf("an address that holds a picture is not given whole: %d characters", len(x.URL))
	}
	if d := inFull(t, page, "/target"); d.Body.Text != "arrived\nhere" || strings.Count(d.Rows(), "\n") != len(d.RequestHeaders)+len(d.ResponseHeaders)+3 {
		t.Errorf("the body is exact, and on one line: %s", d.Rows())
	}
	if d := inFull(t, page, "/redirect"); d.Body.Missing == "" || d.Status != 302 || d.Location != site.URL("/target") {
		t.Errorf("a redirect has no body: %s", d.Rows())
	}
	if d := inFull(t, page, "/long"); len([]rune(d.Body.Text)) != browser.MaxBodyChars || d.Body.Chars != 30_000 || d.Body.Cut != 10_000 {
		t.Errorf("a long body: %d of %d characters, %d cut", len([]rune(d.Body.Text)), d.Body.Chars, d.Body.Cut)
	}
	if d := inFull(t, page, "/dot.png"); d.Body.Missing == "" {
		t.Errorf("what cannot be shown as a picture is not kept: %s", d.Rows())
	}
	d := inFull(t, page, "/data.bin")
	if !d.Body.Base64 || len(d.Body.Text) != browser.MaxBinaryBodyChars || d.Body.Chars != 5_000 {
		t.Errorf("a binary body: %+v", d.Body)
	}
	secrets := inFull(t, page, "/login").Rows() + inFull(t, page, "/again").Rows()
	for _, want := range []string{`Authorization: "[redacted]"`, `Set-Cookie: "[redacted]"`, `X-Api-Key: "[redacted]"`, `Cookie: "[redacted]"`, `{\"ok\":true}`} {
		if !strings.Contains(secrets, want) {
			t.Errorf("no %s: %s", want, secrets)
		}
	}
	if strings.Contains(secrets, "7341") {
		t.Errorf("a secret is told: %s", secrets)
	}
	for filter, want := range map[browser.NetworkRequest]int{
		{Status: "404"}: 2, {Status: "4xx"}: 2, {Status: "300-399"}: 1, {Status: "failed"}: 4, {Type: browser.TypeDocument}: 2, {Type: "WebSocket"}: 1,
		{URL: "NOWHERE"}: 0,
	} {
		if got := networkOf(t, page, filter); got.Matching != want {
			t.Errorf("%+v gives %d, want %d: %s", filter, got.Matching, want, got)
		}
	}
}

func TestNetworkDocuments(t *testing.T) {
	site := testpage.New(t)
	first := site.Page("/first", `<!doctype html><title>First</title><link rel=icon href="data:,"><script>console.log('of the first')</script>`)
	second := site.Page("/second", `<!doctype html><title>Second</title><link rel=icon href="data:,"><script>console.log('of the second')</script>`)
	page := open(t, newProvider(t), first)
	id := theRequest(t, page, "/first").ID
	if _, err := page.Navigate(within(t, 10*time.Second), browser.NavigateRequest{URL: second}); err != nil {
		t.Fatal(err)
	}
	written(t, page, "of the second")
	r := networkOf(t, page, browser.NetworkRequest{})
	if len(r.Requests) == 0 || r.Requests[0].URL != second || r.EarlierDocuments == 0 || !strings.Contains(r.String(), "earlier_documents: ") {
		t.Errorf("requests of the present document, and how many others: %s", r)
	}
	if r := networkOf(t, page, browser.NetworkRequest{URL: "/first", AllDocuments: true}); len(r.Requests) != 1 || !r.Requests[0].Earlier {
		t.Errorf("all documents: %s", r)
	}
	c := consoleOf(t, page, browser.ConsoleRequest{})
	if got := texts(c); len(got) != 1 || got[0] != "of the second" || c.EarlierDocuments != 1 {
		t.Errorf("messages of the present document, and how many others: %s", c)
	}
	if c := consoleOf(t, page, browser.ConsoleRequest{AllDocuments: true}); c.Matching != 2 || !c.Messages[0].Earlier {
		t.Errorf("all documents: %s", c)
	}
	d := networkOf(t, page, browser.NetworkRequest{RequestID: id, Body: true}).Request
	if d.Body.Missing == "" && !strings.Contains(d.Body.Text, "First") {
		t.Errorf("a body that is gone must be told so: %s", d.Rows())
	}
}

func TestNetworkWrongRequests(t *testing.T) {
	page := open(t, newProvider(t), testpage.HTML(t, `<!doctype html><title>Wrong</title>`))
	for _, tc := range []struct {
		r    browser.NetworkRequest
		want error
	}{
		{browser.NetworkRequest{Status: "many"}, browser.ErrInvalidArgument},
		{browser.NetworkRequest{Limit: -1}, browser.ErrInvalidArgument},
		{browser.NetworkRequest{Body: true}, browser.ErrInvalidArgument},
		{browser.NetworkRequest{RequestID: "r1", URL: "x"}, browser.ErrInvalidArgument},
		{browser.NetworkRequest{RequestID: "r99"}, browser.ErrNotFound},
	} {
		if _, err := page.Network(t.Context(), tc.r); !errors.Is(err, tc.want) {
			t.Errorf("%+v answered %v", tc.r, err)
		}
	}
	for _, r := range []browser.ConsoleRequest{{Level: "loud"}, {Limit: -1}} {
		if _, err := page.Console(t.Context(), r); !errors.Is(err, browser.ErrInvalidArgument) {
			t.Errorf("%+v answered %v", r, err)
		}
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := page.Console(ended, browser.ConsoleRequest{}); !errors.Is(err, browser.ErrCanceled) {
		t.Errorf("a context that ended answered %v", err)
	}
}
