package main

import (
	"io"
	"os"
	"testing"
	"time"
)

// shown gives what a screen writes.
func shown(t *testing.T, terminal bool, show func(s *screen)) string {
	t.Helper()
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	s := newScreen(w, w, func(name string) string { return map[string]string{"TERM": "xterm", "COLUMNS": "40"}[name] })
	if s.terminal {
		t.Error("a pipe is no terminal")
	}
	s.terminal = terminal
	show(s)
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	out, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}

func TestScreen(t *testing.T) {
	began := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	show := func(s *screen) {
		b := newBoard([]*Job{{ID: "a"}, {ID: "b"}}, began)
		s.draw(b, began)
		s.draw(b, began)
		if _, err := s.Write([]byte("a log\n")); err != nil {
			t.Error(err)
		}
		for _, r := range []*Result{{Job: "a", State: Done, Worker: "1-1"}, {Job: "b", State: Unsure, Worker: "1-1", Why: "who\x1bknows"}} {
			b.end(r)
			s.ended(r)
			s.draw(b, began.Add(time.Second))
		}
		s.end()
		s.say("the workers end")
	}
	const head = "worker  state  job  step  done  browser…\n"
	for terminal, want := range map[bool]string{
		false: `2 jobs: 0 done, 2 left, 0s
a log
a done by 1-1
b unsure by 1-1 who knows
2 jobs: 1 done, 1 unsure, 1s
the workers end
`,
		true: "2 jobs: 0 done, 2 left, 0s\n" + head + "\x1b[2A\x1b[Ja log\n" +
			"2 jobs: 1 done, 1 left, 1s\n" + head + "\x1b[2A\x1b[Jb unsure by 1-1 who knows\n" +
			"2 jobs: 1 done, 1 unsure, 1s\n" + head + "the workers end\n",
	} {
		if got := shown(t, terminal, show); got != want {
			t.Errorf("terminal %v: got\n%q\nwant\n%q", terminal, got, want)
		}
	}
}
