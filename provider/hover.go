package provider

import (
	"context"
	"time"

	"github.com/holdfast-go/holdfast/browser"
	"github.com/holdfast-go/holdfast/outline/dom"
)

// Hover puts the pointer over an element.
func (p *page) Hover(ctx context.Context, r browser.HoverRequest) (*browser.Receipt, error) {
	since, err := p.begin(ctx, "hover")
	if err != nil {
		return nil, err
	}
	defer p.turn.give()
	start := time.Now()
	a, err := p.resolve(r.Ref)
	if err != nil {
		return nil, withEvents(err, since)
	}
	found, err := p.gateInFront(ctx, a, dom.ProbeRequest{
		Purpose: dom.Hover, Scroll: true, Offset: point(r.Offset), SendOccluded: p.owner.config.occlusion == Send,
	})
	if err != nil {
		return nil, withEvents(err, since)
	}
	receipt := began("hover", since, a, found)
	p.covered(receipt, a, found)
	if _, err := p.act(ctx, receipt, p.now(), a, found, inFrame(found.Frame, moveCommands(found.X, found.Y))); err != nil {
		return nil, err
	}
	p.finish(ctx, receipt, start)
	return receipt, nil
}

// hoverFirst puts the pointer over an element, or over what it is in while it
// is hidden, and waits until the page has shown what it shows then.
func (p *page) hoverFirst(ctx context.Context, a *aim) error {
	found, err := p.gateInFront(ctx, a, dom.ProbeRequest{Purpose: dom.Hover, Scroll: true, Around: true})
	if err != nil {
		return err
	}
	if _, err := p.dispatch(ctx, inFrame(found.Frame, moveCommands(found.X, found.Y))); err != nil {
		return failed("hovering "+a.ref.String(), err)
	}
	if err := p.reader.Still(ctx); err != nil {
		return p.explain("hovering "+a.ref.String(), err)
	}
	return nil
}

// moveCommands are what a mouse sends when it comes to a point from beside it:
// an element that the pointer is over already hears of it, too.
func moveCommands(x, y float64) []command {
	move := func(x float64) command {
		return command{method: "Input.dispatchMouseEvent", params: mouseEvent{Type: "mouseMoved", X: x, Y: y}}
	}
	return []command{move(x - 1), move(x)}
}

// covered tells in the receipt what is in front of an element that is acted on
// all the same.
func (p *page) covered(r *browser.Receipt, a *aim, found *dom.ProbeResult) {
	if found.Occluder != nil {
		layer := p.occluder(found.Occluder, a.target.Node.Table)
		r.OccludedBy = &layer
	}
}
