package provider_test

import (
	"context"
	"encoding/json"
	"slices"
	"sync"

	"github.com/holdfast-go/holdfast/transport"
	"github.com/holdfast-go/holdfast/transport/chrome"
)

// watchedHost is a host that watches what is sent, and hears nothing any more after
// a command of the method that it was armed with.
type watchedHost struct {
	*chrome.Host
	mu   sync.Mutex
	sent []string
	arm  string
	last chan struct{} // closed once a command of that method is sent
	deaf bool          // from then on
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
	last := s.h.arm == m.Method && m.Method != "" && !s.h.deaf
	s.h.deaf = s.h.deaf || last
	s.h.mu.Unlock()
	err := s.Stream.Write(message)
	if last {
		close(s.h.last)
	}
	return err
}

func (s *watchedStream) Read() ([]byte, error) {
	for {
		message, err := s.Stream.Read()
		s.h.mu.Lock()
		deaf := s.h.deaf
		s.h.mu.Unlock()
		if err != nil || !deaf {
			return message, err
		}
	}
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

// deafAfter lets nothing of what the browser says through once a command of the
// method is sent. The channel closes then.
func (h *watchedHost) deafAfter(method string) <-chan struct{} {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.arm, h.last = method, make(chan struct{})
	return h.last
}

// commands returns the methods of all commands since the last call, in order.
func (h *watchedHost) commands() []string {
	h.mu.Lock()
	defer h.mu.Unlock()
	sent := h.sent
	h.sent = nil
	return sent
}
