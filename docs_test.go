package holdfast_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write the programs of internal/testdata/consumer into the documents that show them")

// consumer holds every program of the documents. A test of internal/api compiles
// them, in a module of their own, as users' programs are.
const consumer = "internal/testdata/consumer"

// quoted is a program in a document, with its file in the comment above it.
var quoted = regexp.MustCompile("(?s)<!-- (" + consumer + "/[^\n]+) -->\n```go\n(.*?)```\n")

// fence is a block of code of any kind.
var fence = regexp.MustCompile("(?s)(?:^|\n)```([a-z]+)\n(.*?)\n```\n")

// documents returns what the repository has for people, change log aside.
func documents(t *testing.T) []string {
	t.Helper()
	var files []string
	for _, pattern := range []string{"README.md", "docs/*.md", "examples/*/README.md"} {
		found, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, found...)
	}
	return files
}

// TestDocumentsShowProgramsThatCompile compares the programs of the documents
// with the files that are compiled, and looks for files that no document shows.
func TestDocumentsShowProgramsThatCompile(t *testing.T) {
	shown := map[string]bool{}
	for _, file := range documents(t) {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		changed := quoted.ReplaceAllFunc(text, func(block []byte) []byte {
			name := string(quoted.FindSubmatch(block)[1])
			shown[name] = true
			program, err := os.ReadFile(name)
			if err != nil {
				t.Errorf("%s shows a program that is not there: %v", file, err)
				return block
			}
			return []byte("<!-- " + name + " -->\n```go\n" + string(program) + "```\n")
		})
		if !bytes.Equal(changed, text) {
			if !*update {
				t.Errorf("%s shows other programs than those of %s, which are compiled. To take those over: go test . -run %s -update", file, consumer, t.Name())
			} else if err := os.WriteFile(file, changed, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		for _, block := range fence.FindAllSubmatch(quoted.ReplaceAll(changed, nil), -1) {
			checkFragment(t, file, string(block[1]), string(block[2]))
		}
	}
	err := filepath.WalkDir(consumer, func(name string, d fs.DirEntry, err error) error {
		if err == nil && strings.HasSuffix(name, ".go") && !shown[filepath.ToSlash(name)] {
			t.Errorf("no document shows %s", name)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// method is a line of an interface, without its comment.
var method = regexp.MustCompile(`^\t(\w+\(.*?)(?:\s+//.*)?$`)

// checkFragment looks at code that is no program of its own: JSON has to be
// JSON, and the only Go is an interface whose methods some package declares so.
func checkFragment(t *testing.T, file, language, code string) {
	t.Helper()
	switch language {
	case "json":
		// Some show a file of several objects.
		for d := json.NewDecoder(strings.NewReader(code)); ; {
			var value json.RawMessage
			if err := d.Decode(&value); errors.Is(err, io.EOF) {
				break
			} else if err != nil {
				t.Errorf("%s: this is not JSON (%v):\n%s", file, err, code)
				break
			}
		}
	case "go":
		sources := slices.Concat(glob(t, "transport/*.go"), glob(t, "agent/model/*.go"))
		for line := range strings.Lines(code) {
			line = strings.TrimRight(line, "\n")
			signature := line
			if m := method.FindStringSubmatch(line); m != nil {
				signature = m[1]
			} else if line == "" || line == "}" || regexp.MustCompile(`^type \w+ interface \{$`).MatchString(line) {
				continue
			}
			if !slices.ContainsFunc(sources, func(source string) bool {
				return strings.Contains(source, "\t"+strings.ReplaceAll(signature, "model.", "")+"\n")
			}) {
				t.Errorf("%s: no package has this any more; programs belong into %s:\n%s", file, consumer, line)
			}
		}
	}
}

// glob returns what the files hold.
func glob(t *testing.T, pattern string) []string {
	t.Helper()
	files, err := filepath.Glob(pattern)
	if err != nil {
		t.Fatal(err)
	}
	var texts []string
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		texts = append(texts, string(text))
	}
	return texts
}

// TestFirstProgramIsShort: it is what a stranger copies first.
func TestFirstProgramIsShort(t *testing.T) {
	program, err := os.ReadFile(consumer + "/snapshot/main.go")
	if err != nil {
		t.Fatal(err)
	}
	if lines := bytes.Count(program, []byte("\n")); lines > 30 {
		t.Errorf("the first program has %d lines; more than 30 is not a first program", lines)
	}
}

// TestDocumentsLinkToWhatThereIs follows the links into the repository.
func TestDocumentsLinkToWhatThereIs(t *testing.T) {
	for _, file := range documents(t) {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, link := range links(text) {
			if _, err := os.Stat(filepath.Join(filepath.Dir(file), link)); err != nil {
				t.Errorf("%s links to %s: %v", file, link, err)
			}
		}
	}
}

// links returns the links of a document into the repository, without what comes
// behind a #.
func links(document []byte) []string {
	var list []string
	prose := fence.ReplaceAll(document, []byte("\n"))
	for _, link := range regexp.MustCompile(`\]\(([^):#]+)(?:#[^)]*)?\)`).FindAllSubmatch(prose, -1) {
		list = append(list, string(link[1]))
	}
	return list
}

// TestReadmeNamesThePackages looks for public packages that the README and the
// documents leave out.
func TestReadmeNamesThePackages(t *testing.T) {
	readme, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	linked := links(readme)
	packages, err := list()
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range packages {
		name, _ := relative(p.ImportPath)
		if name == "." || matchesAny([]string{"internal/...", "examples/quickstart/..."}, name) {
			continue
		}
		if !slices.Contains(linked, name) {
			t.Errorf("the README does not mention package %s", name)
		}
	}
}
