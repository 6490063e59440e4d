//go:build !linux && !darwin && !windows

package child

import (
	"os/exec"
	"runtime"

	"github.com/holdfast-go/holdfast/transport"
)

// Tree is a program and all processes that it started, which is known on
// Linux, macOS and Windows only.
type Tree struct{}

// Start refuses: a tree that cannot be ended must not be started.
func Start(*exec.Cmd, *Folder, string) (*Tree, error) {
	return nil, &transport.Error{
		Kind: transport.KindUnsupported, Op: "launch",
		Detail: "starting a browser is not supported on " + runtime.GOOS + " yet",
		Hint:   "start Chrome with --remote-debugging-port and use transport/endpoint",
	}
}

// PID is 0: there is none.
func (*Tree) PID() int { return 0 }

// Kill does nothing.
func (*Tree) Kill() {}

// Exited returns at once.
func (*Tree) Exited() {}

// Finish does nothing.
func (*Tree) Finish() error { return nil }
