package replay

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"

	"github.com/holdfast-go/holdfast/internal/wire"
	"github.com/holdfast-go/holdfast/transport"
)

// loader builds a recording from lines.
type loader struct {
	*openConfig
	*recording
	waiting map[waiter]int // commands without their reply yet
	opened  map[int]bool   // streams that were ever opened
	live    []*lane        // root lanes of streams that are open at this line
}

type waiter struct {
	laneKey
	id int64
}

// load reads a whole file.
func load(r io.Reader, c *openConfig) (*recording, error) {
	zip, err := gzip.NewReader(r)
	if err != nil {
		return nil, invalid(c.Op, "this is not a gzip file", err)
	}
	size := int64(0)
	lines := bufio.NewReaderSize(zip, 64<<10)
	limit := 2 * min(c.limit, math.MaxInt64/2)
	next := func() ([]byte, error) { return readLine(lines, &size, limit) }
	text, err := next()
	if err != nil {
		return nil, invalid(c.Op, "the first line", err)
	}
	var h header
	if err := json.Unmarshal(text, &h); err != nil || h.Format != formatName {
		return nil, invalid(c.Op, "this is not a recording of protocol traffic", err)
	}
	if h.Version != formatVersion || (h.Host != hostBrowser && h.Host != hostTabs) {
		return nil, invalid(c.Op, fmt.Sprintf("a recording of version %d of a host %q, which this library does not know", h.Version, h.Host), nil)
	}
	l := &loader{
		openConfig: c,
		recording:  &recording{tabs: h.Host == hostTabs, lanes: map[laneKey]*lane{}, most: -1, gone: map[string]bool{}},
		waiting:    map[waiter]int{},
		opened:     map[int]bool{},
	}
	l.lane(laneKey{}).born = true
	for n := 2; ; n++ {
		text, err := next()
		switch {
		case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
			l.cut(cutFailure())
			return l.rewound(), nil
		case err != nil:
			return nil, invalid(c.Op, fmt.Sprintf("line %d", n), err)
		}
		var parsed line
		if err := json.Unmarshal(text, &parsed); err != nil {
			return nil, invalid(c.Op, fmt.Sprintf("line %d", n), err)
		}
		switch end, err := l.add(parsed); {
		case err != nil:
			return nil, invalid(c.Op, fmt.Sprintf("line %d", n), err)
		case end:
			return l.rewound(), nil
		}
	}
}

// rewound returns the recording as it is before the first command.
func (l *loader) rewound() *recording {
	clear(l.gone)
	for _, lane := range l.order {
		lane.detached = false
	}
	return l.recording
}

// readLine returns the next line. A line without its end is as if it were not
// there: the file was cut in it.
func readLine(r *bufio.Reader, size *int64, limit int64) ([]byte, error) {
	var text []byte
	for {
		piece, err := r.ReadSlice('\n')
		if *size += int64(len(piece)); *size > limit {
			return nil, fmt.Errorf("%w: more than %d bytes", ErrLimit, limit)
		}
		text = append(text, piece...)
		if err == nil {
			return text, nil
		}
		if !errors.Is(err, bufio.ErrBufferFull) {
			return nil, err
		}
	}
}

// add takes a line and reports whether it is the last that matters.
func (l *loader) add(n line) (end bool, err error) {
	key := laneKey{stream: n.Stream}
	switch n.Op {
	case opSend:
		return false, l.send(n)
	case opReceive:
		if down(n) {
			return true, nil
		}
		return false, l.receive(n)
	case opEnd:
		if n.Error == nil {
			return false, errors.New("an end without its error")
		}
		// Closed means closed by the program, which the replayed one does itself.
		root := l.lane(key)
		if slices.Contains(l.live, root) && n.Error.Kind != transport.KindClosed {
			l.push(lost(root, n.Error))
		}
		l.ended(root)
		return false, nil
	case opClose:
		l.ended(l.lane(key))
		return n.Stream == 0, nil
	case opStop:
		f := n.Error
		if f == nil {
			f = cutFailure()
		}
		l.cut(f)
		return true, nil
	case opDone:
		return true, nil
	}
	return false, fmt.Errorf("the op %q is not known", n.Op)
}

// lane returns the lane of that key, which it makes.
func (l *loader) lane(key laneKey) *lane {
	if known := l.lanes[key]; known != nil {
		return known
	}
	made := &lane{laneKey: key, prints: map[hash][]int{}, most: -1}
	l.lanes[key] = made
	l.order = append(l.order, made)
	return made
}

// push adds an item and returns its index.
func (l *loader) push(it item) int {
	at := len(l.items)
	l.items = append(l.items, it)
	if it.command {
		l.outs = append(l.outs, at)
		it.lane.outs = append(it.lane.outs, at)
	} else {
		it.lane.ins = append(it.lane.ins, at)
	}
	return at
}

