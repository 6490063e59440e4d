package history

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/holdfast-go/holdfast/agent/event"
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

// Markdown writes the timeline for people, without images and masked (mask may
// be nil). What pages and models have said stands in quotes and fences that it
// cannot leave.
func (c *Conversation) Markdown(mask Mask) string {
	if mask == nil {
		mask = func(s string) string { return s }
	}
	w := &markdown{mask: mask}
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
		w.line(fmt.Sprintf("%d turns, %d tokens in (%d cached), %d out, $%.4f", c.Meter.Turns, t.Input, t.Cached, t.Output, c.Meter.Cost))
	}
	return strings.TrimSuffix(w.b.String(), "\n")
}

type markdown struct {
	b    strings.Builder
	mask Mask
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
		w.line("**User**")
		w.quote(c.Text)
	case event.Answered:
		w.line("**Assistant**")
		w.quote(c.Text)
	case event.ToolCall:
		head := fmt.Sprintf("**%s** %s", w.inline(c.Tool), w.inline(string(c.State)))
		if c.Code != "" {
			head += " " + w.inline(c.Code)
		}
		if c.ElapsedMS > 0 {
			head += fmt.Sprintf(" (%d ms)", c.ElapsedMS)
		}
		if c.Repeated {
			head += ", repeated after a crash"
		}
		w.line(head)
		w.fence(string(Mask(w.mask).over(c.Arguments)))
		w.fence(c.Text)
		if n := len(c.Images); n > 0 {
			w.line(fmt.Sprintf("*%d image(s) left out*", n))
		}
	case event.ApprovalCard:
		answer := string(c.Answer)
		if answer == "" {
			answer = "no answer"
		}
		w.line(fmt.Sprintf("**Approval** %s %s: %s", w.inline(string(c.Approval.Subject)), w.inline(c.Approval.Site), w.inline(answer)))
		w.fence(c.Approval.Detail)
	case event.FastPath:
		w.line(fmt.Sprintf("**⚡ System 1** %s %s %s %s (confidence %.2f, %d ms)",
			w.inline(string(c.Outcome)), w.inline(c.Action), w.inline(c.Target), w.inline(c.Reason), c.Confidence, c.LatencyMS))
	case event.Plan:
		w.line("**Plan**")
		steps := make([]string, len(c.Steps))
		for n, s := range c.Steps {
			steps[n] = fmt.Sprintf("%d. %s", n+1, w.inline(s))
		}
		w.line(strings.Join(steps, "\n"))
		if c.Success != "" {
			w.line("Success: " + w.inline(c.Success))
		}
	case event.Verdict:
		found := "not done"
		if c.Passed {
			found = "done"
		}
		w.line(fmt.Sprintf("**Check %d** %s: %s", c.Attempt, found, w.inline(c.Reason)))
	case event.Notice:
		w.line(fmt.Sprintf("**%s** %s %s", w.inline(string(c.Level)), w.inline(c.Code), w.inline(c.Text)))
	}
}
