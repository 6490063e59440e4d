// Package module compiles on Linux and on macOS, and has three faults on Windows.
package module

import "os"

// Ends reports whether a process can be asked to end.
func Ends(p *os.Process) bool { return end(p) == nil }
