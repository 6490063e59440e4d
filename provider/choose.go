package provider

import (
	"context"
	"strings"
	"time"

	"github.com/holdfast-go/holdfast/browser"
	"github.com/holdfast-go/holdfast/outline/dom"
	"github.com/holdfast-go/holdfast/refs"
)

// Select chooses options of a list.
func (p *page) Select(ctx context.Context, r browser.SelectRequest) (*browser.Receipt, error) {
	if (r.Values == nil) == (r.Labels == nil) {
		return nil, invalid("a selection needs values or labels, and not both")
	}
	since, err := p.begin(ctx, "select")
	if err != nil {
		return nil, err
	}
	defer p.turn.give()
	start := time.Now()
	a, err := p.resolve(r.Ref)
	if err != nil {
		return nil, withEvents(err, since)
	}
	receipt, err := p.choose(ctx, "select", a, dom.SetValueRequest{Values: r.Values, Labels: r.Labels}, since)
	if err != nil {
		return nil, err
	}
	p.finish(ctx, receipt, start)
	return receipt, nil
}

// choose gives a list, a range or a date its value through keys or clicks where
// that is possible, so that the page can trust the events, and by script
// otherwise. The request has the value only.
func (p *page) choose(ctx context.Context, action string, a *aim, r dom.SetValueRequest, since []browser.Event) (*browser.Receipt, error) {
	m := p.now()
	ready, err := p.preset(ctx, a, r)
	if err != nil {
		return nil, withEvents(err, since)
	}
	receipt := began(action, since, a, &ready.ProbeResult)
	switch {
	case ready.Same:
		receipt.NoEffect = true
		receipt.Notes = append(receipt.Notes, "it was so already")
		after, err := p.settle(ctx, m, p.afterRequest(a, &ready.ProbeResult))
		if err != nil {
			return nil, p.halfway(ctx, receipt, m, err)
		}
		p.record(receipt, a, ready.Control, after)
		p.readBack(receipt, after, nil)
		if err := p.conclude(ctx, receipt, m); err != nil {
			return nil, p.halfway(ctx, receipt, m, err)
		}
		return receipt, nil
	case ready.Script:
		return p.script(ctx, receipt, m, a, r)
	}
	value := ready.Value
	if len(ready.Keys) > 0 {
		a.want = &value
	}
	after, err := p.actBy(ctx, receipt, m, a, &ready.ProbeResult, func(ctx context.Context) (bool, error) {
		if len(ready.Toggle) > 0 {
			return p.toggle(ctx, a, ready.Toggle)
		}
		return p.pressAll(ctx, ready.Keys)
	})
	if err != nil || after == nil || after.Document || !after.Element.Connected {
		return receipt, err
	}
	lost := stopped(after) || after.Element.Holds != nil && !*after.Element.Holds
	if lost && receipt.Navigated == nil && !receipt.Unconfirmed {
		// The page took the key for itself, or changed the control meanwhile.
		receipt.Notes = append(receipt.Notes, "a key did not choose it")
		return p.script(ctx, receipt, m, a, r)
	}
	p.readBack(receipt, after, nil)
	if ready.Control.Kind == dom.ValueField && !sameValue(ready.Control, value, r.Value) {
		receipt.ValueDiffers = true
	}
	p.remember(a, after)
	return receipt, nil
}

// preset asks what gives the control the value.
func (p *page) preset(ctx context.Context, a *aim, r dom.SetValueRequest) (*dom.PresetResult, error) {
	r.Target, r.URL, r.Scroll, r.Relocate, r.Timeout = a.target, a.url, true, true, p.owner.config.actionable
	request := dom.PresetRequest{SetValueRequest: r}
	for {
		ready, err := p.reader.Preset(ctx, request)
		if err != nil {
			return nil, p.explain("filling "+a.ref.String(), err)
		}
		if err := p.pass(a, &ready.ProbeResult); err != nil {
			if refusesValue(ready.Outcome) {
				err = p.refuseValue(a, &dom.SetValueResult{
					ProbeResult: ready.ProbeResult, Expected: ready.Expected, Wanted: ready.Wanted, Options: ready.Options, Count: ready.Count,
				}, r.Value)
			}
			return nil, err
		}
		if !ready.NeedParts {
			return ready, nil
		}
		request.Target = a.target // where it is now
		parts, err := p.reader.DateParts(ctx, a.target)
		if err != nil {
			return nil, p.explain("filling "+a.ref.String(), err)
		}
		if len(parts) == 0 {
			ready.NeedParts, ready.Script = false, true
			return ready, nil
		}
		request.Parts = parts
	}
}

