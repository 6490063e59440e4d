package endpoint_test

import (
	"bufio"
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/holdfast-go/holdfast/transport"
	"github.com/holdfast-go/holdfast/transport/endpoint"
)

// readRequest lets a raw server see the request before it misbehaves.
func readRequest(conn net.Conn) { _, _ = http.ReadRequest(bufio.NewReader(conn)) }

// silence holds a request until the client has gone.
func silence(t *testing.T) http.HandlerFunc {
	return func(_ http.ResponseWriter, r *http.Request) {
		select {
		case <-r.Context().Done():
		case <-time.After(10 * time.Second):
			t.Error("the client did not leave")
		}
	}
}

func TestDialFails(t *testing.T) {
	const list = "/json/list"
	for _, test := range []struct {
		name string
		at   func(t *testing.T) string
		kind transport.Kind
		says string
		hint string
	}{
		{"nobody listens", func(t *testing.T) string {
			l, err := net.Listen("tcp", "127.0.0.1:0")
			if err != nil {
				t.Fatal(err)
			}
			defer func() { _ = l.Close() }()
			return l.Addr().String()
		}, transport.KindUnreachable, "nobody listens at 127.0.0.1:", "--remote-debugging-port"},
		{"never answers", func(t *testing.T) string {
			return fake{"/json/version": silence(t)}.serve(t)
		}, transport.KindUnreachable, "did not answer in time", "blocked"},
		{"closes without an answer", func(t *testing.T) string {
			return listen(t, "tcp4", "127.0.0.1:0", func(c net.Conn) {
				readRequest(c)
				_ = c.Close()
			})
		}, transport.KindNotChrome, "closed the connection", ""},
		{"closes half-way", func(t *testing.T) string {
			return listen(t, "tcp4", "127.0.0.1:0", func(c net.Conn) {
				readRequest(c)
				_, _ = io.WriteString(c, "HTTP/1.1 200 OK\r\nContent-Length: 400\r\n\r\n{\"Browser\": \"Chr")
				_ = c.Close()
			})
		}, transport.KindNotChrome, "closed the connection in the middle of its answer", ""},
		{"no HTTP", func(t *testing.T) string {
			return listen(t, "tcp4", "127.0.0.1:0", func(c net.Conn) {
				readRequest(c)
				_, _ = io.WriteString(c, "220 mail.example ESMTP\r\n")
				_ = c.Close()
			})
		}, transport.KindNotChrome, "does not speak the protocol", ""},
		{"a web page", func(t *testing.T) string {
			return fake{"/json/version": says(200, "text/html", "<!DOCTYPE html><title>Router</title>")}.serve(t)
		}, transport.KindNotChrome, "web page", "--remote-debugging-port"},
		{"a web page for what is not found", func(t *testing.T) string {
			return fake{"/json/version": says(404, "text/html", "<html>not found</html>")}.serve(t)
		}, transport.KindNotChrome, "web page", ""},
		{"garbage", func(t *testing.T) string {
			return fake{"/json/version": json("Chrome!")}.serve(t)
		}, transport.KindNotChrome, "not JSON", ""},
		{"other JSON", func(t *testing.T) string {
			return fake{"/json/version": json(`{"version":"2.1"}`)}.serve(t)
		}, transport.KindNotChrome, "names no browser", ""},
		{"nothing at all", func(t *testing.T) string { return fake{}.serve(t) },
			transport.KindNotChrome, "/json/list answers Not Found", ""},
		{"a list that is none", func(t *testing.T) string {
			return fake{list: json(`{"a":1}`)}.serve(t)
		}, transport.KindNotChrome, "not a list", ""},
		{"Node's inspector", func(t *testing.T) string {
			return fake{"/json/version": json(`{"Browser":"node.js/v22.1.0","Protocol-Version":"1.1"}`), list: json("[]")}.serve(t)
		}, transport.KindNotChrome, "inspector of node.js/v22.1.0", ""},
		{"a redirect", func(t *testing.T) string {
			return fake{"/json/version": func(w http.ResponseWriter, r *http.Request) {
				http.Redirect(w, r, "http://192.0.2.1/", http.StatusFound)
			}}.serve(t)
		}, transport.KindNotChrome, "redirects", ""},
		{"an endless answer", func(t *testing.T) string {
			return fake{"/json/version": json(strings.Repeat(" ", 5<<20))}.serve(t)
		}, transport.KindNotChrome, "endless", ""},
		{"a proxy that wants a password", func(t *testing.T) string {
			return fake{"/json/version": says(401, "text/plain", "who are you?")}.serve(t)
		}, transport.KindRefused, "Unauthorized", "WithHeader"},
		{"Chrome that dislikes the name", func(t *testing.T) string {
			return fake{"/json/version": says(500, "text/html", "Host header is specified and is not an IP address or localhost.")}.serve(t)
		}, transport.KindRefused, "Host header", "IP address"},
		{"TLS", func(t *testing.T) string {
			server := httptest.NewTLSServer(fake{})
			t.Cleanup(server.Close)
			return server.URL
		}, transport.KindForbidden, "certificate", ""},
		{"no TLS", func(t *testing.T) string { return "https://" + fake{}.serve(t) },
			transport.KindNotChrome, "does not speak the protocol", ""},
		{"a socket somewhere else", func(t *testing.T) string {
			return fake{"/json/version": version("ws://192.0.2.1:9222/devtools/browser/x")}.serve(t)
		}, transport.KindForbidden, "192.0.2.1:9222", "WithRemote"},
		{"a socket that is none", func(t *testing.T) string {
			return fake{"/json/version": version("javascript:alert(1)")}.serve(t)
		}, transport.KindNotChrome, "socket that is none", ""},
		{"a socket that is refused", func(t *testing.T) string {
			return fake{
				"/json/version":       version("ws://SELF/devtools/browser/x"),
				"/devtools/browser/x": says(403, "text/html", "Rejected an incoming WebSocket connection from the http://x origin."),
			}.serve(t)
		}, transport.KindRefused, "Rejected an incoming", "Origin"},
		{"a socket that is gone", func(t *testing.T) string {
			return fake{"/json/version": version("ws://SELF/devtools/browser/x")}.serve(t)
		}, transport.KindNotFound, "404", "discover it again"},
		{"a page that is gone", func(t *testing.T) string {
			return "ws://" + fake{"/devtools/page/x": says(500, "text/html", "No such target id: x")}.serve(t) + "/devtools/page/x"
		}, transport.KindNotFound, "No such target", ""},
		{"a socket that answers as a page", func(t *testing.T) string {
			return "ws://" + fake{"/devtools/browser/x": says(200, "text/html", "<html>hello")}.serve(t) + "/devtools/browser/x"
		}, transport.KindNotChrome, "200 OK", ""},
		{"a socket that is closed half-way", func(t *testing.T) string {
			return "ws://" + listen(t, "tcp4", "127.0.0.1:0", func(c net.Conn) {
				readRequest(c)
				_, _ = io.WriteString(c, "HTTP/1.1 101 Switching Pro")
				_ = c.Close()
			}) + "/devtools/browser/x"
		}, transport.KindNotChrome, "closed the connection", ""},
		{"a socket that never opens", func(t *testing.T) string {
			return "ws://" + fake{"/devtools/browser/x": silence(t)}.serve(t) + "/devtools/browser/x"
		}, transport.KindUnreachable, "did not answer in time", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			timeout := time.Second
			if strings.Contains(test.name, "never") {
				timeout = 50 * time.Millisecond
			}
			host, err := endpoint.Dial(t.Context(), test.at(t), endpoint.WithTimeout(timeout))
			if err == nil {
				_ = host.Close()
			}
			wantError(t, err, test.kind, test.says, test.hint)
		})
	}
}

