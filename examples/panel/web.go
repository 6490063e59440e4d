package main

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net"
	"net/http"
	"path"
	"strings"
	"sync"
	"time"

	"github.com/coder/websocket"
	"golang.org/x/text/language"

	"github.com/holdfast-go/holdfast/agent/lang"
)

// Who can speak to the agent owns the browser and every account in it. So the
// server listens on loopback only, and
//
//   - the host of every request must be this machine, by an address or as
//     localhost: a name that some site bends to 127.0.0.1 is none of them;
//   - the socket opens only for a page of this very server (Origin);
//   - and only with the token. It stands in the fragment of the address, which
//     browsers send to nobody, and comes as a protocol of the socket. A cookie
//     would not do: cookies do not tell ports apart, so that every other server
//     on this machine would get it, and could use it.
//
// The page itself holds no secret, so it needs no token.

// files are the page: what the browser runs is what stands here.
//
//go:embed page
var files embed.FS

const (
	// socketPath is where panels connect.
	socketPath = "/socket"
	// protocol is what panels speak there; tokenPrefix stands before the token.
	protocol    = "holdfast.panel.v1"
	tokenPrefix = "token."
	// mostCommand bounds what a panel says in one message.
	mostCommand = 1 << 20
	// goodbye is how long requests may take to end with the server.
	goodbye = 5 * time.Second
)

// web serves the page and its sockets.
type web struct {
	engine *engine
	token  string
	log    *slog.Logger
	done   *doneCommands

	ctx     context.Context // of sockets
	end     context.CancelFunc
	mu      sync.Mutex // between the last socket and the end
	sockets sync.WaitGroup
}

func newWeb(e *engine, token string, log *slog.Logger) *web {
	if token == "" {
		token = rand.Text()
	}
	ctx, end := context.WithCancel(context.Background())
	return &web{engine: e, token: token, log: log, done: newDoneCommands(), ctx: ctx, end: end}
}

// link is the address that opens the panel.
func (w *web) link(base string) string { return base + "/#token=" + w.token }

// listen opens an address of this machine's own.
func listen(address string) (net.Listener, error) {
	host, _, err := net.SplitHostPort(address)
	if err != nil {
		return nil, fmt.Errorf("-listen: %w", err)
	}
	if ip := net.ParseIP(host); host != "localhost" && (ip == nil || !ip.IsLoopback()) {
		return nil, fmt.Errorf("-listen takes a loopback address such as 127.0.0.1:8931, not %q: who reaches the panel owns the browser", address)
	}
	return net.Listen("tcp", address)
}

// serve serves panels until ctx ends.
func (w *web) serve(ctx context.Context, l net.Listener) error {
	server := &http.Server{
		Handler: w.handler(), ReadHeaderTimeout: 10 * time.Second, ErrorLog: slog.NewLogLogger(w.log.Handler(), slog.LevelWarn),
	}
	stopped := make(chan error, 1)
	context.AfterFunc(ctx, func() {
		w.close()
		last, cancel := context.WithTimeout(context.Background(), goodbye)
		defer cancel()
		stopped <- server.Shutdown(last)
	})
	if err := server.Serve(l); !errors.Is(err, http.ErrServerClosed) {
		w.close()
		return err
	}
	return <-stopped
}

// close ends all sockets and waits for them.
func (w *web) close() {
	w.mu.Lock()
	w.end()
	w.mu.Unlock()
	w.sockets.Wait()
}

// enter counts a socket, or reports that the server ends.
func (w *web) enter() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.ctx.Err() != nil {
		return false
	}
	w.sockets.Add(1)
	return true
}

