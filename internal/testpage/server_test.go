package testpage_test

import (
	"bytes"
	"context"
	"io"
	"net"
	"net/http"
	"runtime"
	"strconv"
	"strings"
	"testing"

	"github.com/holdfast-go/holdfast/internal/testpage"
)

// get asks without keeping the connection, so that a test that counts
// goroutines counts the server's.
func get(t *testing.T, url string) (*http.Response, string) {
	t.Helper()
	return do(t, http.MethodGet, url, "", "")
}

func do(t *testing.T, method, url, contentType, body string) (*http.Response, string) {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), method, url, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	request.Close = true
	if contentType != "" {
		request.Header.Set("Content-Type", contentType)
	}
	client := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	response, err := client.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return response, string(text)
}

func TestPage(t *testing.T) {
	s := testpage.New(t)
	tests := []struct {
		name, html, want, reason string
	}{
		{"bare", "<p>hello</p>", "<!doctype html>\n<p>hello</p>", "a page is in standards mode unless it says otherwise"},
		{"doctype", "<!DOCTYPE html><p>", "<!DOCTYPE html><p>", "a doctype is not doubled"},
		{"indented doctype", "\n\t<!doctype html><p>", "\n\t<!doctype html><p>", "raw strings often begin with a line break"},
		{"quirks", "<!-- quirks --><p>", "<!-- quirks --><p>", "a comment before everything keeps quirks mode"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			response, body := get(t, s.Page("/under test", test.html))
			if body != test.want {
				t.Errorf("got %q, want %q: %s", body, test.want, test.reason)
			}
			if got := response.Header.Get("Content-Type"); got != "text/html; charset=utf-8" {
				t.Errorf("content type %q", got)
			}
			if got := response.Header.Get("Cache-Control"); got != "no-store" {
				t.Errorf("cache control %q: a page that a test replaced would come from the cache", got)
			}
		})
	}
}

func TestPagesHaveFreshPaths(t *testing.T) {
	s := testpage.New(t)
	one, two := s.Page("", "<p>one"), s.Page("", "<p>two")
	if one == two {
		t.Fatalf("both pages are at %s", one)
	}
	for url, want := range map[string]string{one: "one", two: "two"} {
		if _, body := get(t, url); !strings.HasSuffix(body, want) {
			t.Errorf("%s: %q, want %s", url, body, want)
		}
	}
	if response, _ := get(t, s.URL("/")); response.StatusCode != http.StatusNotFound {
		t.Errorf("a path without a page answers %s", response.Status)
	}
	if response, _ := get(t, s.URL("/favicon.ico")); response.StatusCode != http.StatusNoContent {
		t.Errorf("the icon answers %s, and the browser's console would hold an error", response.Status)
	}
}

func TestHTML(t *testing.T) {
	if _, body := get(t, testpage.HTML(t, "<p>hello")); body != "<!doctype html>\n<p>hello" {
		t.Errorf("got %q", body)
	}
}

func TestTwoSitesOnOnePort(t *testing.T) {
	s := testpage.New(t)
	s.Page("/a", "<p>a")
	if got, want := s.Localhost("/a"), "http://localhost:"+strconv.Itoa(s.Port())+"/a"; got != want {
		t.Errorf("Localhost is %s, want %s", got, want)
	}
	for _, url := range []string{s.URL("/a"), s.Localhost("/a")} {
		if response, _ := get(t, url); response.StatusCode != http.StatusOK {
			t.Errorf("%s: %s", url, response.Status)
		}
	}
	probe, err := net.Listen("tcp6", "[::1]:0")
	if err != nil {
		t.Log("no IPv6 on this machine: localhost is 127.0.0.1")
		return
	}
	probe.Close()
	six := "http://[::1]:" + strconv.Itoa(s.Port()) + "/a"
	if response, _ := get(t, six); response.StatusCode != http.StatusOK {
		t.Errorf("%s: %s", six, response.Status)
	}
}

func TestHandle(t *testing.T) {
	s := testpage.Serve(t, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		io.WriteString(w, "fallback")
	}))
	s.Handle("/own", http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		io.WriteString(w, "own")
	}))
	for path, want := range map[string]string{"/own": "own", "/other": "fallback"} {
		if _, body := get(t, s.URL(path)); body != want {
			t.Errorf("%s: %q, want %q", path, body, want)
		}
	}
}

// TestEndsWithItsTest holds open what never ends by itself and looks at what is
// left after the test that owned the server.
func TestEndsWithItsTest(t *testing.T) {
	var port int
	ended := make(chan error, 2)
	t.Run("owner", func(t *testing.T) {
		s := testpage.Cases(t)
		port = s.Port()
		for _, path := range []string{"/_sse", "/_hang"} {
			arrived := make(chan struct{})
			s.Handle("/held"+path, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				close(arrived)
				r.URL.Path = path
				s.ServeHTTP(w, r)
			}))
			// The request lives longer than the test that asks: it is the
			// server that must end it.
			request, err := http.NewRequestWithContext(context.WithoutCancel(t.Context()), http.MethodGet, s.URL("/held"+path), nil)
			if err != nil {
				t.Fatal(err)
			}
			request.Close = true
			go func() {
				response, err := http.DefaultClient.Do(request)
				if err == nil {
					_, err = io.Copy(io.Discard, response.Body)
					response.Body.Close()
				}
				ended <- err
			}()
			<-arrived
		}
	})
	buffer := make([]byte, 1<<20)
	for stack := range bytes.SplitSeq(buffer[:runtime.Stack(buffer, true)], []byte("\n\n")) {
		if bytes.Contains(stack, []byte("internal/testpage.")) {
			t.Errorf("left behind:\n%s", stack)
		}
	}
	<-ended
	<-ended
	if connection, err := net.Dial("tcp4", "127.0.0.1:"+strconv.Itoa(port)); err == nil {
		connection.Close()
		t.Error("the port still answers")
	}
}
