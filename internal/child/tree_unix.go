//go:build linux || darwin

package child

import (
	"os/exec"
	"sync"
	"syscall"
	"time"
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
func (t *Tree) Exited() { awaitExit(t.cmd.Process.Pid) }

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
