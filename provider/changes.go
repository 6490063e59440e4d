package provider

import (
	"context"
	"fmt"
	"time"

	"github.com/holdfast-go/holdfast/browser"
	"github.com/holdfast-go/holdfast/outline"
	"github.com/holdfast-go/holdfast/outline/dom"
)

// mostChanges bounds WithReceiptDiff: more lines than that are read as easily
// in a snapshot.
const mostChanges = 40

// changesChars bounds the characters of a receipt's changes; a row has about
// 60, one that a page fills as it likes up to 600.
const changesChars = 8000

// WithReceiptDiff puts into the receipt of every action what it changed on the
// page, in so many lines at most (1 to 40; 0, the default, is off), so that
// most actions need no snapshot after them.
//
// The page is read for it after the action, in the same call. That is a full
// snapshot like any other: it begins an epoch, named in Receipt.Changes, the
// refs in its lines can be used, Find searches it, and what comes next is
// compared with it. There are no changes where there was no snapshot before,
// and none after a navigation.
func WithReceiptDiff(lines int) Option {
	return option(func(c *config) error {
		if lines < 0 || lines > mostChanges {
			return fmt.Errorf("provider: WithReceiptDiff: %d is not between 0 and %d lines", lines, mostChanges)
		}
		c.changes = lines
		return nil
	})
}

// finish ends the receipt of an action that was done. Every action calls it
// last.
func (p *page) finish(ctx context.Context, r *browser.Receipt, start time.Time) {
	p.tellChanges(ctx, r)
	r.Elapsed = time.Since(start)
}

// tellChanges puts into a finished receipt what is different on the page now
// than in the last snapshot. The action is done: that it cannot be told is no
// failure of it.
func (p *page) tellChanges(ctx context.Context, r *browser.Receipt) {
	if p.owner.config.changes == 0 || r.Navigated != nil && !r.Navigated.SameDocument {
		return
	}
	p.mu.Lock()
	old, since := p.past.last(), p.past.lastEpoch()
	p.mu.Unlock()
	if old == nil || p.alive(r.Action) != nil {
		return
	}
	tree, err := p.read(ctx, dom.ReadOptions{Scan: true})
	if err != nil {
		r.Notes = append(r.Notes, "what it changed could not be read: "+plain(p.explain("snapshot", err)))
		return
	}
	snap := p.publish(tree, p.owner.config.outline)
	r.Changes = &browser.Changes{Epoch: snap.Epoch, Since: since, Diff: snap.Outline.Since(old, outline.SinceOptions{
		MaxLines: p.owner.config.changes, MaxChars: changesChars,
	})}
	if r.Changes.Full && r.Next == "" {
		r.Next = "Take a snapshot to see the page as it is now."
	}
}
