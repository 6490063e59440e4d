package provider

import (
	"context"
	"time"

	"github.com/holdfast-go/holdfast/cdp"
)

// inbox takes the events of a listener that spills to one goroutine. The
// listener's queue is short, so all that is in it is taken out before one more is
// looked at.
type inbox struct {
	sync  chan chan struct{}
	done  chan struct{} // closed when run has ended
	queue []cdp.Event
	bytes int
	// alarm, where learn has set it, calls ring once. Both belong to the goroutine
	// of run.
	alarm <-chan time.Time
	ring  func()
}

// mostQueued bounds what waits to be looked at, and what spills over, in bytes
// of parameters; a page that writes faster than that loses the rest, which is
// counted.
const mostQueued = 8 << 20

func newInbox() *inbox {
	return &inbox{sync: make(chan chan struct{}), done: make(chan struct{})}
}

// run hands the events to learn, in their order, until the listener ends.
func (b *inbox) run(l *cdp.Listener, learn func(cdp.Event)) {
	defer close(b.done)
	for open := true; open; {
		if len(b.queue) == 0 {
			select {
			case e, ok := <-l.C():
				if ok {
					b.queue, b.bytes = append(b.queue, e), len(e.Params)
				}
				open = b.drain(l) // what has spilled over outlives the listener
			case caughtUp := <-b.sync:
				open = b.catch(l, learn)
				close(caughtUp)
			case <-b.alarm:
				b.alarm = nil
				b.ring()
			}
			continue
		}
		select {
		case caughtUp := <-b.sync:
			open = b.catch(l, learn)
			close(caughtUp)
		default:
			b.work(learn, 1)
			if b.bytes < mostQueued {
				open = b.drain(l)
			}
		}
	}
	b.work(learn, len(b.queue))
}

// catch learns all that is there, and reports whether more can come.
func (b *inbox) catch(l *cdp.Listener, learn func(cdp.Event)) bool {
	open := b.drain(l)
	b.work(learn, len(b.queue))
	return open
}

// drain takes all that has come and reports whether more can come.
func (b *inbox) drain(l *cdp.Listener) (open bool) {
	known := len(b.queue)
	b.queue, open = l.Drain(b.queue)
	for _, e := range b.queue[known:] {
		b.bytes += len(e.Params)
	}
	return open
}

// work hands the first n events over.
func (b *inbox) work(learn func(cdp.Event), n int) {
	for i := range n {
		b.bytes -= len(b.queue[i].Params)
		learn(b.queue[i])
		b.queue[i] = cdp.Event{}
	}
	b.queue = b.queue[n:]
	if len(b.queue) == 0 {
		b.queue, b.bytes = nil, 0 // a flood is not kept in mind
	}
}

// catchUp returns when all is learnt that the browser said before the last
// reply that the caller got.
func (b *inbox) catchUp(ctx context.Context) error {
	caughtUp := make(chan struct{})
	select {
	case b.sync <- caughtUp:
	case <-b.done:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
	select {
	case <-caughtUp:
	case <-b.done:
	case <-ctx.Done():
		return ctx.Err()
	}
	return nil
}
