package chrome

import (
	"errors"
	"os"
	"path/filepath"
	"time"

	"github.com/holdfast-go/holdfast/transport"
)

// folder is the temporary folder of one launch. Everything that Chrome would
// leave elsewhere goes into it: its temporary files (it leaves the folder of a
// socket behind when it is killed), its crash reports, and the profile unless
// one was given.
type folder struct {
	root    string
	profile string
	// temp is where Chrome puts what is temporary, in root as a rule.
	temp string
}

// mostTemp is how long the path of temp may be, in bytes. Chrome makes a socket
// below it, whose path may have 107 (unix(7)), and aborts when it has more:
// "/org.chromium.Chromium.XXXXXX/SingletonSocket".
const mostTemp = 107 - 45

// shortTemp holds folders for temporary files where TMPDIR is too long for them.
const shortTemp = "/tmp"

// newFolder makes the folder.
func newFolder(profile string) (*folder, error) {
	root, err := os.MkdirTemp("", "holdfast-chrome-")
	if err != nil {
		return nil, &transport.Error{Kind: transport.KindStart, Op: "launch", Detail: "no temporary folder", Err: err}
	}
	f := &folder{root: root, profile: profile}
	if profile == "" {
		f.profile = filepath.Join(root, "profile")
	}
	if f.temp = filepath.Join(root, "t"); len(f.temp) > mostTemp {
		if f.temp, err = os.MkdirTemp(shortTemp, "holdfast-"); err != nil {
			_ = os.RemoveAll(root)
			return nil, &transport.Error{
				Kind: transport.KindStart, Op: "launch", Detail: "the path of the temporary folder is too long for Chrome's sockets: " + root,
				Hint: "set TMPDIR to a folder with a shorter path", Err: err,
			}
		}
	}
	for _, dir := range []string{f.profile, f.temp} {
		if err := os.MkdirAll(dir, 0o700); err != nil {
			_ = errors.Join(os.RemoveAll(root), os.RemoveAll(f.temp))
			return nil, &transport.Error{Kind: transport.KindStart, Op: "launch", Detail: "no folder", Err: err}
		}
	}
	if profile == "" {
		if err := prefer(f.profile); err != nil {
			_ = errors.Join(os.RemoveAll(root), os.RemoveAll(f.temp))
			return nil, &transport.Error{Kind: transport.KindStart, Op: "launch", Detail: "no preferences", Err: err}
		}
	}
	return f, nil
}

// preferences keep Chrome from loading documents ahead of a visit, as pages ask
// it to by speculation rules: those requests go round Fetch, so nothing could
// hold them to a list of sites. No flag and no command turns them off (seen with
// Chromium 156: Page.setPrerenderingAllowed, Emulation.setDataSaverOverride and
// the features of the name leave them be).
const preferences = `{"net":{"network_prediction_options":2}}`

// prefer writes the preferences of a new profile.
func prefer(profile string) error {
	dir := filepath.Join(profile, "Default")
	if err := os.Mkdir(dir, 0o700); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, "Preferences"), []byte(preferences), 0o600)
}

// markVariable is in the environment of every program that Chrome starts with
// exec; processes that belong to the launch are found by it.
const markVariable = "HOLDFAST_LAUNCH"

// environment returns Chrome's environment.
func (f *folder) environment(base []string) []string {
	return append(base[:len(base):len(base)],
		markVariable+"="+f.root,
		"TMPDIR="+f.temp,
		"BREAKPAD_DUMP_LOCATION="+filepath.Join(f.root, "crashes"),
	)
}

// remove deletes the folder. The processes are gone, but what one of them wrote
// in its last moment can make a first attempt fail.
func (f *folder) remove() error {
	const (
		patience = 5 * time.Second
		pause    = 20 * time.Millisecond
	)
	for deadline := time.Now().Add(patience); ; time.Sleep(pause) {
		err := errors.Join(os.RemoveAll(f.root), os.RemoveAll(f.temp))
		if err == nil {
			return nil
		}
		if time.Now().After(deadline) {
			return &transport.Error{Kind: transport.KindClosed, Op: "close", Detail: "the temporary folder stays behind", Err: err}
		}
	}
}
