package testpage

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"sync"
)

// Mark is one request that reached /_mark.
type Mark struct {
	ID     string `json:"id"`     // the id of its query
	Host   string `json:"host"`   // host and port as the browser addressed it
	Method string `json:"method"` // GET, POST and so on
	Dest   string `json:"dest"`   // Sec-Fetch-Dest: document, iframe, image, empty and so on
}

// Marks returns the requests that reached /_mark since the start or since the
// last reset, in order. Only servers of [Cases] have that route.
func (s *Server) Marks() []Mark {
	if s.marks == nil {
		return nil
	}
	return s.marks.all()
}

type marks struct {
	mu   sync.Mutex
	seen []Mark
}

func (m *marks) all() []Mark {
	m.mu.Lock()
	defer m.mu.Unlock()
	return slices.Clone(m.seen)
}

func (m *marks) add(w http.ResponseWriter, r *http.Request) {
	m.mu.Lock()
	m.seen = append(m.seen, Mark{
		ID:     r.URL.Query().Get("id"),
		Host:   r.Host,
		Method: r.Method,
		Dest:   r.Header.Get("Sec-Fetch-Dest"),
	})
	m.mu.Unlock()
	w.Header().Set("Access-Control-Allow-Origin", "*")
	w.Header().Set("Content-Type", htmlType)
	fmt.Fprint(w, "<!doctype html><title>MARK</title><h1>mark</h1>")
}

func (m *marks) list(w http.ResponseWriter, r *http.Request) {
	if r.URL.Query().Get("reset") != "" {
		m.mu.Lock()
		m.seen = nil
		m.mu.Unlock()
	}
	seen := m.all()
	if seen == nil {
		seen = []Mark{} // an empty list, not null, for the reader's sake
	}
	w.Header().Set("Access-Control-Allow-Origin", "*")
	w.Header().Set("Content-Type", "application/json")
	// An error here is a reader that went away.
	json.NewEncoder(w).Encode(seen)
}
