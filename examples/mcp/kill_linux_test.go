package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
)

// killBrowser kills the browser whose profile is below dir: the process that
// names it and is no child of another part of it.
func killBrowser(t *testing.T, dir string) {
	t.Helper()
	lines, err := filepath.Glob("/proc/[0-9]*/cmdline")
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range lines {
		text, err := os.ReadFile(line)
		if err != nil || !bytes.Contains(text, []byte("--user-data-dir="+dir)) || bytes.Contains(text, []byte("--type=")) {
			continue
		}
		pid, err := strconv.Atoi(strings.Split(line, "/")[2])
		if err != nil {
			t.Fatal(err)
		}
		if err := syscall.Kill(pid, syscall.SIGKILL); err != nil {
			t.Fatal(err)
		}
		return
	}
	t.Fatal("no browser runs")
}

// A browser that dies is replaced when a page is opened again.
func TestBrowserDies(t *testing.T) {
	requireBrowser(t)
	url, _ := site(t)
	p := newProcess(t)
	client := p.connect(t)
	call(t, client, "webpage_open", map[string]any{"url": url})
	killBrowser(t, p.dir)
	r := call(t, client, "webpage_snapshot", nil)
	if !r.IsError || field(t, r, "code") != "BROWSER_CONNECTION_LOST" || field(t, r, "hint") == "" {
		t.Errorf("after the death: %s", text(r))
	}
	if r := call(t, client, "webpage_open", map[string]any{"url": url}); r.IsError {
		t.Errorf("opened again: %s", text(r))
	}
	if outline := text(call(t, client, "webpage_snapshot", nil)); !strings.Contains(outline, `button "Pay"`) {
		t.Errorf("snapshot:\n%s", outline)
	}
	if err := client.Close(); err != nil {
		t.Error(err)
	}
	p.gone(t)
}
