package main

import (
	"strings"
	"testing"
	"time"
)

func TestBoard(t *testing.T) {
	began := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	jobs := []*Job{{ID: "a"}, {ID: "b"}, {ID: "c"}}
	b := newBoard(jobs, began)
	if !b.end(&Result{Job: "a", State: Done}) || b.end(&Result{Job: "a", State: Failed}) || b.end(&Result{Job: "other", State: Done}) {
		t.Error("a result counts once, and only of this run")
	}
	b.end(&Result{Job: "b", State: Unsure})
	b.hear(Status{Worker: "1-1", State: "working", Job: "c", Step: 2, Steps: 3, What: "button \"Pay\x1b[2J\"", Usage: Usage{Worker: 30 << 20, Browser: 370 << 20}, Done: 2, Browsers: 1}, began)
	b.hear(Status{Worker: "2-1", State: "idle"}, began.Add(-time.Minute)) // silent since
	b.hear(Status{Worker: "3-1", State: "idle"}, began)
	b.hear(Status{Worker: "3-1", State: "ended"}, began)
	now := began.Add(9 * time.Second)
	want := `3 jobs: 1 done, 1 unsure, 1 left, 9s
worker  state    job  step  done  browsers  memory
1-1     working  c    2/3   2     1         400 MB  button "Pay [2J"`
	if got := strings.Join(b.table(now, 80), "\n"); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	for _, line := range b.table(now, 30) {
		if n := len([]rune(line)); n > 30 {
			t.Errorf("%q has %d characters", line, n)
		}
	}
	if b.over() || !b.end(&Result{Job: "c", State: Done}) || !b.over() {
		t.Error("the run is over with its last job")
	}
}
