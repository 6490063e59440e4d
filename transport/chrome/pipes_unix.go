//go:build !windows

package chrome

import (
	"os"
	"os/exec"
)

// givePipes gives the program its ends of the pipes: descriptors 3 (to it) and 4
// (from it), where --remote-debugging-pipe looks for them.
func givePipes(cmd *exec.Cmd, toChrome, fromChrome *os.File) error {
	cmd.ExtraFiles = []*os.File{toChrome, fromChrome}
	return nil
}
