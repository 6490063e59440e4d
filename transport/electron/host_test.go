package electron_test

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/holdfast-go/holdfast/cdp"
	"github.com/holdfast-go/holdfast/internal/testelectron"
	"github.com/holdfast-go/holdfast/internal/transporttest"
	"github.com/holdfast-go/holdfast/transport"
	"github.com/holdfast-go/holdfast/transport/electron"
)

// pages serves an empty page at every address.
func pages(t *testing.T) string {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		_, _ = w.Write([]byte("<!doctype html><title>" + strings.TrimPrefix(r.URL.Path, "/") + "</title>"))
	}))
	t.Cleanup(server.Close)
	return server.URL
}

// navigate goes to an address, whatever comes of it.
func navigate(t *testing.T, conn *cdp.Conn, url string) {
	t.Helper()
	if err := conn.Session("").Call(t.Context(), "Page.navigate", map[string]string{"url": url}, nil); err != nil {
		t.Fatal(err)
	}
}

// TestHost looks at one host from all sides.
func TestHost(t *testing.T) {
	host := launch(t, electron.WithCommandTimeout(5*time.Second)) // a document takes less
	for _, part := range []struct {
		name string
		run  func(*testing.T, *electron.Host)
	}{{"tabs", tabEvents}, {"developer tools", devTools}, {"lists of sites", keepSites}, {"token", keepsTheToken}, {"odd commands", oddCommands}} {
		t.Run(part.name, func(t *testing.T) { part.run(t, host) })
	}
}

// tabEvents: what happens to tabs is told beside the streams; windows that pages
// open have their opener.
func tabEvents(t *testing.T, host *electron.Host) {
	at := pages(t)
	tab := open(t, host)
	next(t, host, "the tab", func(e transport.Event) bool { return e.Kind == transport.TabOpened && e.Tab.ID == tab.ID })
	conn := connect(t, host, tab.ID)
	navigate(t, conn, at+"/one")
	next(t, host, "its title", func(e transport.Event) bool {
		return e.Kind == transport.TabChanged && e.Tab.Title == "one" && e.Tab.URL == at+"/one"
	})
	evaluate[bool](t, conn, "!!window.open('/two')")
	popup := next(t, host, "the popup", func(e transport.Event) bool { return e.Kind == transport.TabOpened }).Tab
	if popup.Opener != tab.ID {
		t.Errorf("the popup is %+v", popup)
	}
	next(t, host, "its address", func(e transport.Event) bool { return e.Kind == transport.TabChanged && e.Tab.URL == at+"/two" })
	second := connect(t, host, popup.ID)
	if got := evaluate[string](t, second, "location.pathname + !!opener"); got != "/twotrue" {
		t.Errorf("the popup says %q", got)
	}
	tabs, err := host.List(t.Context())
	if err != nil || len(tabs) != 2 || tabs[1].Opener != tab.ID {
		t.Errorf("%+v, %v", tabs, err)
	}
	if err := host.CloseTab(t.Context(), popup.ID); err != nil {
		t.Fatal(err)
	}
	next(t, host, "its end", func(e transport.Event) bool { return e.Kind == transport.TabClosed && e.Tab.ID == popup.ID })
	<-second.Done()
	if err := second.Err(); !errors.Is(err, transport.ErrLost) {
		t.Errorf("its stream ended with %v", err)
	}
}

