package chrome_test

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/holdfast-go/holdfast/cdp"
	"github.com/holdfast-go/holdfast/internal/testbrowser"
	"github.com/holdfast-go/holdfast/internal/transporttest"
	"github.com/holdfast-go/holdfast/transport"
	"github.com/holdfast-go/holdfast/transport/chrome"
	"github.com/holdfast-go/holdfast/transport/endpoint"
)

// cookie opens the page in a new tab and returns document.cookie after the
// expression.
func cookie(t *testing.T, host transport.Host, url, expression string) string {
	t.Helper()
	_, _, page := testbrowser.Attached(t, testbrowser.Connect(t, host, ""))
	if err := page.Call(t.Context(), "Page.navigate", map[string]string{"url": url}, nil); err != nil {
		t.Fatal(err)
	}
	var value string
	testbrowser.Evaluate(t, page, 0, expression, &value)
	return value
}

// A given profile is kept, and what the page stored in it too, because Chrome
// may close in good order.
func TestKeptProfile(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
	}))
	defer server.Close()
	for _, test := range []struct {
		name    string
		options []chrome.Option
	}{{"pipe", nil}, {"port", []chrome.Option{chrome.WithPort()}}} {
		t.Run(test.name, func(t *testing.T) {
			profile := filepath.Join(t.TempDir(), "new", "profile")
			options := append(test.options, chrome.WithUserDataDir(profile))
			first := testbrowser.Launch(t, options...)
			if got := first.UserDataDir(); got != profile {
				t.Errorf("the profile is %s", got)
			}
			if got := cookie(t, first, server.URL, "document.cookie = 'kept=1; max-age=1000'; document.cookie"); got != "kept=1" {
				t.Fatalf("the cookie is %q", got)
			}
			if err := first.Close(); err != nil {
				t.Fatal(err)
			}
			second := testbrowser.Launch(t, options...)
			if got := cookie(t, second, server.URL, "document.cookie"); got != "kept=1" {
				t.Errorf("after a restart the cookie is %q", got)
			}
		})
	}
}

func TestProfileInUse(t *testing.T) {
	profile := t.TempDir()
	first := testbrowser.Launch(t, chrome.WithUserDataDir(profile))
	_, err := chrome.Launch(t.Context(), chrome.WithUserDataDir(profile), chrome.WithStartTimeout(10*time.Second))
	te, ok := errors.AsType[*transport.Error](err)
	if !ok || te.Kind != transport.KindStart || !strings.Contains(te.Hint, "another Chrome uses this") {
		t.Errorf("got %v", err)
	}
	// The failed one's end is not the first one's.
	if err := testbrowser.Connect(t, first, "").Session("").Call(t.Context(), "Browser.getVersion", nil, nil); err != nil {
		t.Errorf("the first Chrome: %v", err)
	}
}

func TestTemporaryFolder(t *testing.T) {
	host := testbrowser.Launch(t)
	profile := host.UserDataDir()
	if _, err := os.Stat(profile); err != nil {
		t.Fatal(err)
	}
	if err := host.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Dir(profile)); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("after Close: %v", err)
	}
	transporttest.NothingLeft(t)
}

// However Chrome ends, everything that waits learns of it at once, and what is
// left of it is gone when Down is told.
func TestCrash(t *testing.T) {
	for _, test := range []struct {
		name string
		end  func(*testing.T, *chrome.Host, *cdp.Conn)
	}{
		{"killed", func(t *testing.T, h *chrome.Host, _ *cdp.Conn) {
			p, err := os.FindProcess(h.PID())
			if err != nil {
				t.Fatal(err)
			}
			if err := p.Kill(); err != nil {
				t.Error(err)
			}
		}},
		{"crashed", func(t *testing.T, _ *chrome.Host, c *cdp.Conn) {
			c.Session("").Send(t.Context(), "Browser.crash", nil).Abandon()
		}},
		{"closed by a person", func(t *testing.T, _ *chrome.Host, c *cdp.Conn) {
			c.Session("").Send(t.Context(), "Browser.close", nil).Abandon()
		}},
	} {
		t.Run(test.name, func(t *testing.T) {
			host := testbrowser.Launch(t)
			conn := testbrowser.Connect(t, host, "")
			test.end(t, host, conn)
			<-conn.Done()
			if err := conn.Err(); !errors.Is(err, transport.ErrLost) {
				t.Errorf("the connection ended with %v", err)
			}
			down := <-host.Events()
			if down.Kind != transport.Down || !errors.Is(down.Err, transport.ErrLost) {
				t.Errorf("got %+v", down)
			}
			if _, ok := <-host.Events(); ok {
				t.Error("an event after Down")
			}
			transporttest.NothingLeft(t)
			if _, err := host.Stream(t.Context(), ""); !errors.Is(err, transport.ErrLost) {
				t.Errorf("a stream after the end: %v", err)
			}
			if err := host.Close(); err != nil {
				t.Errorf("closing after the end: %v", err)
			}
		})
	}
}

func TestLifetime(t *testing.T) {
	ctx, cancel := context.WithCancelCause(t.Context())
	host := testbrowser.Launch(t, chrome.WithLifetime(ctx))
	conn := testbrowser.Connect(t, host, "")
	reason := errors.New("enough")
	cancel(reason)
	down := <-host.Events()
	if !errors.Is(down.Err, transport.ErrClosed) || !errors.Is(down.Err, reason) {
		t.Errorf("Down has the error %v", down.Err)
	}
	<-conn.Done()
	if err := conn.Err(); !errors.Is(err, transport.ErrClosed) {
		t.Errorf("the connection ended with %v", err)
	}
	transporttest.NothingLeft(t)
}

func TestAddress(t *testing.T) {
	if got := testbrowser.Launch(t).Address(); got != "" {
		t.Errorf("a pipe has the address %q", got)
	}
	host := testbrowser.Launch(t, chrome.WithPort())
	other, err := endpoint.Dial(t.Context(), host.Address())
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = other.Close() }()
	if err := testbrowser.Connect(t, other, "").Session("").Call(t.Context(), "Browser.getVersion", nil, nil); err != nil {
		t.Error(err)
	}
}

// A second stream of the browser is a connection of its own, also over the
// pipe: whoever closes one leaves the others' sessions alone.
func TestStreamsShareNothing(t *testing.T) {
	host := testbrowser.Launch(t)
	first, second := testbrowser.Connect(t, host, ""), testbrowser.Connect(t, host, "")
	l := second.Listen()
	if err := first.Session("").Call(t.Context(), "Target.setDiscoverTargets", map[string]bool{"discover": true}, nil); err != nil {
		t.Fatal(err)
	}
	targets, err := cdp.NewTargets(t.Context(), first)
	if err != nil {
		t.Fatal(err)
	}
	tab, err := targets.Open(t.Context(), transport.OpenTab{})
	if err != nil {
		t.Fatal(err)
	}
	page, err := targets.Attach(t.Context(), tab.ID)
	if err != nil {
		t.Fatal(err)
	}
	// A session belongs to the stream that attached it.
	if err := second.Session(page.ID()).Call(t.Context(), "Page.enable", nil, nil); !errors.Is(err, cdp.ErrSessionGone) {
		t.Errorf("the second stream used the first one's session: %v", err)
	}
	if err := errors.Join(targets.Close(), first.Close()); err != nil {
		t.Fatal(err)
	}
	if err := second.Session("").Call(t.Context(), "Browser.getVersion", nil, nil); err != nil {
		t.Errorf("the second stream: %v", err)
	}
	select {
	case e := <-l.C():
		t.Errorf("the second stream got %s, which it had not asked for", e.Method)
	default:
	}
}
