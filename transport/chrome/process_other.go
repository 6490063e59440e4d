//go:build !linux

package chrome

import (
	"os/exec"
	"runtime"

	"github.com/holdfast-go/holdfast/transport"
)

// process is Chrome's process tree, which is known on Linux only so far.
type process struct{ cmd *exec.Cmd }

// startProcess refuses: a tree that cannot be ended must not be started.
func startProcess(*exec.Cmd, *folder) (*process, error) {
	return nil, &transport.Error{
		Kind: transport.KindUnsupported, Op: "launch",
		Detail: "starting Chrome is not supported on " + runtime.GOOS + " yet",
		Hint:   "start Chrome with --remote-debugging-port and use transport/endpoint",
	}
}

func (*process) kill()         {}
func (*process) exited()       {}
func (*process) finish() error { return nil }