// devTools: they are a takeover. The stream goes on over them, what waited is
// answered, and nothing is enabled afterwards.
func devTools(t *testing.T, host *electron.Host) {
	tab := open(t, host).ID
	conn := connect(t, host, tab)
	logged := conn.Listen("Runtime.consoleAPICalled")
	root := conn.Session("")
	enable := func() {
		t.Helper()
		if err := root.Call(t.Context(), "Runtime.enable", nil, nil); err != nil {
			t.Fatal(err)
		}
	}
	enable()
	hanging := root.Send(t.Context(), "Runtime.evaluate", map[string]any{"expression": "new Promise(() => {})", "awaitPromise": true})
	if err := host.DevTools(t.Context(), tab, true); err != nil {
		t.Fatal(err)
	}
	var refused *cdp.Error
	if err := hanging.Wait(t.Context(), nil); !errors.As(err, &refused) || refused.Code != transport.CodeAway {
		t.Errorf("what waited: %v", err)
	}
	takeover := func(active bool) {
		t.Helper()
		e := next(t, host, "the takeover", func(e transport.Event) bool { return e.Kind == transport.Takeover })
		if e.Active != active || e.Tab.ID != tab {
			t.Errorf("got %+v", e)
		}
	}
	takeover(true)
	next(t, host, "the debugger", func(e transport.Event) bool { return e.Kind == transport.Reattached && e.Tab.ID == tab })
	if got := evaluate[int](t, conn, "console.log('unheard'), 7"); got != 7 {
		t.Errorf("got %d", got)
	}
	select {
	case e := <-logged.C():
		t.Errorf("%s came, though nothing is enabled", e.Method)
	default:
	}
	enable() // which tells what was logged meanwhile
	if e := <-logged.C(); !strings.Contains(string(e.Params), "unheard") {
		t.Errorf("got %s", e.Params)
	}
	if err := host.DevTools(t.Context(), tab, false); err != nil {
		t.Fatal(err)
	}
	takeover(false)
	if got := evaluate[int](t, conn, "8"); got != 8 {
		t.Errorf("got %d", got)
	}
	if err := host.DevTools(t.Context(), "t99", true); !errors.Is(err, transport.ErrNotFound) {
		t.Errorf("of no tab: %v", err)
	}
}

// A window that is not seen gives no pictures, at once, and comes back whole. What
// it is like, and where its pages may go, holds from the start.
func TestWindow(t *testing.T) {
	at := pages(t)
	host := launch(t, electron.WithTitle("Agents at work"), electron.WithSize(700, 536), electron.WithHiddenWindow(),
		electron.WithSites([]string{"127.0.0.1"}, nil, true))
	conn := connect(t, host, open(t, host).ID)
	seen := func(when string, want bool) {
		t.Helper()
		err := conn.Session("").Call(t.Context(), "Page.captureScreenshot", nil, nil)
		var refused *cdp.Error
		if want && err != nil || !want && (!errors.As(err, &refused) || refused.Code != transport.CodeUnseen) {
			t.Errorf("%s: a picture: %v", when, err)
		}
		if got := evaluate[[]int](t, conn, "[innerWidth, innerHeight]"); len(got) != 2 || got[0] != 700 || got[1] != 500 {
			t.Errorf("%s: the page has %v", when, got)
		}
	}
	act := func(action electron.WindowAction, want electron.Window) {
		t.Helper()
		got, err := host.Window(t.Context(), action)
		if err != nil || got != want {
			t.Errorf("%s: %+v, %v", action, got, err)
		}
		seen(string(action), want.Visible && !want.Minimized)
	}
	seen("hidden from the start", false)
	shown := electron.Window{Title: "Agents at work", Visible: true, Page: electron.Area{Y: 36, Width: 700, Height: 500}}
	hidden, minimized := shown, shown
	hidden.Visible, minimized.Minimized = false, true
	act("", hidden)
	act(electron.ShowWindow, shown)
	act(electron.MinimizeWindow, minimized)
	act(electron.RestoreWindow, shown)
	act(electron.HideWindow, hidden)
	if _, err := host.Window(t.Context(), "burn"); err == nil {
		t.Error("an action that is none")
	}
	navigate(t, conn, at+"/one")
	if failed := evaluate[bool](t, conn, "fetch('"+elsewhere(at)+"/five', {mode: 'no-cors'}).then(() => false, () => true)"); !failed {
		t.Error("a request to another site went through strict lists")
	}
	// The lists of the start cannot be replaced.
	var te *transport.Error
	if err := host.KeepSites(t.Context(), nil, nil, false); !errors.As(err, &te) || te.Kind != transport.KindInvalid {
		t.Errorf("replacing the lists: %v", err)
	}
}

