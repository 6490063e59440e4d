package dom

import (
	"errors"
	"fmt"

	"github.com/holdfast-go/holdfast/outline"
)

// RootError says why [ReadOptions.Root] cannot be read.
type RootError struct {
	// Outcome is [DocumentChanged], [Gone] or [Mismatch].
	Outcome Outcome
	// Now is what the element is now, of a [Mismatch].
	Now *Thing
	// Candidates is how many elements have the identity now: 0, or 2 for
	// several.
	Candidates int
}

// Error says what became of the element.
func (e *RootError) Error() string {
	return fmt.Sprintf("dom: the element to read is not there any more (%s)", e.Outcome)
}

// rectangle is a box as h.read takes it.
type rectangle struct {
	Left   float32 `json:"left"`
	Top    float32 `json:"top"`
	Right  float32 `json:"right"`
	Bottom float32 `json:"bottom"`
}

// args makes the arguments of h.read.
func (o *ReadOptions) args() (readArgs, error) {
	a := readArgs{Rows: o.MaxRows, Text: o.Running}
	parts := 0
	if o.Root.Node.Table != "" {
		parts++
		root := targetArgs(o.Root, "")
		a.Root = &root
	}
	if o.Viewport {
		parts++
		a.View = true
	}
	if b := o.Box; b != (outline.Box{}) {
		parts++
		if b.Width <= 0 || b.Height <= 0 {
			return a, errors.New("dom: a box without an area")
		}
		a.Near = &rectangle{Left: b.X, Top: b.Y, Right: b.X + b.Width, Bottom: b.Y + b.Height}
	}
	switch {
	case o.MaxRows < 0:
		return a, errors.New("dom: negative MaxRows")
	case parts > 0 && o.Source != nil:
		return a, errors.New("dom: a source reads whole pages only")
	case parts > 1:
		return a, errors.New("dom: one part of the page at a time")
	}
	return a, nil
}

func (r *packedRefusal) err() error {
	e := &RootError{Outcome: Outcome(r.Outcome), Candidates: r.Candidates}
	if r.Now != nil {
		e.Now = &Thing{ID: r.Now.ID, Role: r.Now.Role, Name: r.Now.Name}
	}
	return e
}
