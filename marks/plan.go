package marks

import (
	"image"
	"image/color"
	"math"
	"slices"

	"github.com/holdfast-go/holdfast/outline"
	"github.com/holdfast-go/holdfast/refs"
)

// Element is what may be marked.
type Element struct {
	Ref        refs.Ref
	Role, Name string
	// Box is the part of the element that can be seen, in CSS pixels.
	Box outline.Box
	// Text is where its words are, which its label should not hide; nil means
	// anywhere in Box.
	Text []outline.Box
	// Covered tells that something else lies upon all of it.
	Covered bool
	// Passive tells that there is nothing to do with it; such elements are marked
	// when all others have their marks.
	Passive bool
}

// Mark is an element with its mark.
type Mark struct {
	Ref        refs.Ref
	Role, Name string
	// Box is the element's, in CSS pixels.
	Box outline.Box
	// Pixels is the same in the picture, as far as the picture goes, and Label
	// where the number stands.
	Pixels, Label image.Rectangle
	Colour        color.RGBA

	text []image.Rectangle
}

// Left counts the elements that have no mark, by the reason.
type Left struct {
	Small   int // below Options.Smallest
	Large   int // beyond Options.Largest
	Outside int // not in the picture
	Covered int // under something else
	Over    int // more than Options.Cap
}

// Marking is what is drawn into a picture.
type Marking struct {
	// Marks are in the order of the elements they were made of.
	Marks []Mark
	Left  Left

	bounds  image.Rectangle
	scale   float64
	options Options
	face    *face
}

// Plan chooses the elements to be marked in a picture with the given bounds, and
// places their labels. What is in View.Window comes first, then what is nearest
// to View.Attention. It fails for nothing but a font size that no font has.
func Plan(elements []Element, view View, bounds image.Rectangle, options Options) (*Marking, error) {
	m := &Marking{bounds: bounds, scale: view.Scale(), options: options.filled()}
	var err error
	if m.face, err = newFace(m.options.FontSize * m.scale); err != nil {
		return nil, err
	}
	for _, at := range m.choose(elements, view) {
		e := &elements[at]
		mark := Mark{
			Ref: e.Ref, Role: e.Role, Name: e.Name, Box: e.Box, Pixels: m.pixels(view, e.Box),
			Colour: m.options.Colours[len(m.Marks)%len(m.options.Colours)],
		}
		mark.Colour.A = 0xff
		for _, t := range e.Text {
			if r := m.pixels(view, t); !r.Empty() {
				mark.text = append(mark.text, r)
			}
		}
		if e.Text == nil {
			mark.text = []image.Rectangle{mark.Pixels}
		}
		m.Marks = append(m.Marks, mark)
	}
	m.place()
	return m, nil
}

// pixels is where a box lies in the picture, cut at its edges.
func (m *Marking) pixels(view View, b outline.Box) image.Rectangle {
	return view.Pixels(b).Add(m.bounds.Min).Intersect(m.bounds)
}

// choose returns the indexes of the elements to be marked, in their order.
func (m *Marking) choose(elements []Element, view View) []int {
	type candidate struct {
		at              int
		passive, beyond bool
		far             float64
	}
	window := m.bounds
	if view.Window != (outline.Box{}) {
		window = m.pixels(view, view.Window)
	}
	attention := window
	if view.Attention != (outline.Box{}) {
		if r := m.pixels(view, view.Attention); !r.Empty() {
			attention = r
		}
	}
	x, y := middle(attention)
	var found []candidate
	for i := range elements {
		e := &elements[i]
		r := m.pixels(view, e.Box)
		switch {
		case r.Empty() && e.Box.Width > 0 && e.Box.Height > 0 && !view.Pixels(e.Box).Empty():
			m.Left.Outside++
		case !m.large(r, m.options.Smallest*m.scale):
			m.Left.Small++
		case m.options.Largest < 1 && area(r) > m.options.Largest*area(m.bounds):
			m.Left.Large++
		case e.Covered:
			m.Left.Covered++
		default:
			cx, cy := middle(r)
			found = append(found, candidate{i, e.Passive, !r.Overlaps(window), math.Hypot(cx-x, cy-y)})
		}
	}
	if len(found) > m.options.Cap {
		slices.SortStableFunc(found, func(a, b candidate) int {
			switch {
			case a.beyond != b.beyond:
				return order(a.beyond)
			case a.passive != b.passive:
				return order(a.passive)
			case a.far < b.far:
				return -1
			case a.far > b.far:
				return 1
			}
			return 0
		})
		m.Left.Over = len(found) - m.options.Cap
		found = found[:m.options.Cap]
	}
	chosen := make([]int, len(found))
	for i, c := range found {
		chosen[i] = c.at
	}
	slices.Sort(chosen)
	return chosen
}

// order is for sorting: what has the flag comes after what has not.
func order(flag bool) int {
	if flag {
		return 1
	}
	return -1
}

// large reports whether both edges have that many pixels, but for what rounding
// takes.
func (m *Marking) large(r image.Rectangle, least float64) bool {
	return float64(min(r.Dx(), r.Dy())) >= max(1, math.Floor(least))
}

func area(r image.Rectangle) float64 { return float64(r.Dx()) * float64(r.Dy()) }

func middle(r image.Rectangle) (x, y float64) {
	return float64(r.Min.X+r.Max.X) / 2, float64(r.Min.Y+r.Max.Y) / 2
}
