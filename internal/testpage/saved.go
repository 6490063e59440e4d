package testpage

import (
	"fmt"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const modulePath = "github.com/holdfast-go/holdfast"

// SavedPage is one saved page of a real site.
type SavedPage struct {
	Name string // wikipedia-2
	URL  string
}

// Saved serves the saved pages of real sites that stand beside the checkout in
// ../shared/pages and returns them ordered by name. It skips the test when
// they are not there: they are not ours to hand on, so a checkout may stand
// alone.
//
// The pages name resources of other hosts. A test that must not reach them
// starts its browser with rules that map every other host to nothing.
func Saved(tb testing.TB) []SavedPage {
	tb.Helper()
	folder := Shared(tb, "pages")
	files, err := fs.Glob(os.DirFS(folder), "*.html")
	if err != nil || len(files) == 0 {
		tb.Fatalf("testpage: no pages in ../shared/pages (%v)", err)
	}
	s := Serve(tb, caching(http.FileServerFS(os.DirFS(folder))))
	pages := make([]SavedPage, len(files))
	for i, file := range files {
		pages[i] = SavedPage{strings.TrimSuffix(file, ".html"), s.URL("/" + file)}
	}
	return pages
}

// Shared gives the path of a file or folder of ../shared beside the checkout,
// named by its path elements below that, and skips the test when it is not
// there.
func Shared(tb testing.TB, elements ...string) string {
	tb.Helper()
	root, err := moduleRoot()
	if err != nil {
		tb.Fatalf("testpage: %v", err)
	}
	name := filepath.Join(append([]string{root, "..", "shared"}, elements...)...)
	if _, err := os.Stat(name); err != nil {
		tb.Skipf("../shared/%s does not stand beside this checkout", strings.Join(elements, "/"))
	}
	return name
}

// moduleRoot walks up from the working folder, which is the package's own in a
// test, to the root of the core module. Modules of examples lie inside it and
// have a go.mod of their own.
func moduleRoot() (string, error) {
	folder, err := os.Getwd()
	if err != nil {
		return "", err
	}
	for start := folder; ; {
		file, err := os.ReadFile(filepath.Join(folder, "go.mod"))
		if first, _, _ := strings.Cut(string(file), "\n"); err == nil && strings.TrimSpace(first) == "module "+modulePath {
			return folder, nil
		}
		parent := filepath.Dir(folder)
		if parent == folder {
			return "", fmt.Errorf("no go.mod of %s above %s", modulePath, start)
		}
		folder = parent
	}
}
