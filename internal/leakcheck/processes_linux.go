package leakcheck

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// Processes waits until no live process is left that this one started, or whose
// environment or command line mentions the mark, and returns an error that
// names the others. Zombies do not count: whoever should reap them may not.
func Processes(mark string) error {
	var left []string
	if gone(func() bool { left = processes(mark); return len(left) == 0 }) {
		return nil
	}
	return fmt.Errorf("processes are left:\n%s", strings.Join(left, "\n"))
}

func processes(mark string) []string {
	entries, err := os.ReadDir("/proc")
	if err != nil {
		return []string{err.Error()}
	}
	var out []string
	for _, e := range entries {
		pid, err := strconv.Atoi(e.Name())
		if err != nil || pid == os.Getpid() {
			continue
		}
		dir := filepath.Join("/proc", e.Name())
		stat, err := os.ReadFile(filepath.Join(dir, "stat"))
		if err != nil {
			continue
		}
		fields := bytes.Fields(stat[bytes.LastIndexByte(stat, ')')+1:])
		if len(fields) < 2 || fields[0][0] == 'Z' || fields[0][0] == 'X' {
			continue
		}
		ours := string(fields[1]) == strconv.Itoa(os.Getpid())
		for _, name := range []string{"environ", "cmdline"} {
			text, err := os.ReadFile(filepath.Join(dir, name))
			ours = ours || (err == nil && bytes.Contains(text, []byte(mark)))
		}
		if ours {
			cmdline, err := os.ReadFile(filepath.Join(dir, "cmdline"))
			if err != nil {
				continue // it ended meanwhile
			}
			out = append(out, fmt.Sprintf("%d: %s", pid, bytes.ReplaceAll(cmdline, []byte{0}, []byte{' '})))
		}
	}
	return out
}
