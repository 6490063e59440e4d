package replay

import "github.com/holdfast-go/holdfast/internal/wire"

// playedStream is a stream of a replay. Its queue is bounded by the recording.
type playedStream struct {
	player *player
	number int

	inbox *wire.Inbox // may be used while player.mu is held
}

func newPlayedStream(p *player, number int) *playedStream {
	return &playedStream{player: p, number: number, inbox: wire.NewInbox(0)}
}

// Read returns the next message. What had come before the end is read before
// the error, except after a Close.
func (s *playedStream) Read() ([]byte, error) { return s.inbox.Read() }

// Write looks the command up.
func (s *playedStream) Write(message []byte) error {
	if err := s.inbox.Err(); err != nil {
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
func (s *playedStream) push(m []byte) { s.inbox.Push(m) }

// end ends the stream. A Close comes after any other end, once.
func (s *playedStream) end(err error) { s.inbox.End(err) }
