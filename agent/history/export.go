package history

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"github.com/holdfast-go/holdfast/agent/event"
	"github.com/holdfast-go/holdfast/agent/lang"
)

// JSON writes the conversation for other programs: without images, without the
// runner's state, masked (mask may be nil).
func (c *Conversation) JSON(mask Mask) ([]byte, error) {
	bare := c.WithoutImages()
	bare.Run = nil
	bare.Version = version
	if bare.Title == "" {
		bare.Title = bare.title()
	}
	text, err := json.Marshal(bare)
	if err != nil {
		return nil, fmt.Errorf("history: %w", err)
	}
	var pretty bytes.Buffer
	if err := json.Indent(&pretty, mask.over(text), "", "  "); err != nil {
		return nil, fmt.Errorf("history: %w", err)
	}
	pretty.WriteByte('\n')
	return pretty.Bytes(), nil
}

// Markdown writes the timeline for people, in their language, without images and
// masked (mask may be nil). Texts that were said in another language while it ran
// stay as they were. What pages and models have said stands in quotes and fences that it
// cannot leave.
func (c *Conversation) Markdown(mask Mask, l lang.Language) string {
	if mask == nil {
		mask = func(s string) string { return s }
	}
	w := &markdown{mask: mask, words: lang.New(l)}
	title := c.Title
	if title == "" {
		title = c.title()
	}
	w.line("# " + w.inline(title))
	w.line(c.Created.UTC().Format("2006-01-02 15:04 UTC"))
	for _, item := range c.Items {
		w.item(item)
	}
	if t := c.Meter.Total; c.Meter.Turns > 0 {
		w.line("---")
		cost := strconv.FormatFloat(c.Meter.Cost, 'f', 4, 64)
		w.line(string(w.words.Say(lang.ExportTotal, c.Meter.Turns, t.Input, t.Cached, t.Output, cost)))
	}
	return strings.TrimSuffix(w.b.String(), "\n")
}

type markdown struct {
	b     strings.Builder
	mask  Mask
	words *lang.Printer
}

// line writes a paragraph.
func (w *markdown) line(s string) { w.b.WriteString(s + "\n\n") }

// special are the characters that mean something to Markdown or HTML.
var special = strings.NewReplacer(
	`\`, `\\`, "`", "\\`", "*", `\*`, "_", `\_`, "[", `\[`, "]", `\]`, "<", "&lt;", ">", "&gt;", "&", "&amp;", "#", `\#`, "|", `\|`, "!", `\!`, "~", `\~`,
)

// inline writes a text within a line.
func (w *markdown) inline(s string) string {
	return special.Replace(strings.Join(strings.Fields(w.mask(s)), " "))
}

// bold writes words within a line, in strong letters.
func (w *markdown) bold(words event.Words) string { return "**" + w.inline(string(words)) + "**" }

// quote writes what somebody said, as a quote of plain text.
func (w *markdown) quote(s string) {
	var lines []string
	for l := range strings.Lines(w.mask(s)) {
		// A blank more at the beginning of a line is four for a code block; what
		// begins a list or a rule there is harmless in a quote.
		lines = append(lines, strings.TrimRight("> "+special.Replace(strings.TrimSpace(l)), " "))
	}
	if len(lines) > 0 {
		w.line(strings.Join(lines, "\n"))
	}
}

// fence writes a text as it is.
func (w *markdown) fence(s string) {
	s = strings.TrimSuffix(w.mask(s), "\n")
	if s == "" {
		return
	}
	ticks := "```"
	for strings.Contains(s, ticks) {
		ticks += "`"
	}
	w.line(ticks + "text\n" + strings.ReplaceAll(s, "\r", "") + "\n" + ticks)
}

func (w *markdown) item(i event.Item) {
	switch c := i.Content.(type) {
	case event.User:
		head := lang.ExportUser
		if c.Steering {
			head = lang.ExportSteering
		}
		w.line(w.bold(w.words.Say(head)))
		w.quote(c.Text)
	case event.Answered:
		w.line(w.bold(w.words.Say(lang.ExportAssistant)))
		w.quote(c.Text)
	case event.ToolCall:
		w.call(c)
	case event.ApprovalCard:
		w.approval(c)
	case event.FastPath:
		w.line(w.bold(w.words.Card(c)))
	case event.Plan:
		w.line(w.bold(w.words.Say(lang.ExportPlan)))
		steps := make([]string, len(c.Steps))
		for n, s := range c.Steps {
			steps[n] = fmt.Sprintf("%d. %s", n+1, w.inline(s))
		}
		w.line(strings.Join(steps, "\n"))
		if c.Success != "" {
			w.line(w.inline(string(w.words.Say(lang.ExportSuccess, c.Success))))
		}
	case event.Verdict:
		found := lang.ExportNotPassed
		if c.Passed {
			found = lang.ExportPassed
		}
		w.line(w.bold(w.words.Say(found, c.Attempt)))
		w.quote(c.Reason)
	case event.Notice:
		w.line(strings.TrimSpace(w.bold(w.words.Level(c.Level))+" "+w.inline(string(c.Code))) + " " + w.inline(string(lang.Join(c.Text, c.Hint))))
	}
}

func (w *markdown) call(c event.ToolCall) {
	head := w.bold(w.words.Tool(c.Tool)) + " (" + w.inline(c.Tool) + "): " + w.inline(string(w.words.Progress(c.State)))
	if c.Code != "" {
		head += " " + w.inline(string(c.Code))
	}
	if c.ElapsedMS > 0 {
		head += fmt.Sprintf(", %d ms", c.ElapsedMS)
	}
	if c.Repeated {
		head += ", " + w.inline(string(w.words.Say(lang.ExportRepeated)))
	}
	w.line(head)
	w.fence(string(w.mask.over(c.Arguments)))
	w.fence(c.Text)
	if n := len(c.Images); n > 0 {
		w.line("*" + w.inline(string(w.words.Say(lang.ExportImages, n))) + "*")
	}
}

func (w *markdown) approval(c event.ApprovalCard) {
	question := c.Approval.Question
	if question == "" { // of a version that did not ask in words
		question = w.words.Question(c.Approval)
	}
	answer := w.words.Answer(c.Answer)
	if answer == "" {
		answer = w.words.Say(lang.ExportNoAnswer)
	}
	w.line(w.bold(w.words.Say(lang.ExportApproval)) + " " + w.inline(string(question)) + " " + w.bold(answer))
	w.fence(c.Approval.Detail)
}
