package chrome

import (
	"bufio"
	"errors"
	"io"
	"os"
	"sync"

	"github.com/holdfast-go/holdfast/transport"
)

// pipeBuffer is the size of a read; Linux pipes hold 64 KiB.
const pipeBuffer = 64 << 10

// pipe is Chrome's --remote-debugging-pipe: messages that end with a NUL byte,
// on the program's descriptors 3 (to it) and 4 (from it). There is no length to
// exceed, no port that others could reach, and Chrome ends when it is closed,
// even if this program was killed.
type pipe struct {
	in     *bufio.Reader
	from   *os.File
	to     *os.File
	closed chan struct{}
	once   sync.Once
	buffer []byte // of Write, which has one caller at a time
}

func newPipe(from, to *os.File) *pipe {
	return &pipe{in: bufio.NewReaderSize(from, pipeBuffer), from: from, to: to, closed: make(chan struct{})}
}

// Read returns the next message.
func (p *pipe) Read() ([]byte, error) {
	message, err := p.in.ReadBytes(0)
	if err != nil {
		return nil, p.end("read", err)
	}
	return message[:len(message)-1], nil
}

// Write sends one message and the byte that ends it in one piece.
func (p *pipe) Write(message []byte) error {
	p.buffer = append(append(p.buffer[:0], message...), 0)
	_, err := p.to.Write(p.buffer)
	if cap(p.buffer) > 1<<20 {
		p.buffer = nil // one large script must not be kept for ever
	}
	if err != nil {
		return p.end("write", err)
	}
	return nil
}

// Close closes both ends, which makes a pending Read or Write return.
func (p *pipe) Close() error {
	var err error
	p.once.Do(func() {
		close(p.closed)
		err = errors.Join(p.to.Close(), p.from.Close())
	})
	return err
}

// end says why the pipe is of no more use.
func (p *pipe) end(op string, err error) error {
	select {
	case <-p.closed:
		return &transport.Error{Kind: transport.KindClosed, Op: op, Detail: "the pipe to Chrome was closed here"}
	default:
	}
	if errors.Is(err, io.EOF) {
		err = nil // which says no more than "lost" does
	}
	return &transport.Error{Kind: transport.KindLost, Op: op, Detail: "Chrome closed its end of the pipe", Err: err}
}
