// Package boundary checks that a pure core stays pure. A core takes values and
// returns values: it does no I/O, reads no clock, starts no goroutine and holds
// no lock, so that it can be tested by tables and fuzzed, and so that its owner
// alone decides about concurrency. The check runs in the core's own tests.
package boundary

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// module is the path of our module.
const module = "github.com/holdfast-go/holdfast"

// forbidden are the standard packages that a core must not import itself, with
// the reason; each stands for what is below it too. Only direct imports count:
// fmt, which is harmless, imports os, time and sync.
var forbidden = []struct{ path, reason string }{
	{"context", "a core does not wait, so there is nothing to cancel"},
	{"crypto/rand", "a core is deterministic; what is random is handed in"},
	{"database", "a core does no I/O"},
	{"hash/maphash", "a core is deterministic, and its seeds differ from run to run"},
	{"log", "a core returns what there is to say; its owner logs"},
	{"math/rand", "a core is deterministic; what is random is handed in"},
	{"net", "a core does no I/O"},
	{"os", "a core does no I/O and reads no environment"},
	{"plugin", "a core does no I/O"},
	{"runtime", "a core does not depend on the machine that it runs on"},
	{"sync", "a core is not safe for concurrent use; the lock belongs to its owner"},
	{"syscall", "a core does no I/O"},
	{"testing", "test code belongs in test files"},
	{"time", "a core reads no clock; times are handed in as values"},
	{"unsafe", "a core has no need of it"},
}

// harmless are the exceptions below forbidden paths: pure parsers.
var harmless = []string{"net/netip", "net/url"}

// Check fails the test when the package imports what a core must not import, or
// begins a goroutine, or has an init function. Test files are not looked at.
//
// Of the standard library, the package's own imports are checked. Of all other
// packages, ours and foreign ones, none may be reached, directly or through
// others, but those in allow; an entry stands for the import path itself and
// for what is below it. What a foreign package imports in turn is its own affair.
func Check(t testing.TB, pkg string, allow []string) {
	t.Helper()
	pkgs, err := list(pkg)
	if err != nil {
		t.Fatalf("boundary: %v", err)
	}
	found, err := violations(pkgs, pkg, allow)
	if err != nil {
		t.Fatalf("boundary: %v", err)
	}
	for _, v := range found {
		t.Error(v)
	}
}

// listed is what we read of a package from go list.
type listed struct {
	ImportPath string
	Dir        string
	Standard   bool
	GoFiles    []string
	Imports    []string
}

// list returns the package and everything that it imports.
func list(pkg string) ([]listed, error) {
	cmd := exec.Command("go", "list", "-deps", "-json=ImportPath,Dir,Standard,GoFiles,Imports", pkg)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("go list %s: %w: %s", pkg, err, stderr.Bytes())
	}
	var pkgs []listed
	for dec := json.NewDecoder(bytes.NewReader(out)); ; {
		var p listed
		if err := dec.Decode(&p); errors.Is(err, io.EOF) {
			return pkgs, nil
		} else if err != nil {
			return nil, fmt.Errorf("go list %s: %w", pkg, err)
		}
		pkgs = append(pkgs, p)
	}
}

// violations judges the package by the list of it and its dependencies.
func violations(pkgs []listed, pkg string, allow []string) ([]string, error) {
	byPath := make(map[string]listed, len(pkgs))
	for _, p := range pkgs {
		byPath[p.ImportPath] = p
	}
	core, ok := byPath[pkg]
	if !ok {
		return nil, fmt.Errorf("go list does not know %s", pkg)
	}
	var out []string
	for _, imp := range core.Imports {
		if reason := impure(imp); reason != "" {
			out = append(out, fmt.Sprintf("%s imports %s: %s", pkg, imp, reason))
		}
	}
	out = append(out, strangers(byPath, pkg, allow)...)
	for _, name := range core.GoFiles {
		found, err := effects(filepath.Join(core.Dir, name))
		if err != nil {
			return nil, err
		}
		out = append(out, found...)
	}
	return out, nil
}

// impure returns why a core must not import a package, or "".
func impure(imp string) string {
	if slices.Contains(harmless, imp) {
		return ""
	}
	for _, f := range forbidden {
		if under(imp, f.path) {
			return f.reason
		}
	}
	return ""
}

// strangers finds the packages outside the standard library that are reached
// and not allowed, and tells by which way.
func strangers(byPath map[string]listed, pkg string, allow []string) []string {
	var out []string
	seen := map[string]bool{pkg: true}
	var visit func(p listed, way string)
	visit = func(p listed, way string) {
		for _, imp := range p.Imports {
			next, ok := byPath[imp]
			if seen[imp] || !ok || next.Standard {
				continue
			}
			seen[imp] = true
			way := way + " -> " + imp
			allowed := slices.ContainsFunc(allow, func(a string) bool { return under(imp, a) })
			switch {
			case !allowed && under(imp, module):
				out = append(out, way+": a core imports only the cores below it, so that it can be used alone")
			case !allowed:
				out = append(out, way+": a core stands on the standard library, unless its test allows more")
			}
			if under(imp, module) {
				visit(next, way)
			}
		}
	}
	visit(byPath[pkg], pkg)
	return out
}

// under reports whether a path is the other or lies below it.
func under(path, parent string) bool {
	return path == parent || strings.HasPrefix(path, parent+"/")
}
