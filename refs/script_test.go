package refs

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "rewrite the expected output in testdata; commit only what you understand")

// TestScripts plays the scripts in testdata. A script is a sequence of blocks
// that are separated by empty lines:
//
//	# why this must be so
//	command arguments
//	further lines of input
//	----
//	what the registry answered
//
// script_env_test.go lists the commands.
func TestScripts(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatalf("no scripts: %v", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txt"), func(t *testing.T) {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			got := play(t, string(text))
			if *update {
				if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			if d := cmp.Diff(string(text), got); d != "" {
				t.Errorf("%s: script -, registry +\n%s", file, d)
			}
		})
	}
}

// play runs a script and returns it with the answers put in.
func play(t *testing.T, script string) string {
	t.Helper()
	env := newEnv(Options{})
	var out []string
	for n, block := range strings.Split(strings.TrimRight(script, "\n"), "\n\n") {
		comment, input := splitBlock(block)
		if len(input) == 0 {
			out = append(out, strings.Join(comment, "\n"))
			continue
		}
		answer, err := env.do(input)
		if err != nil {
			t.Fatalf("block %d, %q: %v", n+1, input[0], err)
		}
		audit(t, env.r)
		lines := append(append(comment, input...), "----")
		out = append(out, strings.TrimRight(strings.Join(append(lines, answer...), "\n"), "\n"))
	}
	return strings.Join(out, "\n\n") + "\n"
}

// splitBlock separates the comment of a block from its input; the answer is
// dropped.
func splitBlock(block string) (comment, input []string) {
	for line := range strings.SplitSeq(block, "\n") {
		switch {
		case line == "----":
			return comment, input
		case len(input) == 0 && strings.HasPrefix(line, "#"):
			comment = append(comment, line)
		case line != "":
			input = append(input, line)
		}
	}
	return comment, input
}

// fields splits a line at blanks, but not within double quotes.
func fields(line string) ([]string, error) {
	var out []string
	quoted := false
	start := -1
	for i, c := range line {
		switch {
		case c == '"':
			quoted = !quoted
			if start < 0 {
				start = i
			}
		case c == ' ' && !quoted:
			if start >= 0 {
				out = append(out, line[start:i])
			}
			start = -1
		case start < 0:
			start = i
		}
	}
	if quoted {
		return nil, fmt.Errorf("a quote is not closed: %s", line)
	}
	if start >= 0 {
		out = append(out, line[start:])
	}
	return out, nil
}