// send takes a command.
func (l *loader) send(n line) error {
	if n.Message == nil {
		return nil // not JSON: nothing can be compared with it
	}
	e, err := wire.Parse(n.Message)
	if err != nil {
		return err
	}
	if !e.HasID || len(e.Method) == 0 {
		return nil
	}
	lane := l.lane(laneKey{n.Stream, string(e.SessionID)})
	it := item{
		lane: lane, command: true, number: len(l.outs) + 1, index: len(lane.outs),
		method: string(e.Method), params: e.Params, omitted: n.Omitted > 0, reply: -1, to: -1,
		late: l.late(lane, e.Params) || frees(string(e.Method)),
	}
	if !it.omitted {
		// Secrets that were not known when it was recorded may be so now.
		params := l.redact.json(cloneOrEmpty(e.Params))
		it.print = l.printOf(it.method, l.reduce(it.method, params))
	}
	at := l.push(it)
	if !it.omitted {
		lane.prints[it.print.hash] = append(lane.prints[it.print.hash], it.index)
	}
	l.waiting[waiter{lane.laneKey, e.ID}] = at
	return nil
}

func cloneOrEmpty(raw []byte) []byte {
	if len(raw) == 0 {
		return []byte("{}")
	}
	return bytes.Clone(raw)
}

// receive takes a reply or an event.
func (l *loader) receive(n line) error {
	message := []byte(n.Message)
	if message == nil {
		// The program read it, so the replay gives it.
		if n.Stream != 0 {
			l.push(item{lane: l.lane(laneKey{stream: n.Stream}), message: n.Raw, to: -1, reply: -1})
		}
		return nil
	}
	e, err := wire.Parse(message)
	if err != nil {
		return err
	}
	it := item{
		lane:    l.lane(laneKey{n.Stream, string(e.SessionID)}),
		message: message, omitted: n.Omitted > 0, to: -1, reply: -1,
	}
	switch {
	case len(e.Method) == 0 && e.HasID:
		key := waiter{it.lane.laneKey, e.ID}
		to, ok := l.waiting[key]
		if !ok {
			return nil // to nothing that was sent
		}
		delete(l.waiting, key)
		it.to, it.result, it.errors = to, e.Result, e.Error
		if it.birth, err = l.birth(n.Stream, l.items[to].method, e.Result); err != nil {
			return err
		}
		l.items[to].reply = len(l.items)
	case it.omitted:
		return nil // an event that was left out
	case n.Stream == 0:
		l.told++
		it.closes = closedTab(e.Params)
	default:
		l.event(&it, n.Stream, string(e.Method), e.Params)
	}
	l.bury(&it)
	l.push(it)
	return nil
}

// event looks at an event for sessions that begin or end and targets that are
// gone.
func (l *loader) event(it *item, stream int, method string, params []byte) {
	var body struct {
		SessionID string `json:"sessionId"`
		TargetID  string `json:"targetId"`
	}
	switch method {
	case "Target.attachedToTarget":
		it.birth = l.session(stream, params)
	case "Target.detachedFromTarget", "Target.targetDestroyed":
		// An event that cannot be read is passed on all the same.
		if err := json.Unmarshal(params, &body); err != nil {
			return
		}
		if method == "Target.targetDestroyed" {
			it.closes = body.TargetID
		} else {
			it.death = l.lanes[laneKey{stream, body.SessionID}]
		}
	}
}

// closedTab returns the tab that an event of the host says was closed.
func closedTab(params []byte) string {
	var e event
	if len(params) == 0 || json.Unmarshal(params, &e) != nil || e.Kind != transport.TabClosed {
		return ""
	}
	return string(e.Tab.ID)
}

// down reports whether the line tells that the program closed the host, past
// the recorder or by a context: what follows is the end that it asked for.
func down(n line) bool {
	if n.Op != opReceive || n.Stream != 0 || n.Message == nil {
		return false
	}
	var told struct {
		Method string `json:"method"`
		Params event  `json:"params"`
	}
	if err := json.Unmarshal(n.Message, &told); err != nil || told.Method != hostEvent {
		return false
	}
	e := told.Params
	return e.Kind == transport.Down && (e.Error == nil || e.Error.Kind == transport.KindClosed)
}

// birth returns the lane that begins with a reply, or nil.
func (l *loader) birth(stream int, method string, result []byte) (*lane, error) {
	if stream != 0 {
		return l.session(stream, result), nil
	}
	if method != hostStream || len(result) == 0 {
		return nil, nil
	}
	var opened streamResult
	if err := json.Unmarshal(result, &opened); err != nil {
		return nil, err
	}
	if opened.Stream <= 0 || l.opened[opened.Stream] {
		return nil, fmt.Errorf("the stream %d is opened, and not for the first time", opened.Stream)
	}
	l.opened[opened.Stream] = true
	root := l.lane(laneKey{stream: opened.Stream})
	l.live = append(l.live, root)
	return root, nil
}

// session returns the lane of the session that raw names as a member, if this
// is the first time that it is named.
func (l *loader) session(stream int, raw []byte) *lane {
	if len(raw) == 0 {
		return nil
	}
	e, err := wire.Parse(raw)
	if err != nil || len(e.SessionID) == 0 {
		return nil
	}
	key := laneKey{stream, string(e.SessionID)}
	if l.lanes[key] != nil {
		return nil
	}
	made := l.lane(key)
	made.announced = true
	return made
}

// ended notes that the stream has ended here.
func (l *loader) ended(root *lane) {
	l.live = slices.DeleteFunc(l.live, func(r *lane) bool { return r == root })
}

// cut loses the streams that were open at the end of a recording that has none.
func (l *loader) cut(f *failure) {
	for _, root := range l.live {
		l.push(lost(root, f))
	}
	l.live = nil
}
