package provider

import (
	"context"
	"errors"
	"time"

	"github.com/holdfast-go/holdfast/browser"
	"github.com/holdfast-go/holdfast/outline"
	"github.com/holdfast-go/holdfast/outline/dom"
	"github.com/holdfast-go/holdfast/refs"
)

// Click clicks an element.
func (p *page) Click(ctx context.Context, r browser.ClickRequest) (*browser.Receipt, error) {
	switch r.Button {
	case "":
		r.Button = browser.ButtonLeft
	case browser.ButtonLeft, browser.ButtonRight, browser.ButtonMiddle:
	default:
		return nil, invalid("the button is left, right or middle, not %s", outline.Quote(string(r.Button)))
	}
	if r.Count == 0 {
		r.Count = 1
	}
	if r.Count < 1 || r.Count > 3 {
		return nil, invalid("a click counts 1 to 3, not %d", r.Count)
	}
	if err := checkHold(r.Hold, r.Count); err != nil {
		return nil, err
	}
	held, bits, err := modifierBits(r.Modifiers)
	if err != nil {
		return nil, err
	}
	since, err := p.begin(ctx, "click")
	if err != nil {
		return nil, err
	}
	defer p.turn.give()
	start := time.Now()
	receipt, err := p.click(ctx, r, held, bits, since)
	if err != nil {
		return nil, err
	}
	p.finish(ctx, receipt, start)
	return receipt, nil
}

// click is Click with the turn taken.
func (p *page) click(ctx context.Context, r browser.ClickRequest, held []string, bits int, since []browser.Event) (*browser.Receipt, error) {
	return p.clickOnce(ctx, r, held, bits, since, true)
}

// clickOnce gates and clicks. With again it tries a second time when the guard
// stopped the press before the page saw it.
func (p *page) clickOnce(ctx context.Context, r browser.ClickRequest, held []string, bits int, since []browser.Event, again bool) (*browser.Receipt, error) {
	a, err := p.resolve(r.Ref)
	if err != nil {
		return nil, withEvents(err, since)
	}
	if r.Hover {
		if err := p.hoverFirst(ctx, a); err != nil {
			return nil, withEvents(err, since)
		}
	}
	found, err := p.gate(ctx, a, dom.ProbeRequest{
		Purpose: dom.Click, Scroll: true, Guard: guardFor, Offset: point(r.Offset), SendOccluded: p.owner.config.occlusion == Send,
	})
	if err != nil {
		return nil, withEvents(err, since)
	}
	receipt := began("click", since, a, found)
	p.covered(receipt, a, found)
	after, err := p.actBy(ctx, receipt, p.now(), a, found, func(ctx context.Context) (bool, error) {
		if p.byTouch(r.Button) {
			return p.walk(ctx, taps(found, r.Count, r.Hold, held, bits))
		}
		batch := inFrame(found.Frame, clickCommands(found.X, found.Y, r.Button, r.Count, held, bits))
		if r.Hold == 0 {
			return p.dispatch(ctx, batch)
		}
		down := len(held) + 2 // modifiers, move, press
		return p.walk(ctx, []step{{batch[:down], r.Hold}, {batch[down:], 0}})
	})
	if err == nil {
		err = p.closePicker(ctx, receipt, after)
	}
	if err != nil {
		return nil, err
	}
	if stopped(after) {
		if again && unseen(after.Guard) && receipt.Navigated == nil {
			// The page has noticed nothing but the pointer: the thing may be found
			// where it is now.
			return p.clickOnce(ctx, r, held, bits, since, false)
		}
		return nil, p.missed(receipt, a, after.Guard)
	}
	advise(receipt, found.Href)
	return receipt, nil
}

// stopped reports whether the guard stopped input that would have reached
// another thing.
func stopped(after *dom.AfterResult) bool {
	return after != nil && after.Guard != nil && after.Guard.Missed != nil
}

// unseen reports whether a miss was stopped before the page saw anything of the
// press: at its first event, by a guard that was there before the page's own
// listeners.
func unseen(g *dom.GuardReport) bool {
	if g.Late || g.Pressed {
		return false
	}
	switch g.Missed.Event {
	case "pointerdown", "mousedown", "keydown", "beforeinput":
		return true
	}
	return false
}

// act sends input that the gate has let pass, waits for what comes of it and
// writes it into the receipt.
func (p *page) act(ctx context.Context, r *browser.Receipt, m mark, a *aim, found *dom.ProbeResult, batch []command) (*dom.AfterResult, error) {
	return p.actBy(ctx, r, m, a, found, func(ctx context.Context) (bool, error) { return p.dispatch(ctx, batch) })
}

