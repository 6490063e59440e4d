package testbrowser

import (
	"context"
	"errors"
	"os"
	"slices"
	"sync"
	"testing"

	"github.com/holdfast-go/holdfast/cdp"
	"github.com/holdfast-go/holdfast/transport"
	"github.com/holdfast-go/holdfast/transport/chrome"
)

// shared is the one browser of the test binary.
var shared browser

type browser struct {
	mu   sync.Mutex
	host *chrome.Host
	conn *cdp.Conn
	err  error
}

// Flags are the extra flags of test browsers: no name resolves but this
// machine's, so that no test reaches the network by accident.
func Flags() chrome.Option {
	return chrome.WithFlags(`--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1 , EXCLUDE localhost`)
}

// Host returns the browser that all tests of the binary share. It is started at
// the first call; Main ends it. Without a browser on the machine the test is
// skipped, or fails where CI or HOLDFAST_REQUIRE_BROWSER is set.
func Host(tb testing.TB) *chrome.Host {
	tb.Helper()
	host, _ := shared.get(tb)
	return host
}

// Launch starts a browser for one test, which ends with it.
func Launch(tb testing.TB, opts ...chrome.Option) *chrome.Host {
	tb.Helper()
	host, err := chrome.Launch(tb.Context(), slices.Concat([]chrome.Option{Flags()}, opts)...)
	if err != nil {
		unavailable(tb, err)
	}
	tb.Cleanup(func() {
		if err := host.Close(); err != nil {
			tb.Errorf("closing the browser: %v", err)
		}
	})
	return host
}

// Tab opens a tab at about:blank in a browser context of its own (no cookies
// are shared with other tests) in the shared browser, and returns a session of
// it. Both end with the test.
func Tab(tb testing.TB) *cdp.Session {
	tb.Helper()
	_, conn := shared.get(tb)
	root := conn.Session("")
	var made struct {
		BrowserContextID string `json:"browserContextId"`
		TargetID         string `json:"targetId"`
		SessionID        string `json:"sessionId"`
	}
	call := func(method string, params any) {
		tb.Helper()
		if err := root.Call(tb.Context(), method, params, &made); err != nil {
			tb.Fatal(err)
		}
	}
	call("Target.createBrowserContext", nil)
	tb.Cleanup(func() {
		// The test's context has ended; the tabs go with their context.
		err := root.Call(context.Background(), "Target.disposeBrowserContext",
			map[string]string{"browserContextId": made.BrowserContextID}, nil)
		if err != nil && conn.Err() == nil {
			tb.Errorf("closing the tab: %v", err)
		}
	})
	call("Target.createTarget", map[string]any{"url": "about:blank", "browserContextId": made.BrowserContextID})
	call("Target.attachToTarget", map[string]any{"targetId": made.TargetID, "flatten": true})
	return conn.Session(made.SessionID)
}

func (b *browser) get(tb testing.TB) (*chrome.Host, *cdp.Conn) {
	tb.Helper()
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.host == nil && b.err == nil {
		b.err = b.start()
	}
	if b.err != nil {
		unavailable(tb, b.err)
	}
	return b.host, b.conn
}

func (b *browser) start() error {
	// The browser outlives the test that asks first, so its context is no use.
	host, err := chrome.Launch(context.Background(), Flags())
	if err != nil {
		return err
	}
	stream, err := host.Stream(context.Background(), "")
	if err != nil {
		return errors.Join(err, host.Close())
	}
	b.host, b.conn = host, cdp.NewConn(stream)
	return nil
}

func (b *browser) close() error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.host == nil {
		return nil
	}
	return errors.Join(b.conn.Close(), b.host.Close())
}

// unavailable skips or fails a test that has no browser.
func unavailable(tb testing.TB, err error) {
	tb.Helper()
	if !errors.Is(err, transport.ErrNotFound) && !errors.Is(err, transport.ErrUnsupported) {
		tb.Fatalf("no browser: %v", err)
	}
	Lacks(tb, "a browser; install Chrome or Chromium (Debian: apt-get install chromium): "+err.Error())
}

// Lacks ends a test that needs what this machine or its browser lacks: it is
// skipped, or fails where CI or HOLDFAST_REQUIRE_BROWSER is set, so that what
// it proves cannot go unproved there.
func Lacks(tb testing.TB, what string) {
	tb.Helper()
	if os.Getenv("CI") != "" || os.Getenv("HOLDFAST_REQUIRE_BROWSER") != "" {
		tb.Fatal("this test needs ", what)
	}
	tb.Skip("this test needs ", what)
}
