package chrome

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"runtime"

	"github.com/holdfast-go/holdfast/internal/child"
	"github.com/holdfast-go/holdfast/transport"
)

// Launch starts Chrome and returns when it has answered its first command. ctx
// bounds the launch only; if it ends before, everything is undone.
//
// Without [WithExecutable] the program is the first of Chrome, Chromium, Edge and
// Brave that is found, on Linux in PATH and then in the usual places, on macOS
// among the applications, on Windows where the installers put them. No
// environment variable chooses one.
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
	program, err := here().find(c.executable)
	if err != nil {
		return nil, err
	}
	ctx, done := c.Starting(ctx)
	defer done()
	if ctx.Err() != nil {
		return nil, notStarted(program, "", context.Cause(ctx))
	}
	f, err := newFolder(c.Profile)
	if err != nil {
		return nil, err
	}
	h, err := start(c, program, f)
	if err != nil {
		return nil, errors.Join(err, f.Remove())
	}
	if cause, closing := h.life.Open(ctx, c.Lifetime, h.link.open); cause != nil {
		return nil, errors.Join(notStarted(program, h.output.Last(), cause), closing)
	}
	return h, nil
}

// start starts the program and the goroutine that waits for its end.
func start(c *config, program string, f *folder) (*Host, error) {
	sandboxOff := child.SandboxRefused(runtime.GOOS, os.Geteuid())
	if sandboxOff {
		c.Log.Warn("Chrome runs without its sandbox, because it refuses to use it as root; run as another user where pages are not trusted")
	}
	out := child.NewOutput()
	cmd := exec.Command(program, arguments(c, f.profile, sandboxOff)...)
	cmd.Env = f.Environment(os.Environ())
	cmd.Stdout, cmd.Stderr = out, out
	cmd.WaitDelay = child.Drain

	h := &Host{
		config: c, folder: f, output: out,
		events: make(chan transport.Event, 1),
	}
	undo, err := h.connect(cmd)
	if err != nil {
		return nil, err
	}
	tree, err := child.Start(cmd, f.Folder, f.sign())
	if err != nil {
		undo()
		if te, ok := errors.AsType[*transport.Error](err); ok {
			return nil, te
		}
		return nil, notStarted(program, "", err)
	}
	h.link.started()
	h.life = child.Begin(tree, h.ways())
	return h, nil
}

// notStarted is the error of a program that did not come up.
func notStarted(program, printed string, err error) error {
	return &transport.Error{
		Kind: transport.KindStart, Op: "launch", Detail: program + " did not start",
		Hint: hint(printed), Err: child.Ended(err, printed),
	}
}
