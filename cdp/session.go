package cdp

import (
	"context"
)

// Session is one protocol session of a connection. It is safe for concurrent
// use.
type Session struct {
	conn *Conn
	id   string
	done chan struct{} // closed when the session or the connection has ended

	// Guarded by conn.mu.
	router  router
	gone    *SessionError // set when the session has ended
	crashed bool
	waiting int // commands of it that wait for their reply
}

// ID returns the session id; it is empty for the root session.
func (s *Session) ID() string { return s.id }

// Conn returns the connection that the session belongs to.
func (s *Session) Conn() *Conn { return s.conn }

// Done is closed when the session or its connection has ended.
func (s *Session) Done() <-chan struct{} { return s.done }

// Err returns why the session has ended, or nil while it lives: a
// *SessionError, or the error of the connection.
func (s *Session) Err() error {
	s.conn.mu.Lock()
	defer s.conn.mu.Unlock()
	if s.gone != nil {
		return s.gone
	}
	return s.conn.err
}

// Call sends the command, waits for its reply and decodes that into result,
// unless result is nil. params may be nil, raw JSON ([]byte or jsontext.Value),
// an easyjson.Marshaler, or anything that encodes to a JSON object; result may
// be a pointer to raw JSON, an easyjson.Unmarshaler, or anything that JSON
// decodes into.
//
// The error is, for errors.Is and errors.As: the context's; *TimeoutError;
// *Error, the browser's refusal; *SessionError; or a *transport.Error when the
// connection ended. When the context ends, a command that was not yet written
// is not sent any more; one that was sent goes on in the browser.
func (s *Session) Call(ctx context.Context, method string, params, result any) error {
	if err := ctx.Err(); err != nil {
		return callError(method, err)
	}
	return s.conn.start(s, method, params).Wait(ctx, result)
}

// Send writes the command without waiting for its reply. Commands are written
// in the order of the calls. The context belongs to the whole command: when it
// ends before the reply, so does the command, as in Call. Every Pending ends by
// itself at the latest at the limit of the connection.
func (s *Session) Send(ctx context.Context, method string, params any) *Pending {
	if err := ctx.Err(); err != nil {
		return ended(s, method, callError(method, err))
	}
	p := s.conn.start(s, method, params)
	s.conn.watch(ctx, p)
	return p
}

// Listen queues the named events of this session, or all of them when no method
// is named, in one order, from now on.
func (s *Session) Listen(methods ...string) *Listener {
	return s.conn.listen(&s.router, methods, s.conn.buffer, 0)
}

// ListenSpilling is Listen with a short queue, for events that come rarely or in
// bursts: what does not fit is kept beside it, up to so many bytes of parameters.
// Whoever has read an event from C must take the rest with [Listener.Drain]:
// nothing is queued before.
func (s *Session) ListenSpilling(bytes int, methods ...string) *Listener {
	return s.conn.listen(&s.router, methods, min(s.conn.buffer, shortQueue), bytes)
}

// ended returns a command that never began.
func ended(s *Session, method string, err error) *Pending {
	p := &Pending{conn: s.conn, session: s, method: method, done: make(chan struct{}), err: err}
	close(p.done)
	return p
}
