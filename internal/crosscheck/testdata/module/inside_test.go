package module

import "syscall"

func group() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setpgid: true} }
