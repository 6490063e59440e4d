package testpage

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"sync"
	"syscall"
	"testing"
	"time"
)

// Server is a loopback web server that lives as long as its test. It is safe
// for concurrent use.
type Server struct {
	port     int
	fallback http.Handler // answers what no page or handler was put under

	mu    sync.Mutex
	added map[string]http.Handler // by path
	fresh int                     // number of the last path that Page made up

	marks *marks // of Cases; nil otherwise
}

// New starts a server without pages.
func New(tb testing.TB) *Server {
	tb.Helper()
	return Serve(tb, http.HandlerFunc(missing))
}

// Serve starts a server that answers with handler whatever was not put under
// a path of its own by [Server.Page] or [Server.Handle].
func Serve(tb testing.TB, handler http.Handler) *Server {
	tb.Helper()
	listeners, port, err := listen()
	if err != nil {
		tb.Fatalf("testpage: no loopback port to listen on: %v", err)
	}
	s := &Server{port: port, fallback: handler, added: map[string]http.Handler{}}
	run(tb, s, listeners)
	return s
}

// Port is the port that the server listens on, on every address it has.
func (s *Server) Port() int { return s.port }

// URL is the address of path, which begins with a slash, on the site
// 127.0.0.1.
func (s *Server) URL(path string) string {
	return fmt.Sprintf("http://127.0.0.1:%d%s", s.port, path)
}

// Localhost is the address of path on the site localhost: the same page on
// another site as far as a browser is concerned.
func (s *Server) Localhost(path string) string {
	return fmt.Sprintf("http://localhost:%d%s", s.port, path)
}

// Handle puts a handler under exactly this path, in place of what was there.
func (s *Server) Handle(path string, handler http.Handler) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.added[path] = handler
}

// ServeHTTP answers a request as the server does.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	handler := s.added[r.URL.Path]
	s.mu.Unlock()
	if handler == nil {
		handler = s.fallback
	}
	handler.ServeHTTP(w, r)
}

// missing answers for a path that nothing was put under. Browsers ask for the
// icon by themselves; its absence is no news.
func missing(w http.ResponseWriter, r *http.Request) {
	if r.URL.Path == "/favicon.ico" {
		w.WriteHeader(http.StatusNoContent)
		return
	}
	http.NotFound(w, r)
}

// listen takes one port on 127.0.0.1 and the same one on ::1 where the machine
// has that address. Another program may hold the port on ::1 alone; then
// localhost would lead there, so another port is tried.
func listen() ([]net.Listener, int, error) {
	const tries = 20
	var last error
	for range tries {
		four, err := net.Listen("tcp4", "127.0.0.1:0")
		if err != nil {
			return nil, 0, err
		}
		port := four.Addr().(*net.TCPAddr).Port
		six, err := net.Listen("tcp6", fmt.Sprintf("[::1]:%d", port))
		switch {
		case err == nil:
			return []net.Listener{four, six}, port, nil
		case !errors.Is(err, syscall.EADDRINUSE):
			return []net.Listener{four}, port, nil // no IPv6 here
		}
		last = errors.Join(err, four.Close())
	}
	return nil, 0, last
}

// run serves until the end of the test. The clean-up waits for every goroutine
// that the server started, so that a test binary can count its leaks.
func run(tb testing.TB, handler http.Handler, listeners []net.Listener) {
	// Handlers that never end by themselves (streams, hanging answers) end
	// with this context.
	ctx, cancel := context.WithCancel(context.Background())
	var serving, connections sync.WaitGroup
	server := &http.Server{
		Handler:           handler,
		ReadHeaderTimeout: time.Minute,
		BaseContext:       func(net.Listener) context.Context { return ctx },
		ConnState: func(_ net.Conn, state http.ConnState) {
			switch state {
			case http.StateNew: // said by the accepting goroutine
				connections.Add(1)
			case http.StateClosed, http.StateHijacked:
				connections.Done()
			}
		},
	}
	for _, listener := range listeners {
		serving.Go(func() {
			if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
				tb.Errorf("testpage: the server ended: %v", err)
			}
		})
	}
	tb.Cleanup(func() {
		cancel()
		server.Close()
		serving.Wait()
		// A connection that was accepted while Close ran escaped it; none can
		// come after this.
		server.Close()
		connections.Wait()
	})
}
