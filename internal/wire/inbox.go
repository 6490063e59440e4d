package wire

import (
	"errors"
	"sync"

	"github.com/holdfast-go/holdfast/transport"
)

// Inbox holds the messages of a stream that nobody has read yet. It is safe for
// concurrent use.
type Inbox struct {
	most int

	mu     sync.Mutex
	filled sync.Cond
	queue  [][]byte
	bytes  int
	err    error // why it has ended
}

// NewInbox makes an inbox for so many bytes; 0 is no bound.
func NewInbox(most int) *Inbox {
	b := &Inbox{most: most}
	b.filled.L = &b.mu
	return b
}

// Read waits for the next message and returns it. What had come before the end
// is read before the error.
func (b *Inbox) Read() ([]byte, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for len(b.queue) == 0 && b.err == nil {
		b.filled.Wait()
	}
	if len(b.queue) == 0 {
		return nil, b.err
	}
	message := b.queue[0]
	b.queue[0] = nil
	b.queue = b.queue[1:]
	b.bytes -= len(message)
	return message, nil
}

// Err is the error of the end, nil before it.
func (b *Inbox) Err() error {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.err
}

// Push queues a message. After the end it does nothing. It reports false for a
// message that did not fit beside others.
func (b *Inbox) Push(message []byte) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	switch {
	case b.err != nil:
		return true
	case b.most > 0 && b.bytes+len(message) > b.most && len(b.queue) > 0:
		return false
	}
	b.queue = append(b.queue, message)
	b.bytes += len(message)
	b.filled.Signal()
	return true
}

// End marks the end, and reports whether this call did. What had come before is
// still read, except after a Close of this side (transport.ErrClosed), which may
// come after any other end.
func (b *Inbox) End(err error) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	closing, first := errors.Is(err, transport.ErrClosed), b.err == nil
	if !first && (!closing || errors.Is(b.err, transport.ErrClosed)) {
		return false
	}
	b.err = err
	if closing {
		b.queue, b.bytes = nil, 0
	}
	b.filled.Broadcast()
	return first
}
