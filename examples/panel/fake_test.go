package main

import (
	"context"

	"github.com/holdfast-go/holdfast/browser"
	"github.com/holdfast-go/holdfast/outline"
	"github.com/holdfast-go/holdfast/refs"
)

// blank is a browser with one empty page, for tests of what is around it.
type blank struct{ browser.Provider }

func (blank) Open(context.Context, browser.OpenRequest) (browser.Page, error) {
	return blankPage{}, nil
}
func (blank) Page(context.Context, browser.TabID) (browser.Page, error) { return blankPage{}, nil }
func (blank) Tabs(context.Context) ([]browser.Tab, error) {
	return []browser.Tab{{ID: "T1", URL: blankURL}}, nil
}
func (blank) CloseTab(context.Context, browser.TabID) error { return nil }
func (blank) Diagnose(context.Context) (*browser.Diagnosis, error) {
	return &browser.Diagnosis{OK: true}, nil
}

const blankURL = "https://blank.test/"

type blankPage struct{ browser.UnimplementedPage }

func (blankPage) ID() browser.TabID           { return "T1" }
func (blankPage) Done() <-chan struct{}       { return nil }
func (blankPage) OpenDialog() *browser.Dialog { return nil }

func (blankPage) Snapshot(context.Context, browser.SnapshotRequest) (*browser.Snapshot, error) {
	tree := &outline.Tree{Frames: []outline.Frame{{ID: "F", Table: "T", URL: blankURL, Owner: -1}}, Document: refs.Document{URL: blankURL}}
	return &browser.Snapshot{Outline: outline.Build(tree, outline.Options{}), URL: blankURL, Title: "Blank", Epoch: 1}, nil
}

func (blankPage) Screenshot(context.Context, browser.ScreenshotRequest) (*browser.Screenshot, error) {
	return &browser.Screenshot{Data: []byte("a picture"), Format: browser.PNG, Width: 10, Height: 10, URL: blankURL, Title: "Blank"}, nil
}
