package marks

import (
	"image"
	"image/color"
	"image/draw"
)

// Draw draws the marks into a picture, which must have the bounds that they were
// planned for; what lies beyond its own is left out. All boxes come first, so
// that no line crosses a number.
func (m *Marking) Draw(dst draw.Image) {
	width := max(1, pixel(m.options.Line*m.scale))
	for i := range m.Marks {
		mark := &m.Marks[i]
		if m.options.Style == Tint {
			faint := color.NRGBA{mark.Colour.R, mark.Colour.G, mark.Colour.B, 0x2a}
			draw.Draw(dst, mark.Pixels, image.NewUniform(faint), image.Point{}, draw.Over)
		}
		for _, r := range lines(mark.Pixels, width, m.options.Style == Corners) {
			draw.Draw(dst, r, image.NewUniform(mark.Colour), image.Point{}, draw.Src)
		}
	}
	for i := range m.Marks {
		mark := &m.Marks[i]
		draw.Draw(dst, mark.Label, image.NewUniform(mark.Colour), image.Point{}, draw.Src)
		m.face.write(dst, mark.Label, mark.Ref, image.NewUniform(ink(mark.Colour)))
	}
}

// lines are the rectangles that make a frame along the inner edge of a box, or
// its corners. What is small has thin lines: they must leave something to see.
func lines(b image.Rectangle, width int, corners bool) []image.Rectangle {
	width = max(1, min(width, min(b.Dx(), b.Dy())/6))
	across := []image.Rectangle{
		{b.Min, image.Pt(b.Max.X, b.Min.Y+width)},
		{image.Pt(b.Min.X, b.Max.Y-width), b.Max},
	}
	down := []image.Rectangle{
		{b.Min, image.Pt(b.Min.X+width, b.Max.Y)},
		{image.Pt(b.Max.X-width, b.Min.Y), b.Max},
	}
	if !corners {
		return append(across, down...)
	}
	arm := max(width, min(6*width, min(b.Dx(), b.Dy())/3))
	var list []image.Rectangle
	for _, r := range across {
		list = append(list, image.Rect(r.Min.X, r.Min.Y, r.Min.X+arm, r.Max.Y), image.Rect(r.Max.X-arm, r.Min.Y, r.Max.X, r.Max.Y))
	}
	for _, r := range down {
		list = append(list, image.Rect(r.Min.X, r.Min.Y, r.Max.X, r.Min.Y+arm), image.Rect(r.Min.X, r.Max.Y-arm, r.Max.X, r.Max.Y))
	}
	return list
}
