package provider

import (
	"context"
	"errors"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/holdfast-go/holdfast/browser"
	"github.com/holdfast-go/holdfast/browser/secret"
	"github.com/holdfast-go/holdfast/outline"
	"github.com/holdfast-go/holdfast/outline/dom"
	"github.com/holdfast-go/holdfast/refs"
)

// Fill puts a value into a control.
func (p *page) Fill(ctx context.Context, r browser.FillRequest) (*browser.Receipt, error) {
	if r.Keystrokes && utf8.RuneCountInString(r.Value) > browser.MaxKeystrokes {
		e := invalid("at most %d characters are typed key by key", browser.MaxKeystrokes)
		e.Hint = "Fill without keystrokes takes a text of any length."
		return nil, e
	}
	since, err := p.begin(ctx, "fill")
	if err != nil {
		return nil, err
	}
	defer p.turn.give()
	start := time.Now()
	receipt, err := p.fill(ctx, r, since)
	if err == nil && r.Submit {
		err = p.submit(ctx, r.Ref, receipt)
	}
	if err != nil {
		return nil, err
	}
	p.finish(ctx, receipt, start)
	return receipt, nil
}

// fill finds out what kind of control it is, in the same call that checks it
// and selects what it holds, and goes on as a person would.
func (p *page) fill(ctx context.Context, r browser.FillRequest, since []browser.Event) (*browser.Receipt, error) {
	receipt, err := p.fillOnce(ctx, r, since)
	var early *unseenError
	if errors.As(err, &early) {
		// The page has noticed nothing but the focus: the thing may be found where
		// it is now.
		if receipt, err = p.fillOnce(ctx, r, since); errors.As(err, &early) {
			err = early.missed
		}
	}
	return receipt, err
}

// unseenError says that the guard stopped input before the page saw anything
// of it, so that the same can be tried again.
type unseenError struct{ missed error }

func (e *unseenError) Error() string { return e.missed.Error() }

func (e *unseenError) Unwrap() error { return e.missed }

// fillOnce gates and fills.
func (p *page) fillOnce(ctx context.Context, r browser.FillRequest, since []browser.Event) (*browser.Receipt, error) {
	a, err := p.resolve(r.Ref)
	if err != nil {
		return nil, withEvents(err, since)
	}
	found, err := p.gate(ctx, a, dom.ProbeRequest{Purpose: dom.Focus, Scroll: true, Prepare: dom.PrepareSelect, Guard: guardFor})
	if err != nil {
		return nil, withEvents(ownStepper(a, err), since)
	}
	secrets := secret.In(r.Value)
	if r.Value, err = p.reveal(a, r.Value, r.Keystrokes); err != nil {
		return nil, withEvents(err, since)
	}
	receipt, err := p.fillKind(ctx, r, a, found, since)
	if err == nil && len(secrets) > 0 && !p.owner.config.secrets.Empty() {
		receipt.Notes = append(receipt.Notes, "typed from the secrets: "+strings.Join(secrets, ", "))
	}
	return receipt, err
}

// fillKind fills a control as its kind wants it.
func (p *page) fillKind(ctx context.Context, r browser.FillRequest, a *aim, found *dom.ProbeResult, since []browser.Event) (*browser.Receipt, error) {
	switch found.Control.Kind {
	case dom.TextField, dom.RichField:
		return p.fillText(ctx, r, a, found, since)
	case dom.ValueField, dom.SelectField:
		return p.choose(ctx, "fill", a, dom.SetValueRequest{Value: r.Value}, since)
	case dom.CheckField:
		return p.fillCheck(ctx, r, a, since)
	case dom.StepField:
		return p.fillSteps(ctx, r.Value, a, found, since)
	case dom.FileField:
		return nil, p.wrongKind(a, "is a file field, which takes files, not text", "Upload the files instead.")
	}
	return nil, p.wrongKind(a, "takes no value", "Click it, or fill the field that belongs to it.")
}

func (p *page) wrongKind(a *aim, why, hint string) error {
	what := thing(a.ref, a.target.Role, a.target.Name)
	e := &browser.Error{Code: browser.CodeNotActionable, Reason: browser.ReasonWrongKind, Message: what.String() + " " + why, Hint: hint}
	e.Details.Ref, e.Details.Role, e.Details.Name = what.Ref, what.Role, what.Name
	return e
}

