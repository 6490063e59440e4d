package event

import (
	"context"
	"errors"
	"iter"
	"slices"
	"sync"
	"time"
)

// ErrClosed is what a listener gets behind the last event of a feed.
var ErrClosed = errors.New("event: the feed is closed")

// Options are those of a [Feed]. The zero value works.
type Options struct {
	// Now is the clock; nil is [time.Now].
	Now func() time.Time
	// MaxItems is how many items the feed keeps for those who come later, the
	// newest; 0 is 500.
	MaxItems int
	// Queue is how many events wait for a listener before they are replaced by a
	// [Snapshot]; 0 is 1,024.
	Queue int
}

const (
	defaultItems = 500
	defaultQueue = 1024
)

// Feed numbers events and hands them to listeners. It is safe for concurrent
// use and starts no goroutine: listeners fetch.
type Feed struct {
	now   func() time.Time
	queue int

	mu        sync.Mutex
	timeline  Timeline
	listeners map[*Listener]struct{}
	closed    bool
}

// NewFeed makes a feed whose first event is number 1.
func NewFeed(o Options) *Feed {
	f := &Feed{now: o.Now, queue: o.Queue, listeners: map[*Listener]struct{}{}}
	if f.now == nil {
		f.now = time.Now
	}
	if f.queue <= 0 {
		f.queue = defaultQueue
	}
	f.timeline.MaxItems = o.MaxItems
	if o.MaxItems <= 0 {
		f.timeline.MaxItems = defaultItems
	}
	return f
}

// Emit numbers an event and hands it out. A [Snapshot] replaces everything, for
// a conversation that was loaded: it has a number of its own like every event.
// After Close nothing is handed out; the event has number 0 then.
func (f *Feed) Emit(b Body) Event {
	f.mu.Lock()
	defer f.mu.Unlock()
	e := Event{Time: f.now().Round(0).UTC(), Body: b}
	if f.closed || b == nil {
		return e
	}
	e.Seq = f.timeline.Seq() + 1
	_ = f.timeline.Apply(e) // it is the next one
	for l := range f.listeners {
		l.offer(e)
	}
	return e
}

// Snapshot returns everything as it is now, with the number of the last event.
func (f *Feed) Snapshot() Event {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.snapshot()
}

func (f *Feed) snapshot() Event {
	return Event{Seq: f.timeline.Seq(), Time: f.now().Round(0).UTC(), Body: f.timeline.Snapshot()}
}

// Listen begins to listen. The first event is a [Snapshot]. The listener must
// be closed, or fetched from until the feed is closed.
func (f *Feed) Listen() *Listener {
	f.mu.Lock()
	defer f.mu.Unlock()
	l := &Listener{feed: f, behind: true, ready: make(chan struct{}, 1)}
	l.wake()
	if f.closed {
		l.ended = true
	} else {
		f.listeners[l] = struct{}{}
	}
	return l
}

// Close ends the feed: listeners get what is left and then [ErrClosed]. It is
// idempotent.
func (f *Feed) Close() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.closed = true
	for l := range f.listeners {
		l.ended = true
		l.wake()
	}
	clear(f.listeners)
}

// Listener fetches the events of a feed, in their order. One goroutine at a
// time may fetch.
type Listener struct {
	feed  *Feed
	ready chan struct{} // holds a token when there may be something to fetch

	// All below are guarded by feed.mu.
	queue []Event
	// behind: the next event is a snapshot, of the moment at which it is fetched.
	behind bool
	ended  bool
}

// offer is called with feed.mu held.
func (l *Listener) offer(e Event) {
	switch {
	case l.behind:
		return // the snapshot will hold it
	case len(l.queue) >= l.feed.queue:
		l.queue, l.behind = nil, true
	default:
		l.queue = append(l.queue, e)
	}
	l.wake()
}

func (l *Listener) wake() {
	select {
	case l.ready <- struct{}{}:
	default:
	}
}

// Next waits for the next event. It fails with the cause of the context's end,
// and with [ErrClosed] when there will be none.
func (l *Listener) Next(ctx context.Context) (Event, error) {
	for {
		e, ok, err := l.take()
		if ok || err != nil {
			return e, err
		}
		select {
		case <-l.ready:
		case <-ctx.Done():
			return Event{}, context.Cause(ctx)
		}
	}
}

func (l *Listener) take() (Event, bool, error) {
	l.feed.mu.Lock()
	defer l.feed.mu.Unlock()
	switch {
	case l.behind:
		l.behind = false
		return l.feed.snapshot(), true, nil
	case len(l.queue) > 0:
		e := l.queue[0]
		l.queue = slices.Delete(l.queue, 0, 1)
		return e, true, nil
	case l.ended:
		return Event{}, false, ErrClosed
	}
	return Event{}, false, nil
}

// All gives the events until the feed is closed. The end of the context is an
// error, the last that comes. The listener is closed when the loop ends.
func (l *Listener) All(ctx context.Context) iter.Seq2[Event, error] {
	return func(yield func(Event, error) bool) {
		defer l.Close()
		for {
			e, err := l.Next(ctx)
			if errors.Is(err, ErrClosed) {
				return
			}
			if !yield(e, err) || err != nil {
				return
			}
		}
	}
}

// Close ends listening. It is idempotent; what waits is forgotten.
func (l *Listener) Close() {
	l.feed.mu.Lock()
	defer l.feed.mu.Unlock()
	delete(l.feed.listeners, l)
	l.queue, l.behind, l.ended = nil, false, true
	l.wake()
}
