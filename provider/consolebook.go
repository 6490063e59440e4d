package provider

import (
	"sync"
	"time"

	"github.com/holdfast-go/holdfast/browser"
	"github.com/holdfast-go/holdfast/internal/collect"
	"github.com/holdfast-go/holdfast/outline"
)

// consoleBook is what the console of a tab has said. It outlives the page when
// that loses its session and the tab is attached to again.
type consoleBook struct {
	mu    sync.Mutex
	lines collect.Lines
	marks collect.Marks
	docs  collect.Documents
	lost  int
	// capped: messages of before the attaching may be missing.
	capped bool
	// main is the page's own frame, addresses are those of the others, as far as
	// they were seen.
	main      string
	addresses map[string]string
}

// mostAddresses bounds the frames whose addresses are remembered.
const mostAddresses = 1_000

// place notes where a frame is.
func (b *consoleBook) place(frame, address string) {
	if b.addresses == nil || len(b.addresses) >= mostAddresses {
		b.addresses = map[string]string{}
	}
	b.addresses[frame] = address
}

// see notes where frames were that nobody saw come.
func (b *consoleBook) see(frames []frameTree) {
	for _, f := range frames {
		if b.addresses[f.Frame.ID] == "" {
			b.place(f.Frame.ID, f.Frame.URL)
		}
		b.see(f.Children)
	}
}

// address names a frame; the page's own needs no name.
func (b *consoleBook) address(frame string) string {
	if frame == "" || frame == b.main {
		return ""
	}
	if address := b.addresses[frame]; address != "" {
		return address
	}
	return "frame " + frame
}

// entry is a message as the protocol tells it.
type entry struct {
	bucket collect.Bucket
	time   float64
	words  string
	collect.Line
}

// add takes a message in, unless it was seen before, and reports whether it
// was new.
func (b *consoleBook) add(e entry) bool {
	e.Text, e.Cut = shown(e.words)
	e.Last = collect.Millis(e.time)
	if !b.marks.New(e.bucket, e.Last, string(levelNames[e.Level])+e.Text) {
		return false
	}
	e.Doc = b.docs.Current()
	b.lines.Add(e.Line)
	return true
}

// shown is what is kept of a text.
func shown(words string) (string, int) {
	// Cleaning only shortens, mostly by a little: what is far beyond the end is
	// not looked at.
	head, far := collect.Cut(words, 4*browser.MaxMessageChars)
	text, cut := collect.Cut(outline.Clean(head), browser.MaxMessageChars)
	if far+cut > 0 {
		text = string([]byte(text)) // lets the long one go
	}
	return text, far + cut
}

// levelNames are the contract's words.
var levelNames = [...]browser.ConsoleLevel{
	collect.Error: browser.LevelError, collect.Warning: browser.LevelWarning,
	collect.Info: browser.LevelInfo, collect.Debug: browser.LevelDebug,
}

// message tells a line to the program.
func (b *consoleBook) message(l *collect.Line) browser.ConsoleMessage {
	m := browser.ConsoleMessage{
		Level: levelNames[l.Level], Text: l.Text, Count: l.Count, Source: l.Source, URL: l.URL, Line: l.Row, Column: l.Col,
		Frame: b.address(l.Frame), Cut: l.Cut, Earlier: l.Doc != b.docs.Current(),
	}
	if l.Last > 0 {
		m.First, m.Last = moment(l.First), moment(l.Last)
	}
	return m
}

// moment is a time of the protocol in milliseconds.
func moment(ms float64) time.Time {
	if !(ms > 0) {
		return time.Time{}
	}
	return time.UnixMicro(int64(ms * 1e3)).UTC()
}
