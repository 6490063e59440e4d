package marks_test

import (
	"bytes"
	"flag"
	"image"
	"image/color"
	"image/draw"
	"image/jpeg"
	"image/png"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/holdfast-go/holdfast/marks"
	"github.com/holdfast-go/holdfast/outline"
	"github.com/holdfast-go/holdfast/refs"
)

var update = flag.Bool("update", false, "write the golden pictures anew; look at them before you commit")

// scene is a small page: a header, links in a text, a dialog with buttons.
func scene() []marks.Element {
	text := func(e marks.Element, boxes ...outline.Box) marks.Element {
		e.Text = boxes
		return e
	}
	return []marks.Element{
		at(1, 0, 0, 60, 20), at(2, 64, 0, 60, 20), at(3, 200, 2, 38, 16),
		text(at(14, 10, 40, 80, 12), outline.Box{X: 10, Y: 40, Width: 80, Height: 12}),
		text(at(15, 10, 54, 80, 12), outline.Box{X: 10, Y: 54, Width: 80, Height: 12}),
		text(at(16, 10, 68, 80, 12), outline.Box{X: 10, Y: 68, Width: 80, Height: 12}),
		at(1234, 130, 50, 90, 60), at(1235, 140, 80, 30, 20), at(1236, 180, 80, 30, 20),
		at(7, 228, 140, 30, 30), at(8, 5, 120, 5, 5), at(9, 20, 120, 12, 12),
	}
}

func TestGolden(t *testing.T) {
	tests := []struct {
		name    string
		scale   float64
		options marks.Options
		canvas  func(image.Rectangle) draw.Image
		reason  string
	}{
		{"frames", 1, marks.Options{}, rgba, "the default"},
		{"frames@2", 2, marks.Options{}, rgba, "everything grows with the device scale"},
		{"tint", 1.25, marks.Options{Style: marks.Tint, Cap: 8}, nrgba, "another canvas, a fraction, a cap"},
		{"corners", 2, marks.Options{Style: marks.Corners, FontSize: 14, Line: 1, Colours: []color.RGBA{{0xff, 0xe0, 0, 0xff}, {0x80, 0xff, 0xff, 0xff}}}, rgba, "bright colours have black numbers"},
		{"grey", 1, marks.Options{}, grey, "a canvas without colours"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			bounds := image.Rect(0, 0, int(240*test.scale), int(160*test.scale))
			canvas := test.canvas(bounds)
			draw.Draw(canvas, bounds, image.NewUniform(color.RGBA{0xee, 0xf0, 0xe8, 0xff}), image.Point{}, draw.Src)
			plan(t, scene(), marks.View{DeviceScale: test.scale}, bounds, test.options).Draw(canvas)
			file := filepath.Join("testdata", test.name+".png")
			if *update {
				var b bytes.Buffer
				if err := (&png.Encoder{CompressionLevel: png.BestCompression}).Encode(&b, canvas); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(file, b.Bytes(), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			data, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			want, err := png.Decode(bytes.NewReader(data))
			if err != nil {
				t.Fatal(err)
			}
			if want.Bounds() != bounds {
				t.Fatalf("%v, want %v", bounds, want.Bounds())
			}
			for y := range bounds.Dy() {
				for x := range bounds.Dx() {
					if got, want := color.RGBAModel.Convert(canvas.At(x, y)), color.RGBAModel.Convert(want.At(x, y)); got != want {
						t.Fatalf("at %d,%d: %v, want %v (%s)", x, y, got, want, test.reason)
					}
				}
			}
		})
	}
}

func rgba(r image.Rectangle) draw.Image  { return image.NewRGBA(r) }
func nrgba(r image.Rectangle) draw.Image { return image.NewNRGBA(r) }
func grey(r image.Rectangle) draw.Image  { return image.NewGray(r) }

// BenchmarkMark compares decoding a capture, marking it and encoding it as JPEG
// with decoding and encoding alone: the issue allows 1.5 times.
func BenchmarkMark(b *testing.B) {
	screen := image.Rect(0, 0, 1280, 800)
	page := image.NewRGBA(screen)
	draw.Draw(page, screen, image.White, image.Point{}, draw.Src)
	var elements []marks.Element
	for i := range 120 { // a page full of links, words and gaps
		x, y := i%6*210+8, i/6*40+6
		for line := range 14 {
			draw.Draw(page, image.Rect(x+line*13, y, x+line*13+8, y+11), image.NewUniform(color.RGBA{uint8(i * 37), uint8(line * 11), 90, 255}), image.Point{}, draw.Src)
		}
		elements = append(elements, at(refs.Ref(i+100), float32(x), float32(y), 180, 16))
	}
	var capture bytes.Buffer
	if err := (&png.Encoder{CompressionLevel: png.BestSpeed}).Encode(&capture, page); err != nil {
		b.Fatal(err)
	}
	round := func(mark bool) time.Duration {
		start := time.Now()
		decoded, err := png.Decode(bytes.NewReader(capture.Bytes()))
		if err != nil {
			b.Fatal(err)
		}
		canvas := decoded.(draw.Image)
		if mark {
			m, err := marks.Plan(elements, marks.View{}, screen, marks.Options{})
			if err != nil {
				b.Fatal(err)
			}
			if len(m.Marks) != 60 {
				b.Fatalf("%d marks", len(m.Marks))
			}
			m.Draw(canvas)
		}
		var out bytes.Buffer
		if err := jpeg.Encode(&out, canvas, &jpeg.Options{Quality: 80}); err != nil {
			b.Fatal(err)
		}
		return time.Since(start)
	}
	var marked, plain time.Duration
	for b.Loop() {
		plain += round(false)
		marked += round(true)
	}
	b.ReportMetric(float64(marked)/float64(plain), "plain-ratio")
}
