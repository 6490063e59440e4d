package record

import (
	"bytes"
	"image"
	"image/color"
	"image/draw"
	"image/gif"
	"math/rand/v2"
	"testing"
	"time"
)

// written encodes pictures and decodes them again, composed as a viewer would.
func written(t testing.TB, size image.Point, pictures []Shown) (*gif.GIF, []*image.RGBA) {
	t.Helper()
	var b bytes.Buffer
	i := -1
	err := EncodeGIF(&b, size, func() (Shown, bool, error) {
		if i++; i == len(pictures) {
			return Shown{}, false, nil
		}
		return pictures[i], true, nil
	})
	if err != nil {
		t.Fatal(err)
	}
	file, err := gif.DecodeAll(&b)
	if err != nil {
		t.Fatal(err)
	}
	canvas := image.NewRGBA(image.Rectangle{Max: size})
	var composed []*image.RGBA
	for n, part := range file.Image {
		if file.Disposal[n] != gif.DisposalNone {
			t.Fatalf("frame %d is disposed of by %d", n, file.Disposal[n])
		}
		draw.Draw(canvas, part.Rect, part, part.Rect.Min, draw.Over)
		whole := image.NewRGBA(canvas.Rect)
		copy(whole.Pix, canvas.Pix)
		composed = append(composed, whole)
	}
	return file, composed
}

// apart is how far two pictures are from each other: the mean and the most by
// which a channel of a pixel differs.
func apart(a, b *image.RGBA) (mean float64, most int) {
	sum := 0
	for i := range a.Pix {
		d := int(a.Pix[i]) - int(b.Pix[i])
		d = max(d, -d)
		sum, most = sum+d, max(most, d)
	}
	return float64(sum) / float64(len(a.Pix)), most
}

// flat draws rectangles as pages have them.
func flat(r *rand.Rand, size image.Point, colours int) *image.RGBA {
	m := image.NewRGBA(image.Rectangle{Max: size})
	draw.Draw(m, m.Rect, image.White, image.Point{}, draw.Src)
	for range colours {
		x, y := r.IntN(size.X), r.IntN(size.Y)
		part := image.Rect(x, y, x+1+r.IntN(size.X/3), y+1+r.IntN(size.Y/3))
		c := color.RGBA{uint8(r.Uint32()), uint8(r.Uint32()), uint8(r.Uint32()), 0xff}
		draw.Draw(m, part.Intersect(m.Rect), image.NewUniform(c), image.Point{}, draw.Src)
	}
	return m
}

// gradient has far more colours than a palette.
func gradient(size image.Point, shift int) *image.RGBA {
	m := image.NewRGBA(image.Rectangle{Max: size})
	for y := range size.Y {
		for x := range size.X {
			m.SetRGBA(x, y, color.RGBA{uint8(x * 255 / size.X), uint8(y * 255 / size.Y), uint8((x + y + shift) % 256), 0xff})
		}
	}
	return m
}

func TestFewColoursAreExact(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	size := image.Pt(200, 120)
	var pictures []Shown
	var sources []*image.RGBA
	for range 8 {
		m := flat(r, size, 60)
		sources = append(sources, m)
		pictures = append(pictures, Shown{m, 50 * time.Millisecond})
	}
	_, composed := written(t, size, pictures)
	if len(composed) != len(sources) {
		t.Fatalf("%d frames of %d pictures", len(composed), len(sources))
	}
	for i := range sources {
		if mean, most := apart(sources[i], composed[i]); most != 0 {
			t.Errorf("frame %d is off by %d at most, %.2f in the mean", i, most, mean)
		}
	}
}

func TestManyColoursAreNear(t *testing.T) {
	size := image.Pt(256, 160)
	a, b := gradient(size, 0), gradient(size, 70)
	_, composed := written(t, size, []Shown{{a, time.Second}, {b, time.Second}})
	for i, source := range []*image.RGBA{a, b} {
		mean, most := apart(source, composed[i])
		t.Logf("frame %d: %.2f in the mean, %d at most", i, mean, most)
		if mean > 8 || most > 90 {
			t.Errorf("frame %d is off by %.2f in the mean and %d at most", i, mean, most)
		}
	}
}

