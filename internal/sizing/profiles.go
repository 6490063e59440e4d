package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"runtime"
	"runtime/pprof"
	"slices"
	"strings"
	"time"
)

// profiles are what the runtime notes of waiting, between begin and end. The
// zero value notes nothing.
type profiles struct {
	on bool
	// files get the whole profiles, for go tool pprof; empty keeps none.
	mutexFile, blockFile string

	before map[string]contention
	err    error
}

// contention is how long goroutines waited for a lock.
type contention struct {
	where string // the function that held it, the first of ours from the inside
	count int64
	total time.Duration
}

// begin turns the profiles on.
func (p *profiles) begin() {
	if !p.on {
		return
	}
	runtime.SetMutexProfileFraction(1)
	if p.blockFile != "" {
		runtime.SetBlockProfileRate(1)
	}
	p.before = contentions()
}

// end turns them off and tells what was waited for since begin.
func (p *profiles) end() []contention {
	if !p.on {
		return nil
	}
	after := contentions()
	runtime.SetMutexProfileFraction(0)
	runtime.SetBlockProfileRate(0)
	for _, f := range []struct{ name, file string }{{"mutex", p.mutexFile}, {"block", p.blockFile}} {
		if f.file != "" && p.err == nil {
			p.err = write(f.file, func(w io.Writer) error { return pprof.Lookup(f.name).WriteTo(w, 0) })
		}
	}
	var list []contention
	for where, c := range after {
		c.count -= p.before[where].count
		c.total -= p.before[where].total
		if c.count > 0 {
			list = append(list, c)
		}
	}
	slices.SortFunc(list, func(a, b contention) int { return int(b.total - a.total) })
	return list
}

// write makes a file.
func write(name string, fill func(io.Writer) error) error {
	file, err := os.Create(name)
	if err != nil {
		return err
	}
	if err := fill(file); err != nil {
		file.Close() // the first error counts
		return err
	}
	return file.Close()
}

// contentions reads the mutex profile.
func contentions() map[string]contention {
	records := make([]runtime.BlockProfileRecord, 256)
	for {
		n, ok := runtime.MutexProfile(records)
		if ok {
			records = records[:n]
			break
		}
		records = make([]runtime.BlockProfileRecord, 2*n)
	}
	second := cyclesPerSecond()
	found := map[string]contention{}
	for _, r := range records {
		where := holder(r.Stack())
		c := found[where]
		c.where = where
		c.count += r.Count
		c.total += time.Duration(float64(r.Cycles) / second * float64(time.Second))
		found[where] = c
	}
	return found
}

// holder names the innermost function of a stack that is neither of the runtime
// nor of package sync.
func holder(stack []uintptr) string {
	frames := runtime.CallersFrames(stack)
	name := "the runtime itself"
	for {
		f, more := frames.Next()
		if f.Function != "" && !strings.HasPrefix(f.Function, "runtime.") && !strings.HasPrefix(f.Function, "sync.") &&
			!strings.HasPrefix(f.Function, "internal/sync.") {
			return strings.TrimPrefix(f.Function, "github.com/holdfast-go/holdfast/")
		}
		if !more {
			return name
		}
	}
}

// cyclesPerSecond is the unit of the profile, which the runtime tells in its text
// only.
func cyclesPerSecond() float64 {
	var text bytes.Buffer
	perSecond := 1e9
	if err := pprof.Lookup("mutex").WriteTo(&text, 1); err != nil {
		return perSecond
	}
	for line := range strings.Lines(text.String()) {
		if n, err := fmt.Sscanf(line, "cycles/second=%g", &perSecond); n == 1 && err == nil {
			break
		}
	}
	return perSecond
}
