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

// mentioning lists the live processes whose command line or environment names
// the folder, by their command lines.
func mentioning(t *testing.T, dir string) map[int]string {
	t.Helper()
	found := map[int]string{}
	all, err := filepath.Glob("/proc/[0-9]*")
	if err != nil {
		t.Fatal(err)
	}
	for _, proc := range all {
		// What cannot be read has ended or is not ours.
		stat, _ := os.ReadFile(filepath.Join(proc, "stat"))
		command, _ := os.ReadFile(filepath.Join(proc, "cmdline"))
		environment, _ := os.ReadFile(filepath.Join(proc, "environ"))
		if zombie := bytes.Contains(stat, []byte(") Z ")); zombie || !bytes.Contains(append(command, environment...), []byte(dir)) {
			continue
		}
		pid, err := strconv.Atoi(filepath.Base(proc))
		if err != nil {
			t.Fatal(err)
		}
		found[pid] = strings.ReplaceAll(string(command), "\x00", " ")
	}
	return found
}

// killBrowser kills the browser whose profile is below dir: the process that
// names it and is no child of another part of it.
func killBrowser(t *testing.T, dir string) {
	t.Helper()
	for pid, command := range mentioning(t, dir) {
		if strings.Contains(command, "--user-data-dir="+dir) && !strings.Contains(command, "--type=") {
			if err := syscall.Kill(pid, syscall.SIGKILL); err != nil {
				t.Fatal(err)
			}
			return
		}
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
