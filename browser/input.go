package browser

import (
	"time"

	"github.com/holdfast-go/holdfast/refs"
)

// Offset is a place within an element: CSS pixels to the right of and below the
// top left corner of the rectangle around it.
type Offset struct {
	X float64 `json:"x"`
	Y float64 `json:"y"`
}

// MaxHold is the longest that a button or a key is held down.
const MaxHold = 10 * time.Second

// HoverRequest asks for the pointer over an element, where it stays.
type HoverRequest struct {
	Ref refs.Ref
	// Offset is where in the element; nil is any place of it that is free.
	Offset *Offset
}

// DragRequest asks for an element to be dragged: onto another one (To), or by a
// distance.
type DragRequest struct {
	Ref refs.Ref
	// Offset is where the element is taken hold of; nil is any place of it that
	// is free. The grip of a resizable box is in its corner.
	Offset *Offset
	// To is the element to drop it on; zero when it is dragged by a distance.
	To refs.Ref
	// ToOffset is where on To. Nil is a little beyond the middle in the direction
	// of the drag, so that in a list the one takes the other's place.
	ToOffset *Offset
	// DX and DY are the distance in CSS pixels, to the right and down.
	DX, DY float64
}

// SelectTextRequest asks for a selection of text, as a person would drag over
// it. Without Text, Start and End all text of the element is selected.
type SelectTextRequest struct {
	Ref refs.Ref
	// Text is what to select: its first occurrence. White space of any kind and
	// length is the same.
	Text string
	// Start and End are a range in characters (code points) of the element's
	// text; End 0 is the end of it.
	Start, End int
}

// SelectRequest asks for options of a list: these and no others. Exactly one of
// Values and Labels is given; an empty list that is not nil chooses nothing,
// where the control allows that.
type SelectRequest struct {
	Ref    refs.Ref
	Values []string
	Labels []string
}

// ScrollTo is a place to scroll to.
type ScrollTo string

// The places.
const (
	// ToTop and ToBottom are the ends of what is scrolled.
	ToTop    ScrollTo = "top"
	ToBottom ScrollTo = "bottom"
	// IntoView is where the element can be seen.
	IntoView ScrollTo = "into_view"
)

// ScrollRequest asks for a scroll by a distance, or to a place.
type ScrollRequest struct {
	// Ref is what is scrolled: a scroll container, or the nearest one around the
	// element. Zero scrolls the page, or what is scrolled in the middle of its
	// viewport. With IntoView it is what is to be seen.
	Ref refs.Ref
	// DX and DY are the distance in CSS pixels, to the right and down.
	DX, DY float64
	// To is the place; empty for a distance.
	To ScrollTo
}

// UploadRequest gives files to a page.
type UploadRequest struct {
	// Ref is a file field, its label, or what opens a file chooser when it is
	// clicked. Zero answers the chooser that is open.
	Ref refs.Ref
	// Files are the paths of the files, on the machine that the browser runs on,
	// all in folders that the program allows. None cancels the chooser that is
	// open.
	Files []string
}
