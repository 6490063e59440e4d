package provider

import (
	"context"
	"math"
	"strconv"
	"strings"

	"github.com/holdfast-go/holdfast/browser"
	"github.com/holdfast-go/holdfast/outline/dom"
)

// Sliders and spin buttons that a page draws itself say where they stand
// (aria-valuenow) and take the keys of the ARIA Authoring Practices: Home and
// End for the ends, arrows for a step, Page Up and Page Down for a larger one.
// How large a step is nothing says: the first key shows it.

const (
	// mostRounds bounds how often such a control is looked at for one fill,
	// mostSteps how many keys it is given altogether, stepBatch how many of them
	// at a time.
	mostRounds = 40
	mostSteps  = 2000
	stepBatch  = 100
	// pageWorth is from how many steps on a larger step is tried.
	pageWorth = 15
	// stepReads is how many frames a control gets to show what a key did.
	stepReads = 12
)

const dragInstead = "Drag its handle with dx and dy, click the buttons beside it, or press the keys that it takes."

// ownStepper says what to do with a slider or spin button that takes no keys.
func ownStepper(a *aim, err error) error {
	e := browser.AsError(err)
	if e == nil || e.Reason != browser.ReasonWrongKind || a.target.Role != "slider" && a.target.Role != "spinbutton" {
		return err
	}
	copied := *e
	copied.Message = thing(a.ref, a.target.Role, a.target.Name).String() + " does not say what it stands at, or takes no keys"
	copied.Hint = dragInstead
	return &copied
}

// stepper brings a control to a number by keys.
type stepper struct {
	page    *page
	aim     *aim
	receipt *browser.Receipt
	found   *dom.ProbeResult
	want    float64
	now     float64
	// arrows are the pairs of keys that may step it, up and down; the first one
	// is tried until it has shown that it does nothing.
	arrows [][2]string
	// step and leap are what an arrow that goes up and Page Up add; 0 when that
	// is not known. flat: Page Up is no larger step.
	step, leap float64
	flat       bool
	// ended: Home or End has been pressed.
	ended   bool
	pressed int
	after   *dom.AfterResult
}

// fillSteps steps a control to a value, as near as its steps get.
func (p *page) fillSteps(ctx context.Context, value string, a *aim, found *dom.ProbeResult, since []browser.Event) (*browser.Receipt, error) {
	bounds := found.Control.Range
	want, err := strconv.ParseFloat(strings.TrimSpace(value), 64)
	if bounds == nil || err != nil || math.IsNaN(want) || bounds.Min != nil && want < *bounds.Min || bounds.Max != nil && want > *bounds.Max {
		return nil, withEvents(p.invalidValue(a, value, numberWithin(bounds)), since)
	}
	receipt := began("fill", since, a, found)
	s := &stepper{page: p, aim: a, receipt: receipt, found: found, want: want, now: bounds.Now}
	s.arrows = [][2]string{{"ArrowRight", "ArrowLeft"}, {"ArrowUp", "ArrowDown"}}
	if a.target.Role == "spinbutton" || bounds.Vertical {
		s.arrows[0], s.arrows[1] = s.arrows[1], s.arrows[0]
	}
	after, err := p.actBy(ctx, receipt, p.now(), a, found, s.walk)
	switch {
	case err != nil:
		return nil, err
	case s.after != nil && stopped(s.after) && s.pressed <= 1 && unseen(s.after.Guard) && receipt.Navigated == nil:
		return nil, &unseenError{p.missed(receipt, a, s.after.Guard)}
	case s.after != nil && stopped(s.after):
		return nil, p.missed(receipt, a, s.after.Guard)
	}
	if after == nil || after.Document || !after.Element.Connected {
		return receipt, nil
	}
	if after.Element.Number != nil {
		s.now = *after.Element.Number
	}
	p.readBack(receipt, after, nil)
	p.remember(a, after)
	return receipt, s.tell(bounds.Now)
}

// tell writes into the receipt how far the keys got, or says that they did
// nothing.
func (s *stepper) tell(began float64) error {
	r := s.receipt
	moved := !sameNumber(s.now, began)
	r.NoEffect = !moved
	switch {
	case sameNumber(s.now, s.want) && !moved:
		r.Notes = append(r.Notes, "it was so already")
	case sameNumber(s.now, s.want):
		r.Notes = append(r.Notes, "it was stepped there by keys")
	case !moved && s.step == 0 && r.Navigated == nil && !r.Unconfirmed:
		e := browser.AsError(s.page.wrongKind(s.aim, "was given keys, and none moved it", dragInstead))
		return withReceipt(e, r)
	default:
		r.ValueDiffers = true
		note := "the keys got it to " + number(s.now)
		if s.step != 0 {
			note += ", in steps of " + number(math.Abs(s.step))
		}
		r.Notes = append(r.Notes, note+"; "+number(s.want)+" was asked for")
	}
	return nil
}

