package testpage

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
)

const htmlType = "text/html; charset=utf-8"

// Page puts an HTML page under path, in place of what was there, and gives its
// address on 127.0.0.1. With an empty path it makes up a fresh one.
//
// The page is served as UTF-8 and never cached. A doctype is put before a page
// that begins with neither a doctype nor a comment, so that tests run in
// standards mode unless they say otherwise (<!-- quirks -->).
func (s *Server) Page(path, html string) string {
	if !strings.HasPrefix(strings.TrimSpace(html), "<!") {
		html = "<!doctype html>\n" + html
	}
	page := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", htmlType)
		w.Header().Set("Cache-Control", "no-store")
		fmt.Fprint(w, html)
	})
	s.mu.Lock()
	defer s.mu.Unlock()
	if path == "" {
		s.fresh++
		path = fmt.Sprintf("/page-%d", s.fresh)
	}
	s.added[path] = page
	return s.URL(path)
}

// HTML serves one page for the rest of the test and gives its address. Each
// call has a server of its own; pages that refer to each other belong on one
// server: see [New] and [Server.Page].
func HTML(tb testing.TB, html string) string {
	tb.Helper()
	return New(tb).Page("", html)
}
