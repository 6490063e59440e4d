// Package testbrowser gives tests a real browser: one for the whole test
// binary, a fresh tab for each test, and a check at the end that nothing is
// left of it.
//
//	func TestMain(m *testing.M) { testbrowser.Main(m) }
//
//	func TestTitle(t *testing.T) {
//		page := testbrowser.Tab(t)
//		// ...
//	}
package testbrowser

import (
	"errors"
	"fmt"
	"os"
	"testing"

	"github.com/holdfast-go/holdfast/internal/leakcheck"
)

// Main runs the tests of a binary and exits. It gives the binary a temporary
// folder of its own, so that what is left in it, and every process that mentions
// it, is known to come from these tests. When anything is left, the binary
// fails.
func Main(m *testing.M) { os.Exit(run(m)) }

func run(m *testing.M) (code int) {
	dir, err := os.MkdirTemp("", "hf-test-")
	if err != nil {
		fmt.Fprintln(os.Stderr, "testbrowser:", err)
		return 1
	}
	if err := os.Setenv("TMPDIR", dir); err != nil {
		fmt.Fprintln(os.Stderr, "testbrowser:", err)
		return 1
	}
	code = m.Run()
	err = errors.Join(
		shared.close(),
		leakcheck.Goroutines(),
		leakcheck.Processes(dir),
		leakcheck.Folders(dir, "*holdfast-*"),
		os.RemoveAll(dir),
	)
	if err != nil {
		fmt.Fprintln(os.Stderr, "testbrowser: the tests left something behind:", err)
		return 1
	}
	return code
}
