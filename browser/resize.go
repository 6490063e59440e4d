package browser

import (
	"fmt"
	"strconv"
)

// Viewport is the size in which a page is laid out.
type Viewport struct {
	// Width and Height are CSS pixels.
	Width  int `json:"width"`
	Height int `json:"height"`
	// Scale is how many device pixels a CSS pixel has.
	Scale float64 `json:"scale"`
	// Mobile is a touch device: the viewport meta tag counts, scroll bars lie over
	// the page, there are touch events, and clicks with the left button are taps.
	Mobile bool `json:"mobile,omitempty"`
}

// MaxViewport is the most that a viewport may be wide or high, in CSS pixels, as
// Chrome's own device toolbar takes it.
const MaxViewport = 9999

// String gives the viewport in a few words: 390×844 at scale 3, mobile.
func (v Viewport) String() string {
	s := fmt.Sprintf("%d×%d at scale %s", v.Width, v.Height, strconv.FormatFloat(v.Scale, 'g', 4, 64))
	if v.Mobile {
		s += ", mobile"
	}
	return s
}

// ResizeRequest asks for another viewport. All clients of a tab share it.
type ResizeRequest struct {
	// Viewport is the new one; its Scale 0 is 1.
	Viewport
	// Force takes the viewport away from a person who has set it. The receipt
	// tells what it was.
	Force bool `json:"force,omitempty"`
}
