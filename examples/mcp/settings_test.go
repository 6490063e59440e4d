package main

import (
	"bytes"
	"reflect"
	"strings"
	"testing"
)

func TestSettings(t *testing.T) {
	for _, c := range []struct {
		args, wrong string
		want        settings
	}{
		{"", "", settings{dialogs: "ask"}},
		{"--downloads dir", "", settings{dialogs: "ask", downloads: "dir"}},
		{"--dialogs accept", "", settings{dialogs: "accept"}},
		{"--dialogs maybe", "ask, dismiss or accept", settings{}},
		{"--headful --executable chrome --user-data-dir dir", "", settings{headful: true, executable: "chrome", userDataDir: "dir", dialogs: "ask"}},
		{"--browser-url http://127.0.0.1:9222", "", settings{browserURL: "http://127.0.0.1:9222", dialogs: "ask"}},
		{"-ws-endpoint=ws://127.0.0.1:9222/x", "", settings{wsEndpoint: "ws://127.0.0.1:9222/x", dialogs: "ask"}},
		{"--browser-url http://a --ws-endpoint ws://a", "two browsers", settings{}},
		{"--browser-url http://a --headful", "not for one that runs", settings{}},
		{"--ws-endpoint ws://a --executable x", "not for one that runs", settings{}},
		{"--ws-endpoint ws://a --user-data-dir x", "not for one that runs", settings{}},
		{"--changes 20", "", settings{changes: 20, dialogs: "ask"}},
		{"--no-execute", "", settings{noExecute: true, dialogs: "ask"}},
		{"--caps look,act --approve sensitive --http 127.0.0.1:0 --http-token x", "", settings{dialogs: "ask", caps: []string{"look", "act"}, approve: "sensitive", http: "127.0.0.1:0", token: "x"}},
		{"--approve everything", "--approve", settings{}},
		{"--http-token x", "--http", settings{}},
		{"--upload-folder a --upload-folder b", "", settings{uploads: []string{"a", "b"}, dialogs: "ask"}},
		{"--allow *.a.test --allow b.test:8080 --block c.a.test --strict", "", settings{
			allow: []string{"*.a.test", "b.test:8080"}, block: []string{"c.a.test"}, strict: true, dialogs: "ask",
		}},
		{"--allow a.test/path", "has a path", settings{}},
		{"--block ftp://a.test", "another scheme", settings{}},
		{"--strict", "needs --allow or --block", settings{}},
		{"--changes 41", "0 to 40 lines", settings{}},
		{"--changes -1", "0 to 40 lines", settings{}},
		{"--nonsense", "not defined", settings{}},
		{"http://127.0.0.1:9222", "there is no argument", settings{}},
	} {
		if c.want.approve == "" {
			c.want.approve = "off"
		}
		got, err := parseSettings(strings.Fields(c.args), &bytes.Buffer{})
		switch {
		case c.wrong == "" && (err != nil || !reflect.DeepEqual(got, c.want)):
			t.Errorf("%q: got %+v, %v", c.args, got, err)
		case c.wrong != "" && (err == nil || !strings.Contains(err.Error(), c.wrong)):
			t.Errorf("%q: got %v, want %q", c.args, err, c.wrong)
		}
	}
}

// A mistake on the command line ends the program before it speaks: stdout is
// the protocol's.
func TestMistakesGoToStderr(t *testing.T) {
	for args, status := range map[string]int{"--nonsense": 2, "one two": 2, "--help": 0} {
		var stdout, stderr bytes.Buffer
		if got := run(strings.Fields(args), nil, &stdout, &stderr); got != status {
			t.Errorf("%q: status %d, want %d", args, got, status)
		}
		if stdout.Len() > 0 || stderr.Len() == 0 {
			t.Errorf("%q: stdout %q, stderr %q", args, &stdout, &stderr)
		}
	}
}
