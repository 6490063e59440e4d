package chrome_test

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/holdfast-go/holdfast/internal/leakcheck"
	"github.com/holdfast-go/holdfast/internal/testbrowser"
	"github.com/holdfast-go/holdfast/transport"
	"github.com/holdfast-go/holdfast/transport/chrome"
)

func TestMain(m *testing.M) { testbrowser.Main(m) }

// nothingLeft checks that a launch left neither process nor folder.
func nothingLeft(t *testing.T) {
	t.Helper()
	if err := errors.Join(
		leakcheck.Processes("HOLDFAST_LAUNCH="+os.TempDir()),
		leakcheck.Folders(os.TempDir(), "holdfast-*"),
	); err != nil {
		t.Error(err)
	}
}

func TestLaunchFails(t *testing.T) {
	notExecutable := filepath.Join(t.TempDir(), "chrome")
	if err := os.WriteFile(notExecutable, []byte("#!/bin/sh\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	script := func(name string) chrome.Option { return chrome.WithExecutable(filepath.Join("testdata", name+".sh")) }
	for _, test := range []struct {
		name    string
		options []chrome.Option
		kind    transport.Kind
		says    string // part of the error
		hint    string // part of the hint
	}{
		{"no such program", []chrome.Option{chrome.WithExecutable("/nowhere/chrome")},
			transport.KindNotFound, "/nowhere/chrome", "path of a Chrome"},
		{"no such name", []chrome.Option{chrome.WithExecutable("no-such-chrome")},
			transport.KindNotFound, "no-such-chrome", "path of a Chrome"},
		{"not executable", []chrome.Option{chrome.WithExecutable(notExecutable)},
			transport.KindStart, notExecutable, "permissions"},
		{"ends at once", []chrome.Option{script("exits-at-once")},
			transport.KindStart, "it ended at once: exit status 127; it printed last:\n  chrome: error while loading", "library"},
		{"ends at once, with a port", []chrome.Option{script("exits-at-once"), chrome.WithPort()},
			transport.KindStart, "exit status 127", "library"},
		{"profile in use", []chrome.Option{script("in-use"), chrome.WithUserDataDir(t.TempDir())},
			transport.KindStart, "existing browser session", "close it or name another folder"},
		{"never answers", []chrome.Option{script("never-answers"), chrome.WithStartTimeout(300 * time.Millisecond)},
			transport.KindStart, "it did not answer within 300ms", ""},
		{"never answers, with a port", []chrome.Option{script("never-answers"), chrome.WithPort(), chrome.WithStartTimeout(300 * time.Millisecond)},
			transport.KindStart, "it did not answer within 300ms", ""},
		{"closes its pipe", []chrome.Option{script("closes-its-pipe")},
			transport.KindStart, "closed its end of the pipe", ""},
		{"answers garbage", []chrome.Option{script("answers-garbage")},
			transport.KindStart, "not a JSON object", ""},
		{"names a wrong port", []chrome.Option{script("wrong-port"), chrome.WithPort()},
			transport.KindStart, "nobody listens at 127.0.0.1:1", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			host, err := chrome.Launch(t.Context(), test.options...)
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

func TestLaunchContextEnds(t *testing.T) {
	hangs := chrome.WithExecutable(filepath.Join("testdata", "never-answers.sh"))
	for _, test := range []struct {
		name   string
		launch func(ctx context.Context) (*chrome.Host, error)
	}{
		{"context of the launch", func(ctx context.Context) (*chrome.Host, error) { return chrome.Launch(ctx, hangs) }},
		{"lifetime", func(ctx context.Context) (*chrome.Host, error) {
			return chrome.Launch(context.WithoutCancel(ctx), hangs, chrome.WithLifetime(ctx))
		}},
	} {
		t.Run(test.name, func(t *testing.T) {
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

func TestOptions(t *testing.T) {
	for _, test := range []struct {
		name    string
		options []chrome.Option
		says    string
	}{
		{"nil", []chrome.Option{nil}, "nil option"},
		{"twice", []chrome.Option{chrome.WithPort(), chrome.WithPort()}, "WithPort was given twice"},
		{"empty executable", []chrome.Option{chrome.WithExecutable("")}, "empty path"},
		{"empty profile", []chrome.Option{chrome.WithUserDataDir("")}, "empty path"},
		{"no start", []chrome.Option{chrome.WithStartTimeout(0)}, "start timeout of 0s"},
		{"nil logger", []chrome.Option{chrome.WithLogger(nil)}, "logger is nil"},
		{"no flag", []chrome.Option{chrome.WithFlags("http://a/")}, "not a flag"},
		{"one dash", []chrome.Option{chrome.WithFlags("-x")}, "not a flag"},
		{"an owned flag", []chrome.Option{chrome.WithFlags("--lang=de", "--remote-debugging-port=9222")}, "--remote-debugging-port"},
		{"another", []chrome.Option{chrome.WithFlags("--headless")}, "--headless"},
	} {
		t.Run(test.name, func(t *testing.T) {
			_, err := chrome.Launch(t.Context(), test.options...)
			te, ok := errors.AsType[*transport.Error](err)
			if !ok || te.Kind != transport.KindInvalid || !strings.Contains(err.Error(), test.says) {
				t.Errorf("got %v", err)
			}
		})
	}
	nothingLeft(t)
}

func TestHeadfulWithoutDisplay(t *testing.T) {
	t.Setenv("DISPLAY", "")
	t.Setenv("WAYLAND_DISPLAY", "")
	testbrowser.Launch(t) // skips where there is no browser
	_, err := chrome.Launch(t.Context(), chrome.WithHeadful())
	te, ok := errors.AsType[*transport.Error](err)
	if !ok || te.Kind != transport.KindStart || !strings.Contains(te.Hint, "no display") {
		t.Errorf("got %v", err)
	}
}

func TestSandboxWarning(t *testing.T) {
	var log bytes.Buffer
	testbrowser.Launch(t, chrome.WithLogger(slog.New(slog.NewTextHandler(&log, nil))))
	if warned := strings.Contains(log.String(), "without its sandbox"); warned != (os.Geteuid() == 0) {
		t.Errorf("as user %d the log says %q", os.Geteuid(), log.String())
	}
}
