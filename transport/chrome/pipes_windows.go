package chrome

import (
	"fmt"
	"os"
	"os/exec"
	"syscall"
)

// givePipes gives the program its ends of the pipes: handles that it inherits
// and that --remote-debugging-io-pipes names, first the one that it reads from.
// There are no descriptors 3 and 4 on Windows. Programs that this one starts at
// the same time inherit them only when they are not started by Go.
func givePipes(cmd *exec.Cmd, toChrome, fromChrome *os.File) error {
	in, out := syscall.Handle(toChrome.Fd()), syscall.Handle(fromChrome.Fd())
	for _, end := range []syscall.Handle{in, out} {
		if err := syscall.SetHandleInformation(end, syscall.HANDLE_FLAG_INHERIT, syscall.HANDLE_FLAG_INHERIT); err != nil {
			return err
		}
	}
	cmd.SysProcAttr = &syscall.SysProcAttr{AdditionalInheritedHandles: []syscall.Handle{in, out}}
	flag := fmt.Sprintf("--remote-debugging-io-pipes=%d,%d", in, out)
	cmd.Args = append(cmd.Args[:1:1], append([]string{flag}, cmd.Args[1:]...)...)
	return nil
}
