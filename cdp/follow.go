package cdp

// Follow queues the events of one more session of the same connection, a child
// of the listener's own, in the order of their arrival with all others. The end
// of that session ends nothing but its events.
//
// Whoever follows a session that was attached a moment ago, before any command
// is sent to it, misses nothing. It reports false when the session has ended
// already, or was never announced with Target.attachedToTarget, and ends it
// here too: an announcement may be read when what it speaks of is over.
func (l *Listener) Follow(s *Session) bool {
	c := l.conn
	c.mu.Lock()
	if _, known := c.origins[s.id]; s.conn != c || !known || l.ended || s.router.ended {
		var settled []*Pending
		if s.conn == c && !known && s != c.root {
			settled = c.end(s.id, "", nil)
		}
		c.mu.Unlock()
		for _, p := range settled {
			p.finish(nil, p.err)
		}
		return false
	}
	s.router.add(l.names, branch{l})
	c.mu.Unlock()
	return true
}

// branch is a listener in the router of a session that it follows.
type branch struct{ to *Listener }

func (b branch) deliver(e Event) { b.to.deliver(e) }

// end: the listener goes on without this session.
func (b branch) end() {}
