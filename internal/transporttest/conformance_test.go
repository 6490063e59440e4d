package transporttest_test

import (
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"strings"
	"testing"

	"github.com/holdfast-go/holdfast/internal/tabhost"
	"github.com/holdfast-go/holdfast/internal/testbrowser"
	"github.com/holdfast-go/holdfast/internal/transporttest"
	"github.com/holdfast-go/holdfast/transport"
	"github.com/holdfast-go/holdfast/transport/chrome"
	"github.com/holdfast-go/holdfast/transport/endpoint"
)

func TestMain(m *testing.M) { testbrowser.Main(m) }

func TestConformance(t *testing.T) {
	for _, row := range []struct {
		name   string
		reason string
		make   func(*testing.T) transporttest.Fixture
	}{
		{"chrome pipe", "the default: streams are sessions of one pipe", func(t *testing.T) transporttest.Fixture {
			return owned(testbrowser.Launch(t))
		}},
		{"chrome port", "on request: streams are sockets", func(t *testing.T) transporttest.Fixture {
			return owned(testbrowser.Launch(t, chrome.WithPort()))
		}},
		{"endpoint", "somebody else's browser with a browser socket", func(t *testing.T) transporttest.Fixture {
			return borrowed(t, false)
		}},
		{"endpoint with page sockets only", "a restricted browser: tabs over HTTP", func(t *testing.T) transporttest.Fixture {
			return borrowed(t, true)
		}},
		{"tab host", "a program that owns its windows, as Electron does", func(t *testing.T) transporttest.Fixture {
			browser := testbrowser.Launch(t)
			host, err := tabhost.New(t.Context(), browser)
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { closes(t, host) })
			f := owned(browser)
			f.Host, f.TabKind = host, true
			return f
		}},
	} {
		t.Run(row.name, func(t *testing.T) {
			t.Log(row.reason)
			site := transporttest.Site(t)
			transporttest.Run(t, func(t *testing.T) transporttest.Fixture {
				f := row.make(t)
				f.Site = site
				return f
			})
		})
	}
}

// owned is the fixture of a browser that ends with its host.
func owned(browser *chrome.Host) transporttest.Fixture {
	return transporttest.Fixture{Host: browser, Kill: func() { kill(browser) }, NoticesKill: true}
}

// borrowed is the fixture of an endpoint of a running browser.
func borrowed(t *testing.T, pagesOnly bool) transporttest.Fixture {
	browser := testbrowser.Launch(t, chrome.WithPort())
	at := browser.Address()
	if pagesOnly {
		at = pageSockets(t, at)
	}
	host, err := endpoint.Dial(t.Context(), at)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { closes(t, host) })
	return transporttest.Fixture{
		Host: host, TabKind: pagesOnly, NoticesKill: !pagesOnly,
		Kill: func() { kill(browser) },
		Survives: func(t *testing.T) {
			s, err := browser.Stream(t.Context(), "")
			if err != nil {
				t.Fatalf("the browser did not survive its client: %v", err)
			}
			if err := s.Close(); err != nil {
				t.Error(err)
			}
		},
	}
}

// pageSockets serves the endpoint without its browser socket.
func pageSockets(t *testing.T, at string) string {
	t.Helper()
	proxy := httputil.NewSingleHostReverseProxy(&url.URL{Scheme: "http", Host: at})
	proxy.ModifyResponse = func(r *http.Response) error {
		if r.Request.URL.Path != "/json/version" {
			return nil
		}
		body := `{"Browser":"Embedded/1","Protocol-Version":"1.3"}`
		r.Body, r.ContentLength = io.NopCloser(strings.NewReader(body)), int64(len(body))
		r.Header.Del("Content-Length")
		return nil
	}
	proxy.ErrorHandler = func(w http.ResponseWriter, _ *http.Request, _ error) { w.WriteHeader(http.StatusBadGateway) }
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasPrefix(r.URL.Path, "/devtools/browser") {
			http.NotFound(w, r)
			return
		}
		proxy.ServeHTTP(w, r)
	}))
	t.Cleanup(server.Close)
	return server.URL
}

// kill kills Chrome's main process, if it is still there.
func kill(browser *chrome.Host) {
	if p, err := os.FindProcess(browser.PID()); err == nil {
		_ = p.Kill()
	}
}

func closes(t *testing.T, host transport.Host) {
	if err := host.Close(); err != nil && !errors.Is(err, transport.ErrClosed) {
		t.Error(err)
	}
}
