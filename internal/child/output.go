package child

import (
	"bytes"
	"fmt"
	"strings"
	"sync"
)

const (
	// keptOutput is how much of the output is kept for error messages.
	keptOutput = 16 << 10
	// shownLines is how many of its last lines an error shows.
	shownLines = 8
)

// longestLine bounds what is kept of the line that is watched for.
const longestLine = 64 << 10

// Output keeps the end of what a program prints, for the error that says why it
// ended. It is an io.Writer that never fails, safe for concurrent use.
type Output struct {
	mu      sync.Mutex
	kept    []byte
	line    []byte
	watched []byte      // beginning of the line to watch for
	found   chan string // gets the rest of that line, once
}

// NewOutput makes an empty one.
func NewOutput() *Output { return &Output{found: make(chan string, 1)} }

// Watch asks for the rest of the first line that begins like this. It must be
// called before the first Write; Found gives it.
func (o *Output) Watch(prefix string) { o.watched = []byte(prefix) }

// Found gets the rest of the line that is watched for, once.
func (o *Output) Found() <-chan string { return o.found }

// Write keeps what fits.
func (o *Output) Write(p []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.watched != nil {
		o.look(p)
	}
	o.kept = append(o.kept, p...)
	if extra := len(o.kept) - keptOutput; extra > 0 {
		o.kept = append(o.kept[:0], o.kept[extra:]...)
	}
	return len(p), nil
}

// look searches for the watched line in complete lines.
func (o *Output) look(p []byte) {
	o.line = append(o.line, p...)
	for {
		line, rest, ok := bytes.Cut(o.line, []byte("\n"))
		if !ok {
			o.line = o.line[:min(len(o.line), longestLine)] // its end is still to come
			return
		}
		if after, ok := bytes.CutPrefix(line, o.watched); ok {
			o.found <- string(bytes.TrimSpace(after))
			o.watched, o.line = nil, nil
			return
		}
		o.line = rest
	}
}

// Last returns the last lines that may say what went wrong.
func (o *Output) Last() string {
	o.mu.Lock()
	text := string(o.kept)
	o.mu.Unlock()
	var lines []string
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		// A machine without a desktop bus gets a dozen of these; they matter to
		// nobody and hide what does.
		if line != "" && !strings.Contains(line, ":ERROR:dbus/") {
			lines = append(lines, line)
		}
	}
	if n := len(lines) - shownLines; n > 0 {
		lines = lines[n:]
	}
	return strings.Join(lines, "\n")
}

// Ended adds what the program printed last to the cause of its end.
func Ended(err error, printed string) error {
	if printed == "" {
		return err
	}
	printed = "  " + strings.ReplaceAll(printed, "\n", "\n  ")
	if err == nil {
		return fmt.Errorf("it printed last:\n%s", printed)
	}
	return fmt.Errorf("%w; it printed last:\n%s", err, printed)
}