// handler answers this machine only.
func (w *web) handler() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET "+socketPath, w.socket)
	mux.HandleFunc("GET /labels/{language}", labels)
	mux.HandleFunc("GET /", w.page)
	return http.HandlerFunc(func(out http.ResponseWriter, r *http.Request) {
		if !thisMachine(r.Host) {
			http.Error(out, "the host is not this machine", http.StatusForbidden)
			return
		}
		for name, value := range map[string]string{
			// Nothing but what this server serves runs or is loaded, and no text can
			// become markup: the page never parses any.
			"Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; " +
				"base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
			"Cross-Origin-Opener-Policy":   "same-origin",
			"Cross-Origin-Resource-Policy": "same-origin",
			"Referrer-Policy":              "no-referrer",
			"X-Content-Type-Options":       "nosniff",
			"X-Frame-Options":              "DENY",
			"Cache-Control":                "no-store",
		} {
			out.Header().Set(name, value)
		}
		mux.ServeHTTP(out, r)
	})
}

// thisMachine reports whether a Host header names this machine.
func thisMachine(host string) bool {
	if h, _, err := net.SplitHostPort(host); err == nil {
		host = h
	}
	ip := net.ParseIP(strings.Trim(host, "[]"))
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

// types are the media types of the page's files.
var types = map[string]string{
	".html": "text/html; charset=utf-8", ".css": "text/css; charset=utf-8", ".mjs": "text/javascript; charset=utf-8", ".svg": "image/svg+xml",
}

// page serves the files of the page.
func (w *web) page(out http.ResponseWriter, r *http.Request) {
	name := strings.TrimPrefix(path.Clean(r.URL.Path), "/")
	if name == "" {
		name = "index.html"
	}
	text, err := files.ReadFile("page/" + name)
	kind, known := types[path.Ext(name)]
	if err != nil || !known {
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			w.log.Warn("a file of the page", "name", name, "error", err)
		}
		http.NotFound(out, r)
		return
	}
	out.Header().Set("Content-Type", kind)
	if name == "index.html" {
		out.Header().Set("Vary", "Accept-Language")
		l := wanted(r.Header.Get("Accept-Language"))
		text = []byte(strings.Replace(string(text), `<html lang="en">`, `<html lang="`+string(l)+`">`, 1))
	}
	_, _ = out.Write(text) // the reader has gone
}

// wanted is the language that a browser asks for: the first of its header that
// the agent speaks.
func wanted(header string) lang.Language {
	tags, _, err := language.ParseAcceptLanguage(header)
	if err != nil {
		return lang.English // it is what somebody else wrote
	}
	for _, tag := range tags {
		if l, ok := lang.Parse(tag.String()); ok {
			return l
		}
	}
	return lang.English
}

// labels serves the words of the library that a panel shows: names of tools,
// states, answers.
func labels(out http.ResponseWriter, r *http.Request) {
	l := lang.Language(r.PathValue("language"))
	out.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(out).Encode(labelsOf(l)) // the reader has gone
}

// socket opens a panel's connection.
func (w *web) socket(out http.ResponseWriter, r *http.Request) {
	if r.Header.Get("Origin") != "http://"+r.Host {
		http.Error(out, "only the page of this server may connect", http.StatusForbidden)
		return
	}
	if !w.authentic(r) {
		http.Error(out, "the token is missing or wrong", http.StatusUnauthorized)
		return
	}
	if !w.enter() {
		http.Error(out, "the server ends", http.StatusServiceUnavailable)
		return
	}
	defer w.sockets.Done()
	c, err := websocket.Accept(out, r, &websocket.AcceptOptions{Subprotocols: []string{protocol}})
	if err != nil {
		return // Accept has answered
	}
	c.SetReadLimit(mostCommand)
	newSocket(w, c).run(w.ctx)
}

// authentic reports whether a request offers the token.
func (w *web) authentic(r *http.Request) bool {
	for _, line := range r.Header.Values("Sec-WebSocket-Protocol") {
		for offer := range strings.SplitSeq(line, ",") {
			token, ok := strings.CutPrefix(strings.TrimSpace(offer), tokenPrefix)
			if ok && subtle.ConstantTimeCompare([]byte(token), []byte(w.token)) == 1 {
				return true
			}
		}
	}
	return false
}
