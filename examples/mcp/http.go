package main

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

const (
	// httpPath is where the protocol is spoken.
	httpPath = "/mcp"
	// idle is how long a client of HTTP may be silent before its session is over.
	idle = time.Hour
	// goodbye is how long requests may take to end with the server.
	goodbye = 5 * time.Second
)

// listen opens the address of --http, which must be this machine's own.
func listen(address string) (net.Listener, error) {
	host, _, err := net.SplitHostPort(address)
	if err != nil {
		return nil, fmt.Errorf("--http: %w", err)
	}
	if ip := net.ParseIP(host); host != "localhost" && (ip == nil || !ip.IsLoopback()) {
		return nil, fmt.Errorf("--http takes a loopback address such as 127.0.0.1:8931, not %q: who reaches the server owns the browser", host)
	}
	return net.Listen("tcp", address)
}

// guarded lets requests in that carry the token and come from no page: those of
// other origins, and those that a name was bent to this machine for, are
// refused. The host is checked by the library below.
func guarded(token string, next http.Handler) http.Handler {
	want := []byte("Bearer " + token)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case r.URL.Path != httpPath:
			http.NotFound(w, r)
		case r.Header.Get("Origin") != "":
			http.Error(w, "pages may not speak to this server", http.StatusForbidden)
		case !loopbackHost(r.Host):
			http.Error(w, "the host is not this machine", http.StatusForbidden)
		case subtle.ConstantTimeCompare([]byte(r.Header.Get("Authorization")), want) != 1:
			w.Header().Set("WWW-Authenticate", "Bearer")
			http.Error(w, "the token is missing or wrong", http.StatusUnauthorized)
		default:
			next.ServeHTTP(w, r)
		}
	})
}

func loopbackHost(host string) bool {
	if h, _, err := net.SplitHostPort(host); err == nil {
		host = h
	}
	ip := net.ParseIP(strings.Trim(host, "[]"))
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

// serveHTTP speaks with any number of clients until ctx ends. Each session gets
// a server of its own, from the function: a default page and marks of its own.
func serveHTTP(ctx context.Context, l net.Listener, token string, newSession func() (*server, error), log *slog.Logger) error {
	if token == "" {
		token = rand.Text()
		log.Info("clients send the token as Authorization: Bearer", "token", token)
	}
	log.Info("listening", "address", "http://"+l.Addr().String()+httpPath)
	ended, end := context.WithCancelCause(context.Background())
	defer end(nil)
	handler := mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server {
		s, err := newSession()
		if err != nil {
			log.Error("no server for a new client", "error", err)
			return nil
		}
		context.AfterFunc(ended, func() {
			s.end(errEnded)
			for one := range s.mcp.Sessions() {
				_ = one.Close() // the library keeps them until they are idle
			}
		})
		return s.mcp
	}, &mcp.StreamableHTTPOptions{Logger: log, SessionTimeout: idle})
	web := &http.Server{Handler: guarded(token, handler), ReadHeaderTimeout: 10 * time.Second, ErrorLog: slog.NewLogLogger(log.Handler(), slog.LevelWarn)}
	stopped := make(chan error, 1)
	context.AfterFunc(ctx, func() {
		end(errEnded) // calls that run
		last, cancel := context.WithTimeout(context.Background(), goodbye)
		defer cancel()
		err := web.Shutdown(last)
		if err != nil {
			err = web.Close() // streams that stay open are cut
		}
		stopped <- err
	})
	if err := web.Serve(l); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return <-stopped
}
