package child

import (
	"bytes"
	"errors"
	"os"

	"golang.org/x/sys/unix"
)

// awaitExit blocks until a child has ended, and leaves it to be reaped: a kernel
// queue tells of the end, at once when it was before.
func awaitExit(pid int) {
	queue, err := unix.Kqueue()
	if err != nil {
		return
	}
	defer unix.Close(queue)
	end := []unix.Kevent_t{{Ident: uint64(pid), Filter: unix.EVFILT_PROC, Flags: unix.EV_ADD | unix.EV_ONESHOT, Fflags: unix.NOTE_EXIT}}
	for {
		// No such process is one that has ended already.
		n, err := unix.Kevent(queue, end, make([]unix.Kevent_t, 1), nil)
		if n > 0 || err != nil && !errors.Is(err, unix.EINTR) {
			return
		}
	}
}

// zombie is the state of a process that has ended and was not reaped (SZOMB of
// sys/proc.h).
const zombie = 5

// members returns the live processes of the tree.
func (t *Tree) members() []int {
	processes, err := unix.SysctlKinfoProcSlice("kern.proc.uid", os.Getuid())
	if err != nil {
		return nil
	}
	var out []int
	for i := range processes {
		p := &processes[i]
		pid := int(p.Proc.P_pid)
		if pid == 0 || pid == os.Getpid() || p.Proc.P_stat == zombie {
			continue
		}
		if int(p.Eproc.Pgid) == t.PID() || t.marked(pid) {
			out = append(out, pid)
		}
	}
	return out
}

// marked reports whether the process was started for this launch: by its
// environment or by the sign. The kernel gives the command line and the
// environment in one piece, each text with a NUL behind it.
func (t *Tree) marked(pid int) bool {
	text, err := unix.SysctlRaw("kern.procargs2", pid)
	if err != nil {
		return false // it has ended, or is somebody else's
	}
	return bytes.Contains(text, []byte(MarkVariable+"="+t.folder.Root+"\x00")) ||
		t.sign != "" && bytes.Contains(text, []byte(t.sign+"\x00"))
}
