package leakcheck

import (
	"fmt"
	"path/filepath"
	"strings"
)

// Folders waits until nothing in the folder matches the pattern (as
// filepath.Match has it), and returns an error that names what stays.
func Folders(dir, pattern string) error {
	var left []string
	var failed error
	if gone(func() bool {
		left, failed = filepath.Glob(filepath.Join(dir, pattern))
		return failed == nil && len(left) == 0
	}) {
		return nil
	}
	if failed != nil {
		return failed
	}
	return fmt.Errorf("temporary folders are left: %s", strings.Join(left, ", "))
}
