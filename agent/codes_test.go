package agent_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// Every code stands in one file; elsewhere it is used by its name.
func TestCodesStandInOnePlace(t *testing.T) {
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	code := regexp.MustCompile(`"(RUN|MODEL)_[A-Z_]*"`)
	declared := map[string]bool{}
	for _, name := range files {
		source, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, found := range code.FindAllString(string(source), -1) {
			switch {
			case name == "codes.go" && declared[found]:
				t.Errorf("%s is declared twice", found)
			case name == "codes.go":
				declared[found] = true
			case !strings.HasSuffix(name, "_test.go"):
				t.Errorf("%s has %s", name, found)
			}
		}
	}
	if len(declared) == 0 {
		t.Error("codes.go declares none")
	}
}
