package main

import (
	"path/filepath"
	"strings"
	"testing"
)

// What does not compile elsewhere is found in a package, in its tests, and in
// tests that stand outside of it; what compiles is not complained about.
func TestCheck(t *testing.T) {
	for _, c := range []struct {
		system string
		want   []string
	}{
		{"linux", nil},
		{"darwin", nil},
		{"windows", []string{
			"end_windows.go:8:48: undefined: syscall.Kill",
			"inside_test.go:5:65: unknown field Setpgid in struct literal of type syscall.SysProcAttr",
			"outside_test.go:12:45: undefined: syscall.Getpgrp",
		}},
	} {
		t.Run(c.system, func(t *testing.T) {
			faults, err := check("testdata/module", c.system)
			if err != nil {
				t.Fatal(err)
			}
			for i, f := range faults {
				faults[i] = filepath.Base(f)
			}
			if got, want := strings.Join(faults, "\n"), strings.Join(c.want, "\n"); got != want {
				t.Errorf("on %s:\n%s\nwant:\n%s", c.system, got, want)
			}
		})
	}
}

// A folder without packages is a mistake of whoever asks, not a module without
// faults.
func TestCheckNothing(t *testing.T) {
	if faults, err := check(t.TempDir(), "windows"); err == nil {
		t.Errorf("an empty folder has %q and no error", faults)
	}
}
