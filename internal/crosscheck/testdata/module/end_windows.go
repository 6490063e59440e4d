package module

import (
	"os"
	"syscall"
)

func end(p *os.Process) error { return syscall.Kill(p.Pid, syscall.SIGTERM) }
