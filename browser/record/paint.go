package record

import (
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"math"
	"strings"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
	"golang.org/x/image/vector"

	"github.com/holdfast-go/holdfast/browser"
)

// Sizes in pixels of the picture.
const (
	bar      = 30 // the strip with the caption, below the picture
	letters  = 15
	ring     = 17
	pointing = 20 // height of the pointer
)

var (
	accent   = color.RGBA{0xe0, 0x31, 0x31, 0xff}
	paper    = color.RGBA{0xf4, 0xf4, 0xf5, 0xff}
	refusal  = color.RGBA{0xff, 0xa8, 0xa8, 0xff}
	outlines = color.RGBA{0xff, 0xff, 0xff, 0xff}
	ink      = color.RGBA{0x11, 0x11, 0x14, 0xff}
)

// painter draws pointers and captions. It is not safe for concurrent use.
type painter struct {
	font   *opentype.Font
	face   font.Face
	buffer sfnt.Buffer
}

func newPainter() (*painter, error) {
	parsed, err := opentype.Parse(goregular.TTF)
	if err != nil {
		return nil, fmt.Errorf("record: the font: %w", err)
	}
	face, err := opentype.NewFace(parsed, &opentype.FaceOptions{Size: letters, DPI: 72, Hinting: font.HintingFull})
	if err != nil {
		return nil, fmt.Errorf("record: the font: %w", err)
	}
	return &painter{font: parsed, face: face}, nil
}

// frame draws a picture with its caption below, and the pointer where the
// action went.
func (p *painter) frame(picture image.Image, shot *browser.Screenshot, spot *browser.Spot, caption string, failed bool) *image.RGBA {
	size := picture.Bounds().Size()
	out := image.NewRGBA(image.Rect(0, 0, size.X, size.Y+bar))
	view := image.Rectangle{Max: size}
	draw.Draw(out, view, picture, picture.Bounds().Min, draw.Src)
	if spot != nil {
		scale := shot.Scale
		at := func(x, y float64) (float64, float64) {
			return (x - float64(shot.Area.X)) * scale, (y - float64(shot.Area.Y)) * scale
		}
		x, y := at(spot.X, spot.Y)
		left, top := at(float64(spot.Box.X), float64(spot.Box.Y))
		right, bottom := at(float64(spot.Box.X+spot.Box.Width), float64(spot.Box.Y+spot.Box.Height))
		part := out.SubImage(view).(*image.RGBA)
		around(part, left, top, right, bottom)
		if x >= 0 && y >= 0 && x < float64(size.X) && y < float64(size.Y) {
			pointer(part, x, y)
		}
	}
	strip := image.Rect(0, size.Y, size.X, size.Y+bar)
	draw.Draw(out, strip, image.NewUniform(margin), image.Point{}, draw.Src)
	colour := paper
	if failed {
		colour = refusal
	}
	d := font.Drawer{Dst: out.SubImage(strip.Inset(1)).(*image.RGBA), Src: image.NewUniform(colour), Face: p.face, Dot: fixed.P(10, size.Y+bar-10)}
	d.DrawString(p.fit(p.known(caption), size.X-20))
	return out
}

// known puts an ellipsis in the place of letters that the font does not have,
// which would be boxes. The index of a folder has them all.
func (p *painter) known(text string) string {
	var b strings.Builder
	missing := false
	for _, r := range text {
		glyph, err := p.font.GlyphIndex(&p.buffer, r)
		if known := err == nil && glyph != 0; known {
			b.WriteRune(r)
			missing = false
		} else if !missing {
			b.WriteRune('…')
			missing = true
		}
	}
	return b.String()
}

// fit shortens a text to a width.
func (p *painter) fit(text string, width int) string {
	if font.MeasureString(p.face, text).Ceil() <= width {
		return text
	}
	runes := []rune(text)
	for len(runes) > 0 && font.MeasureString(p.face, string(runes)+"…").Ceil() > width {
		runes = runes[:len(runes)-1]
	}
	return string(runes) + "…"
}

