package marks_test

import (
	"fmt"
	"image"
	"image/color"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/holdfast-go/holdfast/marks"
	"github.com/holdfast-go/holdfast/outline"
	"github.com/holdfast-go/holdfast/refs"
)

// at is an element with a box.
func at(ref refs.Ref, x, y, w, h float32) marks.Element {
	return marks.Element{Ref: ref, Role: "button", Name: fmt.Sprint("B", ref), Box: outline.Box{X: x, Y: y, Width: w, Height: h}}
}

func plan(t testing.TB, elements []marks.Element, view marks.View, size image.Rectangle, o marks.Options) *marks.Marking {
	t.Helper()
	m, err := marks.Plan(elements, view, size, o)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func TestPixels(t *testing.T) {
	box := outline.Box{X: 10, Y: 20.5, Width: 30.25, Height: 8}
	tests := []struct {
		name   string
		view   marks.View
		box    outline.Box
		want   image.Rectangle
		reason string
	}{
		{"plain", marks.View{}, box, image.Rect(10, 21, 40, 29), "the zero View has one pixel for each CSS pixel, edges on the nearest"},
		{"device scale", marks.View{DeviceScale: 2}, box, image.Rect(20, 41, 81, 57), "edges are scaled before they are rounded"},
		{"fraction", marks.View{DeviceScale: 1.25}, box, image.Rect(13, 26, 50, 36), "12.5 rounds up, 25.625 and 50.3 to the nearest"},
		{"scrolled", marks.View{X: 5, Y: 18.5}, box, image.Rect(5, 2, 35, 10), "the origin is taken off first"},
		{"whole page", marks.View{Y: -100}, box, image.Rect(10, 121, 40, 129), "boxes of the viewport in a picture of the page"},
		{"zoomed", marks.View{X: 10, Y: 20, DeviceScale: 2, Zoom: 1.5}, box, image.Rect(0, 2, 91, 26), "zoom and device scale multiply"},
		{"shrunk", marks.View{DeviceScale: 2, Shrink: 0.25}, box, image.Rect(5, 10, 20, 14), "a picture that was made smaller"},
		{"negative", marks.View{}, outline.Box{X: -10.5, Y: -3, Width: 20, Height: 4}, image.Rect(-10, -3, 10, 1), "half pixels round up there, too"},
		{"nothing", marks.View{}, outline.Box{X: 5, Y: 5, Width: -3, Height: 4}, image.Rectangle{}, "no box is turned inside out"},
		{"not a number", marks.View{}, outline.Box{X: float32(math.NaN()), Width: 3, Height: 4}, image.Rect(0, 0, 0, 4), "a page cannot make it fail"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if got := test.view.Pixels(test.box); got != test.want {
				t.Errorf("%v, want %v: %s", got, test.want, test.reason)
			}
		})
	}
}

