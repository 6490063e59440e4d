package replay_test

import (
	"context"
	"sync"

	"github.com/holdfast-go/holdfast/transport"
)

// fakeHost is a browser host in memory whose streams answer a message with what
// answer returns for it.
type fakeHost struct {
	answer func(message []byte) [][]byte
	events chan transport.Event
	once   sync.Once

	mu      sync.Mutex
	streams []*fakeStream
}

func newFakeHost(answer func([]byte) [][]byte) *fakeHost {
	return &fakeHost{answer: answer, events: make(chan transport.Event, 8)}
}

func (h *fakeHost) Stream(context.Context, transport.TabID) (transport.Stream, error) {
	s := &fakeStream{answer: h.answer, queue: make(chan []byte, 10000), closed: make(chan struct{})}
	h.mu.Lock()
	defer h.mu.Unlock()
	h.streams = append(h.streams, s)
	return s, nil
}

func (h *fakeHost) Events() <-chan transport.Event { return h.events }

func (h *fakeHost) Close() error {
	h.once.Do(func() {
		h.mu.Lock()
		defer h.mu.Unlock()
		for _, s := range h.streams {
			_ = s.Close()
		}
		h.events <- transport.Event{Kind: transport.Down}
		close(h.events)
	})
	return nil
}

type fakeStream struct {
	answer func([]byte) [][]byte
	queue  chan []byte
	once   sync.Once
	closed chan struct{}
}

func (s *fakeStream) Read() ([]byte, error) {
	select {
	case m := <-s.queue:
		return m, nil
	case <-s.closed:
		return nil, &transport.Error{Kind: transport.KindClosed, Op: "read", Detail: "closed"}
	}
}

func (s *fakeStream) Write(m []byte) error {
	for _, a := range s.answer(m) {
		s.queue <- a
	}
	return nil
}

func (s *fakeStream) Close() error {
	s.once.Do(func() { close(s.closed) })
	return nil
}
