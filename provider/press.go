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
	since, err := p.begin(ctx, "press")
	if err != nil {
		return nil, err
	}
	defer p.turn.give()
	start := time.Now()
	var a *aim
	var found *dom.ProbeResult
	if r.Ref != 0 {
		if a, err = p.resolve(r.Ref); err != nil {
			return nil, withEvents(err, since)
		}
		found, err = p.gate(ctx, a, dom.ProbeRequest{Purpose: dom.Focus, Scroll: true, Prepare: dom.PrepareFocus})
		if err != nil {
			return nil, withEvents(err, since)
		}
	} else if err := p.ready("press"); err != nil {
		return nil, withEvents(err, since)
	}
	var batch []command
	for range r.Count {
		batch = append(batch, keyCommands(combination)...)
	}
	receipt := began("press "+r.Key, since, a, found)
	after, err := p.act(ctx, receipt, p.now(), a, found, batch)
	if err != nil {
		return nil, err
	}
	if a != nil && after != nil {
		p.readBack(receipt, after, nil)
	}
	if a == nil && after != nil && after.Active != nil {
		receipt.Target = p.thing(after.Active, p.reader.Table())
	}
	p.finish(ctx, receipt, start)
	return receipt, nil
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
