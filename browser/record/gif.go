package record

import (
	"errors"
	"image"
	"image/color"
	"image/draw"
	"image/gif"
	"io"
	"time"
)

// Shown is a picture and how long it stands.
type Shown struct {
	Picture image.Image
	For     time.Duration
}

// maxGIF is the longest edge of a GIF: the format has 16 bits for it.
const maxGIF = 1<<16 - 1

// EncodeGIF writes an animated GIF of pictures, which are drawn from their top
// left corners onto a canvas as large as the largest; it repeats for ever. Each
// frame holds the rectangle that differs from the one before, with a palette of
// its own, and leaves the pixels in it transparent that do not. Rectangles of at
// most 255 colours are exact; others have theirs chosen by median cut, without
// dithering: pages are flat, and dithered noise would cost size and differ from
// frame to frame where nothing moved. Times are rounded to hundredths of a
// second, the format's unit.
//
// next is called until its second result is false; only two pictures are kept
// at a time, beside the compressed frames.
func EncodeGIF(w io.Writer, size image.Point, next func() (Shown, bool, error)) error {
	if size.X <= 0 || size.Y <= 0 || size.X > maxGIF || size.Y > maxGIF {
		return errors.New("record: a GIF has edges of 1 to 65,535 pixels")
	}
	canvas := image.Rectangle{Max: size}
	file := gif.GIF{Config: image.Config{Width: size.X, Height: size.Y}}
	before, now := image.NewRGBA(canvas), image.NewRGBA(canvas)
	for first := true; ; first = false {
		shown, ok, err := next()
		if err != nil {
			return err
		}
		if !ok {
			break
		}
		draw.Draw(now, canvas, image.NewUniform(margin), image.Point{}, draw.Src)
		draw.Draw(now, canvas, shown.Picture, shown.Picture.Bounds().Min, draw.Over)
		delay := min(max(1, int((shown.For+5*time.Millisecond)/(10*time.Millisecond))), 1<<16-1)
		changed := canvas
		if !first {
			changed = difference(before, now)
		}
		if changed.Empty() {
			last := len(file.Delay) - 1
			if file.Delay[last]+delay < 1<<16 {
				file.Delay[last] += delay
				continue
			}
			changed = image.Rect(0, 0, 1, 1)
		}
		var old *image.RGBA
		if !first {
			old = before
		}
		file.Image = append(file.Image, paletted(now, old, changed))
		file.Delay = append(file.Delay, delay)
		file.Disposal = append(file.Disposal, gif.DisposalNone)
		before, now = now, before
	}
	if len(file.Image) == 0 {
		return errors.New("record: there is no picture")
	}
	return gif.EncodeAll(w, &file)
}

// margin is what lies beside pictures that are smaller than the canvas.
var margin = color.RGBA{0x20, 0x22, 0x26, 0xff}

// difference is the rectangle around all pixels in which two pictures of one
// size differ.
func difference(a, b *image.RGBA) image.Rectangle {
	r := image.Rectangle{Min: a.Rect.Max, Max: a.Rect.Min}
	for y := a.Rect.Min.Y; y < a.Rect.Max.Y; y++ {
		from := a.PixOffset(a.Rect.Min.X, y)
		to := from + 4*a.Rect.Dx()
		rowA, rowB := a.Pix[from:to], b.Pix[from:to]
		if string(rowA) == string(rowB) {
			continue
		}
		left, right := 0, len(rowA)-1
		for rowA[left] == rowB[left] {
			left++
		}
		for rowA[right] == rowB[right] {
			right--
		}
		r.Min.X, r.Max.X = min(r.Min.X, a.Rect.Min.X+left/4), max(r.Max.X, a.Rect.Min.X+right/4+1)
		r.Min.Y, r.Max.Y = min(r.Min.Y, y), y+1
	}
	if r.Min.X >= r.Max.X {
		return image.Rectangle{}
	}
	return r
}

// paletted gives a part of an opaque picture its palette. What is as in old
// stays transparent.
func paletted(now, old *image.RGBA, part image.Rectangle) *image.Paletted {
	// Pages are flat: most pixels are as the one before them, and need no look
	// into the table.
	found := newColours()
	var last rgb
	run := 0
	same := func(i int) bool { return old != nil && string(now.Pix[i:i+3]) == string(old.Pix[i:i+3]) }
	for y := part.Min.Y; y < part.Max.Y; y++ {
		for i, end := now.PixOffset(part.Min.X, y), now.PixOffset(part.Max.X-1, y)+4; i < end; i += 4 {
			if same(i) {
				continue
			}
			if c := (rgb{now.Pix[i], now.Pix[i+1], now.Pix[i+2]}); c != last {
				if run > 0 {
					found.add(last, run)
				}
				last, run = c, 0
			}
			run++
		}
	}
	if run > 0 {
		found.add(last, run)
	}
	chosen, index := quantise(found.list, 255)
	// Index 0 is the transparent one.
	palette := make(color.Palette, 1, len(chosen)+1)
	palette[0] = color.RGBA{}
	for _, c := range chosen {
		palette = append(palette, color.RGBA{c[0], c[1], c[2], 0xff})
	}
	out := image.NewPaletted(part, palette)
	var of uint8
	if run > 0 {
		of = index[found.place(last)]
	}
	for y := part.Min.Y; y < part.Max.Y; y++ {
		at := out.PixOffset(part.Min.X, y)
		for i, end := now.PixOffset(part.Min.X, y), now.PixOffset(part.Max.X-1, y)+4; i < end; i += 4 {
			if !same(i) {
				if c := (rgb{now.Pix[i], now.Pix[i+1], now.Pix[i+2]}); c != last {
					last, of = c, index[found.place(c)]
				}
				out.Pix[at] = of + 1
			}
			at++
		}
	}
	return out
}
