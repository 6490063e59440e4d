package transporttest

import (
	"fmt"
	"html"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// titleText is the title of a page of the site; its characters are those that
// HTML writes as entities.
const titleText = `Tom & "Jerry" <b>`

// Site serves the pages of the checks on 127.0.0.1 and returns its address.
func Site(t *testing.T) string {
	t.Helper()
	mux := http.NewServeMux()
	page := func(path, body string) {
		mux.HandleFunc(path, func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", "text/html; charset=utf-8")
			// The other site is this server by its other name.
			other := strings.Replace(r.Host, "127.0.0.1", "localhost", 1)
			if _, err := fmt.Fprint(w, "<!doctype html>"+strings.ReplaceAll(body, "OTHER", other)); err != nil {
				t.Log(err)
			}
		})
	}
	page("/title", "<title>"+html.EscapeString(titleText)+"</title><body>x")
	page("/frames", `<iframe src="http://OTHER/inner"></iframe>`)
	page("/inner", "inner")
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	return server.URL
}
