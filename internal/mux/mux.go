// Package mux makes many streams of one. Chrome's pipe is a single connection,
// but a flat session that Target.attachToBrowserTarget gives is as good as a
// connection of its own: it has its own enabled domains, its own child
// sessions, and all of it ends with it. A [Mux] hands out such sessions, and
// sessions of tabs, as streams in which the session is the root.
//
// Messages are routed by their session, which Chrome writes last, so that a
// message of many megabytes is not read through for it.
package mux

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"sync"

	"github.com/holdfast-go/holdfast/internal/wire"
	"github.com/holdfast-go/holdfast/transport"
)

// Mux owns a stream to a browser. It is safe for concurrent use.
type Mux struct {
	stream transport.Stream
	done   chan struct{}
	reader sync.WaitGroup
	jobs   sync.WaitGroup // commands on their way to a stream that may be stuck
	write  sync.Mutex

	mu      sync.Mutex
	lastID  int64
	waiters map[int64]func(reply)
	owners  map[string]*stream // by session, their children included
	err     error              // set once, at the end
}

// reply is what came of a command of the Mux itself.
type reply struct {
	result []byte
	err    error
}

// New takes over the stream and starts to read it.
func New(s transport.Stream) *Mux {
	m := &Mux{
		stream: s, done: make(chan struct{}),
		waiters: map[int64]func(reply){},
		owners:  map[string]*stream{},
	}
	m.reader.Go(m.read)
	return m
}

// Browser opens a stream with a browser session of its own.
func (m *Mux) Browser(ctx context.Context) (transport.Stream, error) {
	return m.open(ctx, "Target.attachToBrowserTarget", nil)
}

// Tab opens a stream to a tab.
func (m *Mux) Tab(ctx context.Context, tab transport.TabID) (transport.Stream, error) {
	params, err := json.Marshal(map[string]any{"targetId": tab, "flatten": true})
	if err != nil {
		return nil, err
	}
	s, err := m.open(ctx, "Target.attachToTarget", params)
	if te, ok := errors.AsType[*transport.Error](err); ok && te.Kind == transport.KindRefused {
		te.Kind, te.Hint = transport.KindNotFound, "list the tabs again; it may have been closed"
	}
	return s, err
}

// Call runs one command on the browser's own session and returns its raw
// result. It is meant for the owner of the Mux, who has few of them.
func (m *Mux) Call(ctx context.Context, method string, params []byte) ([]byte, error) {
	got := make(chan reply, 1)
	if err := m.start(method, params, func(r reply) { got <- r }); err != nil {
		return nil, err
	}
	select {
	case r := <-got:
		return r.result, r.err
	case <-ctx.Done():
		return nil, &transport.Error{Kind: transport.KindUnreachable, Op: method, Err: ctx.Err()}
	}
}

// open attaches a session and makes it a stream. The session is registered on
// the reader, before anything that comes for it is read. When ctx ends first,
// it is detached as soon as it is there.
func (m *Mux) open(ctx context.Context, method string, params []byte) (transport.Stream, error) {
	type opened struct {
		s   *stream
		err error
	}
	got := make(chan opened, 1)
	var mu sync.Mutex
	left := false // nobody waits any more
	err := m.start(method, params, func(r reply) {
		if r.err != nil {
			got <- opened{err: r.err}
			return
		}
		var body struct {
			SessionID string `json:"sessionId"`
		}
		if err := json.Unmarshal(r.result, &body); err != nil || body.SessionID == "" {
			got <- opened{err: &transport.Error{
				Kind: transport.KindNotChrome, Op: method, Detail: "the reply has no session id", Err: err,
			}}
			return
		}
		mu.Lock()
		defer mu.Unlock()
		if left {
			m.detach(body.SessionID)
			return
		}
		s := newStream(m, body.SessionID)
		m.mu.Lock()
		m.owners[s.root] = s
		m.mu.Unlock()
		got <- opened{s: s}
	})
	if err != nil {
		return nil, err
	}
	select {
	case o := <-got:
		if o.err != nil {
			return nil, o.err
		}
		return o.s, nil
	case <-ctx.Done():
	}
	mu.Lock()
	left = true
	mu.Unlock()
	select {
	case o := <-got: // it came just now
		if o.s != nil {
			return nil, errors.Join(ctx.Err(), o.s.Close())
		}
	default:
	}
	return nil, &transport.Error{Kind: transport.KindUnreachable, Op: method, Err: ctx.Err()}
}

// Done is closed when the stream has ended.
func (m *Mux) Done() <-chan struct{} { return m.done }

// Fail ends the stream and everything made from it with the error, for an owner
// who knows better than the stream why it ends. It does not wait.
func (m *Mux) Fail(err error) { m.fail(err) }

// Close ends the stream and everything made from it, and waits for the reader.
func (m *Mux) Close() error {
	m.fail(&transport.Error{Kind: transport.KindClosed, Op: "read", Detail: "the browser was closed here"})
	m.reader.Wait()
	m.jobs.Wait()
	return nil
}