// fillText types over the selection through the browser's own input, reads the
// field back, and sets the value where typing left it as it was.
func (p *page) fillText(ctx context.Context, r browser.FillRequest, a *aim, found *dom.ProbeResult, since []browser.Event) (*browser.Receipt, error) {
	value := strings.ReplaceAll(r.Value, "\r\n", "\n")
	if !fitsNumber(found.Control, value) {
		return nil, p.invalidValue(a, value, "a number such as 12.5")
	}
	if utf16Length(value) > longValue || found.Control.Kind == dom.RichField {
		a.want = &value
	}
	receipt := began("fill", since, a, found)
	m := p.now()
	after, err := p.enter(ctx, receipt, m, a, found, value, r.Keystrokes)
	switch {
	case err != nil:
		return nil, err
	case stopped(after) && unseen(after.Guard) && receipt.Navigated == nil:
		return nil, &unseenError{p.missed(receipt, a, after.Guard)}
	case stopped(after):
		return nil, p.missed(receipt, a, after.Guard)
	}
	if after == nil || after.Document || !after.Element.Connected {
		return receipt, nil
	}
	e := after.Element
	ignored := found.Control.HasValue && !e.Protected && e.Value == found.Control.Value && e.Value != value
	if e.Holds != nil {
		ignored = ignored && !*e.Holds
	}
	if ignored {
		set, err := p.reader.SetValue(ctx, dom.SetValueRequest{Target: a.target, URL: a.url, Value: value, Timeout: p.owner.config.actionable})
		if err != nil {
			return nil, p.halfway(ctx, receipt, m, err)
		}
		if set.Outcome != dom.OK {
			return nil, withReceipt(p.refuseValue(a, set, value), receipt)
		}
		receipt.NoEffect = false
		receipt.Notes = append(receipt.Notes, "typing had no effect; the value was set by script")
		if after, err = p.settle(ctx, m, p.afterRequest(a, &set.ProbeResult)); err != nil {
			return nil, p.halfway(ctx, receipt, m, err)
		}
		if after == nil || after.Document || !after.Element.Connected {
			return receipt, nil
		}
	}
	p.readBack(receipt, after, &value)
	p.remember(a, after)
	if limit := found.Control.MaxLength; receipt.ValueDiffers && limit != nil && utf16Length(value) > *limit {
		receipt.Notes = append(receipt.Notes, "the field takes at most "+strconv.Itoa(*limit)+" characters: the text was cut")
	}
	return receipt, nil
}

// longValue is the length in UTF-16 units from which on the page compares what
// a field holds: it does not send longer values back. It always compares what an
// editor holds, whose lines are elements.
const longValue = 1900

// enter types a value over the selection, at once or key by key.
func (p *page) enter(ctx context.Context, r *browser.Receipt, m mark, a *aim, found *dom.ProbeResult, value string, keys bool) (*dom.AfterResult, error) {
	if value == "" {
		// Inserting nothing leaves the selection; a key takes it away.
		deletion, err := parseKey("Delete")
		if err != nil {
			return nil, err
		}
		return p.act(ctx, r, m, a, found, keyCommands(deletion))
	}
	if keys {
		return p.typeKeys(ctx, r, a, found, value)
	}
	return p.act(ctx, r, m, a, found, []command{insertion(value)})
}

// fillCheck clicks a checkbox, radio or switch when it is not as asked for.
func (p *page) fillCheck(ctx context.Context, r browser.FillRequest, a *aim, since []browser.Event) (*browser.Receipt, error) {
	want, err := strconv.ParseBool(strings.ToLower(strings.TrimSpace(r.Value)))
	if err != nil {
		switch strings.ToLower(strings.TrimSpace(r.Value)) {
		case "on", "yes", "checked":
			want = true
		case "off", "no", "unchecked":
			want = false
		default:
			return nil, p.invalidValue(a, r.Value, "true or false")
		}
	}
	m := p.now()
	look, err := p.readAfter(ctx, dom.AfterRequest{Node: a.target.Node, Frame: a.target.Frame, Identity: a.target.Identity, Name: a.target.Name}, p.owner.config.after)
	if err != nil {
		return nil, failed("filling "+a.ref.String(), err)
	}
	if look != nil && look.Element.Connected && look.Element.States.Has(outline.Checked) == want && !look.Element.States.Has(outline.Mixed) {
		receipt := began("fill", since, a, nil)
		receipt.State = states(look.Element.Role, dom.Control{}, look.Element.States)
		receipt.Notes = append(receipt.Notes, "it was so already")
		if err := p.conclude(ctx, receipt, m); err != nil {
			return nil, failed("filling "+a.ref.String(), err)
		}
		return receipt, nil
	}
	receipt, err := p.click(ctx, browser.ClickRequest{Ref: r.Ref, Button: browser.ButtonLeft, Count: 1}, nil, 0, since)
	if err != nil {
		return nil, err
	}
	receipt.Action = "fill"
	checked := false
	for _, s := range receipt.State {
		checked = checked || s == "checked"
	}
	if checked != want && receipt.Navigated == nil && !receipt.TargetGone && !receipt.Unconfirmed {
		receipt.ValueDiffers = true
		receipt.Notes = append(receipt.Notes, "the click did not bring it to the state that was asked for")
	}
	return receipt, nil
}