func TestChoice(t *testing.T) {
	screen := image.Rect(0, 0, 400, 300)
	row := make([]marks.Element, 10) // from left to right
	for i := range row {
		row[i] = at(refs.Ref(i+1), float32(i*40), 140, 20, 20)
	}
	passive := row[5]
	passive.Passive = true
	tests := []struct {
		name     string
		elements []marks.Element
		view     marks.View
		options  marks.Options
		want     []refs.Ref
		left     marks.Left
		reason   string
	}{
		{
			name: "sizes", elements: []marks.Element{at(1, 10, 10, 3, 40), at(2, 10, 60, 4, 4), at(3, 0, 0, 400, 300), at(4, 0, 0, 400, 200)},
			want: []refs.Ref{2, 4}, left: marks.Left{Small: 1, Large: 1}, reason: "the defaults",
		},
		{
			name: "sizes given", elements: []marks.Element{at(1, 10, 10, 3, 40), at(2, 10, 60, 10, 10), at(3, 0, 0, 400, 300)},
			options: marks.Options{Smallest: 2, Largest: 1}, want: []refs.Ref{1, 2, 3}, reason: "options go before the defaults",
		},
		{
			name: "sizes are of CSS pixels", elements: []marks.Element{at(1, 10, 10, 3, 40), at(2, 10, 60, 4, 4)}, view: marks.View{DeviceScale: 2},
			want: []refs.Ref{2}, left: marks.Left{Small: 1}, reason: "6 device pixels are 3 CSS pixels",
		},
		{
			name: "outside", elements: []marks.Element{at(1, -50, 10, 40, 40), at(2, -30, 10, 40, 40), at(3, 390, 290, 40, 40), at(4, 10, 301, 9, 9), at(5, -36, 10, 39, 39)},
			want: []refs.Ref{2, 3}, left: marks.Left{Outside: 2, Small: 1}, reason: "what counts is the part in the picture",
		},
		{
			name: "covered", elements: []marks.Element{{Ref: 1, Box: outline.Box{X: 10, Y: 10, Width: 40, Height: 40}, Covered: true}, at(2, 10, 60, 40, 40)},
			want: []refs.Ref{2}, left: marks.Left{Covered: 1}, reason: "nobody sees what lies under something else",
		},
		{
			name: "cap", elements: row, options: marks.Options{Cap: 4},
			want: []refs.Ref{4, 5, 6, 7}, left: marks.Left{Over: 6}, reason: "the middle of the picture comes first; the order stays",
		},
		{
			name: "attention", elements: row, options: marks.Options{Cap: 3}, view: marks.View{Attention: outline.Box{X: 300, Y: 100, Width: 40, Height: 40}},
			want: []refs.Ref{8, 9, 10}, left: marks.Left{Over: 7}, reason: "what is nearest to what the user is busy with",
		},
		{
			name: "window", elements: row, options: marks.Options{Cap: 2}, view: marks.View{Window: outline.Box{Width: 30, Height: 300}, Attention: outline.Box{X: 300, Y: 100, Width: 40, Height: 40}},
			want: []refs.Ref{1, 9}, left: marks.Left{Over: 8}, reason: "what is in the window goes before what is near",
		},
		{
			name: "passive", elements: append(append([]marks.Element{}, row[:5]...), passive, row[6]), options: marks.Options{Cap: 6},
			want: []refs.Ref{1, 2, 3, 4, 5, 7}, left: marks.Left{Over: 1}, reason: "what can be operated goes before what cannot",
		},
		{
			name: "sixty", elements: crowd(80), want: first(60), left: marks.Left{Over: 20}, view: marks.View{Attention: outline.Box{Width: 1, Height: 1}},
			reason: "the default cap is the seed's",
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			m := plan(t, test.elements, test.view, screen, test.options)
			var got []refs.Ref
			for _, mark := range m.Marks {
				got = append(got, mark.Ref)
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("%s (-want +got):\n%s", test.reason, diff)
			}
			if diff := cmp.Diff(test.left, m.Left); diff != "" {
				t.Errorf("%s, left (-want +got):\n%s", test.reason, diff)
			}
		})
	}
}

// crowd are boxes in a column, from top to bottom.
func crowd(n int) []marks.Element {
	var list []marks.Element
	for i := range n {
		list = append(list, at(refs.Ref(i+1), 10, float32(i)*3.7, 40, 5))
	}
	return list
}

func first(n int) []refs.Ref {
	list := make([]refs.Ref, n)
	for i := range list {
		list[i] = refs.Ref(i + 1)
	}
	return list
}

func TestLabelsHideNothingWhereThereIsRoom(t *testing.T) {
	for seed := range uint64(200) {
		random := rand.New(rand.NewPCG(seed, 1))
		scale := []float64{1, 1.25, 2, 3}[seed%4]
		screen := image.Rect(0, 0, int(1280*scale), int(800*scale))
		var elements []marks.Element
		// A grid with gaps wide enough for a label, boxes anywhere in their cells.
		for row := range 6 {
			for column := range 6 {
				x, y := float32(column*200+40), float32(row*120+40)
				elements = append(elements, at(refs.Ref(1000+len(elements)), x+random.Float32()*40, y+random.Float32()*20, 8+random.Float32()*90, 8+random.Float32()*40))
			}
		}
		m := plan(t, elements, marks.View{DeviceScale: scale}, screen, marks.Options{})
		if len(m.Marks) != 36 {
			t.Fatalf("seed %d: %d marks", seed, len(m.Marks))
		}
		for i, a := range m.Marks {
			if !a.Label.In(screen) || a.Label.Empty() {
				t.Errorf("seed %d: label %v of %v is not in the picture", seed, a.Label, a.Ref)
			}
			for k, b := range m.Marks {
				if k != i && a.Label.Overlaps(b.Label) || a.Label.Overlaps(b.Pixels) {
					t.Errorf("seed %d: the label of %v hides something of %v", seed, a.Ref, b.Ref)
				}
			}
		}
	}
}

