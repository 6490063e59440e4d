package child

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"time"

	"github.com/holdfast-go/holdfast/transport"
)

// Folder is the temporary folder of one launch. Everything that a browser would
// leave elsewhere goes into it: its temporary files (it leaves the folder of a
// socket behind when it is killed), its crash reports, and what its host puts
// there.
type Folder struct {
	Root string
	// Temp is where the program puts what is temporary, in Root as a rule.
	Temp string
}

// mostTemp is how long the path of Temp may be, in bytes. Chrome makes a socket
// below it, whose path may have 107 (unix(7)), and aborts when it has more:
// "/org.chromium.Chromium.XXXXXX/SingletonSocket".
const mostTemp = 107 - 45

// tooLong reports whether the path is too long for the sockets; on Windows there
// are none.
func tooLong(goos, path string) bool { return goos != "windows" && len(path) > mostTemp }

// shortTemp holds folders for temporary files where TMPDIR is too long for them.
const shortTemp = "/tmp"

// NewFolder makes the folder; its name begins with the prefix.
func NewFolder(prefix string) (*Folder, error) {
	root, err := os.MkdirTemp("", prefix)
	if err != nil {
		return nil, &transport.Error{Kind: transport.KindStart, Op: "launch", Detail: "no temporary folder", Err: err}
	}
	f := &Folder{Root: root}
	if f.Temp = filepath.Join(root, "t"); tooLong(runtime.GOOS, f.Temp) {
		if f.Temp, err = os.MkdirTemp(shortTemp, "holdfast-"); err != nil {
			_ = os.RemoveAll(root)
			return nil, &transport.Error{
				Kind: transport.KindStart, Op: "launch", Detail: "the path of the temporary folder is too long for Chrome's sockets: " + root,
				Hint: "set TMPDIR to a folder with a shorter path", Err: err,
			}
		}
	}
	if err := os.MkdirAll(f.Temp, 0o700); err != nil {
		_ = errors.Join(os.RemoveAll(root), os.RemoveAll(f.Temp))
		return nil, &transport.Error{Kind: transport.KindStart, Op: "launch", Detail: "no folder", Err: err}
	}
	return f, nil
}

// MarkVariable is in the environment of every program that the launched one
// starts with exec; processes that belong to the launch are found by it.
const MarkVariable = "HOLDFAST_LAUNCH"

// Environment returns the program's environment.
func (f *Folder) Environment(base []string) []string {
	return append(base[:len(base):len(base)],
		MarkVariable+"="+f.Root,
		"TMPDIR="+f.Temp, "TMP="+f.Temp, "TEMP="+f.Temp, // the last two on Windows
		"BREAKPAD_DUMP_LOCATION="+filepath.Join(f.Root, "crashes"),
	)
}

// Remove deletes the folder. The processes are gone, but what one of them wrote
// in its last moment can make a first attempt fail.
func (f *Folder) Remove() error {
	const (
		patience = 5 * time.Second
		pause    = 20 * time.Millisecond
	)
	for deadline := time.Now().Add(patience); ; time.Sleep(pause) {
		err := errors.Join(os.RemoveAll(f.Root), os.RemoveAll(f.Temp))
		if err == nil {
			return nil
		}
		if time.Now().After(deadline) {
			return &transport.Error{Kind: transport.KindClosed, Op: "close", Detail: "the temporary folder stays behind", Err: err}
		}
	}
}
