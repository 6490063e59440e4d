package module_test

import (
	"os"
	"syscall"
	"testing"

	"example.com/module"
)

func TestEnds(t *testing.T) {
	t.Log(module.Ends(&os.Process{Pid: syscall.Getpgrp()}))
}
