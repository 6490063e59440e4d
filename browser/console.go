package browser

import (
	"fmt"
	"strings"
	"time"

	"github.com/holdfast-go/holdfast/outline"
)

// What console and network results may hold. Nobody can foresee what a page
// writes there, so there are three gates: how many items, how long one item,
// how long all together. The figures are the seed's (its section 9).
const (
	// DefaultItems and MaxItems are how many items a result has by default and
	// at most.
	DefaultItems, MaxItems = 50, 150
	// MaxMessageChars is the longest text of a message, in characters.
	MaxMessageChars = 2_000
	// MaxConsoleChars is how many characters the texts of all messages of a
	// result may have together: once they have as many, no other is added. The
	// first is always there.
	MaxConsoleChars = 40_000
	// MaxNetworkChars is the same of the addresses in a list of requests, which
	// are not cut, so that they can be used.
	MaxNetworkChars = 40_000
	// MaxBodyChars and MaxBinaryBodyChars are how much is given of a body that is text,
	// and of the base64 of one that is not: nobody can read that.
	MaxBodyChars, MaxBinaryBodyChars = 20_000, 2_000
)

// ConsoleLevel is how much a console message matters.
type ConsoleLevel string

// The levels. LevelInfo is also what console.log writes.
const (
	LevelError   ConsoleLevel = "error"
	LevelWarning ConsoleLevel = "warning"
	LevelInfo    ConsoleLevel = "info"
	LevelDebug   ConsoleLevel = "debug"
)

// ConsoleRequest asks for the messages of the console: what the page's scripts
// wrote, the exceptions that nobody caught, and what the browser said of the
// page.
type ConsoleRequest struct {
	// Level leaves only messages of that level; empty is all.
	Level ConsoleLevel
	// Text leaves only messages that hold it; case does not matter.
	Text string
	// Limit is the most messages to return, the newest; 0 is DefaultItems, more
	// than MaxItems is MaxItems.
	Limit int
	// AllDocuments also gives messages of documents that the page has left.
	AllDocuments bool
}

// ConsoleMessage is a line of the console, and how often it was written.
type ConsoleMessage struct {
	Level ConsoleLevel `json:"level"`
	Text  string       `json:"text"`
	// Count is how often the document wrote it. It stands where it was written
	// last.
	Count int `json:"count"`
	// Source is console or exception, or of what the browser said its subject:
	// network, security, worker…
	Source string `json:"source,omitempty"`
	// First and Last are when it was written; zero when that is not told.
	First time.Time `json:"first,omitzero"`
	Last  time.Time `json:"last,omitzero"`
	// URL, Line and Column say where, counted from 1; zero when not known.
	URL    string `json:"url,omitempty"`
	Line   int    `json:"line,omitempty"`
	Column int    `json:"column,omitempty"`
	// Frame is the address of the frame that wrote it, if not the page itself.
	Frame string `json:"frame,omitempty"`
	// Cut is how many characters of the text were cut off.
	Cut int `json:"cut,omitempty"`
	// Earlier: a document wrote it that the page has left.
	Earlier bool `json:"earlier_document,omitempty"`
}

// String tells the message in a line.
func (m ConsoleMessage) String() string {
	var b strings.Builder
	b.WriteString(string(m.Level))
	if !m.Last.IsZero() {
		b.WriteString(" " + clock(m.Last))
	}
	b.WriteString(" " + outline.Quote(m.Text))
	if m.Cut > 0 {
		fmt.Fprintf(&b, " (%d characters more)", m.Cut)
	}
	if m.Count > 1 {
		fmt.Fprintf(&b, " ×%d", m.Count)
		if !m.First.IsZero() {
			b.WriteString(" since " + clock(m.First))
		}
	}
	if m.Source != "" && m.Source != "console" {
		b.WriteString(" [" + word(m.Source) + "]")
	}
	if m.URL != "" {
		b.WriteString(" at " + outline.Address(m.URL))
		if m.Line > 0 {
			fmt.Fprintf(&b, ":%d", m.Line)
			if m.Column > 0 {
				fmt.Fprintf(&b, ":%d", m.Column)
			}
		}
	}
	if m.Frame != "" {
		b.WriteString(" in the frame " + outline.Address(m.Frame))
	}
	if m.Earlier {
		b.WriteString(" (earlier document)")
	}
	return b.String()
}

// ConsoleResult are the newest messages that were asked for.
type ConsoleResult struct {
	// Messages are in the order in which they were written (last), the newest at
	// the end. The newest is always there.
	Messages []ConsoleMessage
	// Listed tells of the others. Dropped counts those of the level.
	Listed
	// Written is how many messages match with all their repetitions.
	Written int
	// Capped: messages from before the provider attached may be missing, for the
	// browser repeats the last 1,000 only.
	Capped bool

	// URL is the page's address.
	URL       string
	SinceLast []Event
}

// Rows gives the messages, a line each.
func (r *ConsoleResult) Rows() string {
	lines := make([]string, len(r.Messages))
	for i, m := range r.Messages {
		lines[i] = m.String()
	}
	return strings.Join(lines, "\n")
}

// Advice says what is not among the messages and how to get it, a sentence
// each. No word of it is the page's.
func (r *ConsoleResult) Advice() []string {
	var out []string
	switch {
	case r.Matching == 0 && r.Filtered:
		out = append(out, "No console message matches.")
	case r.Matching == 0:
		out = append(out, "The console is empty.")
	default:
		out = append(out, fmt.Sprintf("%d of %d messages (written %d times), the newest last.", len(r.Messages), r.Matching, r.Written))
	}
	out = append(out, r.advice("messages", MaxConsoleChars, "level or text")...)
	if r.Lost > 0 {
		out = append(out, fmt.Sprintf("lost: %d messages came faster than they could be read.", r.Lost))
	}
	if r.Capped {
		out = append(out, "Before the program attached, the browser kept the last 1,000 messages only; earlier ones are not shown.")
	}
	return out
}

// String gives the messages and what is not among them, as an agent reads it.
func (r *ConsoleResult) String() string {
	return listText(r.SinceLast, r.Rows(), r.Advice())
}

func listText(since []Event, rows string, advice []string) string {
	var b strings.Builder
	writeEvents(&b, since)
	if rows != "" {
		b.WriteString(rows)
		b.WriteString("\n")
	}
	b.WriteString(strings.Join(advice, "\n"))
	return b.String()
}

// clock writes a time of day with milliseconds, in UTC.
func clock(t time.Time) string { return t.UTC().Format("15:04:05.000") }

// word makes a word of the protocol fit into a line.
func word(s string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' || r > '~' || r == '"' {
			return -1
		}
		return r
	}, s)
}
