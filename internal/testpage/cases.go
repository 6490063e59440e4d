package testpage

import (
	"embed"
	"io/fs"
	"net/http"
	"strings"
	"testing"
)

// The cases are copies: the tests of this module must pass in a checkout that
// stands alone.
//
//go:embed testdata/cases
var caseFiles embed.FS

// Cases starts a server with the reproduction cases under /cases/NAME/ and
// with the routes that some of them need:
//
//	/_sse                 an event stream, one message each 200 ms, without end
//	/_hang                never answers
//	/_slow?ms=N           answers after N milliseconds
//	/_redirect?to=&code=  redirects, with 302 unless told otherwise
//	/_download?name=&size=  an attachment of so many zero bytes
//	/_echo                a page with the posted form as window.__result
//	/_mark?id=            remembers who asked for it and how
//	/_marks[?reset=1]     what was remembered, as JSON
//
// A case is not cached unless its query holds "bfcache", which lets the page
// into the back-forward cache.
func Cases(tb testing.TB) *Server {
	tb.Helper()
	cases, err := fs.Sub(caseFiles, "testdata")
	if err != nil {
		tb.Fatalf("testpage: %v", err)
	}
	remembered := &marks{}
	mux := http.NewServeMux()
	mux.Handle("/cases/", caching(http.FileServerFS(cases)))
	mux.HandleFunc("/_sse", sse)
	mux.HandleFunc("/_hang", hang)
	mux.HandleFunc("/_slow", slow)
	mux.HandleFunc("/_redirect", redirect)
	mux.HandleFunc("/_download", download)
	mux.HandleFunc("/_echo", echo)
	mux.HandleFunc("/_mark", remembered.add)
	mux.HandleFunc("/_marks", remembered.list)
	mux.HandleFunc("/", missing)
	s := Serve(tb, mux)
	s.marks = remembered
	return s
}

func caching(files http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		policy := "no-store"
		if strings.Contains(r.URL.RawQuery, "bfcache") {
			policy = "max-age=60"
		}
		w.Header().Set("Cache-Control", policy)
		files.ServeHTTP(w, r)
	})
}
