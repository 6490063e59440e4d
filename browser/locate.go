package browser

import (
	"fmt"
	"math"
	"strings"

	"github.com/holdfast-go/holdfast/outline"
	"github.com/holdfast-go/holdfast/refs"
)

// LocateRequest asks where an element is.
type LocateRequest struct {
	Ref refs.Ref
	// Scroll brings the element into view first. Without it nothing moves, so
	// that the answer can tell what an earlier scroll did.
	Scroll bool
	// Highlight marks the element for people who look at the browser's window,
	// for two seconds.
	Highlight bool
}

// Rect is a rectangle in CSS pixels of the page's viewport.
type Rect struct {
	X      float64 `json:"x"`
	Y      float64 `json:"y"`
	Width  float64 `json:"width"`
	Height float64 `json:"height"`
}

// Location is where an element is at this moment.
type Location struct {
	Target Thing `json:"target"`
	// Relocated: the page had moved the thing to another node.
	Relocated bool `json:"relocated,omitempty"`
	// Box is the rectangle around the element; zero when it is not shown.
	Box Rect `json:"box"`
	// InViewport: some of it can be seen without scrolling, as far as what it is
	// scrolled in goes. Something else may lie upon it.
	InViewport bool `json:"in_viewport"`
	// Hidden: it is in the page but not shown.
	Hidden bool `json:"hidden,omitempty"`
	// Scrolled: something was scrolled to bring it into view.
	Scrolled    bool    `json:"scrolled,omitempty"`
	Highlighted bool    `json:"highlighted,omitempty"`
	Title       string  `json:"title,omitempty"`
	URL         string  `json:"url,omitempty"`
	SinceLast   []Event `json:"since_last,omitempty"`
}

// String tells the place to a model.
func (l *Location) String() string {
	var b strings.Builder
	writeEvents(&b, l.SinceLast)
	b.WriteString(l.Target.String())
	if l.Hidden {
		b.WriteString(": in the page but not shown")
	} else {
		fmt.Fprintf(&b, ": x=%s y=%s width=%s height=%s in_viewport=%t",
			pixels(l.Box.X), pixels(l.Box.Y), pixels(l.Box.Width), pixels(l.Box.Height), l.InViewport)
	}
	if l.Relocated {
		b.WriteString("; relocated: the page had moved it to another node")
	}
	if l.Scrolled {
		b.WriteString("; scrolled into view")
	}
	if l.Highlighted {
		b.WriteString("; highlighted")
	}
	b.WriteString("\nat ")
	b.WriteString(outline.Address(l.URL))
	return b.String()
}

// pixels rounds to a tenth of a pixel.
func pixels(n float64) string { return fmt.Sprint(math.Round(n*10) / 10) }
