package provider

import (
	"context"
	"time"

	"github.com/holdfast-go/holdfast/browser"
	"github.com/holdfast-go/holdfast/outline/dom"
	"github.com/holdfast-go/holdfast/refs"
)

// The limits of a scroll.
const (
	// wheelLimit is how long the reply to a wheel is waited for, whatever the
	// limit of other commands is: a tab in the background and a view of Electron
	// may never answer, and the wheel is on its way all the same (seed 001 §12).
	wheelLimit = 2 * time.Second
	// scrollRest is how long a scroll may take to come to rest; browsers animate
	// a wheel for less than half a second.
	scrollRest = 1500 * time.Millisecond
	// maxScroll bounds a distance, in CSS pixels.
	maxScroll = 16e6
)

// Scroll scrolls the page or a part of it.
func (p *page) Scroll(ctx context.Context, r browser.ScrollRequest) (*browser.Receipt, error) {
	byDistance := r.DX != 0 || r.DY != 0
	switch r.To {
	case "":
		if !byDistance {
			return nil, invalid("a scroll needs a distance or a place")
		}
	case browser.ToTop, browser.ToBottom, browser.IntoView:
		if byDistance {
			return nil, invalid("a scroll goes by a distance or to a place, not both")
		}
		if r.To == browser.IntoView && r.Ref == 0 {
			return nil, invalid("to scroll into view needs the ref of what is to be seen")
		}
	default:
		return nil, invalid("a scroll goes to top, bottom or into_view")
	}
	if !(r.DX >= -maxScroll && r.DX <= maxScroll && r.DY >= -maxScroll && r.DY <= maxScroll) {
		return nil, invalid("a scroll goes %v pixels at most", maxScroll)
	}
	since, err := p.begin(ctx, "scroll")
	if err != nil {
		return nil, err
	}
	defer p.turn.give()
	start := time.Now()
	receipt, err := p.scroll(ctx, r, since)
	if err != nil {
		return nil, withEvents(err, since)
	}
	p.finish(ctx, receipt, start)
	return receipt, nil
}

func (p *page) scroll(ctx context.Context, r browser.ScrollRequest, since []browser.Event) (*browser.Receipt, error) {
	var a *aim
	if r.Ref != 0 {
		var err error
		if a, err = p.resolve(r.Ref); err != nil {
			return nil, err
		}
	} else if err := p.ready("scroll"); err != nil {
		return nil, err
	}
	if r.To == browser.IntoView {
		return p.intoView(ctx, a, since)
	}
	m := p.now()
	found, err := p.planScroll(ctx, a, r)
	if err != nil {
		return nil, err
	}
	receipt := began("scroll", since, a, &found.ProbeResult)
	plan := found.Plan
	if plan.Wheel {
		answered, err := p.wheel(ctx, found, r)
		if err != nil {
			return nil, p.halfway(ctx, receipt, m, err)
		}
		receipt.Unconfirmed = !answered
	}
	ask := p.afterRequest(nil, nil)
	if a != nil {
		ask = p.afterRequest(a, &found.ProbeResult)
		ask.Reidentify = false // rows that are used again are other things now
	}
	if plan.ID != 0 {
		if err := p.measure(ctx, receipt, plan); err != nil {
			return nil, p.halfway(ctx, receipt, m, err)
		}
	}
	after, err := p.settle(ctx, m, ask)
	if err != nil {
		return nil, p.halfway(ctx, receipt, m, err)
	}
	unconfirmed := receipt.Unconfirmed
	p.record(receipt, nil, dom.Control{}, after)
	p.tellField(receipt, after)
	receipt.Unconfirmed = unconfirmed
	p.tellScroll(receipt, plan, after)
	if err := p.conclude(ctx, receipt, m); err != nil {
		return nil, p.halfway(ctx, receipt, m, err)
	}
	return receipt, nil
}

// planScroll finds out what is scrolled, with the tab in front: in one that is
// not, wheels are not answered and pages do not hear of their scrolling.
func (p *page) planScroll(ctx context.Context, a *aim, r browser.ScrollRequest) (*dom.ScrollResult, error) {
	request := dom.ScrollRequest{DX: r.DX, DY: r.DY, To: string(r.To), Timeout: p.owner.config.actionable}
	request.Target = refs.Target{Node: refs.Node{Table: p.reader.Table()}}
	what := "scrolling"
	look := func() (*dom.ScrollResult, error) {
		if a != nil {
			request.Target, request.URL, what = a.target, a.url, "scrolling "+a.ref.String()
		}
		found, err := p.reader.Scroll(ctx, request)
		if err != nil {
			return nil, p.explain(what, err)
		}
		if a != nil {
			if err := p.pass(a, &found.ProbeResult); err != nil {
				return nil, err
			}
		}
		return found, nil
	}
	found, err := look()
	if err != nil || !found.Background {
		return found, err
	}
	if err := p.owner.Activate(ctx, p.id); err != nil {
		return nil, err
	}
	request.Hidden = true
	return look()
}