// submit presses Enter in the field that was filled, after a gate of its own,
// and adds what comes of it to the receipt.
func (p *page) submit(ctx context.Context, ref refs.Ref, r *browser.Receipt) error {
	if r.Navigated != nil || r.TargetGone || r.Unconfirmed {
		r.Notes = append(r.Notes, "Enter was not pressed: the field is not what it was")
		return nil
	}
	enter, err := parseKey("Enter")
	if err != nil {
		return err
	}
	a, err := p.resolve(ref)
	if err != nil {
		return withReceipt(err, r)
	}
	found, err := p.gate(ctx, a, dom.ProbeRequest{Purpose: dom.Focus, Scroll: true, Prepare: dom.PrepareFocus, Guard: guardFor})
	if err != nil {
		return withReceipt(err, r)
	}
	m := p.now()
	enterReceipt := began("fill and Enter", nil, a, found)
	after, err := p.act(ctx, enterReceipt, m, a, found, keyCommands(enter))
	switch {
	case err != nil:
		return err
	case stopped(after):
		return p.missed(r, a, after.Guard)
	}
	r.Action, r.NoEffect = enterReceipt.Action, false
	r.Navigated, r.URL, r.Title, r.Next = enterReceipt.Navigated, enterReceipt.URL, enterReceipt.Title, enterReceipt.Next
	r.OpenedTabs = append(r.OpenedTabs, enterReceipt.OpenedTabs...)
	r.Dialogs = append(r.Dialogs, enterReceipt.Dialogs...)
	r.Downloads = append(r.Downloads, enterReceipt.Downloads...)
	r.Notes = append(r.Notes, enterReceipt.Notes...)
	r.Unconfirmed = enterReceipt.Unconfirmed
	r.TargetGone = enterReceipt.TargetGone
	return nil
}

// readBack writes what the control really holds into the receipt.
func (p *page) readBack(r *browser.Receipt, after *dom.AfterResult, want *string) {
	e := after.Element
	if !e.Connected || !e.HasValue && !e.Protected {
		return
	}
	if e.Protected {
		r.Protected = true
		empty := ""
		r.Value = &empty
		return
	}
	value := e.Value
	r.Value = &value
	r.ValueDiffers = want != nil && !sameText(value, *want)
	if want != nil && e.Holds != nil {
		r.ValueDiffers = !*e.Holds
	}
	if e.Problem != "" {
		r.Notes = append(r.Notes, "the browser says of the value: "+outline.Quote(e.Problem))
	}
}

// sameText compares what a field holds with what was typed. Editors end their
// text with a line break of their own and use other spaces.
func sameText(held, want string) bool {
	if held == want {
		return true
	}
	plain := strings.NewReplacer("\r\n", "\n", "\u00a0", " ")
	return strings.TrimRight(plain.Replace(held), "\n") == strings.TrimRight(plain.Replace(want), "\n")
}

// fitsNumber reports whether a text can go into a number field at all: others
// are swallowed by the browser without a word.
func fitsNumber(c dom.Control, value string) bool {
	if c.Type != "number" || value == "" {
		return true
	}
	_, err := strconv.ParseFloat(value, 64)
	return err == nil && !strings.ContainsAny(value, "xXpP_nN")
}

func utf16Length(s string) int {
	n := 0
	for _, r := range s {
		n++
		if r > 0xffff {
			n++
		}
	}
	return n
}

func (p *page) invalidValue(a *aim, value, expected string) error {
	what := thing(a.ref, a.target.Role, a.target.Name)
	e := &browser.Error{
		Code:    browser.CodeInvalidValue,
		Message: what.String() + " does not take " + outline.Quote(value) + "; it is as it was",
		Hint:    "It takes " + expected + ".",
	}
	e.Details.Ref, e.Details.Role, e.Details.Name = what.Ref, what.Role, what.Name
	return e
}

// refuseValue says why a control does not take a value.
func (p *page) refuseValue(a *aim, set *dom.SetValueResult, value string) error {
	what := thing(a.ref, a.target.Role, a.target.Name)
	e := &browser.Error{Code: browser.CodeInvalidValue, Reason: browser.Reason(set.Outcome)}
	e.Details.Ref, e.Details.Role, e.Details.Name = what.Ref, what.Role, what.Name
	wanted := set.Wanted
	if wanted == "" {
		wanted = value
	}
	switch set.Outcome {
	case dom.InvalidValue:
		return p.invalidValue(a, value, set.Expected)
	case dom.NoOption:
		e.Message = what.String() + " has no option " + outline.Quote(wanted)
		e.Hint = "It has " + strconv.Itoa(set.Count) + " options, such as " + options(set.Options) + "."
	case dom.OptionDisabled:
		e.Message = "the option " + outline.Quote(wanted) + " of " + what.String() + " is disabled"
	case dom.Ambiguous:
		e.Message = "several options of " + what.String() + " are called " + outline.Quote(wanted)
		e.Hint = "Give the value of one: " + options(set.Options) + "."
	case dom.NotMultiple:
		e.Message = what.String() + " takes one choice only"
	default:
		return p.refusal(a, &set.ProbeResult)
	}
	return e
}

// options lists options with their values where those say more.
func options(list []dom.Option) string {
	var names []string
	for _, o := range list {
		s := outline.Quote(o.Label)
		if o.Value != o.Label {
			s += " (value " + outline.Quote(o.Value) + ")"
		}
		if o.Disabled {
			s += " (disabled)"
		}
		names = append(names, s)
	}
	return strings.Join(names, ", ")
}
