package main

import (
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"
	"unicode"

	"github.com/holdfast-go/holdfast/agent/event"
	"github.com/holdfast-go/holdfast/agent/lang"
	"github.com/holdfast-go/holdfast/agent/system1"
)

// transcript writes what happens, as the events tell it, for a person at a
// terminal. It is used by one goroutine.
type transcript struct {
	w     io.Writer
	words *lang.Printer
	// shown are the items that were written.
	shown map[string]bool
	usage event.Usage
	cost  event.Cost
}

func newTranscript(w io.Writer, words *lang.Printer) *transcript {
	return &transcript{w: w, words: words, shown: map[string]bool{}}
}

// tell writes what an event adds.
func (t *transcript) tell(e event.Event) {
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
		t.line("?", string(b.Approval.Question))
	case event.ApprovalAnswered:
		t.line(" ", "→ "+string(t.words.Answer(b.Answer)))
	case event.Problem:
		t.line("!", string(lang.Join(b.Text, b.Hint)))
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
func (t *transcript) item(i event.Item) {
	if t.shown[i.ID] {
		return
	}
	say := t.words.Say
	switch c := i.Content.(type) {
	case event.User:
		t.line("»", c.Text)
	case event.Answered:
		if !c.Complete || strings.TrimSpace(c.Text) == "" {
			return
		}
		t.line("«", c.Text)
	case event.ToolCall:
		if c.State == event.CallRunning {
			return
		}
		t.call(c)
	case event.FastPath:
		if c.Outcome == event.Yielded && c.Reason == string(system1.ReasonDeclined) {
			return // most steps are none of its
		}
		t.line("·", string(t.words.Card(c)))
	case event.Plan:
		t.line("=", string(say(lang.ExportPlan)))
		for n, step := range c.Steps {
			t.line(" ", strconv.Itoa(n+1)+". "+step)
		}
		if c.Success != "" {
			t.line(" ", string(say(lang.ExportSuccess, c.Success)))
		}
	case event.Verdict:
		found := lang.ExportNotPassed
		if c.Passed {
			found = lang.ExportPassed
		}
		t.line("=", string(say(found, c.Attempt)))
		t.line(" ", c.Reason)
	case event.Notice:
		t.line("!", string(lang.Join(t.words.Level(c.Level)+":", c.Text, c.Hint)))
	default: // approvals are told when they are asked
		return
	}
	t.shown[i.ID] = true
}

func (t *transcript) call(c event.ToolCall) {
	name := t.words.Tool(c.Tool)
	head := fmt.Sprintf("%s %s", name, cut(string(c.Arguments)))
	if c.State != event.CallDone {
		head += " " + string(t.words.Progress(c.State)) + " " + string(c.Code)
	}
	t.line("·", head)
	if first := firstLine(c.Text); first != "" {
		t.line(" ", cut(first))
	}
}

// end writes how the run ended and what it took.
func (t *transcript) end(s event.RunState) {
	t.line("■", string(lang.Join(t.words.State(s.State), s.Reason)))
	if t.usage.Turns == 0 {
		return
	}
	total := t.usage.Total
	cost := strconv.FormatFloat(t.cost.Total, 'f', 4, 64)
	t.line(" ", string(t.words.Say(lang.ExportTotal, t.usage.Turns, total.Input, total.Cached, total.Output, cost)))
}

// widest is how much of what a page says stands in a line, in characters.
const widest = 100

func cut(s string) string {
	if runes := []rune(s); len(runes) > widest {
		return string(runes[:widest-1]) + "…"
	}
	return s
}

// line writes a line. What pages and models say must not move the cursor or
// forge a line of ours.
func (t *transcript) line(mark, text string) {
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
