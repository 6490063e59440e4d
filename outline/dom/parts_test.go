package dom

import (
	"os"
	"path/filepath"
	"regexp"
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
