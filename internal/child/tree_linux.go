package child

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strconv"

	"golang.org/x/sys/unix"
)

// awaitExit blocks until a child has ended, and leaves it to be reaped.
func awaitExit(pid int) {
	for {
		err := unix.Waitid(unix.P_PID, pid, nil, unix.WEXITED|unix.WNOWAIT, nil)
		if !errors.Is(err, unix.EINTR) {
			return
		}
	}
}

// members returns the live processes of the tree. A zombie has let go of all
// files; its parent, which may be a container's first process that reaps
// nobody, is not waited for.
func (t *Tree) members() []int {
	entries, err := os.ReadDir("/proc")
	if err != nil {
		return nil
	}
	var out []int
	for _, entry := range entries {
		pid, err := strconv.Atoi(entry.Name())
		if err != nil || pid == os.Getpid() {
			continue
		}
		state, pgrp, ok := stat(pid)
		if !ok || state == 'Z' || state == 'X' {
			continue
		}
		if pgrp == t.PID() || t.marked(pid) {
			out = append(out, pid)
		}
	}
	return out
}

// stat reads the state and the process group of a process.
func stat(pid int) (state byte, group int, ok bool) {
	text, err := os.ReadFile(filepath.Join("/proc", strconv.Itoa(pid), "stat"))
	if err != nil {
		return 0, 0, false
	}
	// The name in parentheses may hold anything, parentheses too.
	_, rest, _ := bytes.Cut(text, []byte{'('})
	end := bytes.LastIndexByte(rest, ')')
	if end < 0 {
		return 0, 0, false
	}
	fields := bytes.Fields(rest[end+1:]) // state, parent, group, ...
	if len(fields) < 3 {
		return 0, 0, false
	}
	group, err = strconv.Atoi(string(fields[2]))
	return fields[0][0], group, err == nil
}

// marked reports whether the process was started for this launch: by its
// environment, or, where Chrome has written over that, by the sign.
func (t *Tree) marked(pid int) bool {
	dir := filepath.Join("/proc", strconv.Itoa(pid))
	if text, err := os.ReadFile(filepath.Join(dir, "environ")); err == nil {
		for entry := range bytes.SplitSeq(text, []byte{0}) {
			if string(entry) == MarkVariable+"="+t.folder.Root {
				return true
			}
		}
	}
	if t.sign == "" {
		return false
	}
	text, err := os.ReadFile(filepath.Join(dir, "cmdline"))
	return err == nil && bytes.Contains(text, []byte(t.sign))
}
