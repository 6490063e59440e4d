package dom

import (
	"github.com/holdfast-go/holdfast/outline"
	"github.com/holdfast-go/holdfast/refs"
)

// RefusedError says why nothing may be sent to an element after a probe.
type RefusedError struct {
	// Outcome is the probe's, never [OK].
	Outcome Outcome
	// Now is what is in the element's place, Occluder what lies upon it, URL the
	// address of the page; each only for the outcomes that are about it.
	Now      *Thing
	Occluder *Occluder
	URL      string
}

// Error says what the probe found, without a word of advice: what to do next
// depends on what the program can do. What a page says stands in quotes.
func (e *RefusedError) Error() string {
	text, ok := refusals[e.Outcome]
	if !ok {
		text = "the probe ended with " + outline.Quote(string(e.Outcome))
	}
	switch {
	case e.Occluder != nil:
		text += " " + e.Occluder.words()
	case e.Now != nil:
		text += "; now it is " + e.Now.words()
	case e.Outcome == DocumentChanged || e.Outcome == AddressChanged:
		text += ": " + outline.Address(e.URL)
	}
	return "dom: " + text
}

func (t *Thing) words() string {
	if t.Name == "" {
		return outline.Clean(t.Role)
	}
	return outline.Clean(t.Role) + " " + outline.Quote(t.Name)
}

// words name the layer by the dialog it belongs to, else by what it says.
func (o *Occluder) words() string {
	switch {
	case o.Dialog != "":
		return "the dialog " + outline.Quote(o.Dialog)
	case o.Name == "" && o.Text != "":
		return outline.Clean(o.Role) + " " + outline.Quote(o.Text)
	case o.Name == "" && o.Role == "" && o.Tag != "":
		return outline.Clean(o.Tag)
	default:
		return o.Thing.words()
	}
}

var refusals = map[Outcome]string{
	DocumentChanged:     "the element belongs to a document that the page has left",
	AddressChanged:      "the page has another address than when the element was shown",
	FrameAddressChanged: "the element's frame has another address than when it was shown",
	FrameChanged:        "the element's frame shows another document, or is gone",
	Gone:                "the element is not in the page any more",
	Mismatch:            "the element has become another thing",
	IsDisabled:          "the element is disabled",
	IsReadOnly:          "the element's field is read-only",
	NotEditable:         "the element has no field to write to",
	Hidden:              "the element is not shown",
	NoBox:               "the element takes no room",
	Moving:              "the element does not stop moving",
	OutOfView:           "the element cannot be brought into view",
	Occluded:            "the element is covered by",
	NoPointer:           "the pointer does not reach the element",
	OutsideBox:          "the offset is no point of the element",
	FocusRefused:        "the element does not take the focus",
}

// Err is nil when the probe ended well, and a [*RefusedError] when nothing may be
// sent.
func (r *ProbeResult) Err() error {
	if r.Outcome == OK {
		return nil
	}
	e := &RefusedError{Outcome: r.Outcome, Now: r.Now, URL: r.URL}
	if r.Outcome == Occluded {
		if e.Occluder = r.Occluder; e.Occluder == nil {
			e.Occluder = &Occluder{Thing: Thing{Role: "something else"}}
		}
	}
	return e
}

// Follow returns the target as the probe has seen it, and whether that is another
// element or another identity than was asked for: then the registry is to hear of
// it ([refs.Registry.Rebind]) before anything is sent.
func (r *ProbeResult) Follow(t refs.Target) (now refs.Target, changed bool) {
	if r.ID == 0 || !r.Relocated && (r.Outcome != OK || r.Identity == t.Identity) {
		return t, false
	}
	t.Node.ID, t.Role, t.Name, t.Identity = r.ID, r.Role, r.Name, r.Identity
	return t, true
}

// Box is the box in the type of outlines and marks.
func (b WireBox) Box() outline.Box {
	return outline.Box{X: float32(b.X), Y: float32(b.Y), Width: float32(b.Width), Height: float32(b.Height)}
}
