package provider

import (
	"context"
	"math"
	"strings"
	"time"

	"github.com/holdfast-go/holdfast/browser"
	"github.com/holdfast-go/holdfast/outline/dom"
)

// Drag drags an element onto another one or by a distance.
func (p *page) Drag(ctx context.Context, r browser.DragRequest) (*browser.Receipt, error) {
	byDistance := r.DX != 0 || r.DY != 0
	switch {
	case r.To == 0 && !byDistance:
		return nil, invalid("a drag needs a ref to drop on, or a distance")
	case r.To != 0 && byDistance:
		return nil, invalid("a drag goes onto an element or by a distance, not both")
	case r.To == 0 && r.ToOffset != nil:
		return nil, invalid("a place to drop on needs the element that it is in")
	case r.To == r.Ref:
		return nil, invalid("an element cannot be dropped on itself; drag it by a distance")
	}
	since, err := p.begin(ctx, "drag")
	if err != nil {
		return nil, err
	}
	defer p.turn.give()
	start := time.Now()
	receipt, err := p.drag(ctx, r, since)
	if err != nil {
		return nil, err
	}
	p.finish(ctx, receipt, start)
	return receipt, nil
}

// drag checks both ends, takes hold of the one, looks where the other is now
// (a page may make room for what is dragged), and moves there.
func (p *page) drag(ctx context.Context, r browser.DragRequest, since []browser.Event) (*browser.Receipt, error) {
	a, err := p.resolve(r.Ref)
	if err != nil {
		return nil, withEvents(err, since)
	}
	send := p.owner.config.occlusion == Send
	var onto *aim
	if r.To != 0 {
		if onto, err = p.resolve(r.To); err != nil {
			return nil, withEvents(err, since)
		}
		// Seen to be there and free before anything is taken hold of.
		if _, err := p.gateInFront(ctx, onto, dom.ProbeRequest{
			Purpose: dom.Hover, Scroll: true, Offset: point(r.ToOffset), SendOccluded: send,
		}); err != nil {
			return nil, withEvents(err, since)
		}
	}
	if !p.justSelected() {
		if err := p.reader.Unselect(ctx, a.target); err != nil {
			return nil, withEvents(p.explain("drag", err), since)
		}
	}
	found, err := p.gateInFront(ctx, a, dom.ProbeRequest{
		Purpose: dom.Click, Scroll: true, Guard: guardFor, Offset: point(r.Offset), SendOccluded: send,
	})
	if err != nil {
		return nil, withEvents(err, since)
	}
	receipt := began("drag", since, a, found)
	if onto != nil {
		to := thing(onto.ref, onto.target.Role, onto.target.Name)
		receipt.To = &to
	}
	p.covered(receipt, a, found)
	from := found.Top // a drag may cross frames
	var lost error
	after, err := p.actBy(ctx, receipt, p.now(), a, found, func(ctx context.Context) (bool, error) {
		answered, err := p.takeHold(ctx, from)
		if err != nil {
			return answered, p.letGo(ctx, from, err)
		}
		to := dom.Point{X: from.X + r.DX, Y: from.Y + r.DY}
		if onto != nil {
			// The pointer is a little on its way, so what a page shows for a drag
			// is there.
			if to, lost = p.dropPoint(ctx, onto, from, r.ToOffset); lost != nil {
				return true, p.letGo(ctx, from, nil)
			}
		}
		moved, err := p.carry(ctx, from, to)
		if err == nil && onto != nil {
			to, err = p.pursue(ctx, receipt, a, onto, from, to, r.ToOffset)
		}
		if err != nil {
			return false, p.letGo(ctx, from, err)
		}
		dropped, err := p.dispatch(ctx, []command{mouse("mouseReleased", to, 1)})
		return answered && moved && dropped, err
	})
	switch {
	case err != nil:
		return nil, err
	case stopped(after):
		return nil, p.missed(receipt, a, after.Guard)
	case lost != nil:
		return nil, p.gaveUp(receipt, lost)
	}
	p.readBack(receipt, after, nil)
	advise(receipt, "")
	return receipt, nil
}

