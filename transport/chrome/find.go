package chrome

import (
	"errors"
	"io/fs"
	"os/exec"
	"strings"

	"github.com/holdfast-go/holdfast/transport"
)

// names are looked up in PATH, in this order: a Chrome that a person installed
// on purpose comes before the distribution's Chromium.
var names = []string{
	"google-chrome", "google-chrome-stable", "chromium", "chromium-browser", "chrome",
}

// places are tried after PATH, which service managers often cut short. A snap
// is last: it sees a /tmp of its own.
var places = []string{
	"/opt/google/chrome/chrome",
	"/opt/google/chrome/google-chrome",
	"/usr/bin/google-chrome",
	"/usr/bin/google-chrome-stable",
	"/usr/bin/chromium",
	"/usr/bin/chromium-browser",
	"/usr/lib/chromium/chromium",
	"/snap/bin/chromium",
}

// lookPath finds a program as exec.LookPath does. It is a parameter so that the
// order can be tested without installing browsers.
type lookPath func(file string) (string, error)

// find returns the program to start.
func find(executable string, look lookPath) (string, error) {
	if executable != "" {
		path, err := look(executable)
		if err == nil {
			return path, nil
		}
		kind, hint := transport.KindNotFound, "give the path of a Chrome or Chromium program"
		if errors.Is(err, fs.ErrPermission) {
			kind, hint = transport.KindStart, "the file is there and may not be executed; check its permissions"
		}
		return "", &transport.Error{Kind: kind, Op: "launch", Detail: "the program " + executable, Hint: hint, Err: err}
	}
	for _, list := range [][]string{names, places} {
		for _, candidate := range list {
			if path, err := look(candidate); err == nil {
				return path, nil
			}
		}
	}
	return "", &transport.Error{
		Kind: transport.KindNotFound, Op: "launch",
		Detail: "no Chrome or Chromium; looked for " + strings.Join(names, ", ") + " in PATH and for " + strings.Join(places, ", "),
		Hint:   "install one (Debian: apt-get install chromium) or name the program with WithExecutable",
	}
}

var _ lookPath = exec.LookPath
