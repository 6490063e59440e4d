package lang

import (
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"
	"unicode"

	"github.com/holdfast-go/holdfast/agent/event"
)

// Transcript writes what happens, as the events tell it, for a person at a
// terminal: each item once, when it will not change any more, in a line or a
// few. It is used by one goroutine, as [agent.WithEvents] does.
//
// [agent.WithEvents]: https://pkg.go.dev/github.com/holdfast-go/holdfast/agent#WithEvents
type Transcript struct {
	w     io.Writer
	words *Printer
	// shown are the items that were written.
	shown map[string]bool
	usage event.Usage
	cost  event.Cost
}

// NewTranscript makes one that writes to w in the printer's language; nil is
// English. What cannot be written is lost.
func NewTranscript(w io.Writer, p *Printer) *Transcript {
	if p == nil {
		p = New(English)
	}
	return &Transcript{w: w, words: p, shown: map[string]bool{}}
}

// Tell writes what an event adds; most add nothing.
func (t *Transcript) Tell(e event.Event) {
	switch b := e.Body.(type) {
	case event.Snapshot:
		// The first event, or what stands for events that came too fast.
		t.usage, t.cost = b.Usage, b.Cost
		for _, item := range b.Items {
			t.item(item)
		}
	case event.ItemAdded:
		t.item(b.Item)
	case event.ItemUpdated:
		t.item(b.Item)
	case event.ApprovalAsked:
		t.Line("?", string(b.Approval.Question))
	case event.ApprovalAnswered:
		t.Line(" ", "→ "+string(t.words.Answer(b.Answer)))
	case event.Problem:
		t.Line("!", string(Join(b.Text, b.Hint)))
	case event.Usage:
		t.usage = b
	case event.Cost:
		t.cost = b
	case event.RunState:
		if b.State.Ended() {
			t.end(b)
		}
	}
}

// item writes an item once, when it will not change any more.
func (t *Transcript) item(i event.Item) {
	if t.shown[i.ID] {
		return
	}
	say := t.words.Say
	switch c := i.Content.(type) {
	case event.User:
		t.Line("»", c.Text)
	case event.Answered:
		if !c.Complete || strings.TrimSpace(c.Text) == "" {
			return
		}
		t.Line("«", c.Text)
	case event.ToolCall:
		if c.State == event.CallRunning {
			return
		}
		t.call(c)
	case event.FastPath:
		if c.Outcome == event.Yielded && c.Reason == declined {
			return // most steps are none of its
		}
		t.Line("·", string(t.words.Card(c)))
	case event.Plan:
		t.Line("=", string(say(ExportPlan)))
		for n, step := range c.Steps {
			t.Line(" ", strconv.Itoa(n+1)+". "+step)
		}
		if c.Success != "" {
			t.Line(" ", string(say(ExportSuccess, c.Success)))
		}
	case event.Verdict:
		found := ExportNotPassed
		if c.Passed {
			found = ExportPassed
		}
		t.Line("=", string(say(found, c.Attempt)))
		t.Line(" ", c.Reason)
	case event.Notice:
		t.Line("!", string(Join(t.words.Level(c.Level)+":", c.Text, c.Hint)))
	default: // approvals are told when they are asked
		return
	}
	t.shown[i.ID] = true
}

// declined is a system1.Reason; that package stands above this one.
const declined = "declined"

func (t *Transcript) call(c event.ToolCall) {
	name := t.words.Tool(c.Tool)
	head := fmt.Sprintf("%s %s", name, cut(string(c.Arguments)))
	if c.State != event.CallDone {
		head += " " + string(t.words.Progress(c.State)) + " " + string(c.Code)
	}
	t.Line("·", head)
	if first := firstLine(c.Text); first != "" {
		t.Line(" ", cut(first))
	}
}

// end writes how the run ended and what it took.
func (t *Transcript) end(s event.RunState) {
	t.Line("■", string(Join(t.words.State(s.State), s.Reason)))
	if t.usage.Turns == 0 {
		return
	}
	total := t.usage.Total
	cost := strconv.FormatFloat(t.cost.Total, 'f', 4, 64)
	t.Line(" ", string(t.words.Say(ExportTotal, t.usage.Turns, total.Input, total.Cached, total.Output, cost)))
}

// widest is how much of what a page says stands in a line, in characters.
const widest = 100

func cut(s string) string {
	if runes := []rune(s); len(runes) > widest {
		return string(runes[:widest-1]) + "…"
	}
	return s
}

// Line writes a line of the program's own among the others. What stands in it
// cannot move the cursor or make a second line, whoever wrote it.
func (t *Transcript) Line(mark, text string) {
	text = strings.Join(strings.FieldsFunc(text, func(r rune) bool { return unicode.IsSpace(r) || unicode.IsControl(r) }), " ")
	text = strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Cf, r) { // bidi overrides and the like
			return -1
		}
		return r
	}, text)
	fmt.Fprintln(t.w, strings.TrimRight(mark+" "+text, " "))
}

// mark is what stands around page text in results.
var mark = regexp.MustCompile(`</?untrusted[^>]*>`)

// firstLine is the first line of a result that says something.
func firstLine(s string) string {
	for l := range strings.Lines(mark.ReplaceAllString(s, "")) {
		if l = strings.TrimSpace(l); l != "" {
			return l
		}
	}
	return ""
}
