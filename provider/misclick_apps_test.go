package provider_test

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/holdfast-go/holdfast/browser"
	"github.com/holdfast-go/holdfast/internal/testpage"
	"github.com/holdfast-go/holdfast/provider"
	"github.com/holdfast-go/holdfast/refs"
)

// on names an element of a snapshot: the at-th, from 0, of a role and a name.
type on struct {
	role, name string
	at         int
}

// appOutcome is how an action on a page of an application ended.
type appOutcome string

const (
	right   appOutcome = "right"   // it reached the record that was shown, and nothing else
	refused appOutcome = "refused" // it reached nothing, and an error said why
	told    appOutcome = "told"    // it reached nothing, and the receipt says so
)

// TestMisclickApps plays what applications do between a snapshot and an action,
// or while the action runs: nodes that are used again, forms that show another
// record, menus that are opened elsewhere. What each permits was written down
// before. No action may reach another record, and none may say nothing.
func TestMisclickApps(t *testing.T) {
	folder := t.TempDir()
	file := filepath.Join(folder, "a.txt")
	if err := os.WriteFile(file, []byte("a"), 0o600); err != nil {
		t.Fatal(err)
	}
	// The changes go through a few pages, as a new one costs more than most of them.
	p := newProvider(t, provider.WithUploadFolders(folder))
	pages := make(chan browser.Page, 3)
	for range cap(pages) {
		pages <- open(t, p, "about:blank")
	}
	for _, c := range appChanges {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			page := <-pages
			defer func() { pages <- page }()
			address := testpage.HTML(t, `<script>window.hits=[];window.hit=s=>{hits.push(String(s))}</script>`+c.page)
			if _, err := page.Navigate(within(t, 20*time.Second), browser.NavigateRequest{URL: address}); err != nil {
				t.Fatal(err)
			}
			snap := snapshot(t, page)
			source, target := numbered(t, snap, c.on), refs.Ref(0)
			if c.to != (on{}) {
				target = numbered(t, snap, c.to)
			}
			evalAs[bool](t, page, "(async()=>{"+c.change+";return true})()")
			receipt, err := actOn(within(t, 15*time.Second), page, source, target, c.do, file)
			hits := evalAs[[]string](t, page, "window.hits")
			outcome := appOutcome("silent")
			switch {
			case slices.ContainsFunc(hits, func(hit string) bool { return hit != c.want }):
				outcome = "wrong"
			case err != nil && len(hits) > 0:
				outcome = "refused, and yet it was done"
			case err != nil:
				outcome = refused
			case len(hits) > 0:
				outcome = right
			case receipt.NoEffect || receipt.TargetGone || len(receipt.Notes) > 0:
				outcome = told
			}
			if !slices.Contains(c.permitted, outcome) {
				t.Errorf("%s, permitted %v; reached %q\n%v %v", outcome, c.permitted, hits, receipt, err)
			}
		})
	}
}

// numbered gives the ref of one of several elements that are called the same.
func numbered(t *testing.T, s *browser.Snapshot, what on) refs.Ref {
	t.Helper()
	left := what.at
	for row := range s.Outline.Rows {
		if row.Ref == 0 || row.Role != what.role || row.Name != what.name {
			continue
		}
		if left == 0 {
			return row.Ref
		}
		left--
	}
	t.Fatalf("no %v in\n%v", what, s)
	return 0
}

// actOn does what a scenario names: a verb, and after a colon what it takes.
func actOn(ctx context.Context, page browser.Page, ref, to refs.Ref, do, file string) (*browser.Receipt, error) {
	verb, with, _ := strings.Cut(do, ":")
	switch verb {
	case "right":
		return page.Click(ctx, browser.ClickRequest{Ref: ref, Button: browser.ButtonRight})
	case "fill":
		return page.Fill(ctx, browser.FillRequest{Ref: ref, Value: with})
	case "keys":
		return page.Fill(ctx, browser.FillRequest{Ref: ref, Value: with, Keystrokes: true})
	case "press":
		return page.Press(ctx, browser.PressRequest{Ref: ref, Key: with})
	case "hover":
		return page.Hover(ctx, browser.HoverRequest{Ref: ref})
	case "select":
		return page.Select(ctx, browser.SelectRequest{Ref: ref, Labels: []string{with}})
	case "drag":
		return page.Drag(ctx, browser.DragRequest{Ref: ref, To: to})
	case "upload":
		return page.Upload(ctx, browser.UploadRequest{Ref: ref, Files: []string{file}})
	}
	return page.Click(ctx, browser.ClickRequest{Ref: ref})
}
