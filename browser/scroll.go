package browser

import (
	"fmt"
	"math"
	"strings"
)

// Scroll tells how far a scroll went and what is left, in CSS pixels.
type Scroll struct {
	// Container is what was scrolled; nil is the page itself.
	Container *Thing `json:"container,omitempty"`
	// X and Y are how far it moved, to the right and down.
	X float64 `json:"x"`
	Y float64 `json:"y"`
	// Above, Below, Left and Right are how much there is left each way.
	Above float64 `json:"above"`
	Below float64 `json:"below"`
	Left  float64 `json:"left"`
	Right float64 `json:"right"`
	// Start and End: it is where it cannot go on in the direction of the scroll,
	// backwards or forwards.
	Start bool `json:"start,omitempty"`
	End   bool `json:"end,omitempty"`
	// Grew: more content came while the scroll was waited for, so that End may
	// not be the last.
	Grew bool `json:"grew,omitempty"`
}

// Moved reports whether anything moved.
func (s *Scroll) Moved() bool { return s.X != 0 || s.Y != 0 }

// String tells the scroll in words: moved down 400 px; 1,200 px below.
func (s *Scroll) String() string {
	var parts []string
	var moves []string
	move := func(n float64, forward, backward string) {
		switch {
		case n > 0:
			moves = append(moves, forward+" "+px(n))
		case n < 0:
			moves = append(moves, backward+" "+px(-n))
		}
	}
	move(s.Y, "down", "up")
	move(s.X, "right", "left")
	if len(moves) > 0 {
		parts = append(parts, "moved "+strings.Join(moves, " and "))
	} else {
		parts = append(parts, "nothing moved")
	}
	if s.Container != nil {
		parts[0] += " in " + s.Container.String()
	}
	switch {
	case s.Start:
		parts = append(parts, "it is at its start")
	case s.End:
		parts = append(parts, "it is at its end")
	}
	if s.Grew {
		parts = append(parts, "more content came")
	}
	var left []string
	for _, one := range []struct {
		n    float64
		name string
	}{{s.Above, "above"}, {s.Below, "below"}, {s.Left, "left"}, {s.Right, "right"}} {
		if one.n > 0 {
			left = append(left, px(one.n)+" "+one.name)
		}
	}
	if len(left) > 0 {
		parts = append(parts, strings.Join(left, ", "))
	}
	return strings.Join(parts, "; ")
}

func px(n float64) string { return fmt.Sprintf("%.0f px", math.Round(n)) }

// Chooser is a file chooser that a page has open. No window of the browser
// shows it.
type Chooser struct {
	// Multiple: it takes several files.
	Multiple bool `json:"multiple,omitempty"`
	// Refused: the page asked in a way that cannot be answered
	// (showOpenFilePicker and its like); the page was told that it was cancelled.
	Refused bool `json:"refused,omitempty"`
}

// String tells of the chooser.
func (c *Chooser) String() string {
	switch {
	case c.Refused:
		return "refused: this page asks for files in a way that cannot be answered"
	case c.Multiple:
		return "open, takes several files"
	}
	return "open, takes one file"
}
