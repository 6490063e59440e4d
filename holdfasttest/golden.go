package holdfasttest

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

// Golden compares a text, an outline or a receipt as a rule, with a file and
// fails the test with the lines that differ. With update it writes the file
// instead. Ports of servers on this machine count as one: PORT.
func Golden(tb TB, file string, update bool, got string) {
	tb.Helper()
	got = ports.ReplaceAllString(strings.TrimRight(got, "\n"), "${1}:PORT") + "\n"
	if update {
		err := os.MkdirAll(filepath.Dir(file), 0o755)
		if err == nil {
			err = os.WriteFile(file, []byte(got), 0o644)
		}
		if err != nil {
			tb.Fatalf("holdfasttest: %v", err)
		}
		return
	}
	want, err := os.ReadFile(file)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		tb.Errorf("holdfasttest: there is no %s yet; the text is\n%s", file, got)
	case err != nil:
		tb.Errorf("holdfasttest: %v", err)
	default:
		if diff := Diff(string(want), got); diff != "" {
			tb.Errorf("holdfasttest: %s reads differently (- as it was, + as it is):\n%s", file, diff)
		}
	}
}

var ports = regexp.MustCompile(`(127\.0\.0\.1|localhost|\[::1\]):[0-9]+`)
