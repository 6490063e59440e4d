package crowd

import (
	"fmt"
	"strconv"
)

// DivergenceError is the first command of a copy that is not the recorded one.
type DivergenceError struct {
	Page           int // number of the copy, from 1
	Method, Params string
	// Want is the method of the recorded command that was to come, empty at the
	// end, and WantParams are its params.
	Want, WantParams string
}

// Error tells both commands.
func (e *DivergenceError) Error() string {
	if e.Want == "" {
		return fmt.Sprintf("crowd: page %d was sent %s %s after the end of its recording", e.Page, e.Method, e.Params)
	}
	return fmt.Sprintf("crowd: page %d was sent %s %s where %s %s was recorded", e.Page, e.Method, e.Params, e.Want, e.WantParams)
}

// double is a copy of the recorded tab, or the connection itself, which has the
// number 0.
type double struct {
	number uint32
	name   string // of its world
	part   *part
	round  int     // which part it is; -1 is the closing, or the connection's
	sent   []int64 // ids of the commands of the part that were sent, by their order
	most   int     // number of the last of them, plus one
	next   int     // the item that is to come next
}

// enter begins a part.
func (d *double) enter(p *part, round int) {
	d.part, d.round = p, round
	d.sent = append(d.sent[:0], make([]int64, len(p.commands))...)
	d.most, d.next = 0, 0
}

// command is one that was sent.
type command struct {
	id      int64
	method  string
	session bool // of a session, not the connection's own
	params  []byte
}

// take matches a command, and reports whether it was recorded here.
func (d *double) take(c command) bool {
	for i, at := range d.part.commands {
		it := &d.part.items[at]
		if d.sent[i] != 0 || it.method != c.method || (it.session != "") != c.session {
			continue
		}
		if d.name == "" && len(it.params.names) > 0 {
			d.name = firstName(c.params)
		}
		if it.params.printLike(c.params, d.name) != it.print {
			continue
		}
		d.sent[i] = c.id
		d.most = max(d.most, i+1)
		return true
	}
	return false
}

// due hands out what is to come now, in the recorded order: all that stands
// before the first command that is still to be sent and that no other has
// overtaken, apart from replies to commands that were not sent yet. c is the
// command that was sent last: its reply may stand before.
func (d *double) due(c command, give func([]byte)) {
	limit := len(d.part.items)
	if d.most < len(d.part.commands) {
		limit = d.part.commands[d.most]
	}
	for i, at := range d.part.commands[:d.most] {
		if reply := d.part.items[at].reply; d.sent[i] == c.id && reply >= 0 && reply < d.next {
			give(d.answer(reply))
		}
	}
	for ; d.next < limit; d.next++ {
		it := &d.part.items[d.next]
		switch {
		case it.command, it.answers >= 0 && d.sent[it.answers] == 0:
		case it.answers >= 0:
			give(d.answer(d.next))
		default:
			give(it.message.appendTo(make([]byte, 0, len(it.message.text)), d.number, d.name))
		}
	}
}

// answer is a reply as this copy gives it.
func (d *double) answer(at int) []byte {
	it := &d.part.items[at]
	b := make([]byte, 0, len(it.message.text)+24)
	b = strconv.AppendInt(append(b, `{"id":`...), d.sent[it.answers], 10)
	return it.message.appendTo(b, d.number, d.name)
}

// over reports whether all of the part has been said.
func (d *double) over() bool {
	if d.next < len(d.part.items) {
		return false
	}
	for _, id := range d.sent {
		if id == 0 {
			return false
		}
	}
	return true
}

// expected is the first command of the part that was not sent.
func (d *double) expected() *item {
	for i, at := range d.part.commands {
		if d.sent[i] == 0 {
			return &d.part.items[at]
		}
	}
	return nil
}

// divergence tells how a command differs.
func (d *double) divergence(c command) *DivergenceError {
	e := &DivergenceError{Page: int(d.number), Method: c.method, Params: short(c.params)}
	if want := d.expected(); want != nil {
		e.Want, e.WantParams = want.method, short(want.params.text)
	}
	return e
}

// short cuts params to what an error shows.
func short(params []byte) string {
	const most = 300
	if len(params) <= most {
		return string(params)
	}
	return string(params[:most]) + "…"
}
