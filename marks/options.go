package marks

import "image/color"

// Style says how an element is marked.
type Style uint8

// The styles.
const (
	// Frame draws a line along the inner edge of the element's box.
	Frame Style = iota
	// Corners draws the line at the corners only: it hides less.
	Corners
	// Tint draws the line and fills the box with a sixth of its colour.
	Tint
)

// Options say what is marked and how. The zero value is the default.
type Options struct {
	// Cap is how many elements are marked at most; 0 means 60, the seed's
	// number: more are not told apart in one picture.
	Cap int
	// Smallest is the width and the height, in CSS pixels, below which a box is
	// too small to be marked; 0 means 4.
	Smallest float64
	// Largest is the part of the picture that a box may cover, beyond which it
	// is no target but the page itself; 0 means 0.7, 1 and more marks all.
	Largest float64
	// Colours are given to the marks one after another; nil means twelve that are
	// easy to tell apart. What is transparent in them counts as opaque. A label is
	// black or white on its colour, whichever is easier to read: the contrast is
	// 4.58:1 at least for any colour, where WCAG 2 asks for 4.5:1.
	Colours []color.RGBA
	// FontSize is the height of the labels' type in CSS pixels; 0 means 11. In
	// the picture it has 9 pixels at least, so that it can be read.
	FontSize float64
	// Line is the width of lines in CSS pixels; 0 means 2.
	Line  float64
	Style Style
}

func (o Options) filled() Options {
	if o.Cap <= 0 {
		o.Cap = 60
	}
	if !(o.Smallest > 0) {
		o.Smallest = 4
	}
	if !(o.Largest > 0) {
		o.Largest = 0.7
	}
	if len(o.Colours) == 0 {
		o.Colours = palette()
	}
	if !(o.FontSize > 0) {
		o.FontSize = 11
	}
	if !(o.Line > 0) {
		o.Line = 2
	}
	return o
}

// palette is made anew each time, so that nobody can change it for others.
func palette() []color.RGBA {
	return []color.RGBA{
		{0xd5, 0x00, 0x32, 0xff}, {0x00, 0x57, 0xd9, 0xff}, {0x0b, 0x7a, 0x28, 0xff}, {0x8e, 0x24, 0xaa, 0xff},
		{0xb2, 0x45, 0x00, 0xff}, {0x00, 0x6f, 0x78, 0xff}, {0xc2, 0x18, 0x5b, 0xff}, {0x3f, 0x3d, 0xc8, 0xff},
		{0x5d, 0x6b, 0x00, 0xff}, {0x79, 0x3a, 0x1d, 0xff}, {0x00, 0x38, 0x80, 0xff}, {0x37, 0x47, 0x4f, 0xff},
	}
}
