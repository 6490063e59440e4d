package provider_test

import (
	"encoding/json"
	"fmt"
	"image"
	"image/color"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/holdfast-go/holdfast/browser"
	"github.com/holdfast-go/holdfast/internal/testpage"
	"github.com/holdfast-go/holdfast/marks"
	"github.com/holdfast-go/holdfast/provider"
)

// TestMarksOfRandomLayouts paints buttons in known colours, at fractions of
// pixels, and compares where the browser put them with where the marks are: 500
// layouts, 20 in each picture, a quarter of them at each scale, the last of them
// scrolled.
func TestMarksOfRandomLayouts(t *testing.T) {
	const across, down, buttons = 5, 4, 6
	pictures := 7
	if testing.Short() {
		pictures = 1
	}
	for _, scale := range []float64{1, 1.25, 2, 3} {
		t.Run(fmt.Sprint(scale), func(t *testing.T) {
			p := newProvider(t, provider.WithEmulation(provider.Emulation{Viewport: &browser.Viewport{Width: across*200 + 20, Height: down * 160, Scale: scale}}))
			page := open(t, p, testpage.HTML(t, `<title>Layouts</title><body style="margin:0;background:#fff;height:3000px">`))
			random := rand.New(rand.NewPCG(uint64(scale*100), 9))
			for n := range pictures {
				scroll := 0
				if n == pictures-1 {
					scroll = 777
				}
				var html strings.Builder
				for i := range across * down * buttons {
					cell, at := i/buttons, i%buttons
					fmt.Fprintf(&html, `<button style="position:absolute;border:0;padding:0;left:%.2fpx;top:%.2fpx;width:%.2fpx;height:%.2fpx;background:rgb(%d,0,200);color:transparent">b%d</button>`,
						float64(cell%across*200+at%3*64)+random.Float64()*20, float64(scroll+cell/across*160+at/3*76)+random.Float64()*20,
						6+random.Float64()*34, 6+random.Float64()*40, i+1, i)
				}
				evalAs[bool](t, page, fmt.Sprintf("document.body.innerHTML = %q, scrollTo(0, %d), true", html.String(), scroll))
				_, plain := shoot(t, page, browser.ScreenshotRequest{})
				s, _ := shoot(t, page, browser.ScreenshotRequest{Marks: true, MarkOptions: marks.Options{Cap: 200}})
				painted := paintedBlue(plain)
				if len(s.Legend) != across*down*buttons || len(s.Unsteady) != 0 {
					t.Fatalf("picture %d: %s", n, s)
				}
				for _, mark := range s.Legend {
					var i int
					if _, err := fmt.Sscanf(mark.Name, "b%d", &i); err != nil {
						t.Fatal(err)
					}
					if want := painted[uint8(i+1)]; !close2(mark.Pixels, want, 1) {
						t.Errorf("picture %d: b%d is marked at %v, painted at %v", n, i, mark.Pixels, want)
					}
				}
			}
		})
	}
}

// paintedBlue are the rectangles around the pixels of each red that have the
// blue of the layouts.
func paintedBlue(picture image.Image) (all [256]image.Rectangle) {
	m := picture.(*image.RGBA)
	for y := range m.Rect.Dy() {
		row := m.Pix[y*m.Stride:]
		for x := range m.Rect.Dx() {
			if c := row[4*x : 4*x+4]; c[1] == 0 && c[2] == 200 {
				all[c[0]] = all[c[0]].Union(image.Rect(x, y, x+1, y+1))
			}
		}
	}
	for i := range all {
		all[i] = withEdges(m, all[i])
	}
	return all
}

// withEdges adds the rows and columns of pixels that are more than half the
// button's: at a fraction of a scale, what is scrolled by a fraction of a pixel
// has smooth edges.
func withEdges(m *image.RGBA, r image.Rectangle) image.Rectangle {
	mine := func(x, y int) bool { return image.Pt(x, y).In(m.Rect) && m.Pix[m.PixOffset(x, y)+1] < 128 }
	x, y := (r.Min.X+r.Max.X)/2, (r.Min.Y+r.Max.Y)/2
	grown := r
	if mine(r.Min.X-1, y) {
		grown.Min.X--
	}
	if mine(r.Max.X, y) {
		grown.Max.X++
	}
	if mine(x, r.Min.Y-1) {
		grown.Min.Y--
	}
	if mine(x, r.Max.Y) {
		grown.Max.Y++
	}
	return grown
}

// watchPresses makes the page note what a press reaches, and keeps it from doing
// anything.
const watchPresses = `(() => {
	window.__hit = null;
	for (const type of ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click', 'mousemove', 'pointermove', 'mouseover', 'mouseenter'])
		addEventListener(type, e => {
			if (type === 'pointerdown') window.__hit = e.composedPath();
			e.preventDefault();
			e.stopImmediatePropagation();
		}, true);
	return true;
})()`

