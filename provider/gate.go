package provider

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/holdfast-go/holdfast/browser"
	"github.com/holdfast-go/holdfast/outline"
	"github.com/holdfast-go/holdfast/outline/dom"
	"github.com/holdfast-go/holdfast/refs"
)

// aim is a ref whose thing the gate has just seen to be there.
type aim struct {
	ref    refs.Ref
	epoch  uint64
	url    string      // of the epoch: what the gate compares with
	target refs.Target // where the thing is now
	want   *string     // what its field should hold in the end, when that is long
}

// resolve looks a ref up in the table, before any command is sent.
func (p *page) resolve(ref refs.Ref) (*aim, error) {
	if ref == 0 {
		return nil, invalid("the action needs a ref")
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.state.crashed {
		return nil, p.crash("resolving " + ref.String())
	}
	epoch := p.registry.Epoch()
	target, err := p.registry.Resolve(ref)
	var stale *refs.StaleError
	if errors.As(err, &stale) && stale.Reason == refs.Evicted && p.registry.Show(epoch, []refs.Ref{ref}) == nil {
		// It gave way on a page with more elements than the table holds, and is
		// wanted again; the outline may have named it as one of a range.
		target, err = p.registry.Resolve(ref)
	}
	if err != nil {
		return nil, failed("resolving "+ref.String(), err)
	}
	return &aim{ref: ref, epoch: epoch, url: p.registry.Document().URL, target: target}, nil
}

// gate runs the probe right before an action: is it still the same address, is
// the element still there, is it still the same thing, can it be acted on, and
// where. A thing that moved to another node is followed there.
func (p *page) gate(ctx context.Context, a *aim, r dom.ProbeRequest) (*dom.ProbeResult, error) {
	r.Target, r.URL = a.target, a.url
	r.Relocate, r.Timeout = true, p.owner.config.actionable
	found, err := p.reader.Probe(ctx, r)
	if err != nil {
		return nil, p.explain("checking "+a.ref.String(), err)
	}
	if err := p.pass(a, found); err != nil {
		return nil, err
	}
	return found, nil
}

// pass decides about the outcome of a gate and keeps the registry in step.
func (p *page) pass(a *aim, found *dom.ProbeResult) error {
	p.mu.Lock()
	if found.Outcome == dom.DocumentChanged || found.Outcome == dom.AddressChanged {
		// The whole table speaks of a page that is not there any more. When the
		// loop knows already, the table is empty.
		if p.registry.Epoch() == a.epoch {
			p.forgetDocument()
		}
	}
	// The page knows things again whose words changed since, by what the agent did
	// or what came late; then the table follows, too.
	if moved, changed := found.Follow(a.target); changed {
		switch err := p.registry.Rebind(a.epoch, a.ref, moved); {
		case err == nil:
			a.target = moved
		case found.Relocated:
			p.mu.Unlock()
			return failed("following "+a.ref.String()+" to another node", err)
		}
	}
	p.mu.Unlock()
	if found.Outcome == dom.OK {
		return nil
	}
	return p.refusal(a, found)
}

// refusal says why an action is not done.
func (p *page) refusal(a *aim, found *dom.ProbeResult) *browser.Error {
	what := thing(a.ref, a.target.Role, a.target.Name)
	e := &browser.Error{Code: browser.CodeStaleRef, Hint: lookAgain}
	e.Details.Ref, e.Details.Role, e.Details.Name = what.Ref, what.Role, what.Name
	if found.Now != nil {
		now := p.thing(found.Now, a.target.Node.Table)
		e.Details.Now = &now
	}
	several := ""
	if found.Candidates > 1 {
		several = "; several elements are like it now"
	}
	switch found.Outcome {
	case dom.DocumentChanged:
		e.Reason = browser.Reason(refs.Navigated)
		e.Message = what.String() + " belongs to a document that this page has left; the page is now " + outline.Address(found.URL)
	case dom.AddressChanged:
		e.Reason = browser.ReasonAddressChanged
		e.Message = what.String() + " was shown at another address; the page is now " + outline.Address(found.URL)
		e.Details.URL = found.URL
	case dom.FrameChanged:
		e.Reason = browser.Reason(refs.Navigated)
		e.Message = what.String() + " was in a frame that shows another document now, or is gone; the page around it is what it was"
	case dom.FrameAddressChanged:
		e.Reason = browser.ReasonFrameAddressChanged
		e.Message = what.String() + " was shown in a frame that has another address now"
	case dom.Gone:
		e.Reason = browser.Reason(refs.NodeGone)
		e.Message = what.String() + ": the page re-rendered and it is not in the document any more" + several
	case dom.Mismatch:
		e.Reason = browser.Reason(refs.IdentityMismatch)
		e.Message = what.String() + ": the page re-rendered and that element is another thing now" + several
		if e.Details.Now != nil {
			e.Message += "; in its place is " + e.Details.Now.String()
		}
	case dom.Occluded:
		e.Code, e.Retryable = browser.CodeOccluded, false
		layer := p.occluder(found.Occluder, a.target.Node.Table)
		e.Details.OccludedBy = &layer
		e.Message = what.String() + " is covered by " + p.describeOccluder(found.Occluder, layer)
		e.Hint = proceed(found.Occluder)
	case dom.OutsideBox:
		e.Code, e.Reason = browser.CodeInvalidArgument, browser.ReasonOutsideElement
		e.Message = fmt.Sprintf("the offset is no point of %s, which is %.0f × %.0f pixels", what, found.Size.X, found.Size.Y)
		e.Hint = "Give an offset within that size, counted from the upper left corner, or none."
	default:
		p.notActionable(e, what, found, a.target.Node.Table)
	}
	return e
}

// notActionable fills in the error for an element that is the right one but
// cannot take the action.
func (p *page) notActionable(e *browser.Error, what browser.Thing, found *dom.ProbeResult, table string) {
	e.Code, e.Retryable = browser.CodeNotActionable, true
	if found.Control.List != nil && (found.Outcome == dom.Hidden || found.Outcome == dom.NoBox) {
		list := p.thing(found.Control.List, table)
		e.Reason, e.Retryable = browser.ReasonWrongKind, false
		e.Message = what.String() + " is an option of a list that the browser draws itself"
		e.Hint = "Choose it with select on " + list.String() + "."
		return
	}
	e.Hint = "Look at the page again: it may need something else first."
	switch found.Outcome {
	case dom.IsDisabled:
		e.Reason, e.Message = browser.ReasonDisabled, what.String()+" is disabled"
	case dom.IsReadOnly:
		e.Reason, e.Message = browser.ReasonReadOnly, what.String()+" is read-only"
	case dom.NotEditable:
		e.Reason, e.Message = browser.ReasonWrongKind, what.String()+" takes no text"
		e.Hint = "Click it, or fill the field that belongs to it."
		switch what.Role {
		case "listbox", "menu", "menubar", "radiogroup", "tablist", "tree":
			e.Message = what.String() + " is a list that the page itself works"
			e.Hint = "Click the one in it that you want; a snapshot shows them."
		}
		e.Retryable = false
	case dom.Hidden:
		e.Reason, e.Message = browser.ReasonHidden, what.String()+" is in the document but not shown"
		e.Hint = "It may show while the pointer is over what it is in: hover that, and take a snapshot."
	case dom.NoBox:
		e.Reason, e.Message = browser.ReasonNoBox, what.String()+" takes no room on the page, so there is nothing to click"
	case dom.Moving:
		e.Reason, e.Message = browser.ReasonMoving, what.String()+" does not stop moving"
	case dom.OutOfView:
		e.Reason, e.Message = browser.ReasonOutOfView, what.String()+" cannot be scrolled into view"
	case dom.NoPointer:
		e.Reason, e.Message = browser.ReasonNoPointer, what.String()+" does not take the pointer (pointer-events)"
	case dom.FocusRefused:
		e.Reason, e.Message = browser.ReasonFocus, what.String()+" does not take the focus"
		if e.Details.Now != nil {
			e.Message += "; " + e.Details.Now.String() + " has it"
		}
	default:
		e.Code, e.Retryable = browser.CodeProtocol, false
		e.Message = fmt.Sprintf("the gate of %s ended with %q", what, string(found.Outcome))
	}
}

// thing names an element that the page scripts reported, with its ref when it
// has one.
func (p *page) thing(t *dom.Thing, table string) browser.Thing {
	var ref refs.Ref
	if t.Table != "" {
		table = t.Table
	}
	if t.ID != 0 {
		p.mu.Lock()
		ref, _ = p.registry.Lookup(refs.Node{Table: table, ID: t.ID})
		p.mu.Unlock()
	}
	named := thing(ref, t.Role, t.Name)
	named.Item = t.Item
	return named
}

// occluder names what is in front: the layer, or the dialog it belongs to.
func (p *page) occluder(o *dom.Occluder, table string) browser.Thing {
	if o == nil {
		return browser.Thing{Role: "element"}
	}
	t := p.thing(&o.Thing, table)
	if t.Name == "" && o.Text != "" {
		t.Name = o.Text
	}
	return t
}

func (p *page) describeOccluder(o *dom.Occluder, layer browser.Thing) string {
	s := layer.String()
	if o == nil {
		return s
	}
	if o.Tag != "" {
		s += " (" + outline.Clean(o.Tag) + ")"
	}
	if o.Dialog != "" {
		s += " of the dialog " + outline.Quote(o.Dialog)
	}
	return s
}

// proceed says how to get at a covered element.
func proceed(o *dom.Occluder) string {
	if o != nil && o.DialogID != 0 {
		return "Answer or close that dialog first; nothing was clicked."
	}
	return "Close or move what is in front (a snapshot shows its controls), or press Escape; nothing was clicked."
}

// began begins the receipt of an action.
func began(action string, since []browser.Event, a *aim, found *dom.ProbeResult) *browser.Receipt {
	r := &browser.Receipt{Action: action, SinceLast: since}
	if a != nil {
		r.Target = thing(a.ref, a.target.Role, a.target.Name)
		r.Relocated = found != nil && found.Relocated
		r.Spot = spot(found)
	}
	return r
}

// spot is where an action goes, for those who draw it; nil when the element has
// no box.
func spot(found *dom.ProbeResult) *browser.Spot {
	if found == nil || found.Box.Width <= 0 || found.Box.Height <= 0 {
		return nil
	}
	at := browser.Spot{X: found.X, Y: found.Y, Box: browser.Rect(found.Box)}
	if found.Frame != "" {
		at.X, at.Y = found.Top.X, found.Top.Y
	}
	if at.X == 0 && at.Y == 0 {
		at.X, at.Y = at.Box.X+at.Box.Width/2, at.Box.Y+at.Box.Height/2
	}
	return &at
}

// tell writes into the receipt what became of the element that was acted on.
func (p *page) record(r *browser.Receipt, a *aim, before dom.Control, after *dom.AfterResult) {
	if after == nil {
		r.Unconfirmed = true
		return
	}
	r.URL, r.Title = after.URL, after.Title
	if after.Document || a == nil {
		return
	}
	if after.Printed {
		r.NoEffect = false
		r.Notes = append(r.Notes, "the page called print(): a browser without a window prints nothing, one with a window asks a person")
	}
	arrived(r, after)
	if after.FrameDocument || !after.Element.Connected {
		r.TargetGone = true
		return
	}
	p.reidentify(r, a, after)
	e := after.Element
	r.State = states(e.Role, before, e.States)
	if after.Watched && !after.Changed && !after.Printed {
		r.NoEffect = true
	}
	if g := after.Guard; g != nil && g.Missed != nil {
		r.Notes = append(r.Notes, "the "+g.Missed.Event+" was stopped: it would have reached "+thing(0, g.Missed.Role, g.Missed.Name).String())
	}
}

// arrived writes into the receipt of a click that the guard did not see arrive:
// a frame that loads takes no input, and one of another origin that comes in
// front takes it without a word to the page around it.
func arrived(r *browser.Receipt, after *dom.AfterResult) {
	g := after.Guard
	if r.Action != "click" || g == nil || g.Missed != nil || g.Clicked {
		return
	}
	gone := after.FrameDocument || !after.Element.Connected
	switch {
	case g.Touched && gone:
		// Pages that take touches act at their end.
	case g.Touched:
		r.Notes = append(r.Notes, "the touch reached it, but no click came of it: the page took the touch for itself, or something came in front of it")
	case g.Pressed && gone:
		r.Notes = append(r.Notes, "the press reached it, but no click came of it: it went away under the press")
	case g.Pressed:
		r.Notes = append(r.Notes, "the press reached it, but no click came of it: something came in front of it, or it moved away")
	case gone:
		r.Unconfirmed = true
		r.Notes = append(r.Notes, "no press was seen to arrive, so no click came of it: it went away before")
	default:
		r.Unconfirmed = true
		r.Notes = append(r.Notes, "no press was seen to arrive at it: something that the page around it cannot see into came in front of it, or a script of the page took the press first")
	}
}

// reidentify takes over the identities that the agent's own action changed: of
// the thing and of those beside it. A list that scrolled shows other things in
// the same rows; that is not the action's doing.
func (p *page) reidentify(r *browser.Receipt, a *aim, after *dom.AfterResult) {
	if after.Scrolled {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if e := after.Element; e.ChangedIdentity && e.Reidentified {
		changed := a.target
		changed.Role, changed.Name, changed.Identity = e.Role, e.Name, e.Identity
		if p.registry.Rebind(a.epoch, a.ref, changed) == nil {
			if changed.Name != a.target.Name {
				r.Renamed = changed.Name
			}
			a.target = changed
		}
	}
	for _, o := range after.Others {
		node := refs.Node{Table: a.target.Node.Table, ID: o.ID}
		ref, ok := p.registry.Lookup(node)
		if !ok || ref == a.ref {
			continue
		}
		t, err := p.registry.Resolve(ref)
		if err != nil || t.Identity != o.From || t.Node != node {
			continue
		}
		t.Role, t.Name, t.Identity = o.Role, o.Name, o.To
		// Refused when the registry knows better; the ref is stale then, and says
		// so when it is used.
		_ = p.registry.Rebind(a.epoch, ref, t)
	}
}

// states names the states that matter after an action: those that are set, and
// for what can be checked, that it is not.
func states(role string, before dom.Control, s outline.State) []string {
	var names []string
	switch role {
	case "checkbox", "radio", "switch", "menuitemcheckbox", "menuitemradio":
		switch {
		case s.Has(outline.Mixed):
			names = append(names, "mixed")
		case s.Has(outline.Checked):
			names = append(names, "checked")
		default:
			names = append(names, "not checked")
		}
	}
	for _, f := range []struct {
		flag outline.State
		name string
	}{
		{outline.Pressed, "pressed"}, {outline.Expanded, "expanded"}, {outline.Collapsed, "collapsed"},
		{outline.Selected, "selected"}, {outline.Disabled, "disabled"}, {outline.Invalid, "invalid"},
	} {
		if s.Has(f.flag) {
			names = append(names, f.name)
		}
	}
	return names
}

// advise says what to do after an action that seems to have done nothing.
func advise(r *browser.Receipt, href string) {
	if r.Next != "" || !r.NoEffect || r.Navigated != nil || len(r.OpenedTabs)+len(r.Dialogs)+len(r.Downloads) > 0 {
		return
	}
	switch {
	case r.OccludedBy != nil:
		r.Next = "Something else was in front: close it and try again."
	case href != "" && !strings.HasPrefix(href, "javascript:"):
		r.Next = "It leads to " + outline.Address(href) + "; navigate there if that is what you want."
	default:
		r.Next = "It may be worked by a script that takes longer: take a snapshot to see."
	}
}

// guardFor is how long the page's own events are watched for a press that
// reaches another thing than was meant.
const guardFor = 5 * time.Second

// crash is the error of a page whose renderer ended.
func (p *page) crash(what string) error {
	return &browser.Error{
		Code: browser.CodePageCrashed, Message: what + ": the page has crashed",
		Hint: "Navigate to bring the tab back.",
	}
}
