package electron_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/holdfast-go/holdfast/internal/transporttest"
	"github.com/holdfast-go/holdfast/transport"
	"github.com/holdfast-go/holdfast/transport/electron"
)

// launcher is what the checks of a launch are made on.
var launcher transporttest.Launcher[electron.Option, *electron.Host] = electron.Launch

func TestLaunchFails(t *testing.T) {
	notExecutable := filepath.Join(t.TempDir(), "electron")
	if err := os.WriteFile(notExecutable, []byte("#!/bin/sh\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	soon := electron.WithStartTimeout(300 * time.Millisecond)
	of := func(name string, more ...electron.Option) []electron.Option { return append(fake(t, name), more...) }
	const start = transport.KindStart
	launcher.Fails(t, []transporttest.Failure[electron.Option]{
		{Name: "no such program", Options: []electron.Option{electron.WithBinary("/nowhere/electron")},
			Kind: transport.KindNotFound, Says: "/nowhere/electron", Hint: "path of an Electron"},
		{Name: "no such application", Options: []electron.Option{electron.WithApp("/nowhere/app")},
			Kind: transport.KindNotFound, Says: "/nowhere/app", Hint: "application"},
		{Name: "not executable", Options: []electron.Option{electron.WithBinary(notExecutable)},
			Kind: start, Says: notExecutable, Hint: "permissions"},
		{Name: "ends at once", Options: of("ends at once"),
			Kind: start, Says: "it ended at once: exit status 127; it printed last:\n  electron: error while loading", Hint: "library"},
		{Name: "never announces", Options: of("says nothing", soon),
			Kind: start, Says: "it did not answer within 300ms"},
		{Name: "prints without end", Options: of("prints without end", soon),
			Kind: start, Says: "it did not answer within 300ms"},
		{Name: "announces nonsense", Options: of("announces nonsense"),
			Kind: start, Says: `it announced no port, but "nonsense"`},
		{Name: "announces no port", Options: of("announces no port"),
			Kind: start, Says: "it announced no port"},
		{Name: "another wire", Options: of("speaks another wire"),
			Kind: start, Says: "version 2 of the wire"},
		{Name: "a wrong port", Options: of("listens nowhere"),
			Kind: start, Says: "nobody listens at 127.0.0.1:1"},
		{Name: "another server", Options: of("is another server"),
			Kind: start, Says: `no window host; it said "HTTP/1.1 400`},
		{Name: "no hello", Options: of("never says hello", soon),
			Kind: start, Says: "it did not answer within 300ms"},
		{Name: "a hello without end", Options: of("says hello without end"),
			Kind: start, Says: "a line is too long"},
		{Name: "hangs up", Options: of("hangs up"),
			Kind: start, Says: "it did not answer at 127.0.0.1"},
		{Name: "has another client", Options: of("has a client"),
			Kind: start, Says: "has a client already"},
	})
}

// Whatever is waited for when the context of the launch ends, or that of the
// lifetime, all is undone.
func TestLaunchContextEnds(t *testing.T) {
	for _, name := range []string{"says nothing", "never says hello"} {
		t.Run(name, func(t *testing.T) { launcher.IsUndone(t, electron.WithLifetime, fake(t, name)...) })
	}
}

// A start that takes its time, and says much before, is waited for.
func TestSlowStart(t *testing.T) {
	host := started(t, fake(t, "starts slowly, with noise")...)
	if tabs, err := host.List(t.Context()); err != nil || len(tabs) != 0 {
		t.Errorf("%v, %v", tabs, err)
	}
	if electron, _ := host.Versions(); electron != "0" {
		t.Errorf("Electron %q", electron)
	}
}

func TestLifetime(t *testing.T) {
	ctx, cancel := context.WithCancelCause(t.Context())
	host := started(t, append(fake(t, "answers nothing"), electron.WithLifetime(ctx))...)
	reason := errors.New("enough")
	cancel(reason)
	down := next(t, host, "Down", func(e transport.Event) bool { return e.Kind == transport.Down })
	if !errors.Is(down.Err, transport.ErrClosed) || !errors.Is(down.Err, reason) {
		t.Errorf("Down has the error %v", down.Err)
	}
	if _, err := host.List(t.Context()); !errors.Is(err, transport.ErrClosed) {
		t.Errorf("listing after the end: %v", err)
	}
	transporttest.NothingLeft(t)
}

func TestOptions(t *testing.T) {
	launcher.Refuses(t, []transporttest.Failure[electron.Option]{
		{Name: "nil", Options: []electron.Option{nil}, Says: "nil option"},
		{Name: "twice", Options: []electron.Option{electron.WithTitle("a"), electron.WithTitle("b")}, Says: "WithTitle was given twice"},
		{Name: "two programs", Options: []electron.Option{electron.WithBinary("a"), electron.WithApp("b")}, Says: "two programs"},
		{Name: "empty binary", Options: []electron.Option{electron.WithBinary("")}, Says: "empty path"},
		{Name: "empty application", Options: []electron.Option{electron.WithApp("")}, Says: "empty path"},
		{Name: "empty script", Options: []electron.Option{electron.WithHostScript("")}, Says: "empty path"},
		{Name: "empty profile", Options: []electron.Option{electron.WithUserDataDir("")}, Says: "empty path"},
		{Name: "empty title", Options: []electron.Option{electron.WithTitle("")}, Says: "title is empty"},
		{Name: "no size", Options: []electron.Option{electron.WithSize(800, 0)}, Says: "800 by 0"},
		{Name: "no start", Options: []electron.Option{electron.WithStartTimeout(0)}, Says: "start timeout of 0s"},
		{Name: "no command", Options: []electron.Option{electron.WithCommandTimeout(time.Millisecond)}, Says: "command timeout of 1ms"},
		{Name: "nil logger", Options: []electron.Option{electron.WithLogger(nil)}, Says: "logger is nil"},
		{Name: "nil lifetime", Options: []electron.Option{electron.WithLifetime(nil)}, Says: "lifetime context is nil"}, //lint:ignore SA1012 what a caller may do
		{Name: "no flag", Options: []electron.Option{electron.WithFlags("-x")}, Says: "not a flag"},
		{Name: "an owned flag", Options: []electron.Option{electron.WithFlags("--lang=de", "--user-data-dir=/x")}, Says: "--user-data-dir"},
		{Name: "no variable", Options: []electron.Option{electron.WithEnv("NAME")}, Says: "cannot be a variable"},
		{Name: "an owned variable", Options: []electron.Option{electron.WithEnv("HOLDFAST_ELECTRON_TOKEN=x")}, Says: "HOLDFAST_ELECTRON_TOKEN"},
		{Name: "no rule", Options: []electron.Option{electron.WithSites(nil, nil, true)}, Says: "no rule"},
	})
}

// What an Electron application gives to the programs that it starts would make
// Electron a plain Node.
func TestEnvironment(t *testing.T) {
	t.Setenv("ELECTRON_RUN_AS_NODE", "1")
	t.Setenv("SOMETHING_ELSE", "2")
	host := started(t, append(fake(t, "answers nothing"), electron.WithFlags("--lang=de"))...)
	dir := filepath.Join("/proc", itoa(host.PID()))
	environ, err := os.ReadFile(filepath.Join(dir, "environ"))
	if err != nil {
		t.Skip("processes tell their environment on Linux only: ", err)
	}
	variables := strings.Split(string(environ), "\x00")
	has := func(prefix string) bool {
		return slices.ContainsFunc(variables, func(v string) bool { return strings.HasPrefix(v, prefix) })
	}
	if has("ELECTRON_RUN_AS_NODE=") || !has("SOMETHING_ELSE=2") || !has("HOLDFAST_ELECTRON_TOKEN=") || has("HOLDFAST_ELECTRON_HOST=") {
		t.Errorf("the environment is %q", variables)
	}
	cmdline, err := os.ReadFile(filepath.Join(dir, "cmdline"))
	if err != nil {
		t.Fatal(err)
	}
	args := strings.Split(strings.TrimRight(string(cmdline), "\x00"), "\x00")
	if filepath.Base(args[1]) != "host.cjs" || args[2] != "--user-data-dir="+host.UserDataDir() || args[len(args)-1] != "--lang=de" {
		t.Errorf("the arguments are %q", args)
	}
}
