package dom

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestPartsDefineDifferentNames: the parts of the page scripts share one object,
// and one that defined what another does would take it from all others.
func TestPartsDefineDifferentNames(t *testing.T) {
	files, err := filepath.Glob("js/*.js")
	if err != nil || len(files) < 10 {
		t.Fatalf("%d parts: %v", len(files), err)
	}
	defines := regexp.MustCompile(`(?m)^  h\.(\w+) = `)
	by := map[string]string{}
	for _, file := range files {
		script, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range defines.FindAllSubmatch(script, -1) {
			if other := by[string(name[1])]; other != "" && other != file {
				t.Errorf("%s and %s define h.%s", other, file, name[1])
			}
			by[string(name[1])] = file
		}
	}
	if len(by) < 50 {
		t.Errorf("only %d names were found", len(by))
	}
}

// TestScriptsAreSentBare: what only readers of the scripts need is not sent to
// every page, and what stands in a string is not touched. A template of several
// lines would be.
func TestScriptsAreSentBare(t *testing.T) {
	whole := 0
	for _, name := range parts {
		script, err := scripts.ReadFile("js/" + name + ".js")
		if err != nil {
			t.Fatal(err)
		}
		whole += len(script)
		for n, line := range strings.Split(string(script), "\n") {
			if strings.Count(line, "`")%2 != 0 || strings.HasSuffix(line, `\`) {
				t.Errorf("%s.js:%d: a string goes on in the next line, which is sent without its indent", name, n+1)
			}
		}
	}
	sent, err := source()
	if err != nil {
		t.Fatal(err)
	}
	if len(sent) > whole*4/5 || regexp.MustCompile(`(?m)^[ \t]+\S|^//`).MatchString(sent) {
		t.Errorf("%d bytes of %d are sent, with indents or comments", len(sent), whole)
	}
	var b strings.Builder
	bare(&b, []byte("h => {\n  // no\n  const a = '// yes'; // yes\n\n}"))
	if want := "h => {\nconst a = '// yes'; // yes\n\n}"; b.String() != want {
		t.Errorf("%q is sent, want %q", b.String(), want)
	}
}
