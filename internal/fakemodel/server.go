package fakemodel

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"sync"
)

// Answer answers a request with a reply.
type Answer func(*Request) Reply

// Server is a scripted endpoint: an [http.Handler] for POST …/v1/chat/completions.
// Like strict endpoints it rejects conversations that [Check] does not pass.
// It is safe for concurrent use.
type Server struct {
	mu       sync.Mutex
	script   []Answer
	requests []*Request
}

// New makes a server of a script. When that is over, requests are answered with
// the status 410.
func New(script ...Answer) *Server { return &Server{script: script} }

// Then adds answers to the end of the script.
func (s *Server) Then(script ...Answer) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.script = append(s.script, script...)
}

// Requests returns the requests that took an answer, in their order.
func (s *Server) Requests() []*Request {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.requests)
}

// Left returns how many answers nobody asked for yet.
func (s *Server) Left() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.script)
}

// mostRequest bounds a request; a conversation with pictures is megabytes.
const mostRequest = 256 << 20

// ServeHTTP answers with the next answer of the script.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if !strings.HasSuffix(r.URL.Path, "/v1/chat/completions") {
		http.NotFound(w, r)
		return
	}
	if r.Method != http.MethodPost {
		http.Error(w, "POST only", http.StatusMethodNotAllowed)
		return
	}
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, mostRequest))
	if err != nil {
		http.Error(w, err.Error(), http.StatusRequestEntityTooLarge)
		return
	}
	request := &Request{Header: r.Header.Clone(), Body: body}
	if err := json.Unmarshal(body, request); err != nil {
		fail(http.StatusBadRequest, "invalid_request_error", err.Error()).write(w, r, "")
		return
	}
	if err := Check(request.Messages); err != nil {
		fail(http.StatusBadRequest, "invalid_request_error", err.Error()).write(w, r, "")
		return
	}
	answer, number := s.take(request)
	if answer == nil {
		fail(http.StatusGone, "script_over", "the script is over").write(w, r, "")
		return
	}
	answer(request).write(w, r, fmt.Sprintf("call_%d", number))
}

// take takes the next answer of the script and counts the request.
func (s *Server) take(r *Request) (Answer, int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.script) == 0 {
		return nil, 0
	}
	answer := s.script[0]
	s.script = s.script[1:]
	s.requests = append(s.requests, r)
	return answer, len(s.requests)
}
