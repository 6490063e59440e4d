package main

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/holdfast-go/holdfast/internal/testbrowser"
	"github.com/holdfast-go/holdfast/transport/chrome"
)

// A browser that runs is used and stays; the tabs that were opened go.
func TestBrowserThatRuns(t *testing.T) {
	url, _ := site(t)
	host := testbrowser.Launch(t, chrome.WithPort())
	var sockets struct {
		Browser string `json:"webSocketDebuggerUrl"`
	}
	version, err := http.Get("http://" + host.Address() + "/json/version")
	if err != nil {
		t.Fatal(err)
	}
	defer version.Body.Close()
	if err := json.NewDecoder(version.Body).Decode(&sockets); err != nil {
		t.Fatal(err)
	}
	for flag, at := range map[string]string{"--browser-url": "http://" + host.Address(), "--ws-endpoint": sockets.Browser} {
		t.Run(flag, func(t *testing.T) {
			p := newProcess(t, flag, at)
			client := p.connect(t)
			if r := call(t, client, "webpage_open", map[string]any{"url": url}); r.IsError {
				t.Fatal(text(r))
			}
			if outline := text(call(t, client, "webpage_snapshot", nil)); !strings.Contains(outline, `button "Pay"`) {
				t.Errorf("snapshot:\n%s", outline)
			}
			if err := client.Close(); err != nil {
				t.Error(err)
			}
			p.gone(t)
			list, err := http.Get("http://" + host.Address() + "/json/list")
			if err != nil {
				t.Fatalf("the browser is gone: %v", err)
			}
			defer list.Body.Close()
			if tabs, err := io.ReadAll(list.Body); err != nil || bytes.Contains(tabs, []byte(url)) {
				t.Errorf("the tab is still open: %s, %v", tabs, err)
			}
		})
	}
}

// Without a browser every call says so, and what to do.
func TestNoBrowser(t *testing.T) {
	for _, args := range [][]string{
		{"--browser-url", "http://127.0.0.1:1"},
		{"--executable", "/nowhere/chrome"},
	} {
		p := newProcess(t, args...)
		client := p.connect(t)
		r := call(t, client, "webpage_open", map[string]any{"url": "about:blank"})
		if !r.IsError || field(t, r, "code") != "BROWSER_UNAVAILABLE" || field(t, r, "hint") == "" {
			t.Errorf("%q: %s", args, text(r))
		}
		if err := client.Close(); err != nil {
			t.Error(err)
		}
		p.gone(t)
	}
}
