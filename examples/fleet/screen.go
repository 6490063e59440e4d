package main

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"sync"
	"time"
)

// screen shows a run: a table that stays in its place on a terminal, and plain
// lines elsewhere. As a writer it takes what the run and its workers log, and keeps
// the table out of its way.
type screen struct {
	out, log *os.File
	terminal bool
	width    int

	mu    sync.Mutex
	drawn int // lines of the table on the terminal
	said  string
	next  time.Time
}

const (
	// plainEvery is how often a line tells the sum where there is no terminal.
	plainEvery = 10 * time.Second
	// usualWidth is that of a terminal that does not tell in COLUMNS.
	usualWidth = 100
)

func newScreen(out, log *os.File, get func(string) string) *screen {
	s := &screen{out: out, log: log, width: usualWidth}
	if columns, err := strconv.Atoi(get("COLUMNS")); err == nil && columns >= 20 {
		s.width = columns
	}
	if info, err := out.Stat(); err == nil && info.Mode()&os.ModeCharDevice != 0 {
		s.terminal = get("TERM") != "" && get("TERM") != "dumb"
	}
	return s
}

// draw shows how the run stands.
func (s *screen) draw(b *board, now time.Time) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.terminal {
		lines := b.table(now, s.width)
		text := strings.Join(lines, "\n") + "\n"
		if s.drawn > 0 && text == s.said {
			return
		}
		s.wipe()
		fmt.Fprint(s.out, text)
		s.drawn, s.said = len(lines), text
		return
	}
	line := b.summary(now)
	if line == s.said || now.Before(s.next) && !b.over() {
		return
	}
	s.said, s.next = line, now.Add(plainEvery)
	fmt.Fprintln(s.out, line)
}

// ended tells the end of a job that needs to be looked at, and elsewhere than on a
// terminal that of every job.
func (s *screen) ended(r *Result) {
	if s.terminal && r.State == Done {
		return
	}
	s.say(strings.TrimSpace(fmt.Sprintf("%s %s by %s %s", clean(r.Job), r.State, clean(r.Worker), clean(r.Why))))
}

// say writes a line that stays.
func (s *screen) say(line string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.wipe()
	fmt.Fprintln(s.out, line)
}

// Write writes to the log.
func (s *screen) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.wipe()
	return s.log.Write(p)
}

// wipe takes the table off the terminal. mu is held.
func (s *screen) wipe() {
	if s.drawn > 0 {
		fmt.Fprintf(s.out, "\x1b[%dA\x1b[J", s.drawn)
		s.drawn = 0
	}
}

// end leaves the table where it is.
func (s *screen) end() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.drawn = 0
}
