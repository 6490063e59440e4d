package marks

import (
	"image"
	"math"

	"github.com/holdfast-go/holdfast/outline"
)

// View says which part of a page a picture shows, and how large. The zero View
// is that of a picture of the viewport with one pixel for each CSS pixel.
type View struct {
	// X and Y are the point, in the CSS pixels that boxes are in, that the
	// picture's upper left corner shows. With boxes of the viewport that is 0, 0
	// for a picture of the viewport, and minus the scroll position for one of
	// the whole page; with boxes of the page it is the scroll position.
	X, Y float64
	// DeviceScale is how many device pixels a CSS pixel has, Zoom how much the
	// page is magnified on top of that (by pinching), Shrink how many pixels of
	// the picture a device pixel has, for one that was scaled down. 0 means 1.
	DeviceScale, Zoom, Shrink float64
	// Window is the part of the page that a person sees, where the picture shows
	// more; the zero Box means all of the picture.
	Window outline.Box
	// Attention is what the user, or the agent, is busy with: the element that
	// has the focus, the dialog that is open. The zero Box means the middle of
	// Window.
	Attention outline.Box
}

// Scale is how many pixels of the picture a CSS pixel has.
func (v View) Scale() float64 {
	scale := 1.0
	for _, s := range [...]float64{v.DeviceScale, v.Zoom, v.Shrink} {
		if s > 0 && !math.IsInf(s, 1) {
			scale *= s
		}
	}
	return scale
}

// Pixels is where a box lies in the picture, each edge on the nearest pixel
// edge, as browsers snap what they paint. It may reach beyond the picture.
func (v View) Pixels(b outline.Box) image.Rectangle {
	scale := v.Scale()
	edge := func(from, size float32, origin float64) (int, int) {
		begin := (float64(from) - origin) * scale
		return pixel(begin), pixel(begin + float64(size)*scale)
	}
	var r image.Rectangle
	r.Min.X, r.Max.X = edge(b.X, b.Width, v.X)
	r.Min.Y, r.Max.Y = edge(b.Y, b.Height, v.Y)
	if r.Max.X < r.Min.X || r.Max.Y < r.Min.Y {
		return image.Rectangle{}
	}
	return r
}

// farthest bounds coordinates so that areas of them still fit an int64.
const farthest = 1 << 30

// pixel rounds half up, whatever the sign, so that moving a box by whole pixels
// moves its picture by as many.
func pixel(f float64) int {
	switch f = math.Floor(f + 0.5); {
	case math.IsNaN(f):
		return 0
	case f > farthest:
		return farthest
	case f < -farthest:
		return -farthest
	}
	return int(f)
}
