package cdp

import (
	"context"
	"time"
)

// Pending is a command on its way. [Session.Send] returns it at once, so that
// several commands can be written back to back and awaited once.
type Pending struct {
	conn    *Conn
	session *Session
	id      int64
	method  string
	done    chan struct{} // closed when settled

	// Guarded by conn.mu until settled.
	message []byte // until it is written
	timer   *time.Timer
	stop    func() bool // ends the watch of Send's context

	// Written once, before done is closed.
	result []byte
	err    error
}

// Done is closed when the command has ended in any way; Wait then returns at
// once.
func (p *Pending) Done() <-chan struct{} { return p.done }

// Wait waits for the reply and decodes it into result, unless that is nil. When
// ctx ends first, the command ends with it: a late reply is dropped, and the
// command is not sent any more if it was not yet. Wait may be called again and
// by several goroutines.
func (p *Pending) Wait(ctx context.Context, result any) error {
	select {
	case <-p.done:
	default:
		select {
		case <-p.done:
		case <-ctx.Done():
			p.conn.cancel(p, callError(p.method, ctx.Err()))
			// Settled: by us, or by a reply that was faster.
			<-p.done
		}
	}
	if p.err != nil {
		return p.err
	}
	if err := decodeResult(p.result, result); err != nil {
		return callError(p.method, err)
	}
	return nil
}

// Abandon says that nobody waits for the reply. The command is still sent. Wait
// then returns ErrAbandoned, unless the command had ended before.
func (p *Pending) Abandon() {
	p.conn.settle(p, nil, callError(p.method, ErrAbandoned))
}

// expire ends the command when its limit is over.
func (p *Pending) expire() {
	p.conn.cancel(p, &TimeoutError{Method: p.method, Limit: p.conn.limit})
}

// finish publishes the end. Only the one who took p out of the waiters calls
// it.
func (p *Pending) finish(result []byte, err error) {
	if p.timer != nil {
		p.timer.Stop()
	}
	if p.stop != nil {
		p.stop()
	}
	p.result, p.err = result, err
	close(p.done)
}
