package provider

import (
	"context"
	"fmt"
	"strconv"
	"time"

	"github.com/holdfast-go/holdfast/browser"
	"github.com/holdfast-go/holdfast/outline"
	"github.com/holdfast-go/holdfast/outline/dom"
)

// selectText is the action as receipts name it.
const selectText = "select text"

// SelectText selects text of an element. It is done by the page's own selection,
// not by a drag: a press on a link's text would be the begin of a click.
func (p *page) SelectText(ctx context.Context, r browser.SelectTextRequest) (*browser.Receipt, error) {
	switch {
	case r.Text != "" && (r.Start != 0 || r.End != 0):
		return nil, invalid("text is selected by what it says or by a range, not both")
	case r.Start < 0 || r.End < 0 || r.End != 0 && r.End < r.Start:
		return nil, invalid("a range goes from a start of 0 or more to an end behind it, not from %d to %d", r.Start, r.End)
	}
	since, err := p.begin(ctx, selectText)
	if err != nil {
		return nil, err
	}
	defer p.turn.give()
	start := time.Now()
	a, err := p.resolve(r.Ref)
	if err != nil {
		return nil, withEvents(err, since)
	}
	m := p.now()
	found, err := p.reader.SelectText(ctx, dom.SelectTextRequest{
		Target: a.target, URL: a.url, Text: r.Text, Start: r.Start, End: r.End, Timeout: p.owner.config.actionable,
	})
	if err != nil {
		return nil, withEvents(p.explain("selecting text of "+a.ref.String(), err), since)
	}
	if err := p.pass(a, &found.ProbeResult); err != nil {
		if refused := p.refuseSelection(a, r, found); refused != nil {
			err = refused
		}
		return nil, withEvents(err, since)
	}
	receipt := began(selectText, since, a, &found.ProbeResult)
	selected := found.Selected
	receipt.Selection, receipt.Protected = &selected, found.Protected
	if found.Protected {
		receipt.Notes = append(receipt.Notes, "what it says is not shown")
	}
	if found.Occurrences > 1 {
		receipt.Notes = append(receipt.Notes, "the first of "+strconv.Itoa(found.Occurrences)+" places that say so")
	}
	after, err := p.settle(ctx, m, p.afterRequest(a, &found.ProbeResult))
	if err != nil {
		return nil, p.halfway(ctx, receipt, m, err)
	}
	p.record(receipt, a, found.Control, after)
	receipt.NoEffect = false // what is selected is no content of the page
	p.tellField(receipt, after)
	if err := p.conclude(ctx, receipt, m); err != nil {
		return nil, p.halfway(ctx, receipt, m, err)
	}
	p.finish(ctx, receipt, start)
	return receipt, nil
}

// refuseSelection says why there is nothing to select, nil when the reason is
// one of the gate's.
func (p *page) refuseSelection(a *aim, r browser.SelectTextRequest, found *dom.SelectTextResult) error {
	what := thing(a.ref, a.target.Role, a.target.Name)
	e := &browser.Error{Code: browser.CodeNotFound, Reason: browser.Reason(found.Outcome)}
	e.Details.Ref, e.Details.Role, e.Details.Name = what.Ref, what.Role, what.Name
	switch found.Outcome {
	case dom.NoText:
		e.Message = what.String() + " does not say " + outline.Quote(short(r.Text))
		e.Hint = "It says " + outline.Quote(found.Selected) + "."
	case dom.NoRange:
		e.Code = browser.CodeInvalidArgument
		e.Message = fmt.Sprintf("%s has %d characters; there is no range from %d to %d", what, found.Length, r.Start, r.End)
	case dom.NotEditable:
		return p.wrongKind(a, "is a field of which only all can be selected", "Leave text, start and end out.")
	default:
		return nil
	}
	return e
}
