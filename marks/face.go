package marks

import (
	"fmt"
	"image"
	"image/draw"
	"math"
	"strconv"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gomonobold"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"

	"github.com/holdfast-go/holdfast/refs"
)

// face holds the ten digits, drawn once for all labels of a picture. They are
// equally wide.
type face struct {
	digits  [10]digit
	advance int
	ascent  int // of digits
	pad     image.Point
}

type digit struct {
	mask *image.Alpha
	at   image.Point // of the mask, from the left end of the base line
}

// leastType is the height of type, in pixels, below which numbers blur.
const leastType = 9

// mostType bounds the memory that ten digits take.
const mostType = 400

func newFace(size float64) (*face, error) {
	size = max(leastType, min(size, mostType))
	parsed, err := opentype.Parse(gomonobold.TTF)
	if err != nil {
		return nil, fmt.Errorf("marks: the font: %w", err)
	}
	loaded, err := opentype.NewFace(parsed, &opentype.FaceOptions{Size: size, DPI: 72, Hinting: font.HintingNone})
	if err != nil {
		return nil, fmt.Errorf("marks: type of %v pixels: %w", size, err)
	}
	f := &face{pad: image.Pt(max(1, int(size/5)), max(1, int(size/7)))}
	for i := range f.digits {
		where, mask, from, advance, ok := loaded.Glyph(fixed.Point26_6{}, rune('0'+i))
		if !ok {
			return nil, fmt.Errorf("marks: the font has no digit %d", i)
		}
		own := image.NewAlpha(image.Rectangle{Max: where.Size()})
		draw.Draw(own, own.Rect, mask, from, draw.Src) // the face uses its own again
		f.digits[i] = digit{own, where.Min}
		f.advance = max(f.advance, int(math.Ceil(float64(advance)/64)))
		f.ascent = max(f.ascent, -where.Min.Y)
	}
	return f, loaded.Close()
}

func number(ref refs.Ref) string { return strconv.FormatUint(uint64(ref), 10) }

// size is that of a label.
func (f *face) size(ref refs.Ref) image.Point {
	return image.Pt(len(number(ref))*f.advance+2*f.pad.X, f.ascent+2*f.pad.Y)
}

// write draws a number into a label.
func (f *face) write(dst draw.Image, label image.Rectangle, ref refs.Ref, ink image.Image) {
	dot := label.Min.Add(f.pad)
	dot.Y += f.ascent
	for _, c := range number(ref) {
		d := f.digits[c-'0']
		r := d.mask.Rect.Add(dot.Add(d.at))
		in := r.Intersect(label)
		draw.DrawMask(dst, in, ink, image.Point{}, d.mask, in.Min.Sub(r.Min), draw.Over)
		dot.X += f.advance
	}
}
