package provider_test

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	"image/color"
	_ "image/jpeg"
	_ "image/png"
	"math"
	"strings"
	"testing"
	"time"

	_ "golang.org/x/image/webp"

	"github.com/holdfast-go/holdfast/browser"
	"github.com/holdfast-go/holdfast/internal/testpage"
	"github.com/holdfast-go/holdfast/marks"
	"github.com/holdfast-go/holdfast/outline"
	"github.com/holdfast-go/holdfast/provider"
)

// shoot takes a picture and decodes it.
func shoot(tb testing.TB, page browser.Page, r browser.ScreenshotRequest) (*browser.Screenshot, image.Image) {
	tb.Helper()
	s, err := page.Screenshot(within(tb, 30*time.Second), r)
	if err != nil {
		tb.Fatal(err)
	}
	m, format, err := image.Decode(bytes.NewReader(s.Data))
	if err != nil {
		tb.Fatal(err)
	}
	if format != string(s.Format) || m.Bounds().Dx() != s.Width || m.Bounds().Dy() != s.Height {
		tb.Errorf("the result says %s %dx%d, the picture is %s %v", s.Format, s.Width, s.Height, format, m.Bounds())
	}
	return s, m
}

// at is a pixel's colour.
func colourAt(m image.Image, x, y int) color.RGBA {
	return color.RGBAModel.Convert(m.At(m.Bounds().Min.X+x, m.Bounds().Min.Y+y)).(color.RGBA)
}

func rgb(hex uint32) color.RGBA {
	return color.RGBA{uint8(hex >> 16), uint8(hex >> 8), uint8(hex), 0xff}
}

// around is the rectangle around all pixels of a colour.
func around(m image.Image, c color.RGBA) image.Rectangle {
	var r image.Rectangle
	b := m.Bounds()
	for y := b.Min.Y; y < b.Max.Y; y++ {
		for x := b.Min.X; x < b.Max.X; x++ {
			if colourAt(m, x-b.Min.X, y-b.Min.Y) == c {
				r = r.Union(image.Rect(x, y, x+1, y+1))
			}
		}
	}
	return r
}

func close2(a, b image.Rectangle, by int) bool {
	for _, d := range [...]int{a.Min.X - b.Min.X, a.Min.Y - b.Min.Y, a.Max.X - b.Max.X, a.Max.Y - b.Max.Y} {
		if d > by || d < -by {
			return false
		}
	}
	return true
}

// named is the mark of the element with that name.
func named(tb testing.TB, s *browser.Screenshot, name string) marks.Mark {
	tb.Helper()
	for _, m := range s.Legend {
		if m.Name == name {
			return m
		}
	}
	tb.Fatalf("%q has no mark: %s", name, s)
	return marks.Mark{}
}

// scaled gives a provider whose pages have that many device pixels for each CSS
// pixel.
func scaled(tb testing.TB, scale float64, more ...provider.Option) *provider.Provider {
	tb.Helper()
	return newProvider(tb, append(more, provider.WithEmulation(provider.Emulation{Viewport: &browser.Viewport{Width: 800, Height: 600, Scale: scale}}))...)
}

// TestMarksAreWhereThingsArePainted is case R23: squares in known colours, plain,
// zoomed, turned, fixed, in a scrolled box.
func TestMarksAreWhereThingsArePainted(t *testing.T) {
	site := testpage.Cases(t)
	for _, scale := range []float64{1, 1.25, 1.5, 2, 3} {
		t.Run(fmt.Sprint(scale), func(t *testing.T) {
			page := open(t, scaled(t, scale), site.URL("/cases/R23-dsf-zoom/"))
			_, plain := shoot(t, page, browser.ScreenshotRequest{})
			s, _ := shoot(t, page, browser.ScreenshotRequest{Marks: true})
			if math.Abs(s.Scale-scale) > 1e-6 || s.Width != int(800*scale) || s.Height != int(600*scale) {
				t.Errorf("%dx%d, scale %v", s.Width, s.Height, s.Scale)
			}
			snap := snapshot(t, page)
			for _, square := range []struct {
				name   string
				colour uint32
				by     int
			}{{"A", 0xff0000, 1}, {"B", 0x00a000, 1}, {"C", 0x0000ff, 3}, {"D", 0xff00ff, 1}, {"E", 0xff8000, 3}} { // what scrolls is painted on whole pixels
				mark := named(t, s, square.name)
				if want := around(plain, rgb(square.colour)); !close2(mark.Pixels, want, square.by) {
					t.Errorf("%s is marked at %v, painted at %v", square.name, mark.Pixels, want)
				}
				x, y := (mark.Pixels.Min.X+mark.Pixels.Max.X)/2, (mark.Pixels.Min.Y+mark.Pixels.Max.Y)/2
				if got := colourAt(plain, x, y); got != rgb(square.colour) {
					t.Errorf("the middle of %s is %v", square.name, got)
				}
				if want := ref(t, snap, "button", square.name); mark.Ref != want {
					t.Errorf("%s is numbered %v, and %v in the outline", square.name, mark.Ref, want)
				}
			}
			holds(t, page, "document.querySelectorAll('*').length === __count")
		})
	}
}

