package cdp

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"time"

	"github.com/holdfast-go/holdfast/internal/wire"
	"github.com/holdfast-go/holdfast/transport"
)

// Conn is one connection to a browser or a tab. It is safe for concurrent use.
type Conn struct {
	stream transport.Stream
	connConfig
	root  *Session
	wake  chan struct{} // tells the writer that the queue is not empty
	done  chan struct{} // closed at the end
	loops sync.WaitGroup

	lastID atomic.Int64 // of a command; the order of the queue may be another one

	mu       sync.Mutex
	waiters  map[int64]*Pending
	queue    []*Pending // started and not yet written
	sessions map[string]*Session
	origins  map[string]origin // by session id, from attach events
	// children are the sessions that were attached on another session. Those on
	// the root session are not among them: they are many, and end with it only.
	children map[string][]string
	router   router // of all sessions
	err      error  // set once, at the end
}

// NewConn takes over the stream and starts its reader and writer, which
// [Conn.Close] ends. Only the Conn may use the stream from then on.
func NewConn(stream transport.Stream, opts ...Option) *Conn {
	c := &Conn{
		stream:     stream,
		connConfig: newConnConfig(opts),
		wake:       make(chan struct{}, 1),
		done:       make(chan struct{}),
		waiters:    map[int64]*Pending{},
		sessions:   map[string]*Session{},
		origins:    map[string]origin{},
		children:   map[string][]string{},
	}
	c.root = &Session{conn: c, done: make(chan struct{})}
	c.loops.Go(c.read)
	c.loops.Go(c.write)
	return c
}