// walk presses keys until the number is reached, or they get no nearer to it.
func (s *stepper) walk(ctx context.Context) (bool, error) {
	for round := 0; round < mostRounds && !sameNumber(s.now, s.want); round++ {
		key, count, learn := s.next()
		if count = min(count, stepBatch, mostSteps-s.pressed); count <= 0 {
			break
		}
		if round > 0 {
			if ok, err := s.gate(ctx); err != nil || !ok {
				return ok, err
			}
		}
		before := s.now
		answered, err := s.press(ctx, key, count)
		if err != nil || !answered || s.after == nil || s.after.Document || stopped(s.after) || !s.after.Element.Connected || s.after.Element.Number == nil {
			return answered, err
		}
		learn((s.now - before) / float64(count))
		if len(s.arrows) == 0 {
			break
		}
	}
	return true, nil
}

// gate lets further keys pass only to what is still the same thing.
func (s *stepper) gate(ctx context.Context) (bool, error) {
	found, err := s.page.gate(ctx, s.aim, dom.ProbeRequest{Purpose: dom.Focus, Scroll: true, Prepare: dom.PrepareFocus, Guard: guardFor})
	if err != nil {
		return false, withReceipt(err, s.receipt)
	}
	*s.found = *found
	return true, nil
}

// next chooses a key and how often it is pressed, and what is to be learnt from
// what one press of it did.
func (s *stepper) next() (key string, count int, learn func(float64)) {
	bounds := s.found.Control.Range
	way := s.want - s.now
	if !s.ended && bounds != nil {
		learn = func(float64) { s.ended = true }
		switch {
		case bounds.Min != nil && s.want == *bounds.Min:
			return "Home", 1, learn
		case bounds.Max != nil && s.want == *bounds.Max:
			return "End", 1, learn
		}
	}
	arrow := func(up bool) string {
		if up {
			return s.arrows[0][0]
		}
		return s.arrows[0][1]
	}
	if s.step == 0 {
		up := way > 0
		return arrow(up), 1, func(moved float64) {
			switch {
			case moved == 0:
				s.arrows = s.arrows[1:]
			case up:
				s.step = moved
			default:
				s.step = -moved
			}
		}
	}
	steps := way / s.step
	if math.Abs(steps) >= pageWorth && !s.flat {
		name, up := "PageUp", way > 0
		if !up {
			name = "PageDown"
		}
		leaps := 1
		if s.leap != 0 {
			leaps = int(math.Ceil(math.Abs(way/s.leap) - 0.5)) // never past it by more than it is away
		}
		if leaps > 0 {
			return name, leaps, func(moved float64) {
				// The way that the page leaps must be the way that was wanted, and be
				// worth it.
				s.leap = math.Abs(moved)
				s.flat = s.leap < 2*math.Abs(s.step) || (moved > 0) != up
			}
		}
	}
	return arrow(steps > 0), int(math.Round(math.Abs(steps))), func(moved float64) {
		switch {
		case moved == 0:
			s.arrows = nil // it does not get any further
		case steps > 0:
			s.step = moved
		default:
			s.step = -moved
		}
	}
}

// press presses a key and reads what it did, for some frames: pages that draw
// by a queue of their own show it later.
func (s *stepper) press(ctx context.Context, key string, count int) (bool, error) {
	p := s.page
	keys := make([]string, count)
	for i := range keys {
		keys[i] = key
	}
	answered, err := p.pressAll(ctx, keys)
	s.pressed += count
	if err != nil || !answered {
		return answered, err
	}
	before, last := s.now, s.now
	for range stepReads {
		after, err := p.readAfter(ctx, p.afterRequest(s.aim, s.found), p.owner.config.after)
		if err != nil {
			return false, err
		}
		if s.after = after; after == nil || after.Document || stopped(s.after) || !after.Element.Connected || after.Element.Number == nil {
			return after != nil, nil
		}
		p.reidentify(s.receipt, s.aim, after)
		if s.now = *after.Element.Number; s.now != before && s.now == last || sameNumber(s.now, s.want) {
			break
		}
		last = s.now
	}
	return true, nil
}

// sameNumber compares what a control says it stands at with what was asked for:
// steps of a tenth do not add up exactly.
func sameNumber(a, b float64) bool {
	return math.Abs(a-b) <= 1e-9*max(1, math.Abs(a), math.Abs(b))
}

// numberWithin says what a control takes.
func numberWithin(r *dom.Range) string {
	switch {
	case r == nil || r.Min == nil && r.Max == nil:
		return "a number"
	case r.Min == nil:
		return "a number up to " + number(*r.Max)
	case r.Max == nil:
		return "a number from " + number(*r.Min) + " on"
	}
	return "a number from " + number(*r.Min) + " to " + number(*r.Max)
}

func number(f float64) string { return strconv.FormatFloat(f, 'g', 10, 64) }