func TestDialContextEnds(t *testing.T) {
	at := fake{"/json/version": silence(t)}.serve(t)
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if _, err := endpoint.Dial(ctx, at); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("got %v", err)
	}
}

func TestAddresses(t *testing.T) {
	for _, test := range []struct {
		at   string
		kind transport.Kind
		says string
	}{
		{"", transport.KindInvalid, "names no port"},
		{"127.0.0.1", transport.KindInvalid, "names no port"},
		{":9222", transport.KindInvalid, "names no host"},
		{"http://", transport.KindInvalid, "names no host"},
		{"http://127.0.0.1:0", transport.KindInvalid, "port 0"},
		{"ftp://127.0.0.1:21", transport.KindInvalid, "scheme ftp"},
		{"http://127.0.0.1:9222/devtools/page/x", transport.KindInvalid, "leave the path out"},
		{"ws://127.0.0.1:9222/devtools/page/", transport.KindInvalid, "one target id"},
		{"ws://127.0.0.1:9222/devtools/page/a/b", transport.KindInvalid, "one target id"},
		{"http://me:secret@127.0.0.1:9222", transport.KindInvalid, "WithHeader"},
		{"http://127.0.0.1:9222/%zz?token=secret", transport.KindInvalid, "not an address"},
		{"192.0.2.1:9222", transport.KindForbidden, "192.0.2.1 is not a loopback address"},
		{"0.0.0.0:9222", transport.KindForbidden, "0.0.0.0 is not a loopback address"},
		{"[::ffff:192.0.2.1]:9222", transport.KindForbidden, "not a loopback address"},
		{"wss://192.0.2.1/devtools/browser/x?token=secret", transport.KindForbidden, "not a loopback address"},
		{"http://no-such-name.invalid:9222", transport.KindUnreachable, "does not resolve"},
	} {
		t.Run(test.at, func(t *testing.T) {
			_, err := endpoint.Dial(t.Context(), test.at)
			wantError(t, err, test.kind, test.says, "")
			if err != nil && strings.Contains(err.Error(), "secret") {
				t.Errorf("the error tells a secret: %v", err)
			}
		})
	}
}

func TestOptions(t *testing.T) {
	for _, test := range []struct {
		name    string
		options []endpoint.Option
		says    string
	}{
		{"nil", []endpoint.Option{nil}, "nil option"},
		{"twice", []endpoint.Option{endpoint.WithRemote(), endpoint.WithRemote()}, "WithRemote was given twice"},
		{"no time", []endpoint.Option{endpoint.WithTimeout(0)}, "timeout of 0s"},
		{"an origin", []endpoint.Option{endpoint.WithHeader(http.Header{"origin": {"http://a"}})}, "Origin cannot be set"},
		{"a host", []endpoint.Option{endpoint.WithHeader(http.Header{"Host": {"a"}})}, "Host cannot be set"},
	} {
		t.Run(test.name, func(t *testing.T) {
			_, err := endpoint.Dial(t.Context(), "127.0.0.1:9222", test.options...)
			wantError(t, err, transport.KindInvalid, test.says, "")
		})
	}
}
