package provider

import (
	"context"

	"github.com/holdfast-go/holdfast/cdp"
)

// inbox takes the events of a listener to one goroutine. The listener's queue
// is short, so all that is in it is taken out before one more is looked at, and a
// burst spills over.
type inbox struct {
	sync  chan chan struct{}
	done  chan struct{} // closed when run has ended
	queue []cdp.Event
	bytes int
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
	l.Spill(mostQueued)
	taken := false // since the spilled ones were looked for
	received := func(e cdp.Event, ok bool) (open bool) {
		if !ok {
			b.catch(l, learn)
			return false
		}
		b.take(e)
		taken = true
		return true
	}
	asked := func(caughtUp chan struct{}) (open bool) {
		defer close(caughtUp)
		return b.catch(l, learn)
	}
	for open := true; open; {
		from := l.C()
		if b.bytes >= mostQueued {
			from = nil
		}
		if len(b.queue) == 0 {
			select {
			case e, ok := <-from:
				open = received(e, ok)
			case caughtUp := <-b.sync:
				open = asked(caughtUp)
			}
			continue
		}
		select {
		case e, ok := <-from:
			open = received(e, ok)
		case caughtUp := <-b.sync:
			open = asked(caughtUp)
		default:
			if taken && from != nil {
				b.take(l.Spilled()...)
				taken = false
				continue
			}
			b.work(learn, 1)
		}
	}
}

// catch learns all that is there, and reports whether more can come.
func (b *inbox) catch(l *cdp.Listener, learn func(cdp.Event)) bool {
	open := b.drain(l.C())
	b.take(l.Spilled()...)
	b.work(learn, len(b.queue))
	return open
}

func (b *inbox) take(events ...cdp.Event) {
	b.queue = append(b.queue, events...)
	for _, e := range events {
		b.bytes += len(e.Params)
	}
}

// drain takes what is in the listener's queue and reports whether more can
// come.
func (b *inbox) drain(events <-chan cdp.Event) bool {
	for {
		select {
		case e, ok := <-events:
			if !ok {
				return false
			}
			b.take(e)
		default:
			return true
		}
	}
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