// elsewhere is the same server by its other name.
func elsewhere(at string) string { return strings.Replace(at, "127.0.0.1", "localhost", 1) }

// A given profile is kept, and what pages stored in it. The second time a packaged
// application uses it, which gets the script by its environment.
func TestKeptProfileAndApplication(t *testing.T) {
	at := pages(t)
	profile := filepath.Join(t.TempDir(), "new", "profile")
	for _, test := range []struct {
		program          electron.Option
		expression, want string
	}{
		{electron.WithBinary(testelectron.Binary(t)), "document.cookie = 'kept=1; max-age=1000'; document.cookie", "kept=1"},
		{electron.WithApp(testelectron.Application(t)), "document.cookie", "kept=1"},
	} {
		host := started(t, test.program, electron.WithUserDataDir(profile))
		if got := host.UserDataDir(); got != profile {
			t.Errorf("the profile is %s", got)
		}
		conn := connect(t, host, open(t, host).ID)
		navigate(t, conn, at+"/x")
		if got := evaluate[string](t, conn, test.expression); got != test.want {
			t.Errorf("%s: %q", test.expression, got)
		}
		if err := host.Close(); err != nil {
			t.Fatal(err)
		}
		transporttest.NothingLeft(t)
	}
	if _, err := os.Stat(profile); err != nil {
		t.Error(err)
	}
}

// keepSites: the lists hold back what they forbid, a popup's first document too,
// and say so.
func keepSites(t *testing.T, host *electron.Host) {
	at := pages(t)
	other := elsewhere(at)
	conn := connect(t, host, open(t, host).ID)
	blocked := func(what, url string) {
		t.Helper()
		e := next(t, host, "what was kept back", func(e transport.Event) bool { return e.Kind == transport.Blocked })
		if w := e.Withheld; w.What != what || w.URL != url || w.Reason != "blocked" || w.Rule != "localhost" {
			t.Errorf("got %+v", e)
		}
	}
	if err := host.KeepSites(t.Context(), nil, []string{"localhost"}, false); err != nil {
		t.Fatal(err)
	}
	navigate(t, conn, at+"/one")
	evaluate[bool](t, conn, "(location = '"+other+"/two', true)")
	blocked("document", other+"/two")
	evaluate[bool](t, conn, "(window.open('"+other+"/three'), true)")
	blocked("popup", other+"/three")
	if got := evaluate[string](t, conn, "location.href"); got != at+"/one" {
		t.Errorf("the page is at %s", got)
	}
	if err := host.KeepSites(t.Context(), []string{"a b"}, nil, false); err == nil || !strings.Contains(err.Error(), "a b") {
		t.Errorf("a rule that is none: %v", err)
	}
	if err := host.KeepSites(t.Context(), nil, nil, false); err != nil {
		t.Fatal(err)
	}
	navigate(t, conn, other+"/four")
	if got := evaluate[string](t, conn, "location.href"); got != other+"/four" {
		t.Errorf("without lists the page is at %s", got)
	}
}

// keepsTheToken: no page, and no program that one may start, gets it.
func keepsTheToken(t *testing.T, host *electron.Host) {
	environ, err := os.ReadFile(filepath.Join("/proc", itoa(host.PID()), "environ"))
	if err != nil {
		t.Skip("processes tell their environment on Linux only: ", err)
	}
	_, token, _ := strings.Cut(string(environ), "HOLDFAST_ELECTRON_TOKEN=")
	if token, _, _ = strings.Cut(token, "\x00"); len(token) < 20 {
		t.Fatalf("the token is %q", token)
	}
	entries, err := filepath.Glob("/proc/[0-9]*/environ")
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range entries {
		if path == filepath.Join("/proc", itoa(host.PID()), "environ") {
			continue
		}
		if text, err := os.ReadFile(path); err == nil && strings.Contains(string(text), token) {
			t.Errorf("%s has the token", path)
		}
	}
}