// wheel turns the wheel at the point of a plan.
func (p *page) wheel(ctx context.Context, found *dom.ScrollResult, r browser.ScrollRequest) (bool, error) {
	plan := found.Plan
	limit, cancel := limited(ctx, wheelLimit)
	defer cancel()
	move := command{method: "Input.dispatchMouseEvent", params: mouseEvent{Type: "mouseMoved", X: plan.X, Y: plan.Y}}
	turn := command{method: "Input.dispatchMouseEvent", params: wheelEvent{Type: "mouseWheel", X: plan.X, Y: plan.Y, DeltaX: r.DX, DeltaY: r.DY}}
	answered, err := p.dispatch(limit, inFrame(found.Frame, []command{move, turn}))
	if err != nil && ctx.Err() == nil && limit.Err() != nil {
		return false, nil
	}
	return answered, err
}

// wheelEvent are the parameters of Input.dispatchMouseEvent for a wheel.
type wheelEvent struct {
	Type   string  `json:"type"`
	X      float64 `json:"x"`
	Y      float64 `json:"y"`
	DeltaX float64 `json:"deltaX"`
	DeltaY float64 `json:"deltaY"`
}

// measure waits for the scroll to come to rest and writes how far it went.
func (p *page) measure(ctx context.Context, r *browser.Receipt, plan dom.ScrollPlan) error {
	limit, cancel := limited(ctx, scrollRest+p.owner.config.after)
	defer cancel()
	moved, err := p.reader.Scrolled(limit, plan, scrollRest, p.owner.config.fetchHold)
	switch {
	case err != nil && ctx.Err() == nil && limit.Err() != nil:
		r.Unconfirmed = true
		return nil
	case err != nil:
		return err
	case moved.Document || moved.Gone:
		r.Notes = append(r.Notes, "what was scrolled is not in the page any more")
		return nil
	}
	s := &browser.Scroll{
		X: moved.X, Y: moved.Y, Above: moved.Room.Above, Below: moved.Room.Below, Left: moved.Room.Left, Right: moved.Room.Right,
		Start: moved.Edge && !plan.Forward, End: moved.Edge && plan.Forward, Grew: moved.Grew,
	}
	if plan.Container != nil {
		c := p.thing(plan.Container, p.reader.Table())
		s.Container = &c
	}
	r.Scroll = s
	r.NoEffect = !s.Moved()
	return nil
}

// tellScroll says what a scroll that moved nothing means.
func (p *page) tellScroll(r *browser.Receipt, plan dom.ScrollPlan, after *dom.AfterResult) {
	if r.Scroll != nil {
		if plan.Scripted {
			r.Notes = append(r.Notes, "no wheel could reach it, so a script scrolled it")
		}
		return
	}
	if r.Unconfirmed || len(r.Notes) > 0 {
		return
	}
	if after != nil && after.Watched && after.Changed {
		r.Notes = append(r.Notes, "nothing scrolls there, but the page reacted to the wheel")
		return
	}
	r.NoEffect = true
	r.Notes = append(r.Notes, "nothing scrolls there")
	r.Next = "Give the ref of what scrolls: a snapshot marks it with how much there is above and below."
}

// intoView scrolls until an element can be seen.
func (p *page) intoView(ctx context.Context, a *aim, since []browser.Event) (*browser.Receipt, error) {
	m := p.now()
	before, err := p.gateInFront(ctx, a, dom.ProbeRequest{Purpose: dom.Locate})
	if err != nil {
		return nil, err
	}
	found, err := p.gate(ctx, a, dom.ProbeRequest{Purpose: dom.Locate, Scroll: true})
	if err != nil {
		return nil, err
	}
	receipt := began("scroll", since, a, found)
	receipt.Scroll = &browser.Scroll{X: before.Box.X - found.Box.X, Y: before.Box.Y - found.Box.Y}
	switch {
	case !found.InView:
		receipt.Notes = append(receipt.Notes, "it cannot be scrolled into view")
	case !receipt.Scroll.Moved():
		receipt.Notes = append(receipt.Notes, "it was in view already")
	}
	return p.outcome(ctx, receipt, m)
}