// pressReached tells whether the last press reached an element with that box,
// something in it, or its label. A press on a frame is the frame's; the page sees
// nothing of it.
const pressReached = `(box => {
	const near = r => Math.abs(r.left - box[0]) < 1.5 && Math.abs(r.top - box[1]) < 1.5 && Math.abs(r.width - box[2]) < 1.5 && Math.abs(r.height - box[3]) < 1.5;
	const inner = e => { const range = document.createRange(); range.selectNodeContents(e); return range.getBoundingClientRect(); };
	const under = [];
	if (!window.__hit) for (let e = document.elementFromPoint(box[4], box[5]); e; e = e.parentElement) under.push(e);
	if (under.length > 0 && under[0].localName !== 'iframe') return false;
	const path = (window.__hit || under).filter(e => e.nodeType === 1);
	window.__hit = null;
	return path.some(e => near(e.getBoundingClientRect()) || near(inner(e)) || e.localName === 'label' && e.control && near(e.control.getBoundingClientRect()));
})(%s)`

// TestTheMiddleOfAMarkIsItsElement presses the middle of each mark by raw
// coordinates.
func TestTheMiddleOfAMarkIsItsElement(t *testing.T) {
	cases := testpage.Cases(t)
	pages := map[string]string{}
	for _, c := range []string{"R21-overlay", "R23-dsf-zoom", "R25-hidden-checkbox", "R50-background-shot"} {
		pages[c] = cases.URL("/cases/" + c + "/")
	}
	for _, saved := range testpage.Saved(t) {
		switch saved.Name {
		case "aclu", "nytimes-3", "wikipedia-3", "msn", "medium-3", "yahoo-2":
			pages[saved.Name] = saved.URL
		}
	}
	p := newProvider(t)
	total, hits := 0, 0
	for name, address := range pages {
		page := open(t, p, address)
		evalAs[bool](t, page, watchPresses)
		for _, y := range []int{0, 900} {
			evalAs[bool](t, page, fmt.Sprintf("scrollTo({top: %d, behavior: 'instant'}), true", y))
			s, _ := shoot(t, page, browser.ScreenshotRequest{Marks: true})
			if len(s.Unsteady) > 0 {
				t.Errorf("%s: %s", name, s)
			}
			for _, mark := range s.Legend {
				total++
				if pressed(t, page, mark) {
					hits++
				} else {
					t.Logf("%s: the middle of %s is something else", name, mark)
				}
			}
			if len(s.Legend) == 0 && y == 0 && name != "R21-overlay" {
				t.Errorf("%s: nothing is marked: %s", name, s)
			}
		}
		if err := page.Close(within(t, 10*time.Second)); err != nil {
			t.Fatal(err)
		}
	}
	t.Logf("%d of %d marks", hits, total)
	if total < 150 || float64(hits) < 0.995*float64(total) {
		t.Errorf("%d of %d marks have their element in the middle", hits, total)
	}
}

// pressed presses the middle of a mark and tells whether its element got it.
func pressed(tb testing.TB, page browser.Page, mark marks.Mark) bool {
	tb.Helper()
	where, err := page.Locate(within(tb, 10*time.Second), browser.LocateRequest{Ref: mark.Ref})
	if err != nil {
		tb.Fatalf("%s: %v", mark, err)
	}
	box := where.Box
	if where.Hidden || box.Width <= 2 || box.Height <= 2 { // its label stands for it
		box.X, box.Y, box.Width, box.Height = float64(mark.Box.X), float64(mark.Box.Y), float64(mark.Box.Width), float64(mark.Box.Height)
	}
	x, y := float64(mark.Box.X+mark.Box.Width/2), float64(mark.Box.Y+mark.Box.Height/2)
	for _, kind := range []string{"mousePressed", "mouseReleased"} {
		err := provider.SendRaw(within(tb, 10*time.Second), page, "Input.dispatchMouseEvent", map[string]any{
			"type": kind, "button": "left", "clickCount": 1, "x": x, "y": y,
		})
		if err != nil {
			tb.Fatal(err)
		}
	}
	argument, err := json.Marshal([]float64{box.X, box.Y, box.Width, box.Height, x, y})
	if err != nil {
		tb.Fatal(err)
	}
	return evalAs[bool](tb, page, fmt.Sprintf(pressReached, argument))
}

