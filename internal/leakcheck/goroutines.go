// Package leakcheck finds what a test binary leaves behind: goroutines,
// processes and temporary folders.
package leakcheck

import (
	"bytes"
	"fmt"
	"runtime"
	"strings"
	"time"
)

// patience is how long things that are ending get to end.
const patience = 5 * time.Second

// Goroutines waits until only the goroutines of the runtime, of the testing
// package and the calling one are left, and returns an error with the stacks of
// the others when they do not go.
func Goroutines() error {
	var left []string
	if gone(func() bool { left = goroutines(); return len(left) == 0 }) {
		return nil
	}
	return fmt.Errorf("%d goroutines are left:\n\n%s", len(left), strings.Join(left, "\n\n"))
}

// gone polls until the condition holds or patience ends.
func gone(condition func() bool) bool {
	const longest = 200 * time.Millisecond
	pause := time.Millisecond
	for deadline := time.Now().Add(patience); ; pause = min(2*pause, longest) {
		if condition() {
			return true
		}
		if time.Now().After(deadline) {
			return false
		}
		time.Sleep(pause)
	}
}

// goroutines returns the stacks of the goroutines that should not be there.
func goroutines() []string {
	buf := make([]byte, 1<<20)
	for {
		n := runtime.Stack(buf, true)
		if n < len(buf) {
			buf = buf[:n]
			break
		}
		buf = make([]byte, 2*len(buf))
	}
	var out []string
	for i, stack := range bytes.Split(buf, []byte("\n\n")) {
		if i > 0 && !expected(string(stack)) { // the first is the caller
			out = append(out, string(stack))
		}
	}
	return out
}

// expected reports whether the goroutine belongs to the runtime or the test
// runner.
func expected(stack string) bool {
	for _, sign := range []string{
		"testing.Main(", "testing.(*M).", "testing.tRunner(", "testing.runFuzzing(",
		"testing.runTests(", "testing.(*T).Run(", "testing.(*B).run",
		"os/signal.signal_recv(", "os/signal.loop(", "runtime.goexit0(",
		"runtime/trace.Start", "runtime.ensureSigM(", "runtime/pprof.",
		"internal/fuzz.", "created by testing.runTests",
	} {
		if strings.Contains(stack, sign) {
			return true
		}
	}
	return false
}
