package main

import (
	"os"
	"testing"
	"time"
)

func TestParseStat(t *testing.T) {
	p, err := parseStat([]byte("7 (a) b (c) S 3 7 7 0 -1 4194304 1 2 3 4 150 50 20 5 20 0 1 0 9 1 1\n"))
	if err != nil || p.parent != 3 || p.cpu != 2250*time.Millisecond {
		t.Errorf("%+v, %v", p, err)
	}
	for _, wrong := range []string{"", "7 (a) S 3", "7 (a) S x 7 7 0 -1 4 1 2 3 4 1 2 3 4 5"} {
		if p, err := parseStat([]byte(wrong)); err == nil {
			t.Errorf("%q gave %+v", wrong, p)
		}
	}
}

// A process descends from itself, so this one's own usage is its tree's at
// least.
func TestUsageOf(t *testing.T) {
	u, err := usageOf(os.Getpid())
	if err != nil || u.processes < 1 || u.pss <= 0 || u.resident < u.pss {
		t.Errorf("%+v, %v", u, err)
	}
	if _, err := usageOf(1 << 30); err == nil {
		t.Error("a process that is not there has a usage")
	}
}
