package provider_test

import (
	"context"
	"encoding/json"
	"slices"
	"sync"
	"syscall"
	"time"

	"github.com/holdfast-go/holdfast/transport"
	"github.com/holdfast-go/holdfast/transport/chrome"
)

// watchedHost is a host that watches what is sent, and kills the browser right after
// a command of the method that it was armed with.
type watchedHost struct {
	*chrome.Host
	mu   sync.Mutex
	sent []string
	arm  string
	at   time.Time // of the kill
}

func (h *watchedHost) Stream(ctx context.Context, tab transport.TabID) (transport.Stream, error) {
	s, err := h.Host.Stream(ctx, tab)
	if err != nil {
		return nil, err
	}
	return &watchedStream{s, h}, nil
}

type watchedStream struct {
	transport.Stream
	h *watchedHost
}

func (s *watchedStream) Write(message []byte) error {
	var m struct {
		Method string `json:"method"`
	}
	json.Unmarshal(message, &m)
	s.h.mu.Lock()
	s.h.sent = append(s.h.sent, m.Method)
	kill := s.h.arm == m.Method && m.Method != "" && s.h.at.IsZero()
	if kill {
		s.h.at = time.Now()
	}
	s.h.mu.Unlock()
	if kill && len(message) < 32<<10 {
		// Stopped, it cannot answer before it dies. What does not fit the pipe's
		// buffer would wait for a reader.
		syscall.Kill(s.h.PID(), syscall.SIGSTOP)
	}
	err := s.Stream.Write(message)
	if kill {
		syscall.Kill(s.h.PID(), syscall.SIGKILL)
	}
	return err
}

// methods returns the methods of the commands since the last call, each once.
func (h *watchedHost) methods() []string {
	h.mu.Lock()
	defer h.mu.Unlock()
	var unique []string
	for _, m := range h.sent {
		if !slices.Contains(unique, m) {
			unique = append(unique, m)
		}
	}
	h.sent = nil
	return unique
}

func (h *watchedHost) armWith(method string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.arm = method
}

// commands returns the methods of all commands since the last call, in order.
func (h *watchedHost) commands() []string {
	h.mu.Lock()
	defer h.mu.Unlock()
	sent := h.sent
	h.sent = nil
	return sent
}