// Session returns the session of that id, the root session for the empty id. It
// sends nothing. The same id gives the same *Session until it has ended. A
// session that the browser does not know answers its first call with
// ErrSessionGone.
func (c *Conn) Session(id string) *Session {
	if id == "" {
		return c.root
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if s := c.sessions[id]; s != nil {
		return s
	}
	s := &Session{conn: c, id: id, done: make(chan struct{})}
	if c.err != nil {
		s.router.ended = true
		close(s.done)
		return s
	}
	c.sessions[id] = s
	return s
}

// Listen queues the named events of all sessions, or all events when no method
// is named, in one order, from now on.
func (c *Conn) Listen(methods ...string) *Listener {
	return c.listen(&c.router, methods, c.buffer, 0)
}

func (c *Conn) listen(where *router, methods []string, buffer, spill int) *Listener {
	l := &Listener{
		conn: c, where: where, names: unique(methods), queue: make(chan Event, buffer), most: spill,
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	where.add(l.names, l)
	return l
}

// Done is closed when the connection has ended.
func (c *Conn) Done() <-chan struct{} { return c.done }

// Err returns why the connection has ended, or nil while it lives. It is a
// *transport.Error, or wraps one.
func (c *Conn) Err() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.err
}

// Close ends the connection and its stream and waits for its goroutines. It is
// idempotent. Everything that waits is settled with transport.ErrClosed.
func (c *Conn) Close() error {
	c.fail(&transport.Error{Kind: transport.KindClosed, Op: "call", Detail: "the connection was closed here"})
	c.loops.Wait()
	return nil
}

// start registers the command and queues it for the writer.
func (c *Conn) start(s *Session, method string, params any) *Pending {
	raw, err := encodeParams(params)
	if err != nil {
		return ended(s, method, callError(method, err))
	}
	// All that takes time comes before the lock, which is everybody's.
	p := &Pending{conn: c, session: s, id: c.lastID.Add(1), method: method, done: make(chan struct{})}
	size := len(raw) + len(method) + len(s.id) + 64 // the rest of the envelope
	p.message = wire.AppendCommand(make([]byte, 0, size), p.id, method, raw, s.id)
	p.timer = time.AfterFunc(c.limit, p.expire)
	c.mu.Lock()
	if err := c.refusal(s, method); err != nil {
		c.mu.Unlock()
		p.finish(nil, err)
		return p
	}
	c.waiters[p.id] = p
	s.waiting++
	c.queue = append(c.queue, p)
	c.mu.Unlock()
	select {
	case c.wake <- struct{}{}:
	default: // the writer has been told
	}
	return p
}

// refusal says why a command cannot be sent, or nil.
func (c *Conn) refusal(s *Session, method string) error {
	switch {
	case c.err != nil:
		return callError(method, c.err)
	case s.gone != nil:
		e := *s.gone
		e.Method = method
		return &e
	case s.crashed && !revives(method):
		return &SessionError{Method: method, SessionID: s.id, Crashed: true}
	case s.crashed && navigates(method):
		// What follows waits for the new document.
		s.crashed = false
	}
	return nil
}

// watch ends the command with the context.
func (c *Conn) watch(ctx context.Context, p *Pending) {
	if ctx.Done() == nil {
		return
	}
	stop := context.AfterFunc(ctx, func() { c.cancel(p, callError(p.method, ctx.Err())) })
	c.mu.Lock()
	waiting := c.waiters[p.id] == p
	if waiting {
		p.stop = stop
	}
	c.mu.Unlock()
	if !waiting {
		stop()
	}
}

// forget takes a command out of the waiters, under mu.
func (c *Conn) forget(p *Pending) {
	delete(c.waiters, p.id)
	p.session.waiting--
}

// settle ends the command if it has not ended yet.
func (c *Conn) settle(p *Pending, result []byte, err error) {
	c.mu.Lock()
	waiting := c.waiters[p.id] == p
	if waiting {
		c.forget(p)
	}
	c.mu.Unlock()
	if waiting {
		p.finish(result, err)
	}
}

// cancel is settle, and keeps the command from being written if it is not yet.
func (c *Conn) cancel(p *Pending, err error) {
	c.mu.Lock()
	waiting := c.waiters[p.id] == p
	if waiting {
		c.forget(p)
		p.message = nil
	}
	c.mu.Unlock()
	if waiting {
		p.finish(nil, err)
	}
}

// write is the writer goroutine.
func (c *Conn) write() {
	for {
		select {
		case <-c.wake:
		case <-c.done:
			return
		}
		for {
			message, ok := c.next()
			if !ok {
				break
			}
			if err := c.stream.Write(message); err != nil {
				c.fail(lost(err))
				return
			}
		}
	}
}

// next takes the oldest command that still has to be written out of the queue.
func (c *Conn) next() ([]byte, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for i, p := range c.queue {
		c.queue[i] = nil
		if message := p.message; message != nil {
			p.message = nil
			c.queue = c.queue[i+1:]
			return message, true
		}
	}
	c.queue = nil
	return nil, false
}

// read is the reader goroutine.
func (c *Conn) read() {
	for {
		message, err := c.stream.Read()
		if err != nil {
			c.fail(lost(err))
			return
		}
		e, err := wire.Parse(message)
		if err != nil {
			c.fail(&transport.Error{Kind: transport.KindLost, Op: "read", Detail: malformed(message)})
			return
		}
		switch {
		case len(e.Method) > 0:
			c.event(e)
		case e.HasID:
			c.reply(e)
		default:
			// Chrome answers a command that it cannot read without an id; ours
			// are well formed, so this is for a person to look at.
			c.log.Warn("a message with neither id nor method", "error", string(e.Error))
		}
	}
}

// reply gives a reply to its waiter. A reply that nobody waits for any more is
// dropped.
func (c *Conn) reply(e wire.Envelope) {
	c.mu.Lock()
	p := c.waiters[e.ID]
	if p != nil {
		c.forget(p)
	}
	c.mu.Unlock()
	switch {
	case p == nil:
	case e.Error != nil:
		p.finish(nil, remoteError(p.method, e.Error))
	default:
		p.finish(e.Result, nil)
	}
}

// fail ends the connection, once: it settles all waiters and ends all
// listeners before it closes the stream.
func (c *Conn) fail(err error) {
	c.mu.Lock()
	if c.err != nil {
		c.mu.Unlock()
		return
	}
	c.err = err
	waiters := c.waiters
	c.waiters, c.queue = map[int64]*Pending{}, nil
	c.router.endAll()
	c.root.router.endAll()
	close(c.root.done)
	for _, s := range c.sessions {
		s.router.endAll()
		close(s.done)
	}
	c.sessions = map[string]*Session{}
	close(c.done)
	c.mu.Unlock()
	for _, p := range waiters {
		p.finish(nil, callError(p.method, err))
	}
	if err := c.stream.Close(); err != nil {
		c.log.Debug("closing the stream", "error", err)
	}
}

// lost makes the error of a stream one of the transport's.
func lost(err error) error {
	if te, ok := errors.AsType[*transport.Error](err); ok {
		return te
	}
	return &transport.Error{Kind: transport.KindLost, Op: "read", Err: err}
}
