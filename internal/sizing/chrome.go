package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"time"

	"github.com/holdfast-go/holdfast/browser"
	"github.com/holdfast-go/holdfast/provider"
	"github.com/holdfast-go/holdfast/transport/chrome"
)

// launch starts a Chrome that reaches this machine only, under its own names and
// under those that end in .test.
func launch(ctx context.Context) (*chrome.Host, error) {
	return chrome.Launch(ctx, chrome.WithFlags(`--host-resolver-rules=MAP *.test 127.0.0.1 , MAP * ~NOTFOUND , EXCLUDE 127.0.0.1`))
}

// bench is a provider over a Chrome of its own.
type bench struct {
	host *chrome.Host
	*provider.Provider
}

func newBench(ctx context.Context) (*bench, error) {
	host, err := launch(ctx)
	if err != nil {
		return nil, err
	}
	p, err := provider.New(ctx, host)
	if err != nil {
		return nil, err
	}
	return &bench{host, p}, nil
}

// settled is what Chrome uses when it has come to rest: it goes on working for a
// while after a page has loaded, and starts a process for the page to come.
func (b *bench) settled(ctx context.Context) (usage, error) {
	const still, most = 3, 25 // times in a row, and in all
	last, err := usageOf(b.host.PID())
	for calm, n := 0, 0; err == nil && calm < still && n < most; n++ {
		select {
		case <-time.After(200 * time.Millisecond):
		case <-ctx.Done():
			return last, ctx.Err()
		}
		var now usage
		if now, err = usageOf(b.host.PID()); err != nil {
			break
		}
		moved := max(now.pss-last.pss, last.pss-now.pss)
		if calm++; now.processes != last.processes || moved > last.pss/100 {
			calm = 0
		}
		last = now
	}
	return last, err
}

// chromeTable prints the memory of Chrome with so many pages, of one site and of
// as many sites.
func chromeTable(ctx context.Context, w io.Writer, s *site, k kind, counts []int) error {
	var t table
	t.row("pages of "+k.name, "sites", "processes", "PSS MB", "RSS MB", "PSS MB for one more", "RSS MB for one more")
	for _, many := range []bool{false, true} {
		if err := chromeRows(ctx, &t, s, k, counts, many); err != nil {
			return err
		}
	}
	return t.write(w)
}

// chromeRows opens more and more pages in one Chrome.
func chromeRows(ctx context.Context, t *table, s *site, k kind, counts []int, many bool) (err error) {
	if !slices.IsSortedFunc(counts, func(a, b int) int { return cmp.Or(cmp.Compare(a, b), -1) }) {
		return fmt.Errorf("the numbers of pages have to grow, not %v", counts)
	}
	b, err := newBench(ctx)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, b.Close()) }()
	none, err := b.settled(ctx)
	if err != nil {
		return err
	}
	if !many {
		t.row("0", "0", none.processes, megabytes(none.pss), megabytes(none.resident), "", "")
	}
	open, before := 0, none
	for _, n := range counts {
		more := int64(n - open)
		for ; open < n; open++ {
			host := "127.0.0.1"
			if many {
				host = fmt.Sprintf("site-%d.test", open)
			}
			page, err := b.Open(ctx, browser.OpenRequest{URL: s.url(host, k.name)})
			if err != nil {
				return err
			}
			if _, err := page.Snapshot(ctx, browser.SnapshotRequest{}); err != nil {
				return err
			}
		}
		u, err := b.settled(ctx)
		if err != nil {
			return err
		}
		sites := 1
		if many {
			sites = n
		}
		t.row(n, sites, u.processes, megabytes(u.pss), megabytes(u.resident),
			megabytes((u.pss-before.pss)/more), megabytes((u.resident-before.resident)/more))
		before = u
	}
	return nil
}
