package cdp

import "sync/atomic"

// Event is something the browser said without being asked.
type Event struct {
	SessionID string // empty on the root session
	Method    string // as the browser wrote it, known or not
	Params    []byte // raw JSON, or nil; shared by all listeners, not to be written to
	Lost      int    // events of this listener that were dropped right before this one
}

// Listener is one ordered, bounded queue of events. What does not fit is
// dropped and counted: the newest goes, because a reader that fell behind needs
// the beginning to make sense of the rest.
type Listener struct {
	conn  *Conn
	where *router
	names []string
	queue chan Event

	over atomic.Bool // something has spilled over

	// Guarded by conn.mu.
	ended   bool
	pending int // dropped since the last event that fit
	lost    int // dropped in all
	spilled []Event
	spill   int // bytes of their parameters
	most    int // of these; 0 spills nothing
}

// shortQueue is the length of the queue of a listener that spills. A program has
// some listeners for each page, and most of them are idle: this one takes 1 KB,
// the other 64.
const shortQueue = 16

// C gives the events in the order of their arrival. It is closed, after what is
// queued has been read, when the listener, its session or the connection ends.
func (l *Listener) C() <-chan Event { return l.queue }

// Close ends the listener. It is idempotent.
func (l *Listener) Close() {
	l.conn.mu.Lock()
	defer l.conn.mu.Unlock()
	l.where.remove(l.names, l)
	l.end()
}

// Lost returns how many events were dropped in all.
func (l *Listener) Lost() int {
	l.conn.mu.Lock()
	defer l.conn.mu.Unlock()
	return l.lost
}

// Drain appends to events all that has come and was not read, in order, and
// reports whether more can come. It does not wait. C and Drain are for one
// goroutine.
func (l *Listener) Drain(events []Event) (all []Event, open bool) {
	events, open = l.unqueue(events)
	if !l.over.Load() {
		return events, open // mostly: the lock is everybody's
	}
	l.conn.mu.Lock()
	defer l.conn.mu.Unlock()
	// What was queued meanwhile is earlier than what has spilled over.
	events, open = l.unqueue(events)
	events = append(events, l.spilled...)
	l.spilled, l.spill = nil, 0
	l.over.Store(false)
	return events, open
}

// unqueue appends what is in the queue.
func (l *Listener) unqueue(events []Event) (all []Event, open bool) {
	for {
		select {
		case e, ok := <-l.queue:
			if !ok {
				return events, false
			}
			events = append(events, e)
		default:
			return events, true
		}
	}
}

// deliver queues an event. It runs on the reader, under conn.mu.
func (l *Listener) deliver(e Event) {
	if l.ended {
		return
	}
	e.Lost = l.pending
	if len(l.spilled) == 0 {
		select {
		case l.queue <- e:
			l.pending = 0
			return
		default:
		}
	}
	if l.most > 0 && l.spill+len(e.Params) <= l.most {
		l.spilled = append(l.spilled, e)
		l.over.Store(true)
		l.spill += len(e.Params)
		l.pending = 0
		return
	}
	l.pending++
	l.lost++
}

// end closes the queue, under conn.mu.
func (l *Listener) end() {
	if !l.ended {
		l.ended = true
		close(l.queue)
	}
}

// sink is where a router puts events. Both methods run under conn.mu and must
// not block or call back into the connection.
type sink interface {
	deliver(Event)
	end()
}

// router finds the sinks of an event, in the order in which they were added. It
// is guarded by conn.mu.
type router struct {
	all    []sink            // of every method
	byName map[string][]sink // of one method
	ended  bool
}

// add registers a sink for the methods, for every method when there is none.
func (r *router) add(methods []string, s sink) {
	if r.ended {
		s.end()
		return
	}
	if len(methods) == 0 {
		r.all = append(r.all, s)
		return
	}
	if r.byName == nil {
		r.byName = map[string][]sink{}
	}
	for _, m := range methods {
		r.byName[m] = append(r.byName[m], s)
	}
}

// remove takes a sink out again.
func (r *router) remove(methods []string, s sink) {
	if len(methods) == 0 {
		r.all = without(r.all, s)
		return
	}
	for _, m := range methods {
		if left := without(r.byName[m], s); len(left) > 0 {
			r.byName[m] = left
		} else {
			delete(r.byName, m)
		}
	}
}

// wants reports whether anyone listens to the method.
func (r *router) wants(method []byte) bool {
	return len(r.all) > 0 || len(r.byName[string(method)]) > 0
}

// deliver gives the event to everyone who wants it.
func (r *router) deliver(e Event) {
	for _, s := range r.byName[e.Method] {
		s.deliver(e)
	}
	for _, s := range r.all {
		s.deliver(e)
	}
}

// endAll ends every sink, and every one that is added later.
func (r *router) endAll() {
	r.ended = true
	for _, s := range r.all {
		s.end()
	}
	for _, sinks := range r.byName {
		for _, s := range sinks {
			s.end()
		}
	}
	r.all, r.byName = nil, nil
}

// without returns the sinks without one of them.
func without(sinks []sink, gone sink) []sink {
	for i, s := range sinks {
		if s == gone {
			return append(sinks[:i:i], sinks[i+1:]...)
		}
	}
	return sinks
}

// unique drops repeated method names, which would deliver an event twice.
func unique(methods []string) []string {
	seen := make(map[string]bool, len(methods))
	var out []string
	for _, m := range methods {
		if !seen[m] {
			seen[m] = true
			out = append(out, m)
		}
	}
	return out
}
