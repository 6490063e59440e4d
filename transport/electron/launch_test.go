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

	"github.com/holdfast-go/holdfast/transport"
	"github.com/holdfast-go/holdfast/transport/electron"
)

func TestLaunchFails(t *testing.T) {
	notExecutable := filepath.Join(t.TempDir(), "electron")
	if err := os.WriteFile(notExecutable, []byte("#!/bin/sh\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	soon := electron.WithStartTimeout(300 * time.Millisecond)
	of := func(name string, more ...electron.Option) []electron.Option { return append(fake(t, name), more...) }
	const start = transport.KindStart
	for _, test := range []struct {
		name    string
		options []electron.Option
		kind    transport.Kind
		says    string // part of the error
		hint    string // part of the hint
	}{
		{"no such program", []electron.Option{electron.WithBinary("/nowhere/electron")},
			transport.KindNotFound, "/nowhere/electron", "path of an Electron"},
		{"no such application", []electron.Option{electron.WithApp("/nowhere/app")},
			transport.KindNotFound, "/nowhere/app", "application"},
		{"not executable", []electron.Option{electron.WithBinary(notExecutable)}, start, notExecutable, "permissions"},
		{"ends at once", of("ends at once"), start,
			"it ended at once: exit status 127; it printed last:\n  electron: error while loading", "library"},
		{"never announces", of("says nothing", soon), start, "it did not answer within 300ms", ""},
		{"prints without end", of("prints without end", soon), start, "it did not answer within 300ms", ""},
		{"announces nonsense", of("announces nonsense"), start, `it announced no port, but "nonsense"`, ""},
		{"announces no port", of("announces no port"), start, "it announced no port", ""},
		{"another wire", of("speaks another wire"), start, "version 2 of the wire", ""},
		{"a wrong port", of("listens nowhere"), start, "nobody listens at 127.0.0.1:1", ""},
		{"another server", of("is another server"), start, `no window host; it said "HTTP/1.1 400`, ""},
		{"no hello", of("never says hello", soon), start, "it did not answer within 300ms", ""},
		{"a hello without end", of("says hello without end"), start, "a line is too long", ""},
		{"hangs up", of("hangs up"), start, "it did not answer at 127.0.0.1", ""},
		{"has another client", of("has a client"), start, "has a client already", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			host, err := electron.Launch(t.Context(), test.options...)
			if err == nil {
				_ = host.Close()
				t.Fatal("no error")
			}
			te, ok := errors.AsType[*transport.Error](err)
			if !ok || te.Kind != test.kind || !strings.Contains(err.Error(), test.says) || !strings.Contains(te.Hint, test.hint) {
				t.Errorf("got %v\nhint %q", err, te.Hint)
			}
			nothingLeft(t)
		})
	}
}

// Whatever is waited for when the context of the launch ends, or that of the
// lifetime, all is undone.
func TestLaunchContextEnds(t *testing.T) {
	for _, name := range []string{"says nothing", "never says hello"} {
		for _, test := range []struct {
			name   string
			launch func(ctx context.Context) (*electron.Host, error)
		}{
			{"launch", func(ctx context.Context) (*electron.Host, error) { return electron.Launch(ctx, fake(t, name)...) }},
			{"lifetime", func(ctx context.Context) (*electron.Host, error) {
				return electron.Launch(context.WithoutCancel(ctx), append(fake(t, name), electron.WithLifetime(ctx))...)
			}},
		} {
			t.Run(name+", "+test.name, func(t *testing.T) {
				ctx, cancel := context.WithTimeout(t.Context(), 200*time.Millisecond)
				defer cancel()
				_, err := test.launch(ctx)
				if te, ok := errors.AsType[*transport.Error](err); !ok || te.Kind != transport.KindStart {
					t.Errorf("got %v", err)
				}
				nothingLeft(t)
				// And when it has ended before.
				if _, err := test.launch(ctx); !errors.Is(err, context.DeadlineExceeded) && !errors.Is(err, context.Canceled) {
					t.Errorf("got %v", err)
				}
				nothingLeft(t)
			})
		}
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
	nothingLeft(t)
}

func TestOptions(t *testing.T) {
	for _, test := range []struct {
		name    string
		options []electron.Option
		says    string
	}{
		{"nil", []electron.Option{nil}, "nil option"},
		{"twice", []electron.Option{electron.WithTitle("a"), electron.WithTitle("b")}, "WithTitle was given twice"},
		{"two programs", []electron.Option{electron.WithBinary("a"), electron.WithApp("b")}, "two programs"},
		{"empty binary", []electron.Option{electron.WithBinary("")}, "empty path"},
		{"empty application", []electron.Option{electron.WithApp("")}, "empty path"},
		{"empty script", []electron.Option{electron.WithHostScript("")}, "empty path"},
		{"empty profile", []electron.Option{electron.WithUserDataDir("")}, "empty path"},
		{"empty title", []electron.Option{electron.WithTitle("")}, "title is empty"},
		{"no size", []electron.Option{electron.WithSize(800, 0)}, "800 by 0"},
		{"no start", []electron.Option{electron.WithStartTimeout(0)}, "start timeout of 0s"},
		{"no command", []electron.Option{electron.WithCommandTimeout(time.Millisecond)}, "command timeout of 1ms"},
		{"nil logger", []electron.Option{electron.WithLogger(nil)}, "logger is nil"},
		{"nil lifetime", []electron.Option{electron.WithLifetime(nil)}, "lifetime context is nil"}, //lint:ignore SA1012 what a caller may do
		{"no flag", []electron.Option{electron.WithFlags("-x")}, "not a flag"},
		{"an owned flag", []electron.Option{electron.WithFlags("--lang=de", "--user-data-dir=/x")}, "--user-data-dir"},
		{"no variable", []electron.Option{electron.WithEnv("NAME")}, "cannot be a variable"},
		{"an owned variable", []electron.Option{electron.WithEnv("HOLDFAST_ELECTRON_TOKEN=x")}, "HOLDFAST_ELECTRON_TOKEN"},
		{"no rule", []electron.Option{electron.WithSites(nil, nil, true)}, "no rule"},
	} {
		t.Run(test.name, func(t *testing.T) {
			_, err := electron.Launch(t.Context(), test.options...)
			te, ok := errors.AsType[*transport.Error](err)
			if !ok || te.Kind != transport.KindInvalid || !strings.Contains(err.Error(), test.says) {
				t.Errorf("got %v", err)
			}
		})
	}
	nothingLeft(t)
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
