package testpage_test

import (
	"encoding/json"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/holdfast-go/holdfast/internal/testpage"
)

func TestEveryCaseIsServed(t *testing.T) {
	s := testpage.Cases(t)
	count := 0
	err := fs.WalkDir(os.DirFS("testdata"), "cases", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !strings.HasSuffix(name, ".html") {
			return err
		}
		count++
		path := "/" + strings.TrimSuffix(name, "index.html")
		response, body := get(t, s.URL(path))
		want, err := os.ReadFile(filepath.Join("testdata", name))
		if err != nil {
			return err
		}
		if response.StatusCode != http.StatusOK || body != string(want) {
			t.Errorf("%s: %s, %d bytes, want %d", path, response.Status, len(body), len(want))
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if count < 33 { // one page for each case at least
		t.Errorf("only %d pages", count)
	}
}

func TestCaseCaching(t *testing.T) {
	s := testpage.Cases(t)
	for path, want := range map[string]string{
		"/cases/R01-stale-ref/":         "no-store",
		"/cases/R01-stale-ref/?bfcache": "max-age=60",
	} {
		if response, _ := get(t, s.URL(path)); response.Header.Get("Cache-Control") != want {
			t.Errorf("%s: %q, want %q", path, response.Header.Get("Cache-Control"), want)
		}
	}
}

func TestRoutes(t *testing.T) {
	const urlencoded = "application/x-www-form-urlencoded"
	tests := []struct {
		name, method, path, contentType, body string
		status                                int
		header, headerWant                    string
		bodyWant                              string
		reason                                string
	}{
		{
			name: "slow", path: "/_slow?ms=1", status: 200, bodyWant: "slow done\n",
			reason: "the answer comes after the wait",
		},
		{
			name: "redirect", path: "/_redirect?to=/cases/", status: 302, header: "Location", headerWant: "/cases/",
			bodyWant: "<a href=\"/cases/\">Found</a>.\n\n", reason: "302 is the ordinary one",
		},
		{
			name: "redirect with code", method: "POST", path: "/_redirect?code=307&to=http://localhost/x", status: 307,
			header: "Location", headerWant: "http://localhost/x", reason: "307 keeps the method and may leave the site",
		},
		{
			name: "no redirect", path: "/_redirect?code=200&to=/", status: 400, bodyWant: "code is not a redirect\n",
			reason: "a typing mistake in a test must not look like a page",
		},
		{
			name: "download", path: "/_download?name=report.bin&size=4", status: 200, header: "Content-Disposition",
			headerWant: "attachment; filename=report.bin", bodyWant: "\x00\x00\x00\x00", reason: "as many zero bytes as asked",
		},
		{
			name: "odd download name", path: "/_download?name=..%2F..%2Fevil.txt", status: 200, header: "Content-Disposition",
			headerWant: `attachment; filename="../../evil.txt"`, reason: "the name is the browser's to judge",
		},
		{
			name: "bad size", path: "/_download?size=many", status: 400, bodyWant: "size is not a number of 0 or more\n",
			reason: "a typing mistake in a test must not look like an empty file",
		},
		{
			name: "echo", method: "POST", path: "/_echo", contentType: urlencoded, body: "a=1&a=2&b=%3C%2Fscript%3E", status: 200,
			bodyWant: `<!doctype html><title>Done</title><h1>Done</h1><script>window.__result={"method":"POST","form":{"a":["1","2"],"b":["\u003c/script\u003e"]}}</script>`,
			reason:   "what was posted, and no way out of the script element",
		},
		{
			name: "echo of a multipart form", method: "POST", path: "/_echo", contentType: "multipart/form-data; boundary=x",
			body:     "--x\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n1\r\n--x--\r\n",
			status:   200,
			bodyWant: `<!doctype html><title>Done</title><h1>Done</h1><script>window.__result={"method":"POST","form":{"a":["1"]}}</script>`,
			reason:   "forms with files post in this encoding",
		},
		{
			name: "echo without a form", path: "/_echo", status: 200,
			bodyWant: `<!doctype html><title>Done</title><h1>Done</h1><script>window.__result={"method":"GET","form":{}}</script>`,
			reason:   "the form is an object, not null",
		},
	}
	s := testpage.Cases(t)
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			method := test.method
			if method == "" {
				method = http.MethodGet
			}
			response, body := do(t, method, s.URL(test.path), test.contentType, test.body)
			if response.StatusCode != test.status || body != test.bodyWant {
				t.Errorf("got %d %q, want %d %q: %s", response.StatusCode, body, test.status, test.bodyWant, test.reason)
			}
			if got := response.Header.Get(test.header); got != test.headerWant {
				t.Errorf("%s is %q, want %q: %s", test.header, got, test.headerWant, test.reason)
			}
		})
	}
}

func TestEventStream(t *testing.T) {
	s := testpage.Cases(t)
	response, err := http.Get(s.URL("/_sse"))
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	want := "data: tick 0\n\ndata: tick 1\n\n"
	got := make([]byte, len(want))
	for read := 0; read < len(got); {
		n, err := response.Body.Read(got[read:])
		if err != nil {
			t.Fatal(err)
		}
		read += n
	}
	if string(got) != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestMarks(t *testing.T) {
	s := testpage.Cases(t)
	if _, body := get(t, s.URL("/_marks")); body != "[]\n" {
		t.Errorf("at first: %q, want an empty list", body)
	}
	get(t, s.URL("/_mark?id=one"))
	do(t, http.MethodPost, s.Localhost("/_mark?id=two"), "", "")
	want := []testpage.Mark{
		{ID: "one", Host: strings.TrimPrefix(s.URL(""), "http://"), Method: "GET"},
		{ID: "two", Host: strings.TrimPrefix(s.Localhost(""), "http://"), Method: "POST"},
	}
	if diff := cmp.Diff(want, s.Marks()); diff != "" {
		t.Errorf("Marks (-want +got):\n%s", diff)
	}
	_, body := get(t, s.URL("/_marks"))
	var listed []testpage.Mark
	if err := json.Unmarshal([]byte(body), &listed); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, listed); diff != "" {
		t.Errorf("/_marks (-want +got):\n%s", diff)
	}
	if _, body := get(t, s.URL("/_marks?reset=1")); body != "[]\n" || len(s.Marks()) != 0 {
		t.Errorf("after a reset: %q, %v", body, s.Marks())
	}
	if got := testpage.New(t).Marks(); got != nil {
		t.Errorf("a server without the route has marks %v", got)
	}
}
