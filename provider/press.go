package provider

import (
	"context"
	"time"

	"github.com/holdfast-go/holdfast/browser"
	"github.com/holdfast-go/holdfast/outline/dom"
)

// maxPresses bounds PressRequest.Count.
const maxPresses = 200

// Press presses a key.
func (p *page) Press(ctx context.Context, r browser.PressRequest) (*browser.Receipt, error) {
	combination, err := parseKey(r.Key)
	if err != nil {
		return nil, err
	}
	if r.Count == 0 {
		r.Count = 1
	}
	if r.Count < 1 || r.Count > maxPresses {
		return nil, invalid("a key is pressed 1 to %d times, not %d", maxPresses, r.Count)
	}
	if err := checkHold(r.Hold, r.Count); err != nil {
		return nil, err
	}
	since, err := p.begin(ctx, "press")
	if err != nil {
		return nil, err
	}
	defer p.turn.give()
	start := time.Now()
	receipt, err := p.press(ctx, r, combination, since, true)
	if err != nil {
		return nil, err
	}
	p.finish(ctx, receipt, start)
	return receipt, nil
}

// press gates and presses. With again it tries a second time when the guard
// stopped the key before the page saw it.
func (p *page) press(ctx context.Context, r browser.PressRequest, key combination, since []browser.Event, again bool) (*browser.Receipt, error) {
	var a *aim
	var found *dom.ProbeResult
	var err error
	if r.Ref != 0 {
		if a, err = p.resolve(r.Ref); err != nil {
			return nil, withEvents(err, since)
		}
		found, err = p.gate(ctx, a, dom.ProbeRequest{Purpose: dom.Focus, Scroll: true, Prepare: dom.PrepareFocus, Guard: guardFor})
		if err != nil {
			return nil, withEvents(err, since)
		}
	} else if err := p.ready("press"); err != nil {
		return nil, withEvents(err, since)
	}
	receipt := began("press "+r.Key, since, a, found)
	after, err := p.actBy(ctx, receipt, p.now(), a, found, func(ctx context.Context) (bool, error) {
		if r.Hold > 0 {
			return p.walk(ctx, holdSteps(key, r.Hold))
		}
		var batch []command
		for range r.Count {
			batch = append(batch, keyCommands(key)...)
		}
		return p.dispatch(ctx, batch)
	})
	if err == nil {
		err = p.closePicker(ctx, receipt, after)
	}
	switch {
	case err != nil:
		return nil, err
	case a != nil && stopped(after) && again && unseen(after.Guard) && receipt.Navigated == nil:
		return p.press(ctx, r, key, since, false)
	case a != nil && stopped(after):
		return nil, p.missed(receipt, a, after.Guard)
	}
	if a != nil && after != nil {
		p.readBack(receipt, after, nil)
		noteChange(receipt, found.Control, after)
		p.remember(a, after)
	}
	if a == nil && after != nil && after.Active != nil {
		receipt.Target = p.thing(after.Active, p.reader.Table())
	}
	return receipt, nil
}

// A key that stays down repeats, on most systems, after half a second and about
// thirty times a second.
const (
	repeatDelay = 500 * time.Millisecond
	repeatRate  = 33 * time.Millisecond
)

// holdSteps are what a keyboard sends while a key stays down.
func holdSteps(c combination, hold time.Duration) []step {
	batch := keyCommands(c)
	down := len(c.held) + 1 // modifiers, the key
	steps := []step{{batch[:down], min(hold, repeatDelay)}}
	again := batch[down-1]
	if e, ok := again.params.(keyEvent); ok {
		e.AutoRepeat = true
		again.params = e
	}
	for left := hold - repeatDelay; left > 0; left -= repeatRate {
		steps = append(steps, step{[]command{again}, min(left, repeatRate)})
	}
	return append(steps, step{batch[down:], 0})
}

// ready says whether the page can take input at all.
func (p *page) ready(what string) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.state.crashed {
		return p.crash(what)
	}
	return nil
}
