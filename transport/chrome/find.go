package chrome

import (
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strings"

	"github.com/holdfast-go/holdfast/transport"
)

// machine is what find needs to know of where it looks. All of it is a parameter
// so that the order can be tested for every system without installing browsers.
type machine struct {
	goos   string
	getenv func(string) string
	look   lookPath
}

// candidates returns the names to look up in PATH, and the places to try after
// it, which service managers often cut short. Both are in the order of
// preference: Chrome, which a person installed on purpose, Chromium, and what is
// built on it and speaks the same protocol.
func (m machine) candidates() (names, places []string) {
	switch m.goos {
	case "darwin":
		return nil, m.applications()
	case "windows":
		return nil, m.installations()
	}
	names = []string{
		"google-chrome", "google-chrome-stable", "chromium", "chromium-browser", "chrome",
		"microsoft-edge", "microsoft-edge-stable", "brave-browser", "brave-browser-stable",
	}
	// A snap is the last of its kind: it sees a /tmp of its own.
	places = []string{
		"/opt/google/chrome/chrome",
		"/opt/google/chrome/google-chrome",
		"/usr/bin/google-chrome",
		"/usr/bin/google-chrome-stable",
		"/usr/bin/chromium",
		"/usr/bin/chromium-browser",
		"/usr/lib/chromium/chromium",
		"/snap/bin/chromium",
		"/opt/microsoft/msedge/msedge",
		"/opt/brave.com/brave/brave",
		"/snap/bin/brave",
	}
	return names, places
}

// applications are the programs in the bundles of macOS, of all users and of
// this one.
func (m machine) applications() []string {
	roots := []string{"/Applications"}
	if home := m.getenv("HOME"); home != "" {
		roots = append(roots, home+"/Applications")
	}
	var out []string
	for _, name := range []string{"Google Chrome", "Chromium", "Microsoft Edge", "Brave Browser"} {
		for _, root := range roots {
			out = append(out, root+"/"+name+".app/Contents/MacOS/"+name)
		}
	}
	return out
}

// installations are the programs where their installers put them on Windows: for
// all users, or for this one.
func (m machine) installations() []string {
	var out []string
	for _, program := range []string{
		`Google\Chrome\Application\chrome.exe`,
		`Chromium\Application\chrome.exe`,
		`Microsoft\Edge\Application\msedge.exe`,
		`BraveSoftware\Brave-Browser\Application\brave.exe`,
	} {
		for _, variable := range []string{"ProgramFiles", "ProgramFiles(x86)", "LocalAppData"} {
			if root := m.getenv(variable); root != "" {
				out = append(out, root+`\`+program)
			}
		}
	}
	return out
}

// lookPath finds a program as exec.LookPath does.
type lookPath func(file string) (string, error)

// find returns the program to start.
func (m machine) find(executable string) (string, error) {
	if executable != "" {
		path, err := m.look(executable)
		if err == nil {
			return path, nil
		}
		kind, hint := transport.KindNotFound, "give the path of a Chrome or Chromium program"
		if errors.Is(err, fs.ErrPermission) {
			kind, hint = transport.KindStart, "the file is there and may not be executed; check its permissions"
		}
		return "", &transport.Error{Kind: kind, Op: "launch", Detail: "the program " + executable, Hint: hint, Err: err}
	}
	names, places := m.candidates()
	for _, candidate := range slices.Concat(names, places) {
		if path, err := m.look(candidate); err == nil {
			return path, nil
		}
	}
	looked := strings.Join(places, ", ")
	if len(names) > 0 {
		looked = strings.Join(names, ", ") + " in PATH and for " + looked
	}
	// A first program prints the error and not the hint.
	const hint = "install one (Debian: apt-get install chromium) or name the program with WithExecutable"
	return "", &transport.Error{
		Kind: transport.KindNotFound, Op: "launch",
		Detail: "no Chrome or Chromium: " + hint + "; looked for " + looked, Hint: hint,
	}
}

// here is the machine that the program runs on.
func here() machine { return machine{goos: runtime.GOOS, getenv: os.Getenv, look: exec.LookPath} }
