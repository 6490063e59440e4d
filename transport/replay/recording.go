package replay

import (
	"encoding/json"

	"github.com/holdfast-go/holdfast/transport"
)

// recording is a file in memory, and how far the replay has come in it.
type recording struct {
	tabs  bool // of a tab host
	items []item
	outs  []int // the items that are commands
	lanes map[laneKey]*lane
	order []*lane // in the order of their first item
	most  int     // index in outs of the last command that was sent, -1 = none
	told  int     // host events
	// gone are the targets and tabs of which the program has been told that
	// they are gone.
	gone map[string]bool
}

// item is a message of the recording, or the loss of a stream.
type item struct {
	lane    *lane
	message []byte   // as the program read it; nil of a loss and of what was left out
	failure *failure // of a loss
	birth   *lane    // the lane that begins with this item, or nil
	death   *lane    // the lane that ends with it, or nil
	closes  string   // the target or tab that is gone with it, or empty

	// Of commands:
	command bool
	number  int // from 1, over all streams
	index   int // in lane.outs
	method  string
	params  []byte // raw, as recorded
	omitted bool   // the params or, in a reply, the result were too large
	print   print
	reply   int   // the item, or -1
	late    bool  // it was sent to what was gone, or frees memory; the program may as well not send it
	sent    bool  // the program has sent it
	as      int64 // the id that it had then
	pairs   []pair

	// Of replies:
	to     int // the command's item, or -1 for all that is no reply
	result []byte
	errors []byte // the raw error, or nil
	passed bool   // its place in the lane has been passed
	given  bool   // the program has it
}

// laneKey names a lane: a session of a stream, or the host (stream 0).
type laneKey struct {
	stream  int
	session string
}

// lane is the traffic of one session. Its order is kept.
type lane struct {
	laneKey
	outs   []int // items that are commands
	ins    []int // other items
	prints map[hash][]int
	first  int // index in outs of the first command that was not sent
	most   int // index in outs of the last one that was sent, -1 = none
	next   int // index in ins of the first one that was not reached
	// announced says that an item begins its session; born, that the program
	// has that item. Others are as old as their stream.
	announced, born bool
	over            bool // its stream has ended
	detached        bool // the program has been told that the session has ended
}

// gate returns the place that the lane waits at: its first command after the
// last one that was sent. Those before it have been overtaken.
func (r *recording) gate(l *lane) int {
	for !l.over && l.most+1 < len(l.outs) {
		at := l.outs[l.most+1]
		if !r.items[at].late {
			return at
		}
		l.most++
	}
	return len(r.items)
}

// limit is the same for all lanes: the place of the first command after the
// last that was sent. Commands of streams that have ended are not waited for.
func (r *recording) limit() int {
	for r.most+1 < len(r.outs) {
		at := r.outs[r.most+1]
		if it := &r.items[at]; !it.lane.over && !it.late {
			return at
		}
		r.most++
	}
	return len(r.items)
}

// late reports whether a command goes to a session, target or tab of which the
// program has been told that it is gone.
func (r *recording) late(l *lane, params []byte) bool {
	if l != nil && l.detached {
		return true
	}
	if len(r.gone) == 0 || len(params) == 0 {
		return false
	}
	var of struct {
		TargetID string `json:"targetId"`
		Tab      string `json:"tab"`
	}
	return json.Unmarshal(params, &of) == nil && (r.gone[of.TargetID] || r.gone[of.Tab])
}

// frees reports whether a command does nothing but free memory of the browser.
// Programs send such commands by the clock, so how many there are, and when,
// differs from run to run.
func frees(method string) bool {
	return method == "Runtime.releaseObject" || method == "Runtime.releaseObjectGroup"
}

// bury notes what is gone with an item.
func (r *recording) bury(it *item) {
	if it.death != nil {
		it.death.detached = true
	}
	if it.closes != "" {
		r.gone[it.closes] = true
	}
}

// lost is the loss of a stream as an item.
func lost(l *lane, f *failure) item {
	return item{lane: l, failure: f, to: -1, reply: -1}
}

// cutFailure is how the streams of a recording end that has no end.
func cutFailure() *failure {
	return &failure{
		Kind: transport.KindLost, Op: "read", Detail: "the recording was cut here",
		Hint: "its program ended before it closed the host; record again for more",
	}
}
