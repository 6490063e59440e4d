package cdp_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/holdfast-go/holdfast/cdp"
	"github.com/holdfast-go/holdfast/internal/testbrowser"
	"github.com/holdfast-go/holdfast/transport"
)

// watched starts Targets over a browser that the test plays, which has one tab.
func watched(t *testing.T) (*browser, *cdp.Conn, *cdp.Targets) {
	t.Helper()
	b, conn := dial(t)
	b.say(`{"method":"Target.targetCreated","params":{"targetInfo":{"targetId":"FIRST","type":"page","url":"about:blank"}}}`)
	go func() {
		b.say(`{"id":%d,"result":{}}`, b.next(t).ID)
		b.say(`{"id":%d,"result":{"targetInfos":[{"targetId":"FIRST","type":"page","url":"about:blank"}]}}`, b.next(t).ID)
	}()
	targets, err := cdp.NewTargets(t.Context(), conn)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := targets.Close(); err != nil {
			t.Error(err)
		}
	})
	return b, conn, targets
}

// events reads what is queued.
func events(targets *cdp.Targets) []transport.Event {
	var out []transport.Event
	for {
		select {
		case e, ok := <-targets.Events():
			if !ok {
				return out
			}
			out = append(out, e)
		default:
			return out
		}
	}
}

func TestTargetEvents(t *testing.T) {
	b, conn, targets := watched(t)
	say := func(event, info string) { b.say(`{"method":"Target.%s","params":{"targetInfo":{%s}}}`, event, info) }
	say("targetCreated", `"targetId":"POPUP","type":"page","url":"about:blank","openerId":"FIRST"`)
	say("targetCreated", `"targetId":"WORKER","type":"worker","url":"http://a/"`)
	say("targetCreated", `"targetId":"TOOLS","type":"page","url":"devtools://devtools/bundled/inspector.html"`)
	say("targetCreated", `"targetId":"POPUP2","type":"page","url":"chrome://omnibox-popup.top-chrome/"`)
	say("targetCreated", `"targetId":"PRE","type":"page","subtype":"prerender","url":"http://a/next"`)
	say("targetInfoChanged", `"targetId":"POPUP","type":"page","url":"http://a/","attached":true,"openerId":"FIRST"`)
	say("targetInfoChanged", `"targetId":"POPUP","type":"page","url":"http://a/","attached":false`) // nothing that shows
	say("targetInfoChanged", `"targetId":"POPUP","type":"page","url":"http://a/","title":"A","new":"member"`)
	say("targetInfoChanged", `"targetId":"PRE","type":"page","url":"http://a/next"`) // it is shown now
	b.say(`{"method":"Target.targetDestroyed","params":{"targetId":"WORKER"}}`)
	b.say(`{"method":"Target.targetDestroyed","params":{"targetId":"FIRST"}}`)
	b.say(`{"method":"Target.targetInfoChanged","params":{"targetInfo":7}}`) // nothing that makes sense
	b.sync(t, conn)
	popup := func(url, title string) transport.Tab {
		return transport.Tab{ID: "POPUP", Opener: "FIRST", URL: url, Title: title}
	}
	want := []transport.Event{
		{Kind: transport.TabOpened, Tab: popup("about:blank", "")},
		{Kind: transport.TabChanged, Tab: popup("http://a/", "")},
		{Kind: transport.TabChanged, Tab: popup("http://a/", "A")},
		{Kind: transport.TabOpened, Tab: transport.Tab{ID: "PRE", URL: "http://a/next"}},
		{Kind: transport.TabClosed, Tab: transport.Tab{ID: "FIRST", URL: "about:blank"}},
	}
	if diff := cmp.Diff(want, events(targets)); diff != "" {
		t.Errorf("events (-want +got):\n%s", diff)
	}
	if err := conn.Close(); err != nil {
		t.Fatal(err)
	}
	if _, ok := <-targets.Events(); ok {
		t.Error("an event after the end")
	}
}

func TestTargetEventsOverflow(t *testing.T) {
	b, conn, targets := watched(t)
	const extra = 50
	for n := range 256 + extra {
		b.say(`{"method":"Target.targetCreated","params":{"targetInfo":{"targetId":"T%d","type":"page"}}}`, n)
	}
	b.sync(t, conn)
	if got := len(events(targets)); got != 256 {
		t.Errorf("queued %d", got)
	}
	b.say(`{"method":"Target.targetDestroyed","params":{"targetId":"T0"}}`)
	b.sync(t, conn)
	if got := events(targets); len(got) != 1 || got[0].Lost != extra {
		t.Errorf("got %+v", got)
	}
}

