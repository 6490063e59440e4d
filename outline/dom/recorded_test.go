package dom_test

import (
	"context"
	"flag"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/holdfast-go/holdfast/cdp"
	"github.com/holdfast-go/holdfast/holdfasttest"
	"github.com/holdfast-go/holdfast/internal/testbrowser"
	"github.com/holdfast-go/holdfast/internal/testpage"
	"github.com/holdfast-go/holdfast/outline"
	"github.com/holdfast-go/holdfast/outline/dom"
	"github.com/holdfast-go/holdfast/refs"
	"github.com/holdfast-go/holdfast/transport"
	"github.com/holdfast-go/holdfast/transport/chrome"
)

var recordPages = flag.Bool("record", false, "record testdata/pages.gz and pages.txt anew with a browser")

const (
	pagesFile = "testdata/pages.gz"
	pagesWant = "testdata/pages.txt"
)

// recordedPages are pages of the cases that have something of everything.
var recordedPages = []string{"R05-clickable-divs/", "R25-hidden-checkbox/", "R28-injection/", "R03-closed-shadow/", "R35-modal-budget/?aria", "R44-fold-outliers/"}

// TestRecordedPages reads pages from a recording, without a browser: what the
// reader makes of the page's replies, the outline, the text and the data. What
// the page scripts answered is in the recording, not what they are; run it with
// -record when they, or what is asked of the browser, change.
func TestRecordedPages(t *testing.T) {
	origin := "http://127.0.0.1:9"
	if *recordPages {
		origin = testpage.Cases(t).URL("")
	}
	told := readPages(t, holdfasttest.Host(t, recorded(*recordPages)), origin)
	holdfasttest.Golden(t, pagesWant, *recordPages, told)
}

func recorded(update bool) holdfasttest.Recording {
	return holdfasttest.Recording{File: pagesFile, Update: update, Launch: func(ctx context.Context) (transport.Host, error) {
		return chrome.Launch(ctx, testbrowser.Flags())
	}}
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
