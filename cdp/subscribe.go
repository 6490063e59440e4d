package cdp

import (
	"sync"

	"github.com/chromedp/cdproto/cdp/jsonv2"
)

// subscription is the queue behind Session.Subscribe: payloads of one method.
type subscription struct {
	conn     *Conn
	session  string
	method   string
	queue    chan jsonv2.Value
	ended    bool
	overflow bool // since the last payload that fit
}

// deliver queues the payload. cdproto's interface has no place to report a
// loss, so the beginning of each one is logged; [Listener] reports it.
func (s *subscription) deliver(e Event) {
	if s.ended {
		return
	}
	select {
	case s.queue <- e.Params:
		s.overflow = false
	default:
		if !s.overflow {
			s.overflow = true
			s.conn.log.Warn("a subscription is full and drops events",
				"method", s.method, "session", s.session)
		}
	}
}

func (s *subscription) end() {
	if !s.ended {
		s.ended = true
		close(s.queue)
	}
}

// Subscribe buffers the payloads of one event from now on and returns the
// channel that they arrive on and a function that ends the subscription, as
// cdproto's cdp.Session has it. The channel is closed, after what is queued has
// been read, by that function and at the end of the session or connection. What
// does not fit is dropped and logged; [Session.Listen] reports it instead.
func (s *Session) Subscribe(method string) (<-chan jsonv2.Value, func()) {
	c := s.conn
	sub := &subscription{
		conn: c, session: s.id, method: method,
		queue: make(chan jsonv2.Value, c.buffer),
	}
	c.mu.Lock()
	s.router.add([]string{method}, sub)
	c.mu.Unlock()
	return sub.queue, sync.OnceFunc(func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		s.router.remove([]string{method}, sub)
		sub.end()
	})
}
