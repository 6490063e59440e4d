package leakcheck

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"testing/synctest"
)

// The checks wait before they complain; a bubble makes the wait short. It also
// hides nothing: its goroutines are on the same list.
func TestGoroutines(t *testing.T) {
	if err := Goroutines(); err != nil {
		t.Errorf("nothing is left, but: %v", err)
	}
	synctest.Test(t, func(t *testing.T) {
		stop := make(chan struct{})
		go leak(stop)
		err := Goroutines()
		if err == nil || !strings.Contains(err.Error(), "leakcheck.leak(") {
			t.Errorf("got %v", err)
		}
		close(stop)
	})
	if err := Goroutines(); err != nil {
		t.Errorf("it has ended, but: %v", err)
	}
}

func leak(stop <-chan struct{}) { <-stop }

func TestFolders(t *testing.T) {
	dir := t.TempDir()
	if err := Folders(dir, "holdfast-*"); err != nil {
		t.Error(err)
	}
	if err := os.Mkdir(filepath.Join(dir, "holdfast-1"), 0o700); err != nil {
		t.Fatal(err)
	}
	synctest.Test(t, func(t *testing.T) {
		if err := Folders(dir, "holdfast-*"); err == nil || !strings.Contains(err.Error(), "holdfast-1") {
			t.Errorf("got %v", err)
		}
		if err := Folders(dir, "["); err == nil {
			t.Error("a pattern that is none has no error")
		}
	})
}

func TestProcesses(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("processes are looked for on Linux only")
	}
	const mark = "leakcheck-test-mark"
	if err := Processes(mark); err != nil {
		t.Error(err)
	}
	cmd := exec.Command("sleep", "1000")
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	synctest.Test(t, func(t *testing.T) {
		if err := Processes(mark); err == nil || !strings.Contains(err.Error(), "sleep 1000") {
			t.Errorf("got %v", err)
		}
	})
	if err := cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = cmd.Wait() // "signal: killed"
	if err := Processes(mark); err != nil {
		t.Error(err)
	}
}