// justSelected reports whether the last action selected text, which may be what
// is to be dragged. What an earlier drag selected by the way is not.
func (p *page) justSelected() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return strings.HasPrefix(p.action, selectText)
}

// mouse is a mouse event of the left button at a point: down while pressed.
func mouse(kind string, at dom.Point, count int) command {
	e := mouseEvent{Type: kind, X: at.X, Y: at.Y, Button: string(browser.ButtonLeft), ClickCount: count}
	if kind != "mouseReleased" {
		e.Buttons = buttonBits[browser.ButtonLeft]
	}
	return command{method: "Input.dispatchMouseEvent", params: e}
}

// takeHold presses the button on a point.
func (p *page) takeHold(ctx context.Context, at dom.Point) (bool, error) {
	return p.dispatch(ctx, append(moveCommands(at.X, at.Y), mouse("mousePressed", at, 1)))
}

// nudge is how far the pointer goes before the place to drop on is looked up:
// further than the few pixels that pages and browsers ask for before they take
// a press for a drag.
const nudge = 12.0

// dropPoint moves the pointer a little towards an element, so that the drag
// begins, and gives the point to drop on.
func (p *page) dropPoint(ctx context.Context, onto *aim, from dom.Point, offset *browser.Offset) (dom.Point, error) {
	seen, err := p.gate(ctx, onto, dom.ProbeRequest{Purpose: dom.Locate})
	if err != nil {
		return dom.Point{}, err
	}
	toward := dropOn(seen, from, offset)
	distance := math.Hypot(toward.X-from.X, toward.Y-from.Y)
	if distance > nudge {
		near := between(from, toward, nudge/distance)
		if _, err := p.dispatch(ctx, []command{
			mouse("mouseMoved", between(from, near, 0.5), 0), mouse("mouseMoved", near, 0),
		}); err != nil {
			return dom.Point{}, err
		}
	}
	// Where it is now, or brought into view: the button stays down meanwhile.
	if err := p.reader.Still(ctx); err != nil {
		return dom.Point{}, p.explain("dragging", err)
	}
	seen, err = p.gate(ctx, onto, dom.ProbeRequest{Purpose: dom.Locate, Scroll: true})
	if err != nil {
		return dom.Point{}, err
	}
	if seen.Hidden {
		hidden := *seen
		hidden.Outcome = dom.Hidden
		return dom.Point{}, p.refusal(onto, &hidden)
	}
	return dropOn(seen, from, offset), nil
}

// dropOn gives the point of an element to drop on. Without an offset that is a
// little beyond its middle in the direction of the drag: in lists whose items
// change places at their middles, the one that is dragged takes the other's
// place, upwards as well as downwards; places that mean "into it" (folders) are
// around the middle, too.
func dropOn(seen *dom.ProbeResult, from dom.Point, offset *browser.Offset) dom.Point {
	box := seen.Box
	if offset != nil {
		return dom.Point{X: box.X + offset.X, Y: box.Y + offset.Y}
	}
	const beyond = 0.1 // of its size
	at := seen.Top
	middle := dom.Point{X: box.X + box.Width/2, Y: box.Y + box.Height/2}
	if math.Abs(at.X-middle.X) > 1 || math.Abs(at.Y-middle.Y) > 1 {
		return at // only a part of it can be seen
	}
	dx, dy := middle.X-from.X, middle.Y-from.Y
	switch {
	case math.Abs(dy) >= math.Abs(dx):
		at.Y += math.Copysign(beyond*box.Height, dy)
	default:
		at.X += math.Copysign(beyond*box.Width, dx)
	}
	return at
}

func between(a, b dom.Point, share float64) dom.Point {
	return dom.Point{X: a.X + (b.X-a.X)*share, Y: a.Y + (b.Y-a.Y)*share}
}

