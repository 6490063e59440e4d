package crowd

import (
	"context"
	"errors"
	"strconv"
	"sync"
	"time"

	"github.com/holdfast-go/holdfast/internal/wire"
	"github.com/holdfast-go/holdfast/transport"
)

// Host is a browser whose tabs are copies of a recorded one. It has one stream,
// that of the browser. It is safe for concurrent use.
type Host struct {
	script *Script
	delay  time.Duration
	events chan transport.Event

	mu     sync.Mutex
	stream *stream
	ended  bool
	err    error
}

// New makes a host. Each message comes delay after the command that it follows,
// as if a browser had worked on it.
func New(script *Script, delay time.Duration) *Host {
	return &Host{script: script, delay: delay, events: make(chan transport.Event, 1)}
}

var _ transport.Host = (*Host)(nil)

// Stream gives the browser's stream, once.
func (h *Host) Stream(_ context.Context, tab transport.TabID) (transport.Stream, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	switch {
	case h.ended:
		return nil, closed()
	case tab != "", h.stream != nil:
		return nil, &transport.Error{Kind: transport.KindUnsupported, Op: "stream", Detail: "there is the browser's stream, and only once"}
	}
	h.stream = newStream(h)
	return h.stream, nil
}

// Events tells the end.
func (h *Host) Events() <-chan transport.Event { return h.events }

// Err is the first command that differs, a *DivergenceError, or nil.
func (h *Host) Err() error {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.err
}

// Close ends the stream and returns what Err does.
func (h *Host) Close() error {
	h.end(nil)
	return h.Err()
}

// end ends the host, once.
func (h *Host) end(err error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.ended {
		return
	}
	h.ended, h.err = true, err
	if h.stream != nil {
		h.stream.end()
	}
	h.events <- transport.Event{Kind: transport.Down, Err: err}
	close(h.events)
}

func closed() error {
	return &transport.Error{Kind: transport.KindClosed, Op: "stream", Detail: "the host was closed here"}
}

// stream plays the script. What is sent is worked on by the writer itself, whose
// state needs no lock.
type stream struct {
	host    *Host
	opening double
	tabs    map[uint32]*double
	last    uint32 // number of the last tab

	mu    sync.Mutex
	queue []due
	over  bool
	wake  chan struct{} // has room for one: something was queued, or it is over
}

// due is a message and when it comes.
type due struct {
	at      time.Time // zero is at once
	message []byte
}

func newStream(h *Host) *stream {
	s := &stream{host: h, tabs: map[uint32]*double{}, wake: make(chan struct{}, 1)}
	s.opening.enter(&h.script.opening, -1)
	return s
}

// Read waits for the next message.
func (s *stream) Read() ([]byte, error) {
	for {
		s.mu.Lock()
		if s.over {
			s.mu.Unlock()
			return nil, closed()
		}
		if len(s.queue) > 0 {
			first := s.queue[0]
			wait := time.Duration(0)
			if !first.at.IsZero() {
				wait = time.Until(first.at)
			}
			if wait <= 0 {
				s.queue[0] = due{}
				if s.queue = s.queue[1:]; len(s.queue) == 0 {
					s.queue = nil
				}
				s.mu.Unlock()
				return first.message, nil
			}
			s.mu.Unlock()
			timer := time.NewTimer(wait)
			select {
			case <-timer.C:
			case <-s.wake: // at the end, too
				timer.Stop()
			}
			continue
		}
		s.mu.Unlock()
		<-s.wake
	}
}

// Write takes a command.
func (s *stream) Write(message []byte) error {
	e, err := wire.Parse(message)
	if err != nil || !e.HasID || len(e.Method) == 0 {
		return errors.Join(errors.New("crowd: this is not a command"), err)
	}
	c := command{id: e.ID, method: string(e.Method), session: len(e.SessionID) > 0, params: e.Params}
	var out [][]byte
	if err := s.play(c, e.SessionID, func(m []byte) { out = append(out, m) }); err != nil {
		s.host.end(err)
		return closed()
	}
	s.push(out)
	return nil
}

// push queues messages.
func (s *stream) push(messages [][]byte) {
	var at time.Time
	if s.host.delay > 0 {
		at = time.Now().Add(s.host.delay)
	}
	s.mu.Lock()
	for _, m := range messages {
		s.queue = append(s.queue, due{at, m})
	}
	s.mu.Unlock()
	s.signal()
}

func (s *stream) signal() {
	select {
	case s.wake <- struct{}{}:
	default: // the reader has been told
	}
}

// Close ends the host: it has no other stream.
func (s *stream) Close() error {
	s.host.end(nil)
	return nil
}

// end makes reads return.
func (s *stream) end() {
	s.mu.Lock()
	s.over = true
	s.mu.Unlock()
	s.signal()
}

// play answers a command.
func (s *stream) play(c command, session []byte, give func([]byte)) error {
	d, err := s.whose(c, session)
	if err != nil {
		return err
	}
	switch {
	case frees(c.method):
		give(empty(c.id, session))
		return nil
	case c.method == methodRound && d == &s.opening && d.over():
		give(noTargets(c.id)) // a program that counts its tabs
		return nil
	case c.method == methodClose && d.round >= 0:
		d.enter(&s.host.script.ending, -1)
	}
	if !d.take(c) {
		return d.divergence(c)
	}
	d.due(c, give)
	if !d.over() {
		return nil
	}
	switch script := s.host.script; {
	case d.round >= 0:
		next := min(d.round+1, len(script.parts)-1)
		d.enter(&script.parts[next], next)
	case d.number > 0:
		delete(s.tabs, d.number)
	}
	return nil
}

// whose finds the copy that a command is for.
func (s *stream) whose(c command, session []byte) (*double, error) {
	id := session
	if !c.session {
		if c.method == methodOpen {
			s.last++
			d := &double{number: s.last}
			d.enter(&s.host.script.parts[0], 0)
			s.tabs[s.last] = d
			return d, nil
		}
		if id = targetOf(c.params); id == nil {
			return &s.opening, nil
		}
	}
	number, ok := numberOf(id)
	d := s.tabs[number]
	if !ok || d == nil {
		return nil, &DivergenceError{Page: int(number), Method: c.method, Params: short(c.params)}
	}
	return d, nil
}

// targetOf reads the tab that a command of the connection is about.
func targetOf(params []byte) []byte {
	var id []byte
	if len(params) == 0 {
		return nil
	}
	// Params that cannot be read are those of no tab; they do not match anything.
	_ = wire.Members(params, func(key, raw []byte) {
		if k := string(key); k == "targetId" || k == "sessionId" {
			id = wire.Text(raw)
		}
	})
	return id
}

// empty is a reply that says nothing.
func empty(id int64, session []byte) []byte {
	b := strconv.AppendInt([]byte(`{"id":`), id, 10)
	b = append(b, `,"result":{}`...)
	if len(session) > 0 {
		b = append(append(append(b, `,"sessionId":"`...), session...), '"')
	}
	return append(b, '}')
}

func noTargets(id int64) []byte {
	b := strconv.AppendInt([]byte(`{"id":`), id, 10)
	return append(b, `,"result":{"targetInfos":[]}}`...)
}
