//go:build linux

package main

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
)

// site serves light pages and counts what was done to it.
type site struct {
	url string

	mu    sync.Mutex
	reads map[string]int // by job
	pays  map[string]int
	paid  func() // called when an order is paid, before that is answered
}

const orderPage = `<!doctype html><title>Order %[1]s</title><h1>%[2]s %[1]s</h1>
<button onclick="fetch('/pay?job=%[1]s', {method: 'POST'}).then(() => document.querySelector('h1').textContent = 'Paid %[1]s')">Pay</button>`

func newSite(t *testing.T) *site {
	t.Helper()
	s := &site{reads: map[string]int{}, pays: map[string]int{}, paid: func() {}}
	pages := http.NewServeMux()
	page := func(path string, f func(w http.ResponseWriter, job string)) {
		pages.HandleFunc(path, func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", "text/html; charset=utf-8")
			f(w, r.URL.Query().Get("job"))
		})
	}
	page("GET /read", func(w http.ResponseWriter, job string) {
		s.count(s.reads, job)
		fmt.Fprintf(w, "<!doctype html><title>Read %[1]s</title><h1>Words of %[1]s</h1><p>Nothing else.", job)
	})
	page("GET /order", func(w http.ResponseWriter, job string) {
		state := "Order"
		if _, pays := s.counts(job); pays > 0 {
			state = "Paid"
		}
		fmt.Fprintf(w, orderPage, job, state)
	})
	page("POST /pay", func(_ http.ResponseWriter, job string) {
		s.count(s.pays, job)
		s.paid()
	})
	page("GET /long", func(w http.ResponseWriter, _ string) {
		fmt.Fprintf(w, "<!doctype html><title>Long</title><p>%s", strings.Repeat("words ", 2000))
	})
	page("GET /stuck", func(w http.ResponseWriter, _ string) { // as an endless loop would be, but cheaper
		io.WriteString(w, "<!doctype html><title>Stuck</title><h1>Stuck</h1><script>const r = new XMLHttpRequest(); r.open('GET', '/never', false); r.send()</script>")
	})
	pages.HandleFunc("GET /never", func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() })
	server := httptest.NewServer(pages)
	t.Cleanup(func() {
		server.CloseClientConnections()
		server.Close()
	})
	s.url = server.URL
	return s
}

func (s *site) count(m map[string]int, job string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	m[job]++
}

// counts tells how often a job's page was read and its order paid.
func (s *site) counts(job string) (reads, pays int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.reads[job], s.pays[job]
}

// orders are jobs that read a page, pay an order, and take a picture.
func (s *site) orders(prefix string, n int) []*Job {
	var jobs []*Job
	for i := range n {
		id := fmt.Sprintf("%s-%d", prefix, i+1)
		jobs = append(jobs, &Job{ID: id, Steps: []Step{
			{URL: s.url + "/read?job=" + id, Take: []Take{TakeText}},
			{URL: s.url + "/order?job=" + id, Do: []Action{{Click: &Target{"button", "Pay"}}}, Wait: "Paid " + id},
			{Take: []Take{TakePicture}},
		}})
	}
	return jobs
}
