package testbrowser

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/holdfast-go/holdfast/cdp"
	"github.com/holdfast-go/holdfast/transport"
)

// showLimit is how long a page may take to load on a machine that is busy with
// other tests.
const showLimit = 30 * time.Second

// Call sends a command to a tab that must not fail.
func Call(tb testing.TB, tab *cdp.Session, method string, params, result any) {
	tb.Helper()
	if err := tab.Call(tb.Context(), method, params, result); err != nil {
		tb.Fatal(err)
	}
}

// Size makes a tab as large as a window of so many CSS pixels, and enables the
// events of its page.
func Size(tb testing.TB, tab *cdp.Session, width, height int) {
	tb.Helper()
	Call(tb, tab, "Page.enable", nil, nil)
	Call(tb, tab, "Emulation.setDeviceMetricsOverride",
		map[string]any{"width": width, "height": height, "deviceScaleFactor": 1, "mobile": false}, nil)
}

// Show takes a tab to an address and waits for an event of the new page, its load
// for example. Events of the page must be enabled.
func Show(tb testing.TB, tab *cdp.Session, url, event string) {
	tb.Helper()
	events := tab.Listen(event)
	defer events.Close()
	Call(tb, tab, "Page.navigate", map[string]string{"url": url}, nil)
	select {
	case <-events.C():
	case <-time.After(showLimit):
		tb.Fatalf("%s gave no %s within %v", url, event, showLimit)
	}
}

// Evaluate evaluates an expression in a context of a tab, 0 for the page's own,
// and decodes what it gives, or the promise that it gives, into out (nil to ignore
// it).
func Evaluate(tb testing.TB, tab *cdp.Session, context int64, expression string, out any) {
	tb.Helper()
	params := map[string]any{"expression": expression, "returnByValue": true, "awaitPromise": true}
	if context != 0 {
		params["contextId"] = context
	}
	var reply struct {
		Result struct {
			Value json.RawMessage `json:"value"`
		} `json:"result"`
		Exception json.RawMessage `json:"exceptionDetails"`
	}
	Call(tb, tab, "Runtime.evaluate", params, &reply)
	if reply.Exception != nil {
		tb.Fatalf("%.200s: %s", expression, reply.Exception)
	}
	if out == nil || len(reply.Result.Value) == 0 {
		return
	}
	if err := json.Unmarshal(reply.Result.Value, out); err != nil {
		tb.Fatalf("%.200s gave %.200s: %v", expression, reply.Result.Value, err)
	}
}

// Connect opens a stream of a host, the browser's for no tab, and a connection over
// it, which ends with the test.
func Connect(tb testing.TB, host transport.Host, tab transport.TabID) *cdp.Conn {
	tb.Helper()
	stream, err := host.Stream(tb.Context(), tab)
	if err != nil {
		tb.Fatal(err)
	}
	conn := cdp.NewConn(stream)
	tb.Cleanup(func() { _ = conn.Close() })
	return conn
}

// Attached opens a tab over the browser's connection and attaches to it.
func Attached(tb testing.TB, conn *cdp.Conn) (*cdp.Targets, transport.Tab, *cdp.Session) {
	tb.Helper()
	targets, err := cdp.NewTargets(tb.Context(), conn)
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() { _ = targets.Close() })
	tab, err := targets.Open(tb.Context(), transport.OpenTab{})
	if err != nil {
		tb.Fatal(err)
	}
	page, err := targets.Attach(tb.Context(), tab.ID)
	if err != nil {
		tb.Fatal(err)
	}
	return targets, tab, page
}