// start sends a command of our own. then runs on the reader (or at the end) and
// must not block. The write has a goroutine, because the stream may be stuck.
func (m *Mux) start(method string, params []byte, then func(reply)) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.err != nil {
		return m.err
	}
	m.lastID++
	m.waiters[m.lastID] = then
	message := wire.AppendCommand(nil, m.lastID, method, params, "")
	m.jobs.Go(func() {
		if err := m.send(message); err != nil {
			m.fail(err)
		}
	})
	return nil
}

// detach ends a session. Nobody waits for the reply.
func (m *Mux) detach(session string) {
	params, err := json.Marshal(map[string]string{"sessionId": session})
	if err == nil {
		// An error means that the browser is gone, and the session with it.
		_ = m.start("Target.detachFromTarget", params, func(reply) {})
	}
}

// send writes one message.
func (m *Mux) send(message []byte) error {
	m.write.Lock()
	defer m.write.Unlock()
	return m.stream.Write(message)
}

// read is the reader goroutine.
func (m *Mux) read() {
	for {
		message, err := m.stream.Read()
		if err != nil {
			m.fail(err)
			return
		}
		if err := m.route(message); err != nil {
			m.fail(&transport.Error{Kind: transport.KindLost, Op: "read", Err: err})
			return
		}
	}
}

// route gives the message to the stream that owns its session.
func (m *Mux) route(message []byte) error {
	session, comma, last := wire.SplitSession(message)
	if !last {
		e, err := wire.Parse(message)
		if err != nil {
			return err
		}
		if session = e.SessionID; len(session) == 0 {
			m.own(e)
			return nil
		}
	}
	m.mu.Lock()
	s := m.owners[string(session)]
	m.mu.Unlock()
	if s == nil {
		return nil // closed a moment ago
	}
	if bytes.HasPrefix(message, targetEvent) || !last {
		m.follow(s, message)
	}
	// The stream is the session: its root messages name none.
	switch {
	case string(session) != s.root:
	case last:
		message = append(message[:comma], '}')
	default:
		var err error
		if message, err = strip(message); err != nil {
			return err
		}
	}
	s.push(message)
	return nil
}

// strip takes the session out of a message that has it somewhere else than at
// its end. No browser is known that writes such messages.
func strip(message []byte) ([]byte, error) {
	var members map[string]json.RawMessage
	if err := json.Unmarshal(message, &members); err != nil {
		return nil, err
	}
	delete(members, "sessionId")
	return json.Marshal(members)
}

var targetEvent = []byte(`{"method":"Target.`)

// follow learns of sessions that begin and end on a stream.
func (m *Mux) follow(s *stream, message []byte) {
	e, err := wire.Parse(message)
	if err != nil || len(e.Params) == 0 {
		return
	}
	p, err := wire.Parse(e.Params)
	if err != nil || len(p.SessionID) == 0 {
		return
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	switch {
	case m.owners[s.root] != s: // closed a moment ago
	case string(e.Method) == "Target.attachedToTarget":
		m.owners[string(p.SessionID)] = s
	case string(e.Method) == "Target.detachedFromTarget":
		delete(m.owners, string(p.SessionID))
	}
}

// own handles what comes on the browser's own session: replies to our commands
// and the end of a stream's session.
func (m *Mux) own(e wire.Envelope) {
	if len(e.Method) == 0 {
		m.mu.Lock()
		then := m.waiters[e.ID]
		delete(m.waiters, e.ID)
		m.mu.Unlock()
		switch {
		case then == nil:
		case e.Error != nil:
			then(reply{err: refused(e.Error)})
		default:
			then(reply{result: e.Result})
		}
		return
	}
	if string(e.Method) != "Target.detachedFromTarget" {
		return
	}
	p, err := wire.Parse(e.Params)
	if err != nil {
		return
	}
	m.mu.Lock()
	s := m.owners[string(p.SessionID)]
	m.mu.Unlock()
	if s != nil && s.root == string(p.SessionID) {
		m.forget(s)
		s.end(&transport.Error{Kind: transport.KindLost, Op: "read", Detail: "the tab or its session is gone"})
	}
}

// refused is the browser's error to a command of ours.
func refused(raw []byte) error {
	var body struct {
		Message string `json:"message"`
	}
	if err := json.Unmarshal(raw, &body); err != nil || body.Message == "" {
		body.Message = string(raw)
	}
	return &transport.Error{Kind: transport.KindRefused, Op: "attach", Detail: body.Message}
}

// owns reports whether the session is the stream's.
func (m *Mux) owns(s *stream, session []byte) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.owners[string(session)] == s
}

// forget takes a stream and its sessions out of the table.
func (m *Mux) forget(s *stream) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for id, owner := range m.owners {
		if owner == s {
			delete(m.owners, id)
		}
	}
}

// fail ends everything, once.
func (m *Mux) fail(err error) {
	m.mu.Lock()
	if m.err != nil {
		m.mu.Unlock()
		return
	}
	m.err = err
	waiters, owners := m.waiters, m.owners
	m.waiters, m.owners = map[int64]func(reply){}, map[string]*stream{}
	close(m.done)
	m.mu.Unlock()
	for _, then := range waiters {
		then(reply{err: err})
	}
	for _, s := range owners {
		s.end(err)
	}
	// Whatever Close says, the stream is of no more use.
	_ = m.stream.Close()
}