func TestScreenshotOfParts(t *testing.T) {
	p := scaled(t, 2)
	page := open(t, p, testpage.HTML(t, `<title>Parts</title><body style="margin:0;background:#fff;height:3000px">
		<button style="position:absolute;left:100px;top:50px;width:60px;height:30px;border:0;background:#00f;color:transparent">Near</button>
		<div tabindex=0 role=button aria-label="Tall" style="position:absolute;left:40px;top:1000px;width:100px;height:1200px;background:#f00"></div>
		<div style="position:absolute;left:0;top:2990px;width:100%;height:10px;background:#0f0"></div>`))
	snap := snapshot(t, page)
	height := evalAs[int](t, page, "innerHeight")

	s, m := shoot(t, page, browser.ScreenshotRequest{Ref: ref(t, snap, "button", "Near")})
	if s.Width != 120 || s.Height != 60 || around(m, rgb(0x0000ff)) != m.Bounds() {
		t.Errorf("an element is cut out to the pixel: %v, blue at %v", m.Bounds(), around(m, rgb(0x0000ff)))
	}
	s, m = shoot(t, page, browser.ScreenshotRequest{Box: outline.Box{X: 90, Y: 40, Width: 20, Height: 20}, Format: browser.JPEG})
	if s.Width != 40 || s.Height != 40 || s.Format != browser.JPEG {
		t.Errorf("%s", s)
	}
	if c := colourAt(m, 35, 35); c.B < 200 || c.R > 50 {
		t.Errorf("the box shows %v", c)
	}
	s, m = shoot(t, page, browser.ScreenshotRequest{Ref: ref(t, snap, "button", "Tall")})
	if s.Width != 200 || s.Height != 2400 || around(m, rgb(0xff0000)) != m.Bounds() {
		t.Errorf("what is higher than the window is whole: %v, red at %v", m.Bounds(), around(m, rgb(0xff0000)))
	}
	if evalAs[float64](t, page, "scrollY") == 0 {
		t.Error("it was not scrolled into view")
	}
	s, m = shoot(t, page, browser.ScreenshotRequest{FullPage: true, Marks: true})
	if s.Height != 6000 || !close2(around(m, rgb(0x00ff00)), image.Rect(0, 5980, m.Bounds().Dx(), 6000), 1) {
		t.Errorf("the full page is %v, its foot at %v", m.Bounds(), around(m, rgb(0x00ff00)))
	}
	if got, want := named(t, s, "Near").Pixels, image.Rect(200, 100, 320, 160); !close2(got, want, 1) {
		t.Errorf("in a scrolled page it is marked at %v, not %v", got, want)
	}
	if got, want := named(t, s, "Tall").Pixels, image.Rect(80, 2000, 280, 4400); !close2(got, want, 1) {
		t.Errorf("beyond the window it is marked at %v, not %v", got, want)
	}
	if now := evalAs[int](t, page, "innerHeight"); now != height {
		t.Errorf("the window was %d high and is %d", height, now)
	}
}

