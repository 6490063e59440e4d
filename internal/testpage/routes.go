package testpage

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"net/url"
	"strconv"
	"time"
)

// sse streams events until the reader goes away or the test ends.
func sse(w http.ResponseWriter, r *http.Request) {
	const interval = 200 * time.Millisecond
	w.Header().Set("Content-Type", "text/event-stream")
	w.Header().Set("Cache-Control", "no-store")
	out := http.NewResponseController(w)
	tick := time.NewTicker(interval)
	defer tick.Stop()
	for n := 0; ; n++ {
		if _, err := fmt.Fprintf(w, "data: tick %d\n\n", n); err != nil {
			return
		}
		if err := out.Flush(); err != nil {
			return
		}
		select {
		case <-r.Context().Done():
			return
		case <-tick.C:
		}
	}
}

// hang holds the request until the reader goes away or the test ends.
func hang(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }

func slow(w http.ResponseWriter, r *http.Request) {
	ms, ok := number(w, r, "ms", 0)
	if !ok {
		return
	}
	wait := time.NewTimer(time.Duration(ms) * time.Millisecond)
	defer wait.Stop()
	select {
	case <-r.Context().Done():
	case <-wait.C:
		fmt.Fprintln(w, "slow done")
	}
}

func redirect(w http.ResponseWriter, r *http.Request) {
	code, ok := number(w, r, "code", http.StatusFound)
	if !ok {
		return
	}
	if code < 300 || code > 399 {
		http.Error(w, "code is not a redirect", http.StatusBadRequest)
		return
	}
	http.Redirect(w, r, r.URL.Query().Get("to"), code)
}

func download(w http.ResponseWriter, r *http.Request) {
	size, ok := number(w, r, "size", 0)
	if !ok {
		return
	}
	w.Header().Set("Content-Type", "application/octet-stream")
	// The name is passed on as it came, "../" and all: what a browser makes of
	// it is what a case wants to see.
	w.Header().Set("Content-Disposition",
		mime.FormatMediaType("attachment", map[string]string{"filename": r.URL.Query().Get("name")}))
	w.Header().Set("Content-Length", strconv.Itoa(size))
	// An error here is a reader that went away.
	io.CopyN(w, zeros{}, int64(size))
}

// zeros reads as zero bytes without end.
type zeros struct{}

func (zeros) Read(p []byte) (int, error) {
	clear(p)
	return len(p), nil
}

// echo answers with a page that holds what was posted, in either encoding that
// forms have.
func echo(w http.ResponseWriter, r *http.Request) {
	const inMemory = 1 << 20 // bytes of uploads kept out of temporary files
	err := r.ParseMultipartForm(inMemory)
	if err != nil && !errors.Is(err, http.ErrNotMultipart) {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	if r.MultipartForm != nil {
		defer r.MultipartForm.RemoveAll()
	}
	form := r.PostForm
	if form == nil {
		form = url.Values{}
	}
	// Marshal escapes <, > and &, so the value cannot leave its script element.
	result, err := json.Marshal(struct {
		Method string     `json:"method"`
		Form   url.Values `json:"form"`
	}{r.Method, form})
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", htmlType)
	fmt.Fprintf(w, "<!doctype html><title>Done</title><h1>Done</h1><script>window.__result=%s</script>", result)
}

// number reads an integer of the query that is not negative; absent is what it
// is when it does not stand there. It answers the request when it is neither.
func number(w http.ResponseWriter, r *http.Request, name string, absent int) (int, bool) {
	text := r.URL.Query().Get(name)
	if text == "" {
		return absent, true
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 0 {
		http.Error(w, name+" is not a number of 0 or more", http.StatusBadRequest)
		return 0, false
	}
	return n, true
}
