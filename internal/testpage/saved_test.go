package testpage_test

import (
	"net/http"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/holdfast-go/holdfast/internal/testpage"
)

func TestSaved(t *testing.T) {
	pages := testpage.Saved(t)
	var names []string
	for _, page := range pages {
		names = append(names, page.Name)
		response, body := get(t, page.URL)
		if response.StatusCode != http.StatusOK || len(body) == 0 {
			t.Errorf("%s: %s, %d bytes", page.URL, response.Status, len(body))
		}
		if got := response.Header.Get("Content-Type"); !strings.HasPrefix(got, "text/html") {
			t.Errorf("%s is %s", page.URL, got)
		}
	}
	if !slices.IsSorted(names) {
		t.Errorf("the order changes from run to run: %v", names)
	}
}

// TestShared runs from a folder of another depth: the module root is found
// from wherever a package lies, and not found from outside.
func TestShared(t *testing.T) {
	want := testpage.Shared(t, "pages")
	t.Chdir("testdata/cases/R01-stale-ref")
	if got := testpage.Shared(t, "pages"); got != want {
		t.Errorf("from a deeper folder: %s, want %s", got, want)
	}
	if _, err := os.Stat(want); err != nil {
		t.Error(err)
	}
}

func TestSharedSkipsWhatIsAbsent(t *testing.T) {
	var inner *testing.T
	t.Run("absent", func(t *testing.T) {
		inner = t
		defer func() {
			if !t.Skipped() {
				t.Error("did not skip")
			}
		}()
		testpage.Shared(t, "no such folder")
	})
	if inner.Failed() {
		t.Error("an absent folder is a failure, not a skip")
	}
}
