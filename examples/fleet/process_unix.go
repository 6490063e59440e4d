//go:build unix

package main

import (
	"os/exec"
	"syscall"
)

// apart keeps the signals of a terminal from a worker: it is the coordinator that
// tells it to end.
func apart(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }
