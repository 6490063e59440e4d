package main

import (
	"bytes"
	"context"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

const hiddenValue = "S3cr3t-\"9f2c\\!"

// secretsFile writes a file of secrets.
func secretsFile(t *testing.T, content string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "secrets.json")
	if err := os.WriteFile(file, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}

// oneSecret is the content of a file with the hidden value.
func oneSecret(sites string) string {
	return `[{"name":"shop","value":"S3cr3t-\"9f2c\\!","sites":` + sites + `},{"name":"pin","value":"73417341","sites":["*"]}]`
}

func TestReadSecrets(t *testing.T) {
	s, err := readSecrets(secretsFile(t, oneSecret(`["127.0.0.1"]`)))
	if err != nil || !slices.Equal(s.names, []string{"shop", "pin"}) {
		t.Fatalf("%v, %v", s, err)
	}
	if got, err := s.store.Reveal("{{secret:shop}}", "http://127.0.0.1/"); err != nil || got != hiddenValue {
		t.Errorf("%q, %v", got, err)
	}
	if note := s.note(); !strings.Contains(note, "{{secret:shop}}, {{secret:pin}}") || strings.Contains(note, "S3cr3t") {
		t.Errorf("the note: %s", note)
	}
	if note := (*secrets)(nil).note(); note != "" {
		t.Errorf("without secrets: %q", note)
	}
	for content, want := range map[string]string{
		"":                              "is not a JSON list",
		`[]`:                            "holds no secret",
		`S3cr3t-9f2c`:                   "is not a JSON list",
		`[{"name":"a","value":S3cr3t}]`: "is not a JSON list",
		`[{"name":"a","value":7341734173417341}]`:                                                   "is not a JSON list",
		`[{"name":"a","S3cr3t":"x"}]`:                                                               "is not a JSON list",
		oneSecret(`["*"]`) + `[]`:                                                                   "is not a JSON list",
		`[{"name":"a","value":"S3cr3t"}]`:                                                           "bound to no site",
		`[{"name":"a","value":"S3","sites":["*"]}]`:                                                 "fewer than",
		`[{"name":"a b","value":"S3cr3t","sites":["*"]}]`:                                           "the name",
		`[{"name":"a","value":"S3cr3t","sites":["a b/"]}]`:                                          "the sites of a",
		`[{"name":"a","value":"S3cr3t","sites":["*"]},{"name":"a","value":"S3cr3t","sites":["*"]}]`: "two secrets",
	} {
		file := secretsFile(t, content)
		var stdout, stderr bytes.Buffer
		if status := run([]string{"--secrets", file}, nil, &stdout, &stderr); status != 2 || !strings.Contains(stderr.String(), want) || stdout.Len() > 0 {
			t.Errorf("%s: status %d, stdout %q, stderr %q, want %q", content, status, &stdout, &stderr, want)
		}
		if strings.Contains(stderr.String(), "S3cr3t") || strings.Contains(stderr.String(), "7341") {
			t.Errorf("%s: a value is printed: %s", content, &stderr)
		}
	}
	var stderr bytes.Buffer
	if _, err := parseSettings([]string{"--secrets", filepath.Join(t.TempDir(), "none")}, &stderr); err == nil {
		t.Error("a file that is not there is none")
	}
}

// A session of the real program with secrets and without code.
func TestSessionWithSecrets(t *testing.T) {
	requireBrowser(t)
	page := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		w.Write([]byte(`<!doctype html><title>Login</title><label>Key <input id="k"></label><p id="p"></p>
<button onclick="p.textContent = 'you typed ' + k.value; document.title = k.value; console.log(k.value)">Echo</button>`))
	}))
	defer page.Close()
	p := newProcess(t, "--no-execute", "--secrets", secretsFile(t, oneSecret(`["127.0.0.1"]`)))
	client := p.connect(t)
	told := client.InitializeResult().Instructions
	if !strings.Contains(told, "{{secret:shop}}, {{secret:pin}}") {
		t.Errorf("the model is not told of its secrets: %s", told)
	}
	list, err := client.ListTools(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, tool := range list.Tools {
		names = append(names, tool.Name)
	}
	if slices.Contains(names, "webpage_execute") {
		t.Errorf("code is offered: %q", names)
	}
	for _, name := range []string{"webpage_resize", "webpage_console", "webpage_network", "webpage_diagnose", "webpage_tabs"} {
		if !slices.Contains(names, name) {
			t.Errorf("%s is not offered: %q", name, names)
		}
	}
	if _, err := client.CallTool(context.Background(), &mcp.CallToolParams{Name: "webpage_execute", Arguments: map[string]any{"code": "1"}}); err == nil {
		t.Error("webpage_execute answers")
	}
	all := told
	ask := func(tool string, arguments map[string]any) string {
		t.Helper()
		r := call(t, client, tool, arguments)
		all += text(r)
		if r.IsError {
			t.Fatalf("%s: %s", tool, text(r))
		}
		return text(r)
	}
	ask("webpage_open", map[string]any{"url": page.URL})
	outline := ask("webpage_snapshot", nil)
	ask("webpage_fill", map[string]any{"ref": refOf(t, outline, "textbox", "Key"), "value": "{{secret:shop}}"})
	ask("webpage_click", map[string]any{"ref": refOf(t, outline, "button", "Echo")})
	if outline = ask("webpage_snapshot", nil); !strings.Contains(outline, "you typed {{secret:shop}}") {
		t.Errorf("the page did not get the value: %s", outline)
	}
	ask("webpage_console", nil)
	ask("webpage_network", nil)
	ask("webpage_tabs", map[string]any{"action": "list"})
	ask("webpage_resize", map[string]any{"width": 800, "height": 600})
	if d := ask("webpage_diagnose", nil); !strings.Contains(d, "endpoint") {
		t.Errorf("a diagnosis: %s", d)
	}
	for _, arguments := range []map[string]any{{"action": "handoff"}, {"action": "release"}, {"action": "claim", "code": "x"}} {
		r := call(t, client, "webpage_tabs", arguments)
		if all += text(r); field(t, r, "reason") != "one_caller" {
			t.Errorf("with one caller there is nobody to share with: %v: %s", arguments, text(r))
		}
	}
	if err := client.Close(); err != nil {
		t.Error(err)
	}
	if strings.Contains(all, "S3cr3t") || strings.Contains(p.stderr.String(), "S3cr3t") {
		t.Errorf("the value is told: %s\n%s", all, &p.stderr)
	}
	p.gone(t)
}