func TestScreenshotFormatsAndBounds(t *testing.T) {
	page := open(t, newProvider(t), testpage.HTML(t, `<title>Noise</title><body style="margin:0"><canvas id=c width=900 height=600></canvas><button style="position:absolute;left:50px;top:50px">Go</button>
		<script>const x=c.getContext('2d'),d=x.createImageData(900,600);let s=7;for(let i=0;i<d.data.length;i++){s=(s*1103515245+12345)&0x7fffffff;d.data[i]=i%4==3?255:s>>16&255}x.putImageData(d,0,0)</script>`))
	whole, _ := shoot(t, page, browser.ScreenshotRequest{})
	for _, format := range []browser.ImageFormat{browser.PNG, browser.JPEG, browser.WebP} {
		if s, _ := shoot(t, page, browser.ScreenshotRequest{Format: format}); s.Format != format || s.Width != whole.Width {
			t.Errorf("%s: %s", format, s)
		}
	}
	good, _ := shoot(t, page, browser.ScreenshotRequest{Format: browser.JPEG, Quality: 95})
	poor, _ := shoot(t, page, browser.ScreenshotRequest{Format: browser.JPEG, Quality: 10})
	if len(poor.Data)*2 > len(good.Data) {
		t.Errorf("quality 95 has %d bytes, 10 has %d", len(good.Data), len(poor.Data))
	}
	s, m := shoot(t, page, browser.ScreenshotRequest{MaxEdge: 400, Marks: true})
	if s.Width != 400 || math.Abs(s.Scale-400/float64(whole.Width)) > 1e-3 {
		t.Errorf("%s", s)
	}
	mark := named(t, s, "Go")
	if want := (marks.View{DeviceScale: s.Scale}).Pixels(mark.Box); !close2(mark.Pixels, want, 1) || !mark.Label.In(m.Bounds()) {
		t.Errorf("marked at %v, want %v; label at %v", mark.Pixels, want, mark.Label)
	}
	for _, format := range []browser.ImageFormat{browser.PNG, browser.JPEG} {
		for _, most := range []int{200_000, 20_000} {
			s, _ := shoot(t, page, browser.ScreenshotRequest{MaxBytes: most, Format: format, Marks: true})
			if len(s.Data) > most || s.Width < 60 {
				t.Errorf("%s within %d bytes: %d bytes, %s", format, most, len(s.Data), s)
			}
		}
	}
	if s, _ := shoot(t, page, browser.ScreenshotRequest{MaxBytes: 1 << 20}); s.Format != browser.JPEG || s.Width != whole.Width {
		t.Errorf("a budget that is large enough changes nothing but the format: %s", s)
	}
	for _, bad := range []browser.ScreenshotRequest{
		{FullPage: true, Box: outline.Box{Width: 1, Height: 1}}, {Format: "gif"}, {Quality: 101}, {MaxEdge: -1}, {Format: browser.WebP, Marks: true},
		{Box: outline.Box{Width: -1, Height: 1}}, {Box: outline.Box{X: 1e6, Y: 1e6, Width: 10, Height: 10}}, {MaxBytes: 10},
	} {
		if _, err := page.Screenshot(within(t, 30*time.Second), bad); !errors.Is(err, browser.ErrInvalidArgument) {
			t.Errorf("%+v: %v", bad, err)
		}
	}
}

// TestScreenshotOfSecrets is case R36.
func TestScreenshotOfSecrets(t *testing.T) {
	site := testpage.Cases(t)
	p := newProvider(t, provider.WithSecrets(secretStore(t, "127.0.0.1", "localhost")))
	page := open(t, p, site.URL("/cases/R36-secrets/"))
	fill(t, page, "textbox", "Password", "{{secret:shop}}")
	fill(t, page, "textbox", "API key", "{{secret:shop}}")
	click(t, page, "button", "Show password")
	click(t, page, "button", "Echo")
	boxes := evalAs[map[string][4]float64](t, page, `Object.fromEntries(['pw','key','card','ec','s1','s2'].map(id => {
		const b = document.getElementById(id).getBoundingClientRect(); return [id, [b.left, b.top, b.right, b.bottom]] }))`)
	for _, r := range []browser.ScreenshotRequest{{}, {Marks: true, Format: browser.JPEG, Quality: 100}, {FullPage: true}, {Format: browser.WebP}} {
		s, m := shoot(t, page, r)
		for id, b := range boxes {
			for _, x := range []float64{b[0] + 1, (b[0] + b[2]) / 2, b[2] - 2} {
				c := colourAt(m, int(x), int((b[1]+b[3])/2))
				if id == "ec" && x > b[0]+100 {
					continue // a paragraph is as wide as the page
				}
				dark := c.R < 0x48 && c.G < 0x48 && c.B < 0x50
				// A mark's lines are at the edges.
				if middle := x == (b[0]+b[2])/2; !dark && (middle || !r.Marks) {
					t.Errorf("%+v: %s shows %v at %v", r, id, c, x)
				}
			}
		}
		if s.Hidden < 5 { // the words of the last paragraph are one row
			t.Errorf("%d painted over: %s", s.Hidden, s)
		}
		if strings.Contains(s.String(), "S3cr3t") {
			t.Errorf("the legend holds the secret: %s", s)
		}
	}
	s, m := shoot(t, page, browser.ScreenshotRequest{ShowSecrets: true})
	b := boxes["card"]
	if c := colourAt(m, int(b[2])-6, int(b[1]+b[3])/2); s.Hidden != 0 || c != rgb(0xffffff) {
		t.Errorf("asked for, secrets are shown: %v, %s", c, s)
	}
	if evalAs[int](t, page, "document.querySelectorAll('style').length") != 0 {
		t.Error("something was left in the page")
	}
}
