package atomicfile_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/holdfast-go/holdfast/internal/atomicfile"
	"github.com/holdfast-go/holdfast/internal/faultfs"
)

func TestACrashLeavesTheOldOrTheNew(t *testing.T) {
	const before, after = "old content", "a new and longer content"
	whole := &faultfs.FS{}
	whole.Put("dir/a", []byte(before))
	if err := atomicfile.Write(whole, "dir/a", []byte(after)); err != nil {
		t.Fatal(err)
	}
	seen := map[string]int{}
	for at := 1; at <= whole.Steps(); at++ {
		system := &faultfs.FS{CrashAfter: at}
		system.Put("dir/a", []byte(before))
		err := atomicfile.Write(system, "dir/a", []byte(after))
		got, readErr := system.Reboot().ReadFile("dir/a")
		if readErr != nil || string(got) != before && string(got) != after {
			t.Fatalf("crashed after step %d: %q, %v", at, got, readErr)
		}
		if err == nil && string(got) != after {
			t.Errorf("crashed after step %d: written, but %q is there", at, got)
		}
		seen[string(got)]++
	}
	if seen[before] == 0 || seen[after] == 0 {
		t.Errorf("the crashes left %v", seen)
	}
}

func TestNoRoomLeavesTheOld(t *testing.T) {
	system := &faultfs.FS{Quota: 20}
	system.Put("dir/a", []byte("old"))
	if err := atomicfile.Write(system, "dir/a", []byte(strings.Repeat("x", 30))); !errors.Is(err, faultfs.ErrFull) {
		t.Errorf("no room gave %v", err)
	}
	if names := system.Names(); len(names) != 1 {
		t.Errorf("left behind: %v", names)
	}
}

func TestOnTheMachine(t *testing.T) {
	path := filepath.Join(t.TempDir(), "new", "a.json")
	for _, text := range []string{"one", "two"} {
		if err := atomicfile.Write(atomicfile.OS{}, path, []byte(text)); err != nil {
			t.Fatal(err)
		}
		got, err := os.ReadFile(path)
		if err != nil || string(got) != text {
			t.Errorf("read %q, %v", got, err)
		}
	}
	entries, err := os.ReadDir(filepath.Dir(path))
	if err != nil || len(entries) != 1 {
		t.Errorf("the folder holds %v, %v", entries, err)
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm()&0o077 != 0 {
		t.Errorf("others can read it: %v, %v", info.Mode(), err)
	}
	// A folder where the file should be: nothing is left behind.
	taken := filepath.Join(filepath.Dir(path), "folder", "x")
	if err := os.MkdirAll(taken, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := atomicfile.Write(atomicfile.OS{}, filepath.Dir(taken), nil); err == nil {
		t.Error("a folder was replaced")
	}
	if left, _ := filepath.Glob(filepath.Join(filepath.Dir(path), "*.tmp")); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
}
