package chrome

import (
	"bytes"
	"strings"
	"sync"
)

const (
	// keptOutput is how much of Chrome's output is kept for error messages.
	keptOutput = 16 << 10
	// shownLines is how many of its last lines an error shows.
	shownLines = 8
)

// output keeps the end of what Chrome prints, for the error that says why it
// ended. It is an io.Writer that never fails.
type output struct {
	mu      sync.Mutex
	kept    []byte
	line    []byte
	watched []byte      // beginning of the line to watch for
	found   chan string // gets the rest of that line, once
}

func newOutput() *output { return &output{found: make(chan string, 1)} }

// watch asks for the rest of the first line that begins like this. It must be
// called before the first Write.
func (o *output) watch(prefix string) { o.watched = []byte(prefix) }

// Write keeps what fits.
func (o *output) Write(p []byte) (int, error) {
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
func (o *output) look(p []byte) {
	o.line = append(o.line, p...)
	for {
		line, rest, ok := bytes.Cut(o.line, []byte("\n"))
		if !ok {
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

// last returns the last lines that may say what went wrong.
func (o *output) last() string {
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

// hint says what to do about output that is known.
func hint(text string) string {
	for _, h := range []struct{ sign, hint string }{
		{"error while loading shared libraries", "a library that Chrome needs is missing; install Chrome with the system's package manager"},
		{"Missing X server or $DISPLAY", "there is no display; launch without WithHeadful, or run under xvfb-run"},
		{"Running as root without --no-sandbox", "do not run as root, or pass --no-sandbox with WithFlags"},
		{"No usable sandbox", "the kernel does not let Chrome build its sandbox; allow user namespaces, or pass --no-sandbox with WithFlags if all pages are trusted"},
		{"profile appears to be in use", "another Chrome uses this user data folder; close it or name another folder"},
		{"Opening in existing browser session", "another Chrome uses this user data folder; close it or name another folder"},
		{"SingletonLock", "another Chrome uses this user data folder; close it or name another folder"},
		{"No space left on device", "the disk is full"},
	} {
		if strings.Contains(text, h.sign) {
			return h.hint
		}
	}
	return ""
}