// actBy is act for input that is more than one batch. send reports whether the
// page answered.
func (p *page) actBy(ctx context.Context, r *browser.Receipt, m mark, a *aim, found *dom.ProbeResult, send func(context.Context) (bool, error)) (*dom.AfterResult, error) {
	// What the page announced before the last look at it is no consequence of
	// what is sent now.
	if err := p.catchUp(ctx); err != nil {
		return nil, failed(r.Action, err)
	}
	leaving := p.navigating()
	answered, err := send(ctx)
	var after *dom.AfterResult
	if err == nil {
		after, err = p.settle(ctx, m, p.afterRequest(a, found))
	}
	if err == nil {
		err = p.holdForDialog(ctx, m, after)
	}
	if errors.Is(failed(r.Action, err), browser.ErrPageClosed) {
		// The tab closed because of it: a consequence, not a failure.
		r.TargetGone, r.TabClosed = true, true
		p.owner.ledger.catchUp(ctx)
		p.owner.ledger.takeClosed(func(t browser.Tab) bool { return t.ID == p.id })
		return nil, nil
	}
	if err != nil {
		return nil, p.halfway(ctx, r, m, err)
	}
	var before dom.Control
	if found != nil {
		before = found.Control
	}
	p.record(r, a, before, after)
	p.tellField(r, after)
	if !answered {
		r.Unconfirmed = true
	}
	if err := p.conclude(ctx, r, m); err != nil {
		return nil, p.halfway(ctx, r, m, err)
	}
	if n := r.Navigated; leaving && n != nil && !n.SameDocument {
		// The document went with whatever could tell whether it was reached.
		r.Unconfirmed = true
		r.Notes = append(r.Notes, "the page was about to be left already, so the input may not have reached it")
	}
	return after, nil
}

// afterRequest asks about the element that was acted on, or, when there was
// none, about the document.
func (p *page) afterRequest(a *aim, found *dom.ProbeResult) dom.AfterRequest {
	if a == nil {
		node := refs.Node{Table: p.reader.Table()}
		return dom.AfterRequest{Node: node, Field: p.watchField(node)}
	}
	return dom.AfterRequest{
		Node: a.target.Node, Frame: a.target.Frame, Identity: found.Identity, Name: found.Name, Reidentify: true, Field: p.watchField(a.target.Node),
		Want: a.want,
	}
}

// halfway tells of an action that was sent and whose end nobody saw.
func (p *page) halfway(ctx context.Context, r *browser.Receipt, m mark, err error) error {
	e := browser.AsError(failed(r.Action, err))
	copied := *e
	if copied.Code == browser.CodeTimeout || copied.Code == browser.CodeCanceled {
		copied.Message = r.Action + " " + r.Target.String() + ": the input was sent, but the wait for what comes of it ended early"
		copied.Hint = "Look at the page before doing it again."
		copied.Retryable = false
	}
	r.Unconfirmed = true
	if copied.Code == browser.CodeTimeout || copied.Code == browser.CodeCanceled {
		if lost := p.conclude(context.WithoutCancel(ctx), r, m); lost != nil {
			return failed(r.Action, lost)
		}
	}
	copied.Details.Receipt = r
	return &copied
}

// missed is the error of a press that the guard stopped: between the gate and
// the press the page put another thing there.
func (p *page) missed(r *browser.Receipt, a *aim, guard *dom.GuardReport) error {
	miss := guard.Missed
	e := &browser.Error{Code: browser.CodeStaleRef, Reason: browser.Reason(refs.IdentityMismatch), Hint: lookAgain}
	now := p.thing(&miss.Thing, a.target.Node.Table)
	e.Details.Ref, e.Details.Role, e.Details.Name = r.Target.Ref, r.Target.Role, r.Target.Name
	e.Details.Now, e.Details.Receipt = &now, r
	e.Message = r.Target.String() + ": the page re-rendered between the check and the input, which would have reached " + now.String() + "; it was stopped"
	if guard.Late {
		e.Message += ", but listeners that the page had registered on its window before may have seen it"
	}
	return e
}

// withEvents keeps what happened since the last result when a call fails before
// it could tell.
func withEvents(err error, since []browser.Event) error {
	e := browser.AsError(err)
	if e == nil || len(since) == 0 {
		return err
	}
	copied := *e
	copied.Details.SinceLast = since
	return &copied
}

// withReceipt keeps what had been done when the second half of a call fails.
func withReceipt(err error, r *browser.Receipt) error {
	e := browser.AsError(err)
	if e == nil {
		return err
	}
	copied := *e
	copied.Details.Receipt = r
	return &copied
}