func TestLabelsInACrowd(t *testing.T) {
	// A full toolbar without gaps whose words leave room at one end of each
	// button: the labels go there.
	var elements []marks.Element
	for i := range 30 {
		x, y := float32(i%6*100), float32(i/6*40)
		e := at(refs.Ref(100+i), x, y, 100, 40)
		e.Text = []outline.Box{{X: x + 4, Y: y + 4, Width: 60, Height: 32}}
		elements = append(elements, e)
	}
	m := plan(t, elements, marks.View{}, image.Rect(0, 0, 600, 200), marks.Options{})
	for i, a := range m.Marks {
		for k, b := range m.Marks {
			text := marks.View{}.Pixels(elements[k].Text[0])
			if a.Label.Overlaps(text) {
				t.Errorf("the label of %v at %v hides words of %v at %v", a.Ref, a.Label, b.Ref, text)
			}
			if k != i && a.Label.Overlaps(b.Label) {
				t.Errorf("the labels of %v and %v hide each other", a.Ref, b.Ref)
			}
		}
	}
}

func TestLabelsOfTheSameBox(t *testing.T) {
	m := plan(t, []marks.Element{at(1, 50, 50, 60, 20), at(2, 50, 50, 60, 20), at(3, 50, 50, 60, 20)}, marks.View{}, image.Rect(0, 0, 300, 200), marks.Options{})
	for i, a := range m.Marks {
		for _, b := range m.Marks[i+1:] {
			if a.Label.Overlaps(b.Label) {
				t.Errorf("%v at %v and %v at %v", a.Ref, a.Label, b.Ref, b.Label)
			}
		}
	}
}

// TestBoxesAreThePixels paints elements as a browser does, whole pixels nearest
// to their edges, and finds each again in the picture: 500 random layouts.
func TestBoxesAreThePixels(t *testing.T) {
	for seed := range uint64(500) {
		random := rand.New(rand.NewPCG(seed, 2))
		scale := []float64{1, 1.25, 2, 3}[seed%4]
		screen := image.Rect(0, 0, int(400*scale), int(300*scale))
		view := marks.View{DeviceScale: scale, X: math.Floor(random.Float64() * 100), Y: random.Float64() * 1000}
		picture := image.NewRGBA(screen)
		var elements []marks.Element
		for i := range 12 {
			x, y := float64(i%4)*100+random.Float64()*30, float64(i/4)*100+random.Float64()*30
			w, h := 6+random.Float64()*60, 6+random.Float64()*60
			c := color.RGBA{uint8(i + 1), 0, 0, 0xff}
			// What is painted, by another way than the package's: the pixels
			// whose middle lies in the element.
			for py := int(y * scale); py < min(screen.Dy(), int((y+h)*scale)+2); py++ {
				for px := int(x * scale); px < min(screen.Dx(), int((x+w)*scale)+2); px++ {
					cx, cy := (float64(px)+0.5)/scale, (float64(py)+0.5)/scale
					if cx >= x && cx < x+w && cy >= y && cy < y+h {
						picture.SetRGBA(px, py, c)
					}
				}
			}
			elements = append(elements, at(refs.Ref(i+1), float32(x+view.X), float32(y+view.Y), float32(w), float32(h)))
		}
		m := plan(t, elements, view, screen, marks.Options{})
		if len(m.Marks) != len(elements) {
			t.Fatalf("seed %d: %d marks, %v", seed, len(m.Marks), m.Left)
		}
		shown := painted(picture)
		for i, mark := range m.Marks {
			if got, want := mark.Pixels, shown[i+1]; !near(got, want, 1) {
				t.Errorf("seed %d, scale %v: %v is at %v, painted at %v", seed, scale, mark.Ref, got, want)
			}
		}
	}
}

// painted are the rectangles around the pixels of each red.
func painted(picture *image.RGBA) (all [16]image.Rectangle) {
	for y := range picture.Rect.Dy() {
		for x := range picture.Rect.Dx() {
			if red := picture.Pix[picture.PixOffset(x, y)]; red != 0 {
				all[red] = all[red].Union(image.Rect(x, y, x+1, y+1))
			}
		}
	}
	return all
}

func near(a, b image.Rectangle, by int) bool {
	for _, d := range [...]int{a.Min.X - b.Min.X, a.Min.Y - b.Min.Y, a.Max.X - b.Max.X, a.Max.Y - b.Max.Y} {
		if d > by || d < -by {
			return false
		}
	}
	return true
}

