package chrome_test

import (
	"bytes"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/holdfast-go/holdfast/internal/testbrowser"
	"github.com/holdfast-go/holdfast/internal/transporttest"
	"github.com/holdfast-go/holdfast/transport"
	"github.com/holdfast-go/holdfast/transport/chrome"
)

func TestMain(m *testing.M) { testbrowser.Main(m) }

// launcher is what the checks of a launch are made on.
var launcher transporttest.Launcher[chrome.Option, *chrome.Host] = chrome.Launch

func TestLaunchFails(t *testing.T) {
	notExecutable := filepath.Join(t.TempDir(), "chrome")
	if err := os.WriteFile(notExecutable, []byte("#!/bin/sh\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	script := func(name string) chrome.Option { return chrome.WithExecutable(filepath.Join("testdata", name+".sh")) }
	launcher.Fails(t, []transporttest.Failure[chrome.Option]{
		{Name: "no such program", Options: []chrome.Option{chrome.WithExecutable("/nowhere/chrome")},
			Kind: transport.KindNotFound, Says: "/nowhere/chrome", Hint: "path of a Chrome"},
		{Name: "no such name", Options: []chrome.Option{chrome.WithExecutable("no-such-chrome")},
			Kind: transport.KindNotFound, Says: "no-such-chrome", Hint: "path of a Chrome"},
		{Name: "not executable", Options: []chrome.Option{chrome.WithExecutable(notExecutable)},
			Kind: transport.KindStart, Says: notExecutable, Hint: "permissions"},
		{Name: "ends at once", Options: []chrome.Option{script("exits-at-once")},
			Kind: transport.KindStart, Says: "it ended at once: exit status 127; it printed last:\n  chrome: error while loading", Hint: "library"},
		{Name: "ends at once, with a port", Options: []chrome.Option{script("exits-at-once"), chrome.WithPort()},
			Kind: transport.KindStart, Says: "exit status 127", Hint: "library"},
		{Name: "profile in use", Options: []chrome.Option{script("in-use"), chrome.WithUserDataDir(t.TempDir())},
			Kind: transport.KindStart, Says: "existing browser session", Hint: "close it or name another folder"},
		{Name: "never answers", Options: []chrome.Option{script("never-answers"), chrome.WithStartTimeout(300 * time.Millisecond)},
			Kind: transport.KindStart, Says: "it did not answer within 300ms"},
		{Name: "never answers, with a port", Options: []chrome.Option{script("never-answers"), chrome.WithPort(), chrome.WithStartTimeout(300 * time.Millisecond)},
			Kind: transport.KindStart, Says: "it did not answer within 300ms"},
		{Name: "closes its pipe", Options: []chrome.Option{script("closes-its-pipe")},
			Kind: transport.KindStart, Says: "closed its end of the pipe"},
		{Name: "answers garbage", Options: []chrome.Option{script("answers-garbage")},
			Kind: transport.KindStart, Says: "not a JSON object"},
		{Name: "names a wrong port", Options: []chrome.Option{script("wrong-port"), chrome.WithPort()},
			Kind: transport.KindStart, Says: "nobody listens at 127.0.0.1:1"},
	})
}

func TestLaunchContextEnds(t *testing.T) {
	hangs := chrome.WithExecutable(filepath.Join("testdata", "never-answers.sh"))
	launcher.IsUndone(t, chrome.WithLifetime, hangs)
}

func TestOptions(t *testing.T) {
	launcher.Refuses(t, []transporttest.Failure[chrome.Option]{
		{Name: "nil", Options: []chrome.Option{nil}, Says: "nil option"},
		{Name: "twice", Options: []chrome.Option{chrome.WithPort(), chrome.WithPort()}, Says: "WithPort was given twice"},
		{Name: "empty executable", Options: []chrome.Option{chrome.WithExecutable("")}, Says: "empty path"},
		{Name: "empty profile", Options: []chrome.Option{chrome.WithUserDataDir("")}, Says: "empty path"},
		{Name: "no start", Options: []chrome.Option{chrome.WithStartTimeout(0)}, Says: "start timeout of 0s"},
		{Name: "nil logger", Options: []chrome.Option{chrome.WithLogger(nil)}, Says: "logger is nil"},
		{Name: "no flag", Options: []chrome.Option{chrome.WithFlags("http://a/")}, Says: "not a flag"},
		{Name: "one dash", Options: []chrome.Option{chrome.WithFlags("-x")}, Says: "not a flag"},
		{Name: "an owned flag", Options: []chrome.Option{chrome.WithFlags("--lang=de", "--remote-debugging-port=9222")}, Says: "--remote-debugging-port"},
		{Name: "another", Options: []chrome.Option{chrome.WithFlags("--headless")}, Says: "--headless"},
	})
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