func refusesValue(o dom.Outcome) bool {
	switch o {
	case dom.InvalidValue, dom.NoOption, dom.OptionDisabled, dom.Ambiguous, dom.NotMultiple:
		return true
	}
	return false
}

// pressAll presses keys one after another.
func (p *page) pressAll(ctx context.Context, keys []string) (bool, error) {
	var batch []command
	for _, name := range keys {
		key, err := parseKey(name)
		if err != nil {
			return false, err
		}
		batch = append(batch, keyCommands(key)...)
	}
	return p.dispatch(ctx, batch)
}

// toggle clicks options of a list with Control held, each after a gate of its
// own.
func (p *page) toggle(ctx context.Context, list *aim, options []dom.ListOption) (bool, error) {
	answered := true
	for _, o := range options {
		one := *list
		one.want = nil
		one.target.Node.ID, one.target.Role, one.target.Name, one.target.Identity = o.ID, o.Role, o.Name, o.Identity
		p.mu.Lock()
		one.ref, _ = p.registry.Lookup(refs.Node{Table: one.target.Node.Table, ID: o.ID})
		p.mu.Unlock()
		found, err := p.gate(ctx, &one, dom.ProbeRequest{Purpose: dom.Click, Scroll: true})
		if err != nil {
			return answered, err
		}
		ok, err := p.dispatch(ctx, inFrame(found.Frame, clickCommands(found.X, found.Y, browser.ButtonLeft, 1, []string{"Control"}, modControl)))
		if err != nil {
			return answered, err
		}
		answered = answered && ok
	}
	return answered, nil
}

// script sets the value in the page, where nothing else can. Pages can see that
// the events are not a person's.
func (p *page) script(ctx context.Context, receipt *browser.Receipt, m mark, a *aim, r dom.SetValueRequest) (*browser.Receipt, error) {
	r.Target, r.URL, r.Scroll, r.Relocate, r.Timeout = a.target, a.url, true, true, p.owner.config.actionable
	set, err := p.reader.SetValue(ctx, r)
	if err != nil {
		return nil, p.halfway(ctx, receipt, m, err)
	}
	if err := p.pass(a, &set.ProbeResult); err != nil {
		if refusesValue(set.Outcome) {
			err = p.refuseValue(a, set, r.Value)
		}
		return nil, withEvents(err, receipt.SinceLast)
	}
	a.want = nil
	after, err := p.settle(ctx, m, p.afterRequest(a, &set.ProbeResult))
	if err != nil {
		return nil, p.halfway(ctx, receipt, m, err)
	}
	p.record(receipt, a, set.Control, after)
	p.tellField(receipt, after)
	receipt.NoEffect = !set.Changed
	if set.Changed {
		receipt.Notes = append(receipt.Notes, "the value was set by script")
	}
	if after != nil && !after.Document && after.Element.Connected {
		p.readBack(receipt, after, &set.Value)
		if set.Control.Kind == dom.ValueField && !sameValue(set.Control, set.Value, r.Value) && !set.Protected {
			receipt.ValueDiffers = true
		}
		p.remember(a, after)
	}
	if err := p.conclude(ctx, receipt, m); err != nil {
		return nil, p.halfway(ctx, receipt, m, err)
	}
	return receipt, nil
}

// sameValue compares what a control holds with what was asked for. Colours are
// held in lower case.
func sameValue(c dom.Control, held, want string) bool {
	return held == want || c.Type == "color" && strings.EqualFold(held, want)
}
