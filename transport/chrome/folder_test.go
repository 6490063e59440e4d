package chrome_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/holdfast-go/holdfast/internal/testbrowser"
	"github.com/holdfast-go/holdfast/transport/chrome"
)

// TestLongTemporaryFolder starts Chrome where the path of its sockets would be
// too long for the system, and leaves nothing behind.
func TestLongTemporaryFolder(t *testing.T) {
	short := func() []string {
		folders, err := filepath.Glob("/tmp/holdfast-[0-9]*")
		if err != nil {
			t.Fatal(err)
		}
		return folders
	}
	before := short()
	long := filepath.Join(t.TempDir(), strings.Repeat("long", 30))
	if err := os.MkdirAll(long, 0o700); err != nil {
		t.Fatal(err)
	}
	t.Setenv("TMPDIR", long)
	host, err := chrome.Launch(t.Context(), testbrowser.Flags())
	if err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(host.UserDataDir(), long) {
		t.Errorf("the profile is in %s, not where TMPDIR says", host.UserDataDir())
	}
	if err := host.Close(); err != nil {
		t.Error(err)
	}
	if left, err := os.ReadDir(long); err != nil || len(left) > 0 {
		t.Errorf("left in TMPDIR: %v, %v", left, err)
	}
	if after := short(); len(after) > len(before) {
		t.Errorf("left behind: %q, there were %q", after, before)
	}
}