// around draws a line around the element, two pixels beside it.
func around(dst *image.RGBA, left, top, right, bottom float64) {
	// Out of the picture nothing is drawn, and numbers stay small.
	w, h := dst.Rect.Dx()+8, dst.Rect.Dy()+8
	bound := func(v float64, most int) int { return int(math.Round(min(max(v, -8), float64(most)))) }
	outer := image.Rect(bound(left-4, w), bound(top-4, h), bound(right+4, w), bound(bottom+4, h))
	inner := outer.Inset(2)
	for _, side := range []image.Rectangle{
		{outer.Min, image.Pt(outer.Max.X, inner.Min.Y)}, {image.Pt(outer.Min.X, inner.Max.Y), outer.Max},
		{outer.Min, image.Pt(inner.Min.X, outer.Max.Y)}, {image.Pt(inner.Max.X, outer.Min.Y), outer.Max},
	} {
		draw.Draw(dst, side, image.NewUniform(accent), image.Point{}, draw.Src)
	}
}

// pointer draws a ring and an arrow whose tip is in its middle.
func pointer(dst *image.RGBA, x, y float64) {
	annulus(dst, x, y, ring+1, ring-4, outlines)
	annulus(dst, x, y, ring, ring-3, accent)
	arrow := [][2]float64{{0, 0}, {0, 16}, {3.7, 12.6}, {6.2, 18.4}, {8.8, 17.3}, {6.3, 11.6}, {11.4, 11.6}}
	shape(dst, x, y, 1.25, [2]float64{-1.2, -2}, arrow, outlines)
	shape(dst, x, y, 1, [2]float64{}, arrow, ink)
}

// shape fills a polygon.
func shape(dst *image.RGBA, x, y, grow float64, shift [2]float64, points [][2]float64, c color.RGBA) {
	r := image.Rect(int(x)-4, int(y)-4, int(x)+pointing+4, int(y)+pointing+8)
	v := vector.NewRasterizer(r.Dx(), r.Dy())
	for i, p := range points {
		px := float32(x - float64(r.Min.X) + p[0]*grow + shift[0])
		py := float32(y - float64(r.Min.Y) + p[1]*grow + shift[1])
		if i == 0 {
			v.MoveTo(px, py)
		} else {
			v.LineTo(px, py)
		}
	}
	v.ClosePath()
	fill(dst, r, v, c)
}

// annulus fills the space between two circles.
func annulus(dst *image.RGBA, x, y, outer, inner float64, c color.RGBA) {
	r := image.Rect(int(x-outer)-2, int(y-outer)-2, int(x+outer)+2, int(y+outer)+2)
	v := vector.NewRasterizer(r.Dx(), r.Dy())
	const steps = 64
	circle := func(radius float64, turn float64) {
		for i := range steps {
			angle := turn * 2 * math.Pi * float64(i) / steps
			px := float32(x - float64(r.Min.X) + radius*math.Cos(angle))
			py := float32(y - float64(r.Min.Y) + radius*math.Sin(angle))
			if i == 0 {
				v.MoveTo(px, py)
			} else {
				v.LineTo(px, py)
			}
		}
		v.ClosePath()
	}
	circle(outer, 1)
	circle(inner, -1)
	fill(dst, r, v, c)
}

// fill draws a colour through a shape; the rasterizer itself does not clip.
func fill(dst *image.RGBA, r image.Rectangle, v *vector.Rasterizer, c color.RGBA) {
	mask := image.NewAlpha(image.Rectangle{Max: r.Size()})
	v.Draw(mask, mask.Rect, image.Opaque, image.Point{})
	in := r.Intersect(dst.Rect)
	draw.DrawMask(dst, in, image.NewUniform(c), image.Point{}, mask, in.Min.Sub(r.Min), draw.Over)
}
