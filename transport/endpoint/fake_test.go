package endpoint_test

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/coder/websocket"

	"github.com/holdfast-go/holdfast/internal/testbrowser"
	"github.com/holdfast-go/holdfast/transport"
)

func TestMain(m *testing.M) { testbrowser.Main(m) }

// fake is an endpoint whose answers a test writes: by path, or by method and
// path. SELF in an answer is the server's own host and port.
type fake map[string]http.HandlerFunc

// says answers with a status and a body.
func says(status int, kind, body string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", kind)
		w.WriteHeader(status)
		// Some tests hang up in the middle.
		_, _ = fmt.Fprint(w, strings.ReplaceAll(body, "SELF", r.Host))
	}
}

func json(body string) http.HandlerFunc { return says(http.StatusOK, "application/json", body) }

// version is an answer of /json/version that names the socket.
func version(socket string) http.HandlerFunc {
	return json(`{"Browser":"Chrome/156.0.0.0","Protocol-Version":"1.3","webSocketDebuggerUrl":"` + socket + `"}`)
}

// socket accepts a WebSocket and reads until it is closed.
func socket(w http.ResponseWriter, r *http.Request) { socketUntil(nil)(w, r) }

// socketUntil does the same, and cuts it when the channel is closed.
func socketUntil(cut <-chan struct{}) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		conn, err := websocket.Accept(w, r, nil)
		if err != nil {
			return
		}
		ctx, cancel := context.WithCancel(r.Context())
		defer cancel()
		go func() {
			select {
			case <-cut:
			case <-ctx.Done():
			}
			_ = conn.CloseNow()
		}()
		read(conn)
	}
}

func read(conn *websocket.Conn) {
	for {
		if _, _, err := conn.Read(context.Background()); err != nil {
			return
		}
	}
}

// ServeHTTP answers, or says what Chrome says to an unknown command.
func (f fake) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	for _, key := range []string{r.Method + " " + r.URL.Path, r.URL.Path} {
		if h := f[key]; h != nil {
			h(w, r)
			return
		}
	}
	says(http.StatusNotFound, "application/json", "Unknown command")(w, r)
}

// serve starts the fake and returns its address.
func (f fake) serve(t *testing.T) string {
	t.Helper()
	server := httptest.NewServer(f)
	t.Cleanup(server.Close)
	return strings.TrimPrefix(server.URL, "http://")
}

// listen serves raw connections, for what is no HTTP at all.
func listen(t *testing.T, network, at string, each func(net.Conn)) string {
	t.Helper()
	l, err := net.Listen(network, at)
	if err != nil {
		t.Skipf("this machine has no %s: %v", network, err)
	}
	done := make(chan struct{})
	go func() {
		defer close(done)
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			each(conn)
		}
	}()
	t.Cleanup(func() {
		if err := l.Close(); err != nil {
			t.Error(err)
		}
		<-done
	})
	return l.Addr().String()
}

// wantError checks the kind of an error and what it and its hint say.
func wantError(t *testing.T, err error, kind transport.Kind, says, hint string) {
	t.Helper()
	te, ok := errors.AsType[*transport.Error](err)
	if !ok || te.Kind != kind || !strings.Contains(err.Error(), says) || !strings.Contains(te.Hint, hint) {
		t.Errorf("got %v (hint %q)\nwant kind %q, saying %q, hint %q", err, hintOf(te), kind, says, hint)
	}
}

func hintOf(te *transport.Error) string {
	if te == nil {
		return ""
	}
	return string(te.Kind) + ": " + te.Hint
}
