package dom_test

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/holdfast-go/holdfast/cdp"
	"github.com/holdfast-go/holdfast/internal/testbrowser"
	"github.com/holdfast-go/holdfast/internal/testpage"
	"github.com/holdfast-go/holdfast/outline"
	"github.com/holdfast-go/holdfast/outline/dom"
	"github.com/holdfast-go/holdfast/refs"
	"github.com/holdfast-go/holdfast/transport"
	"github.com/holdfast-go/holdfast/transport/replay"
)

var recordPages = flag.Bool("record", false, "record testdata/pages.gz and pages.txt anew with a browser")

const (
	pagesFile  = "testdata/pages.gz"
	pagesWant  = "testdata/pages.txt"
	recordedOn = `127\.0\.0\.1:[0-9]+`
)

// recordedPages are pages of the cases that have something of everything.
var recordedPages = []string{"R05-clickable-divs/", "R25-hidden-checkbox/", "R28-injection/", "R03-closed-shadow/", "R35-modal-budget/?aria", "R44-fold-outliers/"}

// TestRecordedPages reads pages from a recording, without a browser: what the
// reader makes of the page's replies, the outline, the text and the data. The
// page scripts are in the recording as they were; run it with -record when
// they, or what is asked of the browser, change.
func TestRecordedPages(t *testing.T) {
	if *recordPages {
		rec, err := replay.RecordFile(testbrowser.Launch(t), pagesFile, replay.WithRedact(dropScripts))
		if err != nil {
			t.Fatal(err)
		}
		readPages(t, rec, testpage.Cases(t).URL(""))
		if err := rec.Close(); err != nil {
			t.Fatal(err)
		}
		if err := os.Chmod(pagesFile, 0o644); err != nil { // Git keeps no other permissions
			t.Fatal(err)
		}
	}
	got := replayed(t)
	if *recordPages {
		if err := os.WriteFile(pagesWant, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(pagesWant)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(string(want), got); d != "" {
		t.Errorf("(-want +got)\n%s", d)
	}
}

// A program that does something else is told the first command that differs.
func TestRecordedPagesDiverge(t *testing.T) {
	player := openPages(t)
	stream, err := player.Stream(t.Context(), "")
	if err != nil {
		t.Fatal(err)
	}
	conn := cdp.NewConn(stream)
	defer conn.Close()
	err = conn.Session("").Call(t.Context(), "Target.createTarget", map[string]string{"url": "about:srcdoc"}, nil)
	if err == nil || !strings.Contains(player.Diverged().Error(), "Target.createTarget") {
		t.Errorf("%v, %v", err, player.Diverged())
	}
}

func openPages(t *testing.T) replay.Player {
	t.Helper()
	player, err := replay.OpenFile(pagesFile, replay.WithTokens(recordedOn), replay.WithNormalise(withoutScripts))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = player.Close() }) // what it says is what Diverged says
	return player
}

func replayed(t *testing.T) string {
	t.Helper()
	player := openPages(t)
	got := readPages(t, player, "http://127.0.0.1:9")
	if err := player.Diverged(); err != nil {
		t.Error(err)
	}
	if left := player.Unsent(); len(left) > 0 {
		t.Errorf("not sent: %q", left)
	}
	return got
}

// withoutScripts leaves the text of the page scripts out of what is compared:
// only what they answer counts.
func withoutScripts(method string, params []byte) []byte {
	if method == "Runtime.evaluate" && bytes.Contains(params, scriptMark) {
		return []byte(`{"expression":"the page scripts"}`)
	}
	return params
}

var scriptMark = []byte(`if (globalThis[key]) return;`)

// dropScripts keeps the text of the page scripts out of a recording.
func dropScripts(message []byte) []byte {
	if !bytes.Contains(message, scriptMark) {
		return message
	}
	var command map[string]json.RawMessage
	if json.Unmarshal(message, &command) != nil {
		return message
	}
	command["params"] = withoutScripts("Runtime.evaluate", command["params"])
	short, err := json.Marshal(command)
	if err != nil {
		return message
	}
	return short
}

// readPages opens the pages one after another and tells what is read of them.
func readPages(t *testing.T, host transport.Host, origin string) string {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 60*time.Second)
	defer cancel()
	stream, err := host.Stream(ctx, "")
	if err != nil {
		t.Fatal(err)
	}
	conn := cdp.NewConn(stream)
	defer conn.Close()
	var made struct {
		TargetID  string `json:"targetId"`
		SessionID string `json:"sessionId"`
	}
	call := func(s *cdp.Session, method string, params any) {
		t.Helper()
		if err := s.Call(ctx, method, params, &made); err != nil {
			t.Fatalf("%s: %v", method, err)
		}
	}
	call(conn.Session(""), "Target.createTarget", map[string]string{"url": "about:blank"})
	call(conn.Session(""), "Target.attachToTarget", map[string]any{"targetId": made.TargetID, "flatten": true})
	page := conn.Session(made.SessionID)
	reader, err := dom.New(page, dom.WithWorldName("recorded"))
	if err != nil {
		t.Fatal(err)
	}
	var told strings.Builder
	registry := refs.New(refs.Options{})
	for _, path := range recordedPages {
		call(page, "Page.navigate", map[string]string{"url": origin + "/cases/" + path})
		call(page, "Runtime.evaluate", map[string]any{
			"expression": "new Promise(done => document.readyState === 'complete' ? done() : addEventListener('load', done))", "awaitPromise": true,
		})
		// Hundreds of listeners are resolved in any order, which is no golden's
		// business.
		tree, err := reader.Read(ctx, dom.ReadOptions{Listeners: strings.HasPrefix(path, "R05")})
		if err != nil {
			t.Fatal(err)
		}
		observation, at := tree.Observation()
		tree.SetRefs(at, registry.Publish(observation).Refs)
		fmt.Fprintf(&told, "==== %s\n%s", path, outline.Build(tree, outline.Options{MaxLines: 60}).Text(outline.HeaderInfo{Epoch: registry.Epoch()}))
		words, err := reader.Read(ctx, dom.ReadOptions{Running: true})
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&told, "---- text\n%s\n", outline.ReadText(words, outline.TextOptions{MaxChars: 600, Links: true}).Text)
		for _, d := range outline.Extract(tree, outline.ExtractOptions{MaxRows: 5}) {
			fmt.Fprintf(&told, "---- data\n%s", d.String())
		}
	}
	return told.String()
}
