package endpoint_test

import (
	"errors"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"github.com/coder/websocket"
	"github.com/google/go-cmp/cmp"

	"github.com/holdfast-go/holdfast/internal/testbrowser"
	"github.com/holdfast-go/holdfast/transport"
	"github.com/holdfast-go/holdfast/transport/chrome"
	"github.com/holdfast-go/holdfast/transport/endpoint"
)

// dial dials an endpoint that must be there.
func dial(t *testing.T, at string, opts ...endpoint.Option) *endpoint.Host {
	t.Helper()
	host, err := endpoint.Dial(t.Context(), at, opts...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := host.Close(); err != nil {
			t.Error(err)
		}
	})
	return host
}

// Chrome sees no Origin, an address in Host, and the headers of the caller.
func TestRequests(t *testing.T) {
	var mu sync.Mutex
	seen := map[string]*http.Request{}
	f := fake{"/json/version": version("ws://SELF/devtools/browser/x"), "/devtools/browser/x": socket}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		seen[r.URL.Path] = r
		mu.Unlock()
		f.ServeHTTP(w, r)
	}))
	defer server.Close()
	_, port, err := net.SplitHostPort(strings.TrimPrefix(server.URL, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	dial(t, "http://localhost:"+port, endpoint.WithHeader(http.Header{"authorization": {"Bearer x"}}))
	mu.Lock()
	defer mu.Unlock()
	for _, path := range []string{"/json/version", "/devtools/browser/x"} {
		r := seen[path]
		if r == nil {
			t.Fatalf("no request of %s", path)
		}
		if got := r.Host; got != "127.0.0.1:"+port {
			t.Errorf("%s: Host is %q", path, got)
		}
		if got := r.Header.Get("Authorization"); got != "Bearer x" {
			t.Errorf("%s: Authorization is %q", path, got)
		}
		if got := r.Header.Values("Origin"); len(got) > 0 {
			t.Errorf("%s: Origin is %q", path, got)
		}
		if got := r.Header.Values("Sec-Websocket-Extensions"); len(got) > 0 {
			t.Errorf("%s: offers %q", path, got)
		}
	}
}

// localhost is tried on both families, whichever Chrome listens on.
func TestLocalhostIsBothFamilies(t *testing.T) {
	l, err := net.Listen("tcp6", "[::1]:0")
	if err != nil {
		t.Skipf("this machine has no IPv6: %v", err)
	}
	server := &httptest.Server{
		Listener: l,
		Config:   &http.Server{Handler: fake{"/json/version": version("ws://SELF/devtools/browser/x"), "/devtools/browser/x": socket}},
	}
	server.Start()
	defer server.Close()
	_, port, err := net.SplitHostPort(l.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	dial(t, "localhost:"+port)
}

// What a container or a tunnel calls itself inside is led to where it was
// reached.
func TestSocketIsRewritten(t *testing.T) {
	for _, named := range []string{"127.0.0.1:9222", "localhost", "0.0.0.0:1", "[::1]:9222"} {
		t.Run(named, func(t *testing.T) {
			host := dial(t, fake{"/json/version": version("ws://" + named + "/devtools/browser/x"), "/devtools/browser/x": socket}.serve(t))
			s, err := host.Stream(t.Context(), "")
			if err != nil {
				t.Fatal(err)
			}
			if err := s.Close(); err != nil {
				t.Error(err)
			}
		})
	}
}

// An address that is not loopback needs the option, however it is named.
func TestRemote(t *testing.T) {
	at := remoteAddress(t)
	l, err := net.Listen("tcp", net.JoinHostPort(at, "0"))
	if err != nil {
		t.Skipf("cannot listen at %s: %v", at, err)
	}
	server := &httptest.Server{
		Listener: l,
		Config:   &http.Server{Handler: fake{"/json/version": version("ws://SELF/devtools/browser/x"), "/devtools/browser/x": socket}},
	}
	server.Start()
	defer server.Close()
	_, err = endpoint.Dial(t.Context(), server.URL)
	wantError(t, err, transport.KindForbidden, at+" is not a loopback address", "WithRemote")
	dial(t, server.URL, endpoint.WithRemote())

	// And so does a loopback endpoint that sends us there.
	away := fake{"/json/version": version("ws://" + l.Addr().String() + "/devtools/browser/x")}.serve(t)
	_, err = endpoint.Dial(t.Context(), away)
	wantError(t, err, transport.KindForbidden, "somewhere else", "WithRemote")
	dial(t, away, endpoint.WithRemote())
}

// remoteAddress returns an address of this machine that is not loopback.
func remoteAddress(t *testing.T) string {
	t.Helper()
	addrs, err := net.InterfaceAddrs()
	if err != nil {
		t.Fatal(err)
	}
	for _, a := range addrs {
		if n, ok := a.(*net.IPNet); ok && n.IP.To4() != nil && !n.IP.IsLoopback() {
			return n.IP.String()
		}
	}
	t.Skip("this machine has loopback addresses only")
	return ""
}

const pages = `[
	{"id":"NEW","type":"page","title":"a &amp; b","url":"http://a/","webSocketDebuggerUrl":"ws://SELF/devtools/page/NEW"},
	{"id":"SW","type":"service_worker","url":"http://a/sw.js","webSocketDebuggerUrl":"ws://SELF/devtools/page/SW"},
	{"id":"TOOLS","type":"page","url":"devtools://devtools/bundled/x.html","webSocketDebuggerUrl":"ws://SELF/devtools/page/TOOLS"},
	{"id":"POPUP","type":"page","url":"chrome://omnibox-popup.top-chrome/","webSocketDebuggerUrl":"ws://SELF/devtools/page/POPUP"},
	{"id":"HELD","type":"page","title":"","url":"http://held/"},
	{"id":"OLD","type":"page","title":"","url":"http://old/","webSocketDebuggerUrl":"ws://192.0.2.1:1/devtools/page/OLD","new":"member"}
]`

func TestPageSocketsOnly(t *testing.T) {
	for name, f := range map[string]fake{
		"no version":           {"/json/list": json(pages), "/devtools/page/NEW": socket},
		"version without more": {"/json/version": json(`{"Browser":"X/1"}`), "/json/list": json(pages), "/devtools/page/NEW": socket},
	} {
		t.Run(name, func(t *testing.T) {
			host := dial(t, f.serve(t))
			_, err := host.Stream(t.Context(), "")
			wantError(t, err, transport.KindUnsupported, "no browser session", "the host lists them")
			got, err := host.List(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			// /json/list has the newest in front.
			want := []transport.Tab{
				{ID: "OLD", URL: "http://old/"}, {ID: "HELD", URL: "http://held/"},
				{ID: "NEW", URL: "http://a/", Title: "a & b"},
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("tabs (-want +got):\n%s", diff)
			}
			if s, err := host.Stream(t.Context(), "NEW"); err != nil {
				t.Error(err)
			} else if err := s.Close(); err != nil {
				t.Error(err)
			}
			_, err = host.Stream(t.Context(), "HELD")
			wantError(t, err, transport.KindRefused, "offers no socket", "another DevTools client")
			_, err = host.Stream(t.Context(), "OLD")
			wantError(t, err, transport.KindForbidden, "somewhere else", "WithRemote")
			_, err = host.Stream(t.Context(), "NOBODY")
			wantError(t, err, transport.KindNotFound, "no tab NOBODY", "")
		})
	}
}

func TestOpenFails(t *testing.T) {
	for _, test := range []struct {
		name   string
		answer http.HandlerFunc
		kind   transport.Kind
		says   string
		hint   string
	}{
		{"Electron", says(500, "application/json", "Could not create new page"),
			transport.KindUnsupported, "Could not create new page", "Electron"},
		{"a server that knows GET only", says(405, "text/plain", "use GET"),
			transport.KindUnsupported, "use GET", "PUT"},
		{"a server that knows nothing", says(404, "text/plain", "no"),
			transport.KindUnsupported, "no", "does not open pages"},
		{"garbage", json("?"), transport.KindNotChrome, "opened no tab: ?", ""},
		{"a web page", says(200, "text/html", "<html>"), transport.KindNotChrome, "opened no tab", ""},
		{"a tab without an id", json("{}"), transport.KindNotChrome, "opened no tab", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			used := make(chan string, 10)
			host := dial(t, fake{
				"/json/list":    json(pages),
				"PUT /json/new": test.answer,
				"/devtools/page/NEW": func(http.ResponseWriter, *http.Request) {
					used <- "somebody's tab"
				},
			}.serve(t))
			tab, err := host.Open(t.Context(), transport.OpenTab{})
			wantError(t, err, test.kind, test.says, test.hint)
			if tab != (transport.Tab{}) || len(used) > 0 {
				t.Errorf("took %+v", tab)
			}
		})
	}
}

// Chrome opens tabs by PUT only.
func TestOpenUsesPut(t *testing.T) {
	host := dial(t, fake{
		"/json/list":    json(pages),
		"GET /json/new": says(405, "application/json", "Using unsafe HTTP verb GET to invoke /json/new. This action supports only PUT verb."),
		"PUT /json/new": func(w http.ResponseWriter, r *http.Request) {
			if r.URL.RawQuery != "about:blank" {
				t.Errorf("the query is %q", r.URL.RawQuery)
			}
			json(`{"id":"MADE","type":"page","url":"about:blank"}`)(w, r)
		},
	}.serve(t))
	tab, err := host.Open(t.Context(), transport.OpenTab{})
	if err != nil || tab.ID != "MADE" {
		t.Errorf("got %+v, %v", tab, err)
	}
}

func TestTabCommandsFail(t *testing.T) {
	host := dial(t, fake{
		"/json/list":       json(pages),
		"/json/close/GONE": says(404, "application/json", "No such target id: GONE"),
		"/json/close/STAY": says(500, "application/json", "Could not close target id: STAY"),
	}.serve(t))
	wantError(t, host.CloseTab(t.Context(), "GONE"), transport.KindNotFound, "no tab GONE", "list the tabs again")
	wantError(t, host.CloseTab(t.Context(), "STAY"), transport.KindRefused, "Could not close", "")
	if err := host.Close(); err != nil {
		t.Fatal(err)
	}
	_, listErr := host.List(t.Context())
	_, openErr := host.Open(t.Context(), transport.OpenTab{})
	for _, err := range []error{listErr, openErr, host.Activate(t.Context(), "NEW"), host.CloseTab(t.Context(), "NEW")} {
		if !errors.Is(err, transport.ErrClosed) {
			t.Errorf("after Close: %v", err)
		}
	}
}

// The browser's end is told, with streams open and without.
func TestDown(t *testing.T) {
	cut := make(chan struct{})
	host := dial(t, fake{
		"/json/version": version("ws://SELF/devtools/browser/x"), "/devtools/browser/x": socketUntil(cut),
	}.serve(t))
	s, err := host.Stream(t.Context(), "")
	if err != nil {
		t.Fatal(err)
	}
	close(cut)
	down := <-host.Events()
	if down.Kind != transport.Down || !errors.Is(down.Err, transport.ErrLost) {
		t.Errorf("got %+v", down)
	}
	if _, err := s.Read(); !errors.Is(err, transport.ErrLost) {
		t.Errorf("the stream ended with %v", err)
	}
	if _, err := host.Stream(t.Context(), ""); !errors.Is(err, transport.ErrLost) {
		t.Errorf("a stream after the end: %v", err)
	}
}

// The socket of one page is a host with that tab alone.
func TestOnePage(t *testing.T) {
	browser := testbrowser.Launch(t, chrome.WithPort())
	whole := dial(t, browser.Address())
	mine, err := whole.Open(t.Context(), transport.OpenTab{})
	if err != nil {
		t.Fatal(err)
	}
	other, err := whole.Open(t.Context(), transport.OpenTab{})
	if err != nil {
		t.Fatal(err)
	}
	host := dial(t, "ws://"+browser.Address()+"/devtools/page/"+string(mine.ID))
	list, err := host.List(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if len(list) != 1 || list[0].ID != mine.ID {
		t.Errorf("listed %+v", list)
	}
	_, err = host.Open(t.Context(), transport.OpenTab{})
	wantError(t, err, transport.KindUnsupported, "opens no others", browser.Address())
	_, err = host.Stream(t.Context(), "")
	wantError(t, err, transport.KindUnsupported, "", "")
	_, err = host.Stream(t.Context(), other.ID)
	wantError(t, err, transport.KindNotFound, "", "")
	wantError(t, host.CloseTab(t.Context(), other.ID), transport.KindNotFound, "", "")
	s, err := host.Stream(t.Context(), mine.ID)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
	if err := host.CloseTab(t.Context(), mine.ID); err != nil {
		t.Fatal(err)
	}
	if down := <-host.Events(); !errors.Is(down.Err, transport.ErrLost) {
		t.Errorf("after the tab was closed: %+v", down)
	}
}

// A browser that reads nothing holds up a Write until Close, not longer.
func TestCloseEndsStuckWrite(t *testing.T) {
	leave := make(chan struct{})
	at := fake{"/devtools/browser/x": func(w http.ResponseWriter, r *http.Request) {
		conn, err := websocket.Accept(w, r, nil)
		if err != nil {
			t.Error(err)
			return
		}
		<-leave
		_ = conn.CloseNow()
	}}.serve(t)
	host := dial(t, "ws://"+at+"/devtools/browser/x")
	s, err := host.Stream(t.Context(), "")
	if err != nil {
		t.Fatal(err)
	}
	written := make(chan error, 1)
	go func() { written <- s.Write(make([]byte, 64<<20)) }() // more than sockets buffer
	if err := s.Close(); err != nil {
		t.Error(err)
	}
	if err := <-written; !errors.Is(err, transport.ErrClosed) {
		t.Errorf("the write ended with %v", err)
	}
	close(leave)
}
