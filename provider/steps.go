package provider

import (
	"context"
	"time"

	"github.com/holdfast-go/holdfast/browser"
	"github.com/holdfast-go/holdfast/outline/dom"
)

// step is a part of an input that the page must have taken in before the next
// part is sent, and the time that passes in between.
type step struct {
	batch []command
	pause time.Duration
}

// walk sends steps one after another. When the caller gives up in the middle,
// what is left is sent without pauses: a button or key that is down must come
// up again. It reports false when the page did not answer one of them in time.
func (p *page) walk(ctx context.Context, steps []step) (bool, error) {
	answered := true
	for i, s := range steps {
		ok, err := p.dispatch(ctx, s.batch)
		if err == nil && s.pause > 0 {
			err = p.pause(ctx, s.pause)
		}
		if err != nil {
			var rest []command
			for _, left := range steps[i+1:] {
				rest = append(rest, left.batch...)
			}
			if len(rest) > 0 && ctx.Err() != nil {
				// The error of the caller's context is the answer, whatever this gives.
				_, _ = p.dispatch(context.WithoutCancel(ctx), rest)
			}
			return false, err
		}
		answered = answered && ok
	}
	return answered, nil
}

// pause lets time pass.
func (p *page) pause(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	case <-p.done:
		return p.alive("sending input")
	}
}

// checkHold checks how long something is to be held down.
func checkHold(d time.Duration, count int) error {
	switch {
	case d < 0 || d > browser.MaxHold:
		return invalid("something is held for %v at most, not %v", browser.MaxHold, d)
	case d > 0 && count > 1:
		return invalid("what is held down is pressed once, not %d times", count)
	}
	return nil
}

// gateInFront is gate for input that a tab in the background does not take:
// moves and wheels. It brings the tab to the front and looks again.
func (p *page) gateInFront(ctx context.Context, a *aim, r dom.ProbeRequest) (*dom.ProbeResult, error) {
	found, err := p.gate(ctx, a, r)
	if err != nil || !found.Background {
		return found, err
	}
	if err := p.owner.Activate(ctx, p.id); err != nil {
		return nil, err
	}
	return p.gate(ctx, a, r)
}

// point turns a place within an element into what a probe takes.
func point(o *browser.Offset) *dom.Point {
	if o == nil {
		return nil
	}
	return &dom.Point{X: o.X, Y: o.Y}
}
