package main

import (
	"fmt"
	"slices"
	"strings"
	"time"
)

// board is what the coordinator knows of a run. It does no I/O.
type board struct {
	jobs    map[string]bool // of this run
	ended   map[string]*Result
	began   time.Time
	workers map[string]heard
}

// heard is the last status of a worker.
type heard struct {
	Status
	at time.Time
}

// silence is how long a worker may say nothing before it is left out.
const silence = 10 * time.Second

func newBoard(jobs []*Job, now time.Time) *board {
	b := &board{jobs: map[string]bool{}, ended: map[string]*Result{}, began: now, workers: map[string]heard{}}
	for _, j := range jobs {
		b.jobs[j.ID] = true
	}
	return b
}

// end takes in a result, and reports whether it is a new one of this run.
func (b *board) end(r *Result) bool {
	if !b.jobs[r.Job] || b.ended[r.Job] != nil {
		return false
	}
	b.ended[r.Job] = r
	return true
}

// over reports whether all jobs have ended.
func (b *board) over() bool { return len(b.ended) == len(b.jobs) }

// hear takes in what a worker says.
func (b *board) hear(s Status, now time.Time) {
	if s.State == "ended" {
		delete(b.workers, s.Worker)
		return
	}
	b.workers[s.Worker] = heard{s, now}
}

// summary is the run in a line.
func (b *board) summary(now time.Time) string {
	counts := map[State]int{}
	for _, r := range b.ended {
		counts[r.State]++
	}
	line := fmt.Sprintf("%d jobs: %d done", len(b.jobs), counts[Done])
	for _, s := range []State{Failed, Unsure, Refused} {
		if counts[s] > 0 {
			line += fmt.Sprintf(", %d %s", counts[s], s)
		}
	}
	if left := len(b.jobs) - len(b.ended); left > 0 {
		line += fmt.Sprintf(", %d left", left)
	}
	return line + ", " + now.Sub(b.began).Round(time.Second).String()
}

// table is the run in lines of at most width characters.
func (b *board) table(now time.Time, width int) []string {
	rows := [][]string{{"worker", "state", "job", "step", "done", "browsers", "memory", ""}}
	var names []string
	for name, w := range b.workers {
		if now.Sub(w.at) < silence {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	for _, name := range names {
		w := b.workers[name]
		step, memory := "", ""
		if w.Step > 0 {
			step = fmt.Sprint(w.Step)
		}
		if w.Step > 0 && w.Steps > 0 {
			step = fmt.Sprintf("%d/%d", w.Step, w.Steps)
		}
		if w.Usage.Total() > 0 {
			memory = w.Usage.String()
		}
		rows = append(rows, []string{clean(name), clean(w.State), clean(w.Job), step, fmt.Sprint(w.Done), fmt.Sprint(w.Browsers), memory, clean(w.What)})
	}
	lines := []string{cut(b.summary(now), width)}
	return append(lines, columns(rows, width)...)
}

// columns sets rows in columns.
func columns(rows [][]string, width int) []string {
	wide := make([]int, len(rows[0]))
	for _, r := range rows {
		for i, cell := range r {
			wide[i] = max(wide[i], len([]rune(cell)))
		}
	}
	var lines []string
	for _, r := range rows {
		var line strings.Builder
		for i, cell := range r {
			line.WriteString(cell)
			line.WriteString(strings.Repeat(" ", wide[i]-len([]rune(cell))+2))
		}
		lines = append(lines, cut(strings.TrimRight(line.String(), " "), width))
	}
	return lines
}

// cut shortens a line to a width in characters.
func cut(line string, width int) string {
	if r := []rune(line); len(r) > width {
		return string(r[:width-1]) + "…"
	}
	return line
}

// clean takes out of words of pages and workers what a terminal would obey.
func clean(s string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' || r >= 0x7f && r < 0xa0 || r >= 0x2028 && r <= 0x202e || r >= 0x2066 && r <= 0x2069 {
			return ' '
		}
		return r
	}, s)
}