func TestOnlyWhatChangedIsWritten(t *testing.T) {
	size := image.Pt(300, 200)
	a := gradient(size, 0)
	b := image.NewRGBA(a.Rect)
	copy(b.Pix, a.Pix)
	changed := image.Rect(40, 50, 90, 70)
	draw.Draw(b, changed, image.Black, image.Point{}, draw.Src)
	file, _ := written(t, size, []Shown{{a, 100 * time.Millisecond}, {a, 200 * time.Millisecond}, {b, 3 * time.Millisecond}})
	if len(file.Image) != 2 || file.Delay[0] != 30 || file.Delay[1] != 1 {
		t.Fatalf("%d frames with delays %v: the same picture twice should stand longer", len(file.Image), file.Delay)
	}
	if got := file.Image[1].Rect; got != changed {
		t.Errorf("the second frame is %v, changed was %v", got, changed)
	}
}

func TestSmallerPicturesHaveAMargin(t *testing.T) {
	small, large := flat(rand.New(rand.NewPCG(3, 4)), image.Pt(40, 30), 10), flat(rand.New(rand.NewPCG(5, 6)), image.Pt(80, 60), 10)
	_, composed := written(t, image.Pt(80, 60), []Shown{{large, time.Second}, {small, time.Second}})
	if got := composed[1].RGBAAt(79, 59); got != margin {
		t.Errorf("beside a smaller picture is %v, left from the one before", got)
	}
	if got, want := composed[1].RGBAAt(20, 20), small.RGBAAt(20, 20); got != want {
		t.Errorf("in it is %v instead of %v", got, want)
	}
}

func TestNoPictureIsNoGIF(t *testing.T) {
	none := func() (Shown, bool, error) { return Shown{}, false, nil }
	for _, size := range []image.Point{{10, 10}, {0, 10}, {70_000, 10}} {
		if err := EncodeGIF(&bytes.Buffer{}, size, none); err == nil {
			t.Errorf("%v: a GIF of nothing", size)
		}
	}
}

func FuzzEncodeGIF(f *testing.F) {
	f.Add(uint64(1), uint16(20), uint16(10), uint8(3))
	f.Add(uint64(7), uint16(1), uint16(1), uint8(1))
	f.Add(uint64(9), uint16(63), uint16(40), uint8(200))
	f.Fuzz(func(t *testing.T, seed uint64, width, height uint16, kind uint8) {
		r := rand.New(rand.NewPCG(seed, 1))
		size := image.Pt(1+int(width%64), 1+int(height%64))
		var pictures []Shown
		var last *image.RGBA
		for range 1 + kind%4 {
			m := image.NewRGBA(image.Rectangle{Max: size})
			if last != nil {
				copy(m.Pix, last.Pix)
			}
			// A few colours or as many as there are pixels.
			few := kind%8 < 4
			for range 1 + r.IntN(size.X*size.Y) {
				i := 4 * r.IntN(size.X*size.Y)
				for c := range 3 {
					m.Pix[i+c] = uint8(r.Uint32())
					if few {
						m.Pix[i+c] &= 0xc0
					}
				}
			}
			for i := 3; i < len(m.Pix); i += 4 {
				m.Pix[i] = 0xff
			}
			last = m
			pictures = append(pictures, Shown{m, time.Duration(r.IntN(3000)) * time.Millisecond})
		}
		_, composed := written(t, size, pictures)
		mean, most := apart(last, composed[len(composed)-1])
		switch few := kind%8 < 4; {
		case few && most != 0:
			t.Errorf("64 colours are off by %d", most)
		case mean > 24:
			t.Errorf("noise is off by %.1f in the mean", mean)
		}
	})
}

func BenchmarkEncodeGIF(b *testing.B) {
	size := image.Pt(960, 630)
	r := rand.New(rand.NewPCG(1, 2))
	pictures := []Shown{{gradient(size, 0), time.Second}, {flat(r, size, 200), time.Second}, {flat(r, size, 200), time.Second}}
	for b.Loop() {
		var out bytes.Buffer
		i := -1
		if err := EncodeGIF(&out, size, func() (Shown, bool, error) {
			if i++; i == len(pictures) {
				return Shown{}, false, nil
			}
			return pictures[i], true, nil
		}); err != nil {
			b.Fatal(err)
		}
		b.ReportMetric(float64(out.Len())/float64(len(pictures)), "bytes/frame")
	}
	b.ReportMetric(float64(b.Elapsed().Milliseconds())/float64(b.N*len(pictures)), "ms/frame")
}
