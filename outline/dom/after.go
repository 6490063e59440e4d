package dom

import (
	"context"

	"github.com/holdfast-go/holdfast/outline"
	"github.com/holdfast-go/holdfast/refs"
)

// AfterRequest asks what became of an action on an element.
type AfterRequest struct {
	Node refs.Node
	// Frame is the protocol's id of the element's frame, as in refs.Target.
	Frame string
	// Identity and Name are what the probe gave before the action.
	Identity uint64
	Name     string
	// Reidentify looks whether the element, and those beside it, are the same
	// things in spite of a changed name or item. It must be false after a
	// scroll: a list that uses its rows again shows other things in them.
	Reidentify bool
	// Field is the number of another element of the same table whose state is
	// wanted, too; 0 for none.
	Field uint32
	// Want is a text that the element's field should hold, for one that is too
	// long to come back; nil for none.
	Want *string
}

// AfterResult is the page after its handlers ran and one frame was painted.
type AfterResult struct {
	// Document tells that the page shows another document; nothing but URL and
	// Title is set then.
	Document bool `json:"document"`
	// FrameDocument tells that the element was in a frame that shows another
	// document now, or is gone; nothing but URL, Title and Guard is set then.
	FrameDocument bool   `json:"-"`
	URL           string `json:"url"`
	Title         string `json:"title"`
	// Element is what became of the element.
	Element ElementState `json:"element"`
	// Field is the state of AfterRequest.Field; nil without one, or when it is
	// gone.
	Field *ElementState `json:"field"`
	// Active is what has the focus; nil for nothing.
	Active *Thing `json:"active"`
	// Watched tells that the probe of this element began a watch, so that
	// Changed means something: whether the page's content, a scroll position,
	// the focus or the element's own state changed since.
	Watched bool `json:"watched"`
	Changed bool `json:"changed"`
	// Scrolled tells that something scrolled since the probe.
	Scrolled bool `json:"scrolled"`
	// Printed tells that the page, or a frame that its scripts reach, asked to be
	// printed since the probe.
	Printed bool `json:"printed"`
	// Others are elements beside this one that are the same things as before
	// but by another identity.
	Others []Reidentified `json:"others"`
	// Guard is what the guard saw; nil without one.
	Guard *GuardReport `json:"guard"`
}

// ElementState is an element after an action.
type ElementState struct {
	// Connected is false when it is not in the page any more; nothing else is
	// set then.
	Connected bool          `json:"connected"`
	ID        uint32        `json:"id"`
	Role      string        `json:"role"`
	Name      string        `json:"name"`
	Identity  uint64        `json:"identity"`
	Shown     bool          `json:"shown"`
	States    outline.State `json:"states"`
	Value     string        `json:"value"`
	HasValue  bool          `json:"hasValue"`
	Protected bool          `json:"protected"`
	// Problem is the browser's own complaint about the value, if any: too high a
	// number, no address of an e-mail. It is empty for a protected one.
	Problem string `json:"problem"`
	// Number is what a slider or spin button of the page's own ([StepField])
	// stands at; nil for anything else.
	Number *float64 `json:"number"`
	// Holds tells whether its field holds AfterRequest.Want; nil without one.
	Holds *bool `json:"holds"`
	// Picker tells that the browser's own list or picker of it is open, which is
	// no part of the page and takes the keys.
	Picker bool `json:"picker"`
	// ChangedIdentity tells that its identity is another one than before,
	// Reidentified that it is the same thing all the same, by what the action
	// did: Identity is its new one.
	ChangedIdentity bool `json:"changedIdentity"`
	Reidentified    bool `json:"reidentified"`
}

// Reidentified is a thing whose identity an action on another thing of the same
// item changed. From and To are the identities before and after.
type Reidentified struct {
	ID   uint32 `json:"id"`
	From uint64 `json:"from"`
	To   uint64 `json:"to"`
	Role string `json:"role"`
	Name string `json:"name"`
}

// GuardReport is what the guard saw of a press.
type GuardReport struct {
	// Pressed and Clicked tell whether the press and the click reached the
	// element.
	Pressed bool `json:"pressed"`
	Clicked bool `json:"clicked"`
	// Touched tells that a finger's touch of the element came to its end. A page
	// may take it for itself; then no click comes of it.
	Touched bool `json:"touched"`
	// Missed is set when they would have reached another thing, and were
	// stopped.
	Missed *Miss `json:"missed"`
	// Late tells that the guard was not there from the document's beginning:
	// listeners of the page may have seen the events before it.
	Late bool `json:"late"`
}

// Miss is an event that the guard stopped and the thing that it was about to
// reach.
type Miss struct {
	Thing
	Event string `json:"event"`
}

type afterArgs struct {
	Table      string `json:"table"`
	ID         uint32 `json:"id"`
	Identity   uint64 `json:"identity"`
	Name       string `json:"name"`
	Reidentify bool   `json:"reidentify"`

	Field uint32  `json:"field,omitempty"`
	Want  *string `json:"want,omitempty"`
}

// after waits for one frame and one task and reads.
func (w *world) after(ctx context.Context, r AfterRequest) (*AfterResult, error) {
	args := afterArgs{
		Table: r.Node.Table, ID: r.Node.ID, Identity: r.Identity, Name: r.Name, Reidentify: r.Reidentify,
		Field: r.Field, Want: r.Want,
	}
	var reply objectReply[AfterResult]
	if err := w.call(ctx, "after", args, &reply); err != nil {
		return nil, err
	}
	return reply.value("after")
}
