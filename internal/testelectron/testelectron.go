// Package testelectron gives tests an Electron where none can be had: a module
// `electron` for Node (18 or newer) that fulfils the part of Electron's API that
// the window host of transport/electron uses, against a real headless Chromium
// which it starts itself. So host.cjs runs unmodified, as a process, and the
// whole way from Go over TCP and the host to a page is exercised.
//
//	host, err := electron.Launch(ctx, electron.WithBinary(testelectron.Binary(t)))
//
// With HOLDFAST_ELECTRON=/path/to/electron in the environment the same tests run
// on that one.
//
// # The double
//
// A page is a target of the browser; webContents.debugger is a protocol session
// to it, with what was measured of Electron and what its sources say, told where
// it is written: domains of the browser are absent, commands of a debugger that
// came before dom-ready hang, so do pictures of a window that is not shown,
// openDevTools does nothing while a debugger is attached, an end always says
// "target closed", windows that are minimised have no size and restoring them
// fires no resize. Requests are held back by Fetch on the browser's own session,
// which the host never sees. The browser ends with the pipe to it: nothing is
// left when the Node process is killed.
//
// # What it cannot show
//
// These are for a real Electron:
//
//   - a window that is white: the double only refuses pictures of a view without
//     a size;
//   - a popup that is denied before it exists: here it is there for a moment, at
//     about:blank, and window.open gives the opener a window that then closes;
//   - will-navigate, will-frame-navigate and will-redirect at their own time: they
//     come when the request is held back, so that addresses without a request
//     (file:, mailto:, other programs' schemes) never come there;
//   - context isolation, the sandbox and the absence of Node in pages: a headless
//     page has no Node at all;
//   - permissions: the handlers are asked once, beforehand, for those that the
//     protocol knows; DevTools as a window, the menu's keys, the tab strip under a
//     mouse, message boxes of alert and confirm, the box that asks where to save a
//     download;
//   - a popup whose script asks by alert or confirm before its dom-ready: nothing
//     can be attached to it until a person answers the message box, and it holds
//     up its opener; here nobody can answer;
//   - views stacked in one window: each tab that the host opens is a window of its
//     own here, and a popup is a tab behind which its opener is hidden;
//   - the first document of a window that a script opened without an address
//     (whether dom-ready comes), post data of a link that opens a window, and a
//     standard input that ends at once (Windows).
package testelectron

import (
	"context"
	"embed"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/holdfast-go/holdfast/internal/testbrowser"
)

//go:embed double
var double embed.FS

// Real is the environment variable that names an Electron to test with.
const Real = "HOLDFAST_ELECTRON"

// oldestNode is the first major version whose library has what the double uses.
const oldestNode = 18

// IsReal reports whether the tests run on a real Electron.
func IsReal() bool { return os.Getenv(Real) != "" }

// Binary returns the path of a program that does what `electron script` does. It
// is there as long as the test. Without Node the test is skipped, or fails in CI.
func Binary(tb testing.TB) string {
	tb.Helper()
	if path := os.Getenv(Real); path != "" {
		return path
	}
	return shim(tb, "launch.cjs")
}

// Application returns the path of a packaged application that embeds the window
// host and ignores scripts among its arguments. There is none for a real
// Electron, with which the test is skipped.
func Application(tb testing.TB) string {
	tb.Helper()
	if IsReal() {
		tb.Skip("this test needs a packaged application, and only the double has one")
	}
	return shim(tb, "application.cjs")
}

// Node returns the path of a Node that is new enough. Without one the test is
// skipped, or fails in CI.
func Node(tb testing.TB) string {
	tb.Helper()
	path, err := exec.LookPath("node")
	if err != nil {
		testbrowser.Lacks(tb, "Node; install it (Debian: apt-get install nodejs)")
	}
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	defer cancel()
	out, err := exec.CommandContext(ctx, path, "--version").Output()
	if err != nil {
		tb.Fatalf("%s --version: %v", path, err)
	}
	major, _, _ := strings.Cut(strings.TrimPrefix(strings.TrimSpace(string(out)), "v"), ".")
	if n, err := strconv.Atoi(major); err != nil || n < oldestNode {
		testbrowser.Lacks(tb, fmt.Sprintf("Node %d or newer; %s is %s", oldestNode, path, out))
	}
	return path
}

// shim writes the double and a program that runs one of its scripts.
func shim(tb testing.TB, script string) string {
	tb.Helper()
	node := Node(tb)
	dir := tb.TempDir()
	files, err := fs.Sub(double, "double")
	if err != nil {
		tb.Fatal(err)
	}
	// Node finds modules in folders of this name.
	modules := filepath.Join(dir, "node_modules")
	if err := os.CopyFS(modules, files); err != nil {
		tb.Fatal(err)
	}
	path := filepath.Join(dir, "electron")
	text := fmt.Sprintf("#!/bin/sh\nexport NODE_PATH=%s\nexec %s %s \"$@\"\n",
		quote(modules), quote(node), quote(filepath.Join(modules, script)))
	if err := os.WriteFile(path, []byte(text), 0o700); err != nil {
		tb.Fatal(err)
	}
	return path
}

// quote makes one word of the shell of a path.
func quote(path string) string { return "'" + strings.ReplaceAll(path, "'", `'\''`) + "'" }