func TestContrast(t *testing.T) {
	if c := marks.Contrast(color.RGBA{A: 0xff}, color.RGBA{0xff, 0xff, 0xff, 0xff}); math.Abs(c-21) > 1e-9 {
		t.Errorf("black on white has %v", c)
	}
	for seed := range uint64(300) {
		random := rand.New(rand.NewPCG(seed, 3))
		c := color.RGBA{uint8(random.Uint32()), uint8(random.Uint32()), uint8(random.Uint32()), uint8(random.Uint32())}
		picture := image.NewRGBA(image.Rect(0, 0, 200, 100))
		m := plan(t, []marks.Element{at(8888, 20, 40, 100, 30)}, marks.View{DeviceScale: 1}, picture.Rect, marks.Options{Colours: []color.RGBA{c}, FontSize: 30})
		m.Draw(picture)
		c.A = 0xff
		best := 0.0
		label := m.Marks[0].Label
		for y := label.Min.Y; y < label.Max.Y; y++ {
			for x := label.Min.X; x < label.Max.X; x++ {
				best = max(best, marks.Contrast(picture.RGBAAt(x, y), c))
			}
		}
		if best < 4.5 {
			t.Errorf("a label of %v has a contrast of %.2f", c, best)
		}
	}
}

func TestLegend(t *testing.T) {
	e := at(12, 40, 120, 64, 24)
	e.Name = "Pay\n\u202enow"
	covered := at(13, 0, 0, 50, 50)
	covered.Covered = true
	m := plan(t, []marks.Element{e, covered, at(14, 1, 1, 1, 1)}, marks.View{}, image.Rect(0, 0, 400, 300), marks.Options{})
	want := "e12 button \"Pay now\" at 40,120 size 64×24\nnot marked: 1 covered, 1 too small"
	if got := m.String(); got != want {
		t.Errorf("%q, want %q: what a page says cannot forge a line", got, want)
	}
}

func FuzzPlan(f *testing.F) {
	f.Add(uint64(1), float32(10), float32(10), float32(50), float32(20), 1.0, 0.0, 0.0, 300, 200)
	f.Add(uint64(99999999), float32(-5), float32(1e9), float32(1e30), float32(20), 3.0, -1e300, 1e10, 5, 3)
	f.Add(uint64(7), float32(0), float32(0), float32(4), float32(4), 0.001, 0.0, 0.0, 1, 1)
	f.Fuzz(func(t *testing.T, ref uint64, x, y, w, h float32, scale, left, top float64, wide, high int) {
		bounds := image.Rect(3, 5, 3+min(max(wide, 0), 500), 5+min(max(high, 0), 500))
		var elements []marks.Element
		for i := range 5 {
			e := at(refs.Ref(ref+uint64(i)), x*float32(i), y+float32(i), w, h)
			if i%2 == 0 {
				e.Text = []outline.Box{{X: x, Y: y, Width: h, Height: w}}
			}
			elements = append(elements, e)
		}
		view := marks.View{X: left, Y: top, DeviceScale: scale}
		m, err := marks.Plan(elements, view, bounds, marks.Options{Cap: 3, Style: marks.Style(ref % 3)})
		if err != nil {
			t.Fatal(err)
		}
		left2 := m.Left
		if n := len(m.Marks) + left2.Small + left2.Large + left2.Outside + left2.Covered + left2.Over; n != len(elements) || len(m.Marks) > 3 {
			t.Fatalf("%d elements, %d marks and %+v", len(elements), len(m.Marks), left2)
		}
		whole := image.NewRGBA(image.Rect(0, 0, 510, 510))
		m.Draw(whole)
		for py := range 510 {
			for px := range 510 {
				if !image.Pt(px, py).In(bounds) && whole.Pix[whole.PixOffset(px, py)+3] != 0 {
					t.Fatalf("something was drawn at %d,%d, outside of %v", px, py, bounds)
				}
			}
		}
		for _, mark := range m.Marks {
			if mark.Pixels.Empty() || !mark.Pixels.In(bounds) || !mark.Label.In(bounds) {
				t.Fatalf("%+v is not in %v", mark, bounds)
			}
		}
		again, err := marks.Plan(elements, view, bounds, marks.Options{Cap: 3, Style: marks.Style(ref % 3)})
		if err != nil || again.String() != m.String() || !cmp.Equal(labels(again), labels(m)) {
			t.Fatal("the same input gave something else")
		}
	})
}

func labels(m *marks.Marking) []image.Rectangle {
	var list []image.Rectangle
	for _, mark := range m.Marks {
		list = append(list, mark.Label)
	}
	return list
}
