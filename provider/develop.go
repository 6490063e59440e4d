package provider

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/jpeg"
	"image/png"
	"math"

	xdraw "golang.org/x/image/draw"
	"golang.org/x/image/webp"

	"github.com/holdfast-go/holdfast/browser"
	"github.com/holdfast-go/holdfast/marks"
)

// veilColour is what secrets are painted over with: dark, so that one sees that
// something is hidden.
var veilColour = image.NewUniform(color.RGBA{0x30, 0x30, 0x38, 0xff})

// finishPicture paints over, marks, scales and encodes what was taken.
func (p *page) finishPicture(r *browser.ScreenshotRequest, shot *picture, c *cut, before, after *observation) (*browser.Screenshot, error) {
	s := &browser.Screenshot{
		Format: r.Format, Area: c.shows(), Title: after.sight.Title, URL: after.sight.URL, Epoch: before.epoch,
	}
	view := c.lies()
	veils := after.veils
	// What moved meanwhile may have been at either place.
	for _, b := range before.veils {
		known := false
		for _, v := range after.veils {
			known = known || v == b
		}
		if !known {
			veils = append(veils, b)
		}
	}
	if shot.pixels == nil && len(veils) > 0 {
		var err error
		if shot.pixels, err = decodePicture(shot.data, shot.format); err != nil {
			return nil, err
		}
	}
	s.Scale = view.Scale()
	if shot.pixels == nil {
		s.Data = shot.data
		var err error
		s.Width, s.Height, err = sizeOf(shot.data, shot.format)
		return s, err
	}
	if r.Format == browser.WebP {
		s.Format = browser.PNG
		s.Notes = append(s.Notes, "it is a png: secrets were painted over, and webp is only taken as the browser delivers it")
	}
	// A part of the window begins somewhere in it; the canvas begins at 0, 0.
	full := shot.pixels
	canvas := &image.RGBA{Pix: full.Pix, Stride: full.Stride, Rect: image.Rectangle{Max: full.Rect.Size()}}
	for _, b := range veils {
		at := view.Pixels(b).Inset(-1).Intersect(canvas.Rect)
		if at.Empty() {
			continue
		}
		draw.Draw(canvas, at, veilColour, image.Point{}, draw.Src)
		s.Hidden++
	}
	if r.MaxEdge > 0 {
		if edge := max(canvas.Rect.Dx(), canvas.Rect.Dy()); edge > r.MaxEdge {
			canvas = shrink(canvas, float64(r.MaxEdge)/float64(edge))
		}
	}
	clean := canvas
	for factor := 1.0; ; {
		shown := view
		shown.Shrink = float64(canvas.Rect.Dx()) / float64(full.Rect.Dx())
		if r.Marks {
			if r.MaxBytes > 0 && canvas == clean {
				canvas = shrink(clean, 1) // a copy: it may have to be done again
			}
			if err := drawMarks(s, canvas, shown, r.MarkOptions, after); err != nil {
				return nil, err
			}
		}
		s.Width, s.Height, s.Scale = canvas.Rect.Dx(), canvas.Rect.Dy(), shown.Scale()
		var err error
		if s.Data, err = encodePicture(canvas, s.Format, r.Quality, r.MaxBytes, factor <= 0.5); err != nil {
			return nil, err
		}
		if r.MaxBytes == 0 || len(s.Data) <= r.MaxBytes {
			return s, nil
		}
		if min(s.Width, s.Height) <= 16 {
			e := invalid("no picture fits into %d bytes", r.MaxBytes)
			e.Hint = "Allow more, or take a smaller part of the page."
			return nil, e
		}
		// Bytes go with the area. Half the size comes before less quality.
		next := factor * min(0.9, 0.95*math.Sqrt(float64(r.MaxBytes)/float64(len(s.Data))))
		if factor > 0.5 {
			next = max(next, 0.5)
		}
		factor = next
		canvas = shrink(clean, factor)
	}
}

// drawMarks draws the marks and writes the legend.
func drawMarks(s *browser.Screenshot, canvas *image.RGBA, view marks.View, options marks.Options, o *observation) error {
	view.Attention = o.sight.Attention.Box()
	planned, err := marks.Plan(o.elements(), view, canvas.Rect, options)
	if err != nil {
		return err
	}
	planned.Draw(canvas)
	s.Legend, s.Unmarked = planned.Marks, planned.Left
	return nil
}

// shrink gives a smaller picture, each pixel the mean of those it stands for.
func shrink(m *image.RGBA, factor float64) *image.RGBA {
	size := func(n int) int { return max(1, int(float64(n)*factor+0.5)) }
	small := image.NewRGBA(image.Rect(0, 0, size(m.Rect.Dx()), size(m.Rect.Dy())))
	if small.Rect == m.Rect {
		draw.Draw(small, small.Rect, m, m.Rect.Min, draw.Src)
	} else {
		xdraw.CatmullRom.Scale(small, small.Rect, m, m.Rect, draw.Src, nil)
	}
	return small
}

// encodePicture encodes a picture. Where the bytes matter, and the picture is as small
// as it should get for them, it is with less and less quality.
func encodePicture(m *image.RGBA, format browser.ImageFormat, quality, most int, less bool) ([]byte, error) {
	var b bytes.Buffer
	if format == browser.PNG {
		level := png.BestSpeed // large ones take seconds otherwise
		if most > 0 {
			level = png.DefaultCompression
		}
		err := (&png.Encoder{CompressionLevel: level}).Encode(&b, m)
		return b.Bytes(), err
	}
	for {
		b.Reset()
		if err := jpeg.Encode(&b, m, &jpeg.Options{Quality: quality}); err != nil {
			return nil, fmt.Errorf("encoding the picture: %w", err)
		}
		if most == 0 || b.Len() <= most || !less || quality <= 30 {
			return b.Bytes(), nil
		}
		quality = max(30, quality-15)
	}
}

// sizeOf is the size in pixels of an encoded picture.
func sizeOf(data []byte, format browser.ImageFormat) (width, height int, err error) {
	var c image.Config
	switch format {
	case browser.PNG:
		c, err = png.DecodeConfig(bytes.NewReader(data))
	case browser.JPEG:
		c, err = jpeg.DecodeConfig(bytes.NewReader(data))
	default:
		c, err = webp.DecodeConfig(bytes.NewReader(data))
	}
	if err != nil {
		return 0, 0, fmt.Errorf("the browser's picture: %w", err)
	}
	return c.Width, c.Height, nil
}
