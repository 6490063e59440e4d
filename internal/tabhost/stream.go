package tabhost

import (
	"sync"

	"github.com/holdfast-go/holdfast/transport"
)

// stream is the stream of a tab whose connection below may be replaced.
type stream struct {
	host *Host
	tab  transport.TabID

	mu     sync.Mutex
	inner  transport.Stream
	closed bool
}

func (s *stream) current() transport.Stream {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.inner
}

// Read reads from the connection of now. When that was replaced while it
// waited, it goes on with the next.
func (s *stream) Read() ([]byte, error) {
	for {
		inner := s.current()
		message, err := inner.Read()
		if err == nil || inner == s.current() {
			return message, err
		}
	}
}

// Write writes to the connection of now.
func (s *stream) Write(message []byte) error {
	for {
		inner := s.current()
		err := inner.Write(message)
		if err == nil || inner == s.current() {
			return err
		}
	}
}

// Close closes the stream for good.
func (s *stream) Close() error {
	s.host.mu.Lock()
	delete(s.host.streams, s)
	s.host.mu.Unlock()
	s.mu.Lock()
	s.closed = true
	inner := s.inner
	s.mu.Unlock()
	return inner.Close()
}

// swap replaces the connection.
func (s *stream) swap(inner transport.Stream) error {
	s.mu.Lock()
	old := s.inner
	if s.closed {
		old = inner
	} else {
		s.inner = inner
	}
	s.mu.Unlock()
	return old.Close()
}
