package chrome

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

// process is Chrome's process tree.
//
// The program becomes the leader of a process group of its own; zygotes,
// renderers and the rest stay in it. The crash handler leaves it (it forks
// twice and opens a session), and is found by its environment instead. The
// parent-death signal is of no use here: it follows the thread that forked, and
// Go ends threads when it likes. A subreaper would be state of the whole
// program that embeds this library.
type process struct {
	cmd    *exec.Cmd
	folder *folder

	mu     sync.Mutex
	reaped bool // the number may belong to someone else
}

// startProcess starts the command as the leader of a group.
func startProcess(cmd *exec.Cmd, f *folder) (*process, error) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	return &process{cmd: cmd, folder: f}, nil
}

// kill kills the group.
func (p *process) kill() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.reaped {
		// The group is there as long as its leader is not reaped.
		_ = syscall.Kill(-p.cmd.Process.Pid, syscall.SIGKILL)
	}
}

// exited blocks until the leader has ended. It does not reap it: as long as the
// zombie is there, no other process can get its number, and so the number of
// the group.
func (p *process) exited() {
	for {
		err := unix.Waitid(unix.P_PID, p.cmd.Process.Pid, nil, unix.WEXITED|unix.WNOWAIT, nil)
		if !errors.Is(err, unix.EINTR) {
			return
		}
	}
}

// finish ends what is left of the tree after exited, reaps the leader and
// returns how that ended. It waits for every member to be gone, within bounds:
// a process that hangs in the kernel cannot be waited for.
func (p *process) finish() error {
	const (
		patience = 5 * time.Second
		pause    = 2 * time.Millisecond
	)
	for deadline := time.Now().Add(patience); ; time.Sleep(pause) {
		p.kill()
		left := members(p.cmd.Process.Pid, p.folder)
		for _, pid := range left {
			_ = syscall.Kill(pid, syscall.SIGKILL)
		}
		if len(left) == 0 || time.Now().After(deadline) {
			break
		}
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.reaped = true
	return p.cmd.Wait()
}

// members returns the live processes of the tree. A zombie has let go of all
// files; its parent, which may be a container's first process that reaps
// nobody, is not waited for.
func members(group int, f *folder) []int {
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
		if pgrp == group || marked(pid, f) {
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
// environment, or, where Chrome has written over that, by the profile in its
// command line. A given profile is no sign, because another Chrome may use it.
func marked(pid int, f *folder) bool {
	dir := filepath.Join("/proc", strconv.Itoa(pid))
	if text, err := os.ReadFile(filepath.Join(dir, "environ")); err == nil {
		for entry := range bytes.SplitSeq(text, []byte{0}) {
			if string(entry) == markVariable+"="+f.root {
				return true
			}
		}
	}
	if filepath.Dir(f.profile) != f.root {
		return false
	}
	text, err := os.ReadFile(filepath.Join(dir, "cmdline"))
	return err == nil && bytes.Contains(text, []byte("--user-data-dir="+f.profile))
}
