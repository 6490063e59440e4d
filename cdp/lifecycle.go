package cdp

import (
	"slices"
	"strings"

	"github.com/holdfast-go/holdfast/internal/wire"
)

// origin is where a session came from.
type origin struct {
	parent string // the session that it was attached on
	target string // its target id
}

// event hands an event to its listeners and then draws what the connection
// itself must know from it: the end of a session or the crash of its page.
func (c *Conn) event(e wire.Envelope) {
	var settled []*Pending
	c.mu.Lock()
	s := c.root
	if len(e.SessionID) > 0 {
		s = c.sessions[string(e.SessionID)] // nil when nobody uses it
	}
	if (s != nil && s.router.wants(e.Method)) || c.router.wants(e.Method) {
		event := Event{SessionID: string(e.SessionID), Method: string(e.Method), Params: e.Params}
		if s != nil {
			s.router.deliver(event)
		}
		c.router.deliver(event)
	}
	switch string(e.Method) {
	case "Target.attachedToTarget":
		c.attached(string(e.SessionID), e.Params)
	case "Target.detachedFromTarget":
		settled = c.end(sessionOf(e.Params), "", settled)
	case "Target.targetCrashed":
		settled = c.crashTarget(targetOf(e.Params), settled)
	case "Inspector.targetCrashed":
		settled = c.crash(s, settled)
	case "Inspector.detached":
		// A page socket says why before it is cut. On a flat session the
		// detachedFromTarget follows.
		if s == c.root {
			settled = c.endRoot(reasonOf(e.Params), settled)
		}
	default:
		if s != nil {
			// A page that says something lives.
			s.crashed = false
		}
	}
	c.mu.Unlock()
	for _, p := range settled {
		p.finish(nil, p.err)
	}
}

// attached remembers where a session came from.
func (c *Conn) attached(parent string, params []byte) {
	var body struct {
		SessionID  string `json:"sessionId"`
		TargetInfo struct {
			TargetID string `json:"targetId"`
		} `json:"targetInfo"`
	}
	if decode(params, &body) == nil && body.SessionID != "" {
		_, known := c.origins[body.SessionID]
		c.origins[body.SessionID] = origin{parent: parent, target: body.TargetInfo.TargetID}
		if parent != "" && !known {
			c.children[parent] = append(c.children[parent], body.SessionID)
		}
	}
}

// end ends a session and the sessions that were attached on it: the browser
// announces only the first. It adds the waiters that it took to settled.
func (c *Conn) end(id, reason string, settled []*Pending) []*Pending {
	if id == "" {
		return settled
	}
	if parent := c.origins[id].parent; parent != "" {
		c.children[parent] = slices.DeleteFunc(c.children[parent], func(child string) bool { return child == id })
		if len(c.children[parent]) == 0 {
			delete(c.children, parent)
		}
	}
	delete(c.origins, id)
	if s := c.sessions[id]; s != nil {
		delete(c.sessions, id)
		s.gone = &SessionError{SessionID: id, Reason: reason}
		s.router.endAll()
		close(s.done)
		settled = c.takeWaiters(s, false, reason, settled)
	}
	children := c.children[id]
	delete(c.children, id)
	for _, child := range children {
		settled = c.end(child, "its parent session is gone", settled)
	}
	return settled
}

// endRoot settles the waiters of the root session of a page socket; the end of
// the stream follows and ends the rest.
func (c *Conn) endRoot(reason string, settled []*Pending) []*Pending {
	c.root.gone = &SessionError{Reason: reason}
	return c.takeWaiters(c.root, false, reason, settled)
}

// crashTarget marks every session of the target as crashed.
func (c *Conn) crashTarget(target string, settled []*Pending) []*Pending {
	if target == "" {
		return settled
	}
	for id, from := range c.origins {
		if from.target == target {
			settled = c.crash(c.sessions[id], settled)
		}
	}
	return settled
}

// crash settles what waits for a page whose process is gone. Without this its
// callers would wait for the next navigation, which only they might begin.
func (c *Conn) crash(s *Session, settled []*Pending) []*Pending {
	if s == nil || s.crashed {
		return settled
	}
	s.crashed = true
	return c.takeWaiters(s, true, "", settled)
}

// takeWaiters takes the waiters of a session out of the table and notes their
// error; the caller finishes them outside of the lock.
func (c *Conn) takeWaiters(s *Session, crashed bool, reason string, settled []*Pending) []*Pending {
	if s.waiting == 0 {
		return settled // those of all other sessions need not be looked through
	}
	for _, p := range c.waiters {
		if p.session != s || (crashed && revives(p.method)) {
			continue
		}
		c.forget(p)
		p.message = nil
		p.err = &SessionError{Method: p.method, SessionID: s.id, Crashed: crashed, Reason: reason}
		settled = append(settled, p)
	}
	return settled
}

// revives reports whether the browser process answers the command although the
// page's process is gone (seen with Chromium 156): evaluate and its like wait
// for the next document, screenshot fails, these work.
func revives(method string) bool {
	return navigates(method) || method == "Page.close" ||
		strings.HasPrefix(method, "Target.") || strings.HasPrefix(method, "Inspector.")
}

// navigates reports whether the command brings a crashed page a new process.
func navigates(method string) bool {
	switch method {
	case "Page.navigate", "Page.reload", "Page.navigateToHistoryEntry":
		return true
	}
	return false
}

// sessionOf returns params.sessionId.
func sessionOf(params []byte) string {
	e, err := wire.Parse(params)
	if err != nil {
		return ""
	}
	return string(e.SessionID)
}

// targetOf returns params.targetId.
func targetOf(params []byte) string {
	var body struct {
		TargetID string `json:"targetId"`
	}
	if decode(params, &body) != nil {
		return ""
	}
	return body.TargetID
}

// reasonOf returns params.reason.
func reasonOf(params []byte) string {
	var body struct {
		Reason string `json:"reason"`
	}
	if decode(params, &body) != nil {
		return ""
	}
	return body.Reason
}