func TestMarksAreOfTheMoment(t *testing.T) {
	p := newProvider(t)
	page := open(t, p, testpage.HTML(t, `<title>Moving</title><body style="margin:0">
		<style>@keyframes go { from { margin-left: 0 } to { margin-left: 600px } } .go { animation: go 3s linear infinite alternate }</style>
		<button style="position:absolute;left:10px;top:10px">Still</button>
		<button class=go style="position:absolute;left:10px;top:100px;width:80px;height:30px">Runner</button>
		<button style="position:absolute;left:10px;top:200px;width:80px;height:30px">Under</button>
		<div style="position:absolute;left:0;top:190px;width:300px;height:60px;background:#999"></div>`))
	s, _ := shoot(t, page, browser.ScreenshotRequest{Marks: true})
	runner := named(t, s, "Runner")
	if len(s.Unsteady) != 1 || s.Unsteady[0] != runner.Ref {
		t.Errorf("what moves must be told, and nothing else: %s", s)
	}
	if !strings.Contains(s.String(), "may be off: "+runner.Ref.String()) {
		t.Errorf("%s", s)
	}
	if s.Unmarked.Covered != 1 || strings.Contains(s.String(), "Under") {
		t.Errorf("what lies under something has no mark: %s", s)
	}
	// The refs work at once: nothing else was read before.
	if _, err := page.Click(within(t, 10*time.Second), browser.ClickRequest{Ref: named(t, s, "Still").Ref}); err != nil {
		t.Error(err)
	}
	frozen, _ := shoot(t, page, browser.ScreenshotRequest{Marks: true, Freeze: true})
	if len(frozen.Unsteady) != 0 {
		t.Errorf("what is frozen does not move: %s", frozen)
	}
	eventually(t, "it runs again", func() bool {
		const place = "document.querySelector('.go').getBoundingClientRect().left"
		before := evalAs[float64](t, page, place)
		return evalAs[bool](t, page, fmt.Sprintf("new Promise(done => setTimeout(() => done(%s !== %g), 60))", place, before))
	})
	if snap := snapshot(t, page); ref(t, snap, "button", "Still") != named(t, s, "Still").Ref {
		t.Error("the outline has another number")
	}
}

func TestFreezeHidesTheCaret(t *testing.T) {
	page := open(t, newProvider(t), testpage.HTML(t, `<title>Caret</title><body style="margin:0"><input autofocus id=i style="border:0;outline:0;caret-color:#f00;width:100px;height:40px;font-size:30px">`))
	evalAs[bool](t, page, "i.focus(), true")
	red := color.RGBA{0xff, 0, 0, 0xff}
	eventually(t, "the caret is seen", func() bool {
		_, m := shoot(t, page, browser.ScreenshotRequest{})
		return !around(m, red).Empty()
	})
	for range 3 {
		if _, m := shoot(t, page, browser.ScreenshotRequest{Freeze: true}); !around(m, red).Empty() {
			t.Error("the caret is in the picture")
		}
	}
	eventually(t, "the caret is seen again", func() bool {
		_, m := shoot(t, page, browser.ScreenshotRequest{})
		return !around(m, red).Empty()
	})
}

func TestMarksInFrames(t *testing.T) {
	s := testpage.New(t)
	inner := strings.Replace(s.Page("/inner", `<body style="margin:0"><button style="position:absolute;left:20px;top:10px;width:60px;height:30px;border:0;background:#00f;color:transparent">Deep</button>
		<button style="position:absolute;left:20px;top:100px;width:60px;height:30px">Veiled</button><input type=password value=hidden style="position:absolute;left:120px;top:10px;width:80px;height:30px;border:0;background:#0f0">`), "127.0.0.1", "localhost", 1)
	page := open(t, newProvider(t), s.Page("/outer", `<body style="margin:0"><iframe src="`+inner+`" style="position:absolute;left:100px;top:50px;width:300px;height:200px;border:5px solid #000"></iframe>
		<div style="position:absolute;left:100px;top:140px;width:300px;height:60px;background:#eee"></div>`))
	shows(t, page, "Deep")
	_, plain := shoot(t, page, browser.ScreenshotRequest{ShowSecrets: true})
	shot, m := shoot(t, page, browser.ScreenshotRequest{Marks: true})
	if mark, want := named(t, shot, "Deep"), around(plain, color.RGBA{0, 0, 0xff, 0xff}); !close2(mark.Pixels, want, 1) {
		t.Errorf("in a frame of another origin it is marked at %v, painted at %v", mark.Pixels, want)
	}
	if strings.Contains(shot.String(), "Veiled") {
		t.Errorf("a layer of the page lies upon it: %s", shot)
	}
	if field := around(plain, color.RGBA{0, 0xff, 0, 0xff}); field.Empty() || !around(m, color.RGBA{0, 0xff, 0, 0xff}).Empty() || shot.Hidden != 1 {
		t.Errorf("its password field at %v must be painted over: %s", field, shot)
	}
}
