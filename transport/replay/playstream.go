package replay

import (
	"errors"
	"sync"

	"github.com/holdfast-go/holdfast/transport"
)

// playedStream is a stream of a replay. Its queue is bounded by the recording.
type playedStream struct {
	player *player
	number int

	mu     sync.Mutex // may be taken while player.mu is held, not the other way round
	filled *sync.Cond
	queue  [][]byte
	err    error // why it has ended
}

func newPlayedStream(p *player, number int) *playedStream {
	s := &playedStream{player: p, number: number}
	s.filled = sync.NewCond(&s.mu)
	return s
}

// Read returns the next message. What had come before the end is read before
// the error, except after a Close.
func (s *playedStream) Read() ([]byte, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for len(s.queue) == 0 && s.err == nil {
		s.filled.Wait()
	}
	if len(s.queue) == 0 {
		return nil, s.err
	}
	m := s.queue[0]
	s.queue[0] = nil
	s.queue = s.queue[1:]
	return m, nil
}

// Write looks the command up.
func (s *playedStream) Write(message []byte) error {
	s.mu.Lock()
	err := s.err
	s.mu.Unlock()
	if err != nil {
		return err
	}
	c, err := s.player.command(message, s.number)
	if err != nil {
		return err
	}
	return s.player.receive(c)
}

// Close ends the stream. Nobody waits for its commands any more.
func (s *playedStream) Close() error {
	s.end(closed("read", "the stream was closed here"))
	p := s.player
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed {
		return nil
	}
	p.finish(s.number)
	p.advance()
	p.stir()
	return nil
}

// push queues a message.
func (s *playedStream) push(m []byte) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.err == nil {
		s.queue = append(s.queue, m)
		s.filled.Signal()
	}
}

// end ends the stream. A Close comes after any other end, once.
func (s *playedStream) end(err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	closing := errors.Is(err, transport.ErrClosed)
	if s.err != nil && (!closing || errors.Is(s.err, transport.ErrClosed)) {
		return
	}
	s.err = err
	if closing {
		s.queue = nil
	}
	s.filled.Broadcast()
}
