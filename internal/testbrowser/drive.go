package testbrowser

import (
	"encoding/json"
	"testing"

	"github.com/holdfast-go/holdfast/cdp"
)

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
	case <-tb.Context().Done():
		tb.Fatalf("%s gave no %s", url, event)
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
