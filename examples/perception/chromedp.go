package main

import (
	"context"
	"sync"

	"github.com/chromedp/cdproto/target"
	"github.com/chromedp/chromedp"

	"github.com/holdfast-go/holdfast/outline/dom"
)

// A chromedpBrowser lends the tab of a chromedp context. Its Target is a Caller
// as it is; a frame in another process becomes a context of its own.
type chromedpBrowser struct {
	*chromedp.Target
	tab    context.Context // a chromedp context is the tab, not a call
	mu     sync.Mutex
	frames map[string]context.Context
}

func newChromedp(tab context.Context) (*chromedpBrowser, error) {
	// The first run opens the tab.
	if _, err := chromedp.Run(tab, chromedp.Func(func(context.Context, *chromedp.Target) error { return nil })); err != nil {
		return nil, err
	}
	return &chromedpBrowser{Target: chromedp.FromContext(tab).Target, tab: tab, frames: map[string]context.Context{}}, nil
}

func (b *chromedpBrowser) Frame(_ context.Context, id string) (dom.Caller, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	frame, known := b.frames[id]
	if known {
		if gone, err := chromedp.Detached(frame); err == nil && !ended(gone) {
			return chromedp.FromContext(frame).Target, nil
		}
	}
	// It ends with the tab: cancelled alone it would close the frame's target.
	frame, _ = chromedp.NewContext(b.tab, chromedp.WithTargetID(target.ID(id)), chromedp.WithDetachOnCancel())
	if _, err := newChromedp(frame); err != nil {
		return nil, nil // no target of that name: the page's process shows it
	}
	b.frames[id] = frame
	return chromedp.FromContext(frame).Target, nil
}

func (b *chromedpBrowser) Click(ctx context.Context, session dom.Caller, x, y float64) error {
	t, ok := session.(*chromedp.Target)
	if !ok {
		t = b.Target // the reader's own is the browser itself
	}
	_, err := chromedp.MouseClickXY(x, y)(ctx, t)
	return err
}

func (b *chromedpBrowser) Screenshot(ctx context.Context) ([]byte, error) {
	return chromedp.CaptureScreenshot()(ctx, b.Target)
}

func ended(done <-chan struct{}) bool {
	select {
	case <-done:
		return true
	default:
		return false
	}
}
