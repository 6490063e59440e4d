package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// processTime is the processor time of this process so far.
func processTime() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0 // which the kernel does not do with these arguments
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// tick is the unit of times in /proc: a hundredth of a second on every Linux
// that Go runs on.
const tick = 10 * time.Millisecond

// process is a line of /proc/PID/stat, as far as it matters.
type process struct {
	parent int
	cpu    time.Duration
}

// usageOf adds up a process and all that descend from it.
func usageOf(root int) (usage, error) {
	all, err := processes()
	if err != nil {
		return usage{}, err
	}
	if _, alive := all[root]; !alive {
		return usage{}, fmt.Errorf("process %d is gone", root)
	}
	var sum usage
	for pid, p := range all {
		if !descends(all, pid, root) {
			continue
		}
		sum.processes++
		sum.cpu += p.cpu
		if err := sum.addMemory(pid); err != nil && !gone(err) {
			return sum, err
		}
	}
	return sum, nil
}

// gone reports whether a process has ended while it was looked at.
func gone(err error) bool { return errors.Is(err, os.ErrNotExist) || errors.Is(err, syscall.ESRCH) }

func descends(all map[int]process, pid, root int) bool {
	for pid != root {
		p, known := all[pid]
		if !known {
			return false
		}
		pid = p.parent
	}
	return true
}

// processes reads which processes there are.
func processes() (map[int]process, error) {
	entries, err := os.ReadDir("/proc")
	if err != nil {
		return nil, err
	}
	all := map[int]process{}
	for _, e := range entries {
		pid, err := strconv.Atoi(e.Name())
		if err != nil {
			continue
		}
		stat, err := os.ReadFile("/proc/" + e.Name() + "/stat")
		if gone(err) {
			continue
		}
		if err != nil {
			return nil, err
		}
		p, err := parseStat(stat)
		if err != nil {
			return nil, err
		}
		all[pid] = p
	}
	return all, nil
}

// parseStat reads a line of /proc/PID/stat. The name, which may hold anything, is
// in brackets.
func parseStat(stat []byte) (process, error) {
	_, rest, found := bytes.Cut(stat[bytes.LastIndexByte(stat, ')')+1:], []byte(" "))
	fields := strings.Fields(string(rest))
	const parent, first, last = 1, 11, 14 // utime, stime and those of children that have ended
	if !found || len(fields) <= last {
		return process{}, fmt.Errorf("a line of /proc that cannot be read: %q", stat)
	}
	var p process
	var err error
	if p.parent, err = strconv.Atoi(fields[parent]); err != nil {
		return p, err
	}
	for _, f := range fields[first : last+1] {
		ticks, err := strconv.ParseInt(f, 10, 64)
		if err != nil {
			return p, err
		}
		p.cpu += time.Duration(ticks) * tick
	}
	return p, nil
}

// addMemory adds what a process has in memory.
func (u *usage) addMemory(pid int) error {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/smaps_rollup", pid))
	if err != nil {
		return err
	}
	for line := range strings.Lines(string(text)) {
		name, value, _ := strings.Cut(line, ":")
		var to *int64
		switch name {
		case "Rss":
			to = &u.resident
		case "Pss":
			to = &u.pss
		default:
			continue
		}
		kb, err := strconv.ParseInt(strings.TrimSuffix(strings.TrimSpace(value), " kB"), 10, 64)
		if err != nil {
			return err
		}
		*to += kb << 10
	}
	return nil
}
