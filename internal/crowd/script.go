package crowd

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/holdfast-go/holdfast/internal/wire"
)

// Script is what one page session said and was told, in parts. It is not changed
// after Load, and any number of hosts may play it.
type Script struct {
	opening part   // of the connection, before the tab
	parts   []part // of the tab: its opening, then the rounds
	ending  part   // its closing
}

// Rounds is how many rounds were recorded.
func (s *Script) Rounds() int { return len(s.parts) - 1 }

// part is a piece of the conversation.
type part struct {
	items    []item
	commands []int // the items that are commands
}

// item is a command, a reply or an event.
type item struct {
	// Of a command: its method, params, whether it is the connection's own or a
	// session's, and the item that answers it, -1 if none does.
	method  string
	params  template
	print   print
	session string
	reply   int
	command bool
	// Of a reply: what follows its id, and the index of its command among the
	// commands of the part; of an event all of it, and -1.
	message template
	answers int
}

// The methods that structure a recording.
const (
	methodOpen  = "Target.createTarget"
	methodRound = "Target.getTargets"
	methodClose = "Target.closeTarget"
)

// line is a line of a recording, as package transport/replay describes it.
type line struct {
	Op      string          `json:"op"`
	Stream  int             `json:"stream"`
	Message json.RawMessage `json:"message"`
}

// Load reads a recording.
func Load(r io.Reader) (*Script, error) {
	zip, err := gzip.NewReader(r)
	if err != nil {
		return nil, fmt.Errorf("crowd: this is not a recording: %w", err)
	}
	l := loader{current: &part{}, waiting: map[waiter]int{}, skipped: map[waiter]bool{}}
	lines := bufio.NewReader(zip)
	for n := 1; ; n++ {
		text, err := lines.ReadBytes('\n')
		if errors.Is(err, io.EOF) {
			break
		}
		var one line
		if err == nil {
			err = json.Unmarshal(text, &one)
		}
		if err == nil && n > 1 && one.Stream == 1 {
			err = l.add(one)
		}
		if err != nil {
			return nil, fmt.Errorf("crowd: line %d of the recording: %w", n, err)
		}
	}
	switch {
	case l.stage != closing:
		return nil, errors.New("crowd: the recording does not close its tab")
	case len(l.script.parts) < 2:
		return nil, errors.New("crowd: the recording has no round")
	}
	l.script.ending = *l.current
	return &l.script, nil
}

// stage is how far the loader has come.
type stage int

const (
	before  stage = iota // the tab
	inside               // its opening, or a round
	closing              // after the last
)

type loader struct {
	script  Script
	stage   stage
	current *part
	waiting map[waiter]int  // commands of the current part without a reply
	skipped map[waiter]bool // commands that are of no part
	tab     []byte          // id
}

type waiter struct {
	session string
	id      int64
}

// add takes in a line.
func (l *loader) add(n line) error {
	if n.Message == nil {
		return nil // the end of a stream
	}
	e, err := wire.Parse(n.Message)
	if err != nil {
		return err
	}
	switch {
	case n.Op == "send":
		return l.send(e)
	case len(e.Method) > 0:
		l.event(n.Message, e)
		return nil
	default:
		return l.reply(e)
	}
}

// next ends the current part and begins another.
func (l *loader) next() *part {
	ended := l.current
	l.current, l.waiting = &part{}, map[waiter]int{}
	return ended
}

func (l *loader) send(e wire.Envelope) error {
	method := string(e.Method)
	switch {
	case frees(method):
		l.skipped[waiter{string(e.SessionID), e.ID}] = true
		return nil
	case method == methodOpen:
		if l.stage != before {
			return errors.New("a second tab is opened")
		}
		l.script.opening = *l.next()
		l.stage = inside
	case method == methodRound && l.stage == inside:
		l.script.parts = append(l.script.parts, *l.next())
		l.skipped[waiter{id: e.ID}] = true
		return nil
	case method == methodClose && l.stage == inside:
		// What came since the last round began belongs to no round.
		l.next()
		l.stage = closing
	}
	params := newTemplate(bytes.Clone(e.Params))
	l.waiting[waiter{string(e.SessionID), e.ID}] = len(l.current.items)
	l.current.commands = append(l.current.commands, len(l.current.items))
	l.current.items = append(l.current.items, item{
		command: true, method: method, params: params, print: params.printOf(), session: string(e.SessionID), reply: -1, answers: -1,
	})
	return nil
}

func (l *loader) reply(e wire.Envelope) error {
	key := waiter{string(e.SessionID), e.ID}
	at, known := l.waiting[key]
	if !known {
		if l.skipped[key] {
			return nil
		}
		return fmt.Errorf("the reply %d belongs to an earlier part: a round began before the end of the one before it", e.ID)
	}
	delete(l.waiting, key)
	command := &l.current.items[at]
	if l.tab == nil && command.method == methodOpen {
		var made struct {
			TargetID string `json:"targetId"`
		}
		if err := json.Unmarshal(e.Result, &made); err != nil {
			return err
		}
		l.tab = []byte(made.TargetID)
	}
	var tail []byte
	switch {
	case e.Error != nil:
		tail = append(append(tail, `,"error":`...), e.Error...)
	case e.Result != nil:
		tail = append(append(tail, `,"result":`...), e.Result...)
	}
	if len(e.SessionID) > 0 {
		tail = append(append(append(tail, `,"sessionId":"`...), e.SessionID...), '"')
	}
	command.reply = len(l.current.items)
	l.current.items = append(l.current.items, item{
		message: newTemplate(append(tail, '}')), answers: l.current.ordinal(at), reply: -1,
	})
	return nil
}

// ordinal gives the number of a command among the commands of the part.
func (p *part) ordinal(at int) int {
	for i, c := range p.commands {
		if c == at {
			return i
		}
	}
	return -1
}

func (l *loader) event(message []byte, e wire.Envelope) {
	if len(e.SessionID) == 0 && l.stage != before && !bytes.Contains(message, l.subject()) {
		return // of a tab that was there before
	}
	l.current.items = append(l.current.items, item{message: newTemplate(bytes.Clone(message)), answers: -1, reply: -1})
}

// subject is what an event of the connection must mention to be of the tab.
// Before the reply that gives its id, that it is created is all there is.
func (l *loader) subject() []byte {
	if l.tab == nil {
		return []byte(`"Target.targetCreated"`)
	}
	return l.tab
}

// frees reports whether a command only frees memory: programs send them by the
// clock.
func frees(method string) bool {
	return method == "Runtime.releaseObject" || method == "Runtime.releaseObjectGroup"
}