// A caller who leaves before the reply leaves nothing behind.
func TestAbandonedOpenAndAttach(t *testing.T) {
	for _, test := range []struct {
		name  string
		begin func(context.Context, *cdp.Targets) error
		reply string
		undo  string
	}{
		{"open", func(ctx context.Context, ts *cdp.Targets) error {
			_, err := ts.Open(ctx, transport.OpenTab{Background: true})
			return err
		}, `{"targetId":"NEW"}`, `Target.closeTarget {"targetId":"NEW"}`},
		{"attach", func(ctx context.Context, ts *cdp.Targets) error {
			_, err := ts.Attach(ctx, "FIRST")
			return err
		}, `{"sessionId":"NEW"}`, `Target.detachFromTarget {"sessionId":"NEW"}`},
	} {
		t.Run(test.name, func(t *testing.T) {
			b, _, targets := watched(t)
			ctx, cancel := context.WithCancel(t.Context())
			ended := make(chan error, 1)
			go func() { ended <- test.begin(ctx, targets) }()
			c := b.next(t)
			cancel()
			if err := <-ended; !errors.Is(err, context.Canceled) {
				t.Errorf("got %v", err)
			}
			b.say(`{"id":%d,"result":%s}`, c.ID, test.reply)
			undo := b.next(t)
			if got := fmt.Sprintf("%s %s", undo.Method, undo.Params); got != test.undo {
				t.Errorf("wrote %s, want %s", got, test.undo)
			}
		})
	}
}

func TestTargetsRefused(t *testing.T) {
	b, conn := dial(t)
	go func() { b.say(`{"id":%d,"error":{"code":-32601,"message":"no such thing"}}`, b.next(t).ID) }()
	if _, err := cdp.NewTargets(t.Context(), conn); err == nil {
		t.Error("no error from a host without Target commands")
	}
}

// The rest is about a real browser.

func TestOpenerOfPopup(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
	}))
	defer server.Close()
	targets, tab, page := testbrowser.Attached(t, testbrowser.Connect(t, testbrowser.Host(t), ""))
	if err := page.Call(t.Context(), "Runtime.evaluate", map[string]any{
		"expression": `void open(` + fmt.Sprintf("%q", server.URL) + `)`, "userGesture": true,
	}, nil); err != nil {
		t.Fatal(err)
	}
	var popup transport.Tab
	for e := range targets.Events() {
		if e.Kind == transport.TabOpened && e.Tab.Opener == tab.ID {
			popup = e.Tab
			break
		}
	}
	list, err := targets.List(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	found := false
	for _, l := range list {
		found = found || (l.ID == popup.ID && l.Opener == tab.ID)
	}
	if !found {
		t.Errorf("the popup %+v is not listed with its opener in %+v", popup, list)
	}
	if err := targets.Detach(t.Context(), page); err != nil {
		t.Error(err)
	}
	if err := targets.Detach(t.Context(), page); err != nil {
		t.Errorf("detaching twice: %v", err)
	}
	if err := page.Call(t.Context(), "Page.enable", nil, nil); !errors.Is(err, cdp.ErrSessionGone) {
		t.Errorf("a call on a detached session: %v", err)
	}
	for _, id := range []transport.TabID{popup.ID, tab.ID} {
		if err := targets.CloseTab(t.Context(), id); err != nil {
			t.Error(err)
		}
		list, err := targets.List(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		for _, l := range list {
			if l.ID == id {
				t.Errorf("%s is listed after CloseTab", id)
			}
		}
	}
}

// A page that crashes settles what waits for it, although its session lives on.
func TestCrashOfAPage(t *testing.T) {
	page := testbrowser.Tab(t)
	if err := page.Call(t.Context(), "Inspector.enable", nil, nil); err != nil {
		t.Fatal(err)
	}
	hanging := page.Send(t.Context(), "Runtime.evaluate", map[string]any{"expression": "new Promise(() => {})", "awaitPromise": true})
	page.Send(t.Context(), "Page.navigate", map[string]string{"url": "chrome://crash"}).Abandon()
	if err := hanging.Wait(t.Context(), nil); !errors.Is(err, cdp.ErrCrashed) {
		t.Fatalf("got %v", err)
	}
	if err := page.Call(t.Context(), "Page.navigate", map[string]string{"url": "about:blank"}, nil); err != nil {
		t.Fatal(err)
	}
	if err := page.Call(t.Context(), "Runtime.evaluate", map[string]string{"expression": "1"}, nil); err != nil {
		t.Errorf("after the navigation: %v", err)
	}
}
