package electron

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/holdfast-go/holdfast/internal/child"
	"github.com/holdfast-go/holdfast/internal/wire"
	"github.com/holdfast-go/holdfast/transport"
)

// The environment of the window host.
const (
	variablePrefix = "HOLDFAST_ELECTRON_"
	tokenVariable  = variablePrefix + "TOKEN"
	configVariable = variablePrefix + "CONFIG"
	hostVariable   = variablePrefix + "HOST" // the script, in app mode
)

// Launch starts the window host and returns when it has answered. ctx bounds the
// launch only; if it ends before, everything is undone.
//
// Without [WithBinary] and [WithApp] the program is electron in PATH. No
// environment variable is read.
//
// The error is a *transport.Error: KindInvalid for options, KindNotFound when
// there is no program, KindStart when it does not come up (with the last lines
// that it printed), KindUnsupported on systems other than Linux, macOS and
// Windows.
func Launch(ctx context.Context, opts ...Option) (*Host, error) {
	c, err := newConfig(opts)
	if err != nil {
		return nil, err
	}
	program, err := find(c)
	if err != nil {
		return nil, err
	}
	ctx, done := c.Starting(ctx)
	defer done()
	if ctx.Err() != nil {
		return nil, notStarted(program, "", context.Cause(ctx))
	}
	f, err := newFolder(c)
	if err != nil {
		return nil, err
	}
	h, err := start(c, program, f)
	if err != nil {
		return nil, errors.Join(err, f.Remove())
	}
	if cause, closing := h.life.Open(ctx, c.Lifetime, h.open); cause != nil {
		return nil, errors.Join(notStarted(program, h.printed(), cause), closing)
	}
	return h, nil
}

// find returns the program to start.
func find(c *config) (string, error) {
	name, hint := "electron", "install Electron and name its program with WithBinary, or a packaged application with WithApp"
	switch {
	case c.binary != "":
		name, hint = c.binary, "give the path of an Electron program"
	case c.app != "":
		name, hint = c.app, "give the path of the application's program"
	}
	path, err := exec.LookPath(name)
	if err == nil {
		return filepath.Abs(path)
	}
	e := &transport.Error{Kind: transport.KindNotFound, Op: "launch", Detail: "the program " + name, Hint: hint, Err: err}
	if errors.Is(err, fs.ErrPermission) {
		e.Kind, e.Hint = transport.KindStart, "the file is there and may not be executed; check its permissions"
	}
	return "", e
}

// folder is the temporary folder of one launch, with the script of the window
// host and its profile in it unless those were given.
type folder struct {
	*child.Folder
	script, profile string
}

func newFolder(c *config) (*folder, error) {
	inner, err := child.NewFolder("holdfast-electron-")
	if err != nil {
		return nil, err
	}
	f := &folder{inner, c.script, c.Profile}
	if f.profile == "" {
		f.profile = filepath.Join(f.Root, "profile")
	}
	err = os.MkdirAll(f.profile, 0o700)
	if err != nil {
		err = &transport.Error{Kind: transport.KindStart, Op: "launch", Detail: "no folder for the profile", Err: err}
	} else if f.script == "" {
		f.script, err = writeScript(f.Root)
	}
	if err != nil {
		return nil, errors.Join(err, f.Remove())
	}
	return f, nil
}

// settings are what the window host reads from its environment.
type settings struct {
	Title     string `json:"title"`
	Width     int    `json:"width"`
	Height    int    `json:"height"`
	Show      bool   `json:"show"`
	CommandMs int64  `json:"commandTimeoutMs"`
	Line      int    `json:"lineLimit"`   // of what it writes, in bytes
	LineIn    int    `json:"lineLimitIn"` // of what it reads
	Sites     *lists `json:"sites"`
}

// start starts the program and the goroutine that waits for its end.
func start(c *config, program string, f *folder) (*Host, error) {
	told, err := json.Marshal(settings{
		Title: c.title, Width: c.width, Height: c.height, Show: !c.hidden,
		CommandMs: c.command.Milliseconds(), Line: longestLine, LineIn: longestCommand, Sites: c.lists,
	})
	if err != nil {
		return nil, notStarted(program, "", err)
	}
	h := &Host{
		config: c, folder: f, token: rand.Text(), news: wire.NewNews(),
		stdout: child.NewOutput(), stderr: child.NewOutput(),
	}
	h.stdout.Watch(announcement)
	var args []string
	variables := append(environment(os.Environ()), c.env...)
	variables = append(variables, tokenVariable+"="+h.token, configVariable+"="+string(told))
	if c.app == "" {
		args = append(args, f.script) // Electron takes what follows for the script's
	} else {
		variables = append(variables, hostVariable+"="+f.script)
	}
	args = append(args, "--user-data-dir="+f.profile)
	if child.SandboxRefused(runtime.GOOS, os.Geteuid()) {
		c.Log.Warn("Electron runs without its sandbox, because it refuses to use it as root; run as another user where pages are not trusted")
		args = append(args, "--no-sandbox")
	}
	cmd := exec.Command(program, append(args, c.Flags...)...)
	cmd.Env = f.Environment(variables)
	cmd.Stdout, cmd.Stderr = h.stdout, h.stderr
	cmd.WaitDelay = child.Drain
	sign := ""
	if c.Profile == "" { // another program may use one that was given
		sign = "--user-data-dir=" + f.profile
	}
	tree, err := child.Start(cmd, f.Folder, sign)
	if err != nil {
		if te, ok := errors.AsType[*transport.Error](err); ok {
			return nil, te
		}
		return nil, notStarted(program, "", err)
	}
	h.life = child.Begin(tree, h.ways())
	return h, nil
}

// environment is what the program gets of this one's: all but what makes Electron
// a plain Node, as it does for programs that an Electron application starts.
func environment(own []string) []string {
	return slices.DeleteFunc(slices.Clone(own), func(v string) bool { return strings.HasPrefix(v, "ELECTRON_RUN_AS_NODE=") })
}

// notStarted is the error of a program that did not come up.
func notStarted(program, printed string, err error) error {
	return &transport.Error{
		Kind: transport.KindStart, Op: "launch", Detail: program + " did not start",
		Hint: hint(printed), Err: child.Ended(err, printed),
	}
}
