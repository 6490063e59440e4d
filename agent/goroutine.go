package agent

import (
	"bytes"
	"runtime"
	"strconv"
	"sync/atomic"
)

// identity remembers which goroutine does something, so that [Runner.Close] can
// tell that it would wait for itself. Go names goroutines to people only, in the
// first line of a stack; nothing else depends on it, and when it should say
// something else one day, Close waits as it would without.
type identity struct{ number atomic.Uint64 }

// enter notes that the calling goroutine is it, until leave.
func (i *identity) enter() { i.number.Store(goroutine()) }

func (i *identity) leave() { i.number.Store(0) }

// here reports whether the calling goroutine is it.
func (i *identity) here() bool {
	n := i.number.Load()
	return n != 0 && n == goroutine()
}

// goroutine returns the number of the calling goroutine, or 0.
func goroutine() uint64 {
	var line [64]byte // "goroutine 123 [running]:"
	fields := bytes.Fields(line[:runtime.Stack(line[:], false)])
	if len(fields) < 2 {
		return 0
	}
	n, err := strconv.ParseUint(string(fields[1]), 10, 64)
	if err != nil {
		return 0
	}
	return n
}
