package replay

import (
	"encoding/json"
	"strconv"

	"github.com/holdfast-go/holdfast/internal/spelling"
	"github.com/holdfast-go/holdfast/transport"
)

// advance gives out everything whose time has come, in the recorded order. An
// item's time has come when
//
//   - its session exists for the program,
//   - the commands that stand before it have been sent, apart from those that
//     others have overtaken: any command of the same session for the session's
//     own, any command at all for those of other sessions,
//   - and, if it is a reply, its command has been sent; otherwise it is passed
//     over and given when that comes.
//
// So a reply is never given before an event that the program had read before
// it, and no two concurrent parts of a program wait for each other only because
// they run in another order than they did.
func (p *player) advance() {
	for {
		limit := p.limit()
		var best *lane
		at := limit
		for _, l := range p.order {
			if l.next < len(l.ins) && l.ins[l.next] < at && p.alive(l) && l.ins[l.next] < p.gate(l) {
				best, at = l, l.ins[l.next]
			}
		}
		if best == nil {
			return
		}
		best.next++
		it := &p.items[at]
		it.passed = true
		if it.to < 0 || p.items[it.to].sent {
			p.deliver(at)
		}
	}
}

// alive reports whether the program knows of the session.
func (p *player) alive(l *lane) bool {
	if l.announced {
		return l.born
	}
	return p.lanes[laneKey{}] == l || p.streams[l.stream] != nil
}

// deliver gives an item to the program.
func (p *player) deliver(at int) {
	it := &p.items[at]
	if it.to >= 0 {
		if it.given {
			return
		}
		it.given = true
		delete(p.due, it.to)
		p.reply(at, p.items[it.to].as, p.items[it.to].pairs)
		return
	}
	p.bear(it)
	p.bury(it)
	switch {
	case it.lane.stream == 0:
		p.tell(it.message)
	case it.failure != nil:
		if s := p.streams[it.lane.stream]; s != nil {
			s.end(it.failure.err())
		}
		p.finish(it.lane.stream)
	default:
		p.push(it.lane.stream, p.render(it.message, nil))
	}
}

// reply gives a recorded reply to the command of that id.
func (p *player) reply(at int, id int64, own []pair) {
	it := &p.items[at]
	p.bear(it)
	if it.lane.stream == 0 {
		p.answer(it, id)
		return
	}
	if it.omitted {
		p.push(it.lane.stream, errorReply(id, it.lane.session, codeServer,
			"replay: the reply was not recorded: it was larger than WithMessageLimit allows, or WithRedact left it out"))
		return
	}
	b := append(make([]byte, 0, len(it.message)+16), `{"id":`...)
	b = strconv.AppendInt(b, id, 10)
	switch {
	case it.errors != nil:
		b = append(append(b, `,"error":`...), it.errors...)
	case it.result != nil:
		b = append(append(b, `,"result":`...), it.result...)
	}
	if it.lane.session != "" {
		b = append(append(b, `,"sessionId":`...), spelling.Quote(it.lane.session)...)
	}
	p.push(it.lane.stream, p.render(append(b, '}'), own))
}

// bear makes the session that an item announces one of the program's.
func (p *player) bear(it *item) {
	if it.birth == nil {
		return
	}
	it.birth.born = true
	if s := it.birth.stream; it.lane.stream == 0 && p.streams[s] == nil {
		p.streams[s] = newPlayedStream(p, s)
	}
}

// render puts the program's own values in the place of the recorded ones.
func (p *player) render(message []byte, own []pair) []byte {
	message = substitute(message, p.pairsFor(own), p.wholeToken)
	return substitute(message, p.shown, nil)
}

// push queues a message for a stream.
func (p *player) push(stream int, message []byte) {
	if s := p.streams[stream]; s != nil {
		s.push(message)
	}
}

// finish stops waiting for what the stream still had to say or hear.
func (p *player) finish(stream int) {
	for _, l := range p.order {
		if l.stream != stream {
			continue
		}
		l.over, l.next = true, len(l.ins)
		for _, at := range l.outs {
			delete(p.due, at)
		}
	}
}

// tell gives an event of the host.
func (p *player) tell(message []byte) {
	var e struct {
		Params event `json:"params"`
	}
	if err := json.Unmarshal(p.render(message, nil), &e); err != nil || p.fell {
		return
	}
	told := e.Params.event()
	if told.Kind != transport.Down {
		p.events <- told
		return
	}
	// It went by itself; a Down that the program asked for is not loaded.
	p.cause = told.Err
	p.fall(told)
	p.end(told.Err)
}

// answer gives the outcome of a call of the host.
func (p *player) answer(it *item, id int64) {
	c := p.callers[id]
	if c == nil {
		return // its context has ended
	}
	delete(p.callers, id)
	var reply hostReply[json.RawMessage]
	switch err := json.Unmarshal(p.render(it.message, nil), &reply); {
	case err != nil:
		c <- outcome{err: invalid("replay", "the recorded outcome", err)}
	case reply.Error != nil:
		c <- outcome{err: reply.Error.err()}
	default:
		o := outcome{}
		if reply.Result != nil {
			o.result = *reply.Result
		}
		if it.birth != nil {
			o.stream = p.streams[it.birth.stream]
		}
		c <- o
	}
}
