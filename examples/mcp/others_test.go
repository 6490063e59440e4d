package main

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/holdfast-go/holdfast/internal/testnpm"
)

// theirs is the official TypeScript SDK, at a fixed version.
const theirs = "@modelcontextprotocol/sdk@1.32.2"

// TestClientOfOthers uses the server with a client that we did not write (29 MB).
func TestClientOfOthers(t *testing.T) {
	folder := testnpm.Install(t, theirs)
	requireBrowser(t)
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	script, err := filepath.Abs(filepath.Join("testdata", "client.mjs"))
	if err != nil {
		t.Fatal(err)
	}
	url, _ := site(t)
	p := newProcess(t)
	node := exec.CommandContext(ctx, "node", script, folder, url, os.Args[0], "--approve", "all")
	node.Env = p.cmd.Env
	var out, problems bytes.Buffer
	node.Stdout, node.Stderr = &out, &problems
	if err := node.Run(); err != nil {
		t.Fatalf("%v\n%s", err, &problems)
	}
	type result struct {
		IsError           bool
		StructuredContent map[string]any
	}
	var seen struct {
		Asked                []string
		Server, Instructions string
		Tools                []struct {
			Name     string
			ReadOnly bool
		}
		Open, Click, Stale result
		Outline, Resource  string
		Picture, Resources []string
	}
	if err := json.Unmarshal(out.Bytes(), &seen); err != nil {
		t.Fatalf("%v: %s", err, &out)
	}
	switch {
	case seen.Server != "holdfast" || !strings.Contains(seen.Instructions, "untrusted") || len(seen.Tools) < 20:
		t.Errorf("%s, %d tools, %q", seen.Server, len(seen.Tools), seen.Instructions)
	case len(seen.Asked) == 0 || !strings.Contains(seen.Asked[0], url):
		t.Errorf("asked %q", seen.Asked)
	case seen.Open.IsError || seen.Click.IsError || seen.Click.StructuredContent["action"] != "click":
		t.Errorf("open %+v, click %+v", seen.Open, seen.Click)
	case !seen.Stale.IsError || seen.Stale.StructuredContent["code"] == nil:
		t.Errorf("stale %+v", seen.Stale)
	case !slices.Equal(seen.Picture, []string{"text", "image/png"}):
		t.Errorf("picture %v", seen.Picture)
	case len(seen.Resources) != 2 || seen.Resource != seen.Outline:
		t.Errorf("resources %v: %q", seen.Resources, seen.Resource)
	}
	p.gone(t)
}
