package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/holdfast-go/holdfast/browser"
	"github.com/holdfast-go/holdfast/provider"
	"github.com/holdfast-go/holdfast/transport/replay"
)

// replaysTable prints what providers of one page each take, each over a strict
// replay of its own, after the page has done what was recorded but its closing.
func replaysTable(ctx context.Context, w io.Writer, k kind, recording []byte, url string, counts []int) error {
	var t table
	t.row("providers of one page, "+k.name, "KB a provider", "of that stacks", "goroutines", "KB of its replay")
	for _, n := range counts {
		if err := replayRow(ctx, &t, recording, url, n); err != nil {
			return err
		}
	}
	return t.write(w)
}

func replayRow(ctx context.Context, t *table, recording []byte, url string, n int) (err error) {
	var closers []io.Closer // the providers, which close their replays
	defer func() {
		for _, c := range closers {
			err = errors.Join(err, c.Close())
		}
	}()
	empty := weigh()
	players := make([]replay.Player, n)
	for i := range players {
		if players[i], err = replay.Open(bytes.NewReader(recording)); err != nil {
			return err
		}
		closers = append(closers, players[i])
	}
	loaded := weigh()
	pages := make([]browser.Page, n)
	for i, player := range players {
		p, err := provider.New(ctx, player, patient())
		if err != nil {
			return err
		}
		closers[i] = p
		if pages[i], err = rounds(ctx, p, url); err != nil {
			return fmt.Errorf("provider %d: %w", i+1, err)
		}
	}
	used := weigh().since(loaded, n)
	for _, page := range pages {
		if err := page.Close(ctx); err != nil {
			return err
		}
	}
	t.row(n, kilobytes(used.heap+used.stacks), kilobytes(used.stacks), used.goroutines, kilobytes(loaded.since(empty, n).heap))
	return nil
}
