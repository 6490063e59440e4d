package replay

import (
	"encoding/json"

	"github.com/holdfast-go/holdfast/transport"
)

// Error codes of replies, as JSON-RPC and Chrome number them.
const (
	codeServer    = -32000
	codeNoSession = -32001
	codeNoMethod  = -32601
	codeParams    = -32602
)

// mourn answers a command to a session, target or tab that is gone, as Chrome
// does. How much a program still sends to what is just ending depends on which
// of the two is faster, in the recorded run as in this one, so it is no
// divergence.
func (p *player) mourn(c *command) {
	if l := p.lanes[laneKey{c.stream, c.session}]; l != nil && l.detached {
		p.push(c.stream, errorReply(c.id, c.session, codeNoSession, "Session with given id not found."))
		return
	}
	if c.stream != 0 {
		p.push(c.stream, errorReply(c.id, c.session, codeParams, "No target with given id found"))
		return
	}
	if caller := p.callers[c.id]; caller != nil {
		delete(p.callers, c.id)
		caller <- outcome{err: &transport.Error{
			Kind: transport.KindNotFound, Op: c.method, Detail: "the tab is gone", Hint: "list the tabs again; it was closed",
		}}
	}
}

// refuse answers a command that the recording has nothing for.
func (p *player) refuse(l *lane, c *command) {
	d := &DivergenceError{Number: p.number, SessionID: c.session, Method: c.method}
	d.Params = excerpt(c.params, 0)
	if want := p.wanted(l, c); want != nil && !p.lenient {
		d.Recorded, d.WantMethod = want.number, want.method
		if want.omitted {
			d.WantParams = "(too large to be recorded)"
		} else {
			recorded := p.reduce(want.method, p.redact.json(cloneOrEmpty(want.params)))
			d.Params, d.WantParams = around(c.params, recorded)
		}
	}
	p.note(d)
	if c.stream != 0 {
		code := codeServer
		if p.lenient {
			code = codeNoMethod
		}
		p.push(c.stream, errorReply(c.id, c.session, code, d.Error()))
		return
	}
	kind := transport.KindRefused
	if p.lenient {
		kind = transport.KindNotFound
	}
	if caller := p.callers[c.id]; caller != nil {
		delete(p.callers, c.id)
		caller <- outcome{err: &transport.Error{Kind: kind, Op: c.method, Detail: "the replay has no answer", Err: d}}
	}
}

// wanted returns the recorded command that was to come: of those that others
// have not overtaken the first, or one of the same method near it.
func (p *player) wanted(l *lane, c *command) *item {
	if l == nil {
		return nil
	}
	var first *item
	for i := l.first; i < min(len(l.outs), l.first+p.window); i++ {
		it := &p.items[l.outs[i]]
		if it.sent || it.late {
			continue
		}
		if it.method == c.method {
			return it
		}
		if first == nil {
			first = it
		}
	}
	return first
}

// missing notes that a recorded command before that item did not come.
func (p *player) missing(before int) {
	if p.lenient {
		return
	}
	l := p.items[before].lane
	for _, at := range p.outs {
		if at >= before {
			return
		}
		it := &p.items[at]
		if !it.sent && !it.late && (it.number-1 > p.most || it.lane == l && it.index > l.most) {
			p.note(&DivergenceError{
				SessionID: it.lane.session, Recorded: it.number, WantMethod: it.method,
				WantParams: excerpt(p.reduce(it.method, p.redact.json(cloneOrEmpty(it.params))), 0),
			})
			return
		}
	}
}

// note keeps the first divergence.
func (p *player) note(d *DivergenceError) {
	if p.diverged == nil {
		p.diverged = d
	}
}

// emptyReply is a reply that says nothing but that it was done.
func emptyReply(id int64, session string) []byte {
	m, err := json.Marshal(struct {
		ID        int64    `json:"id"`
		Result    struct{} `json:"result"`
		SessionID string   `json:"sessionId,omitempty"`
	}{ID: id, SessionID: session})
	if err != nil { // these types always have a JSON form
		return []byte("{}")
	}
	return m
}

// errorReply is a reply that refuses.
func errorReply(id int64, session string, code int, text string) []byte {
	type refusal struct {
		Code    int    `json:"code"`
		Message string `json:"message"`
	}
	m, err := json.Marshal(struct {
		ID        int64   `json:"id"`
		Error     refusal `json:"error"`
		SessionID string  `json:"sessionId,omitempty"`
	}{id, refusal{code, text}, session})
	if err != nil { // these types always have a JSON form
		return []byte("{}")
	}
	return m
}