// carry moves the pointer with the button down. Each move is awaited, so that
// the page sees them all and not only the last one of a frame; it ends with two
// at the goal, and a frame in which the page can react.
func (p *page) carry(ctx context.Context, from, to dom.Point) (bool, error) {
	const pixels, least, most = 20, 5, 25 // per move; moves
	n := int(math.Hypot(to.X-from.X, to.Y-from.Y) / pixels)
	n = max(least, min(n, most))
	answered := true
	for i := 1; i <= n; i++ {
		ok, err := p.dispatch(ctx, []command{mouse("mouseMoved", between(from, to, float64(i)/float64(n)), 0)})
		if err != nil {
			return false, err
		}
		answered = answered && ok
	}
	if err := p.reader.Still(ctx); err != nil {
		return false, err
	}
	ok, err := p.dispatch(ctx, []command{mouse("mouseMoved", to, 0)})
	return answered && ok, err
}

// mostPursued is how often a goal that moves away is followed.
const mostPursued = 3

// pursue looks, with the pointer on its goal, whether that is still there. What
// a page pushes away (a column that grows below the pointer) is followed; what
// comes towards the place that the drag began at is not: items of a list change
// places with what is dragged over them, and would change back. What lies upon
// the goal by then is told. It gives the place where the pointer is.
func (p *page) pursue(ctx context.Context, r *browser.Receipt, a, onto *aim, from, to dom.Point, offset *browser.Offset) (dom.Point, error) {
	for n := 0; ; n++ {
		// A goal that says something else by now is the page's answer to the drag.
		seen, err := p.reader.Probe(ctx, dom.ProbeRequest{Target: onto.target, URL: onto.url, Purpose: dom.Locate})
		if err != nil || seen.Outcome != dom.OK || seen.Hidden {
			return to, ctx.Err()
		}
		at := dom.Point{X: to.X - seen.Box.X, Y: to.Y - seen.Box.Y}
		if at.X >= -1 && at.Y >= -1 && at.X <= seen.Box.Width+1 && at.Y <= seen.Box.Height+1 {
			return to, p.coveredGoal(ctx, r, a, onto, at)
		}
		next := dropOn(seen, from, offset)
		if n == mostPursued || !away(from, to, next) {
			return to, nil
		}
		if _, err := p.carry(ctx, to, next); err != nil {
			return to, err
		}
		to = next
	}
}

// away reports whether a goal moved on, or to a side, rather than back towards
// the place that the drag began at.
func away(from, before, now dom.Point) bool {
	mx, my := now.X-before.X, now.Y-before.Y
	dx, dy := before.X-from.X, before.Y-from.Y
	return mx*dx+my*dy > -0.5*math.Hypot(mx, my)*math.Hypot(dx, dy)
}

// coveredGoal tells what lies upon a place of the goal, unless that is what is
// dragged.
func (p *page) coveredGoal(ctx context.Context, r *browser.Receipt, a, onto *aim, at dom.Point) error {
	seen, err := p.reader.Probe(ctx, dom.ProbeRequest{Target: onto.target, URL: onto.url, Purpose: dom.Locate, Offset: &at})
	if err != nil || seen.Outcome != dom.OK || seen.Occluder == nil || seen.Occluder.Contains {
		return ctx.Err()
	}
	if o := seen.Occluder; o.ID == a.target.Node.ID && onto.target.Node.Table == a.target.Node.Table || o.Name != "" && o.Name == a.target.Name {
		return nil
	}
	layer := p.occluder(seen.Occluder, onto.target.Node.Table)
	r.Notes = append(r.Notes, "where it was let go, "+layer.String()+" lay upon the goal: what it was dropped on may be that")
	return nil
}

// letGo brings what is dragged back to where it was taken and lets it go. It
// returns the error for which that is done.
func (p *page) letGo(ctx context.Context, from dom.Point, why error) error {
	back := dom.Point{X: from.X, Y: from.Y + 1}
	_, err := p.dispatch(context.WithoutCancel(ctx), []command{
		mouse("mouseMoved", back, 0), mouse("mouseMoved", from, 0), mouse("mouseReleased", from, 1),
	})
	if why != nil {
		return why
	}
	return err
}

// gaveUp is the error of a drag whose goal went away under way.
func (p *page) gaveUp(r *browser.Receipt, lost error) error {
	e := *browser.AsError(failed("drag", lost))
	e.Message += "; what was dragged was let go where it had been taken"
	e.Details.Receipt = r
	return &e
}
