// Package transporttest is the one table of checks that every transport.Host
// passes, whatever is behind it.
package transporttest

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/holdfast-go/holdfast/cdp"
	"github.com/holdfast-go/holdfast/internal/testbrowser"
	"github.com/holdfast-go/holdfast/transport"
)

// patience bounds the waits of the checks for what must come: far more than any
// of it takes, for a machine that starts many browsers at a time.
const patience = 30 * time.Second

// promptly is what ends at once must take, on such a machine. What does not end
// by itself takes for ever.
const promptly = 5 * time.Second

// Fixture is a host under test.
type Fixture struct {
	Host transport.Host
	// Tabs says that the host must be of the tab kind: no browser session, and
	// tabs of its own.
	TabKind bool
	// OneStream says that a tab has room for one stream, and that a second must be
	// refused.
	OneStream bool
	// Site is the address of pages to navigate to; see [Site].
	Site string
	// Kill kills the browser behind the host.
	Kill func()
	// NoticesKill says that the host sends Down when the browser is killed.
	NoticesKill bool
	// Survives reports whether the browser must live on after Host.Close, and
	// checks it; nil when the host owns the browser.
	Survives func(t *testing.T)
}

// Run runs the checks. make gives each its own host, or a shared one for the
// checks that leave it alive; it closes what it made with the test.
func Run(t *testing.T, make func(t *testing.T) Fixture) {
	shared := make(t)
	for _, check := range []struct {
		name string
		run  func(*testing.T, Fixture)
	}{
		{"kind", kind},
		{"tabs in the order of opening", tabOrder},
		{"unknown tabs", unknownTabs},
		{"a tab with a beforeunload handler closes", beforeUnload},
		{"streams of one tab are independent", independent},
		{"messages of any size", sizes},
		{"concurrent calls", concurrent},
		{"closing a stream", closeStream},
		{"a stream ends with its tab", tabEnds},
		{"child sessions", childSessions},
		{"a context that has ended", endedContext},
	} {
		t.Run(check.name, func(t *testing.T) { check.run(t, shared) })
	}
	t.Run("close", func(t *testing.T) { closeHost(t, make(t)) })
	t.Run("killed browser", func(t *testing.T) { killed(t, make(t)) })
}

// tabsOf returns how the tabs of the host are driven: by itself, or over its
// browser session.
func tabsOf(t *testing.T, f Fixture) transport.Tabs {
	t.Helper()
	if f.TabKind {
		return f.Host.(transport.Tabs)
	}
	conn := connect(t, f, "")
	targets, err := cdp.NewTargets(t.Context(), conn)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = targets.Close() })
	return targets
}

// connect opens a stream and a connection over it.
func connect(t *testing.T, f Fixture, tab transport.TabID) *cdp.Conn {
	t.Helper()
	return testbrowser.Connect(t, f.Host, tab)
}

// open opens a tab that is closed with the test.
func open(t *testing.T, tabs transport.Tabs) transport.Tab {
	t.Helper()
	tab, err := tabs.Open(t.Context(), transport.OpenTab{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		// Most checks close it, or the host, themselves.
		ctx, cancel := context.WithTimeout(context.Background(), patience)
		defer cancel()
		_ = tabs.CloseTab(ctx, tab.ID)
	})
	return tab
}

// page opens a tab and a connection to it.
func page(t *testing.T, f Fixture) (transport.Tab, *cdp.Conn, transport.Tabs) {
	t.Helper()
	tabs := tabsOf(t, f)
	tab := open(t, tabs)
	return tab, connect(t, f, tab.ID), tabs
}

// evaluate runs an expression and decodes its value.
func evaluate[T any](t *testing.T, s *cdp.Session, expression string) (value T) {
	t.Helper()
	testbrowser.Evaluate(t, s, 0, expression, &value)
	return value
}

// call runs a command that must succeed.
func call(t *testing.T, s *cdp.Session, method string, params any) {
	t.Helper()
	testbrowser.Call(t, s, method, params, nil)
}

// navigate goes to an address and waits for the load event.
func navigate(t *testing.T, s *cdp.Session, url string) {
	t.Helper()
	call(t, s, "Page.enable", nil)
	testbrowser.Show(t, s, url, "Page.loadEventFired")
}

// receive waits for a value on a channel.
func receive[T any](t *testing.T, c <-chan T, what string) T {
	t.Helper()
	select {
	case v, ok := <-c:
		if !ok {
			t.Fatalf("the channel was closed before %s came", what)
		}
		return v
	case <-time.After(patience):
		t.Fatalf("no %s within %v", what, patience)
	}
	panic("unreachable")
}

// wantKind checks the kind of a transport error.
func wantKind(t *testing.T, err error, want transport.Kind) {
	t.Helper()
	te, ok := errors.AsType[*transport.Error](err)
	if !ok || te.Kind != want {
		t.Errorf("got the error %v, want one of kind %q", err, want)
	}
}
