package child

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"sync"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// Tree is a program and all processes that it started.
//
// The program becomes the leader of a process group of its own; Chrome's
// zygotes, renderers and the rest stay in it. Its crash handler leaves it (it
// forks twice and opens a session), and is found by its environment instead. The
// parent-death signal is of no use here: it follows the thread that forked, and
// Go ends threads when it likes. A subreaper would be state of the whole
// program that embeds this library.
type Tree struct {
	cmd    *exec.Cmd
	folder *Folder
	sign   string

	mu     sync.Mutex
	reaped bool // the number may belong to someone else
}

// Start starts the command as the leader of a group. Its environment has to be
// the folder's. What has the sign in its command line is of the tree, too;
// without one only the environment counts.
func Start(cmd *exec.Cmd, f *Folder, sign string) (*Tree, error) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	return &Tree{cmd: cmd, folder: f, sign: sign}, nil
}

// PID is the process id of the program.
func (t *Tree) PID() int { return t.cmd.Process.Pid }

// Kill kills the group.
func (t *Tree) Kill() {
	t.mu.Lock()
	defer t.mu.Unlock()
	if !t.reaped {
		// The group is there as long as its leader is not reaped.
		_ = syscall.Kill(-t.cmd.Process.Pid, syscall.SIGKILL)
	}
}

// Exited blocks until the leader has ended. It does not reap it: as long as the
// zombie is there, no other process can get its number, and so the number of
// the group.
func (t *Tree) Exited() {
	for {
		err := unix.Waitid(unix.P_PID, t.cmd.Process.Pid, nil, unix.WEXITED|unix.WNOWAIT, nil)
		if !errors.Is(err, unix.EINTR) {
			return
		}
	}
}

// Finish ends what is left of the tree after Exited, reaps the leader and
// returns how that ended. It waits for every member to be gone, within bounds:
// a process that hangs in the kernel cannot be waited for.
func (t *Tree) Finish() error {
	const (
		patience = 5 * time.Second
		pause    = 2 * time.Millisecond
	)
	for deadline := time.Now().Add(patience); ; time.Sleep(pause) {
		t.Kill()
		left := t.members()
		for _, pid := range left {
			_ = syscall.Kill(pid, syscall.SIGKILL)
		}
		if len(left) == 0 || time.Now().After(deadline) {
			break
		}
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.reaped = true
	return t.cmd.Wait()
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
