package holdfast_test

import (
	"go/format"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestReadmeProgram builds the first program of the README, which is what a
// stranger copies first.
func TestReadmeProgram(t *testing.T) {
	readme, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	block := regexp.MustCompile("(?s)\n```go\n(package main\n.*?)```\n").FindSubmatch(readme)
	if block == nil {
		t.Fatal("the README has no program")
	}
	program := block[1]
	if lines := strings.Count(string(program), "\n"); lines > 25 {
		t.Errorf("the first program has %d lines; more than 25 is not a first program", lines)
	}
	if formatted, err := format.Source(program); err != nil || string(formatted) != string(program) {
		t.Errorf("the first program is not as gofmt writes it (%v)", err)
	}
	file := filepath.Join(t.TempDir(), "main.go")
	if err := os.WriteFile(file, program, 0o600); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command("go", "build", "-o", os.DevNull, file).CombinedOutput(); err != nil {
		t.Errorf("go build: %v\n%s", err, out)
	}
}

// TestReadmeNamesWhatThereIs follows the links of the README into the
// repository and looks for public packages that it leaves out.
func TestReadmeNamesWhatThereIs(t *testing.T) {
	readme, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	prose := regexp.MustCompile("(?s)\n```.*?\n```\n").ReplaceAll(readme, nil)
	linked := map[string]bool{}
	for _, link := range regexp.MustCompile(`\]\(([^):]+)\)`).FindAllSubmatch(prose, -1) {
		name := string(link[1])
		linked[name] = true
		if _, err := os.Stat(name); err != nil {
			t.Errorf("the README links to %s: %v", name, err)
		}
	}
	packages, err := list()
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range packages {
		name, _ := relative(p.ImportPath)
		if name == "." || matchesAny([]string{"internal/...", "examples/quickstart/..."}, name) {
			continue
		}
		if !linked[name] {
			t.Errorf("the README does not mention package %s", name)
		}
	}
}
