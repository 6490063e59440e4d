package main

import (
	"context"
	"errors"
	"io"

	"github.com/holdfast-go/holdfast/browser"
)

// pagesTable prints what a page takes in the program and in Chrome, for each of
// the pages: their paths on the site.
func pagesTable(ctx context.Context, w io.Writer, s *site, paths []string, copies int) error {
	var t table
	t.row("page", "elements", "refs", "rows", "KB opened", "KB looked at", "KB after 4 more", "Chrome PSS MB")
	for _, path := range paths {
		if err := pageRow(ctx, &t, s, path, copies); err != nil {
			return err
		}
	}
	return t.write(w)
}

// pageRow opens a page so many times in a Chrome of its own: what other pages
// have left behind there is no part of it.
func pageRow(ctx context.Context, t *table, s *site, path string, copies int) (err error) {
	b, err := newBench(ctx)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, b.Close()) }()
	// One page pays for what all share, on both sides.
	if _, _, err := look(ctx, b, s.url("127.0.0.1", path)); err != nil {
		return err
	}
	before, err := b.settled(ctx)
	if err != nil {
		return err
	}
	heap := weigh()
	pages := make([]browser.Page, copies)
	for i := range pages {
		if pages[i], err = b.Open(ctx, browser.OpenRequest{URL: s.url("127.0.0.1", path)}); err != nil {
			return err
		}
	}
	opened := weigh().since(heap, copies)
	var refs, rows int
	snapshots := func(n int) error {
		for _, page := range pages {
			for range n {
				snap, err := page.Snapshot(ctx, browser.SnapshotRequest{})
				if err != nil {
					return err
				}
				refs, rows = snap.Refs, snap.Outline.Counts().Rows
			}
		}
		return nil
	}
	if err := snapshots(1); err != nil {
		return err
	}
	looked := weigh().since(heap, copies)
	if err := snapshots(4); err != nil {
		return err
	}
	again := weigh().since(heap, copies)
	after, err := b.settled(ctx)
	if err != nil {
		return err
	}
	count, err := pages[0].Execute(ctx, browser.ExecuteRequest{Code: "document.querySelectorAll('*').length"})
	if err != nil {
		return err
	}
	t.row(path, string(count.Value), refs, rows, kilobytes(opened.heap), kilobytes(looked.heap), kilobytes(again.heap),
		megabytes((after.pss-before.pss)/int64(copies)))
	return nil
}

// look opens a page and looks at it.
func look(ctx context.Context, p browser.Provider, url string) (browser.Page, *browser.Snapshot, error) {
	page, err := p.Open(ctx, browser.OpenRequest{URL: url})
	if err != nil {
		return nil, nil, err
	}
	snap, err := page.Snapshot(ctx, browser.SnapshotRequest{})
	return page, snap, err
}
