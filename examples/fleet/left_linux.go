package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strconv"
	"syscall"
)

// mentioning lists the live processes whose command line or environment names a
// folder: they are of the worker that had it for its own.
func mentioning(folder string) ([]int, error) {
	all, err := filepath.Glob("/proc/[0-9]*")
	if err != nil {
		return nil, err
	}
	var found []int
	for _, proc := range all {
		// What cannot be read has ended, or is somebody else's.
		stat, _ := os.ReadFile(filepath.Join(proc, "stat"))
		command, _ := os.ReadFile(filepath.Join(proc, "cmdline"))
		environment, _ := os.ReadFile(filepath.Join(proc, "environ"))
		zombie := bytes.Contains(stat, []byte(") Z "))
		if zombie || !names(command, folder) && !names(environment, folder) {
			continue
		}
		if pid, err := strconv.Atoi(filepath.Base(proc)); err == nil && pid != os.Getpid() {
			found = append(found, pid)
		}
	}
	return found, nil
}

// names reports whether the folder, or something in it, stands in the data, and
// not only a longer name that begins like it.
func names(data []byte, folder string) bool {
	for {
		_, behind, found := bytes.Cut(data, []byte(folder))
		if !found {
			return false
		}
		if len(behind) == 0 || behind[0] == 0 || behind[0] == '/' {
			return true
		}
		data = behind
	}
}

// kill ends a process that has outlived its worker.
func kill(pid int) { _ = syscall.Kill(pid, syscall.SIGKILL) }
