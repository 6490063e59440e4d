package provider

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"image/draw"
	"image/jpeg"
	"image/png"
	"time"

	"golang.org/x/image/webp"

	"github.com/holdfast-go/holdfast/browser"
)

// camera takes the pictures of one request. When the tab has to come to the
// front it stays there until the last of them, and no other tab of the provider
// is taken meanwhile.
type camera struct {
	page  *page
	stay  bool // behind
	front bool // it came to the front
	back  browser.TabID
	free  func() // the place in the queue
	again bool   // whether the former front tab is there again
}

// picture is what was taken: the bytes as the browser delivered them, or pixels.
type picture struct {
	data   []byte
	format browser.ImageFormat
	pixels *image.RGBA
}

// capture are the parameters of Page.captureScreenshot. Speed makes it encode
// fast, which is for pictures that are decoded right away.
type capture struct {
	Format  browser.ImageFormat `json:"format"`
	Quality int                 `json:"quality,omitempty"`
	Clip    *captureClip        `json:"clip,omitempty"`
	Beyond  bool                `json:"captureBeyondViewport,omitempty"`
	Speed   bool                `json:"optimizeForSpeed,omitempty"`
}

// captureClip is in CSS pixels of the page.
type captureClip struct {
	X      float64 `json:"x"`
	Y      float64 `json:"y"`
	Width  float64 `json:"width"`
	Height float64 `json:"height"`
	Scale  float64 `json:"scale"`
}

// take takes what was planned. With plain the browser's own encoding will do.
func (c *camera) take(ctx context.Context, cut *cut, plain bool, r *browser.ScreenshotRequest) (*picture, error) {
	how := capture{Format: browser.PNG, Speed: true}
	if plain && len(cut.tiles) <= 1 && (cut.area.Width == 0 || cut.beyond || r.Format == browser.WebP) {
		how = capture{Format: r.Format}
		if r.Format != browser.PNG {
			how.Quality = r.Quality
		}
	} else {
		plain = false
	}
	view, area := cut.view, cut.area
	clip := func(y, height float64) *captureClip {
		return &captureClip{float64(area.X) + view.ScrollX, y + view.ScrollY, float64(area.Width), height, 1}
	}
	if !cut.beyond {
		if plain && area.Width > 0 {
			how.Clip = clip(float64(area.Y), float64(area.Height))
		}
		data, err := c.shoot(ctx, how, pixels(cut))
		if err != nil || plain {
			return &picture{data: data, format: how.Format}, err
		}
		window, err := decodePicture(data, how.Format)
		if err != nil || area.Width == 0 {
			return &picture{pixels: window}, err
		}
		part := cut.window().Pixels(area).Intersect(window.Rect)
		if part.Empty() {
			return nil, invalid("the box lies outside of the window")
		}
		return &picture{pixels: window.SubImage(part).(*image.RGBA)}, nil
	}
	how.Beyond = true
	whole := &picture{format: how.Format}
	at := float64(area.Y)
	for _, height := range cut.tiles {
		how.Clip = clip(at, height)
		data, err := c.shoot(ctx, how, pixels(cut)/float64(len(cut.tiles)))
		if err != nil {
			return nil, err
		}
		if plain {
			whole.data = data
			return whole, nil
		}
		tile, err := decodePicture(data, how.Format)
		if err != nil {
			return nil, err
		}
		if whole.pixels == nil {
			if len(cut.tiles) == 1 {
				return &picture{pixels: tile}, nil
			}
			whole.pixels = image.NewRGBA(image.Rect(0, 0, tile.Rect.Dx(), int(float64(area.Height)*view.Ratio+0.5)))
		}
		y := int((at-float64(area.Y))*view.Ratio + 0.5)
		draw.Draw(whole.pixels, tile.Rect.Add(image.Pt(0, y)), tile, image.Point{}, draw.Src)
		at += height
	}
	return whole, nil
}

// pixels is how many device pixels a picture has.
func pixels(c *cut) float64 {
	area := c.shows()
	return float64(area.Width) * float64(area.Height) * c.view.Ratio * c.view.Ratio
}

// perPixel is what a large picture may take longer than one of a window: 3 s for
// the largest tile of a wide page, of which 20 million pixels took 1.1 s
// (Chromium 156).
const perPixel = 150 * time.Nanosecond

// shoot takes one picture, in front when it does not come from behind.
func (c *camera) shoot(ctx context.Context, how capture, size float64) ([]byte, error) {
	owner := c.page.owner
	limit := owner.config.picture + time.Duration(size)*perPixel
	if c.free == nil {
		free, err := owner.pictures.share(ctx)
		if err != nil {
			return nil, err
		}
		data, late, err := c.once(ctx, how, limit)
		free()
		if err == nil || !late {
			return data, err
		}
		if err := c.forward(ctx); err != nil {
			return nil, err
		}
	}
	data, late, err := c.once(ctx, how, limit)
	if late {
		return nil, noPicture(err)
	}
	return data, err
}

// once takes a picture within a limit of its own: a tab that is not shown may
// never give one (FACTS.md). It reports whether that is why there is none.
func (c *camera) once(ctx context.Context, how capture, d time.Duration) (data []byte, late bool, err error) {
	limit, cancel := limited(ctx, d)
	defer cancel()
	var reply struct {
		Data []byte `json:"data"`
	}
	err = c.page.call(limit, "Page.captureScreenshot", how, &reply)
	return reply.Data, err != nil && ctx.Err() == nil && limit.Err() != nil, err
}

// noPicture is the error of a tab that gave none in time.
func noPicture(err error) *browser.Error {
	return &browser.Error{
		Code: browser.CodeTimeout, Message: "screenshot: no picture in time; a window that is not shown may never give one",
		Hint: "Show the window and try again, or read the page with a snapshot.", Retryable: true, Err: err,
	}
}

// forward brings the tab to the front, alone, until close.
func (c *camera) forward(ctx context.Context) error {
	if c.stay {
		e := noPicture(nil)
		e.Message = "screenshot: no picture in time; the tab is in the background and was to stay there"
		e.Hint = "Bring it to the front, let it come there, or read the page with a snapshot."
		return e
	}
	owner := c.page.owner
	free, err := owner.pictures.alone(ctx)
	if err != nil {
		return err
	}
	c.free = free
	c.back = owner.ledger.front()
	if err := owner.Activate(ctx, c.page.id); err != nil {
		return err
	}
	c.front = true
	return nil
}

// close brings the former front tab back and lets others take pictures.
func (c *camera) close() {
	if c.free == nil {
		return
	}
	defer c.free()
	c.free = nil
	if !c.front || c.back == "" || c.back == c.page.id {
		return
	}
	limit, cancel := limited(context.Background(), closeLimit)
	defer cancel()
	if err := c.page.owner.Activate(limit, c.back); err != nil {
		c.page.owner.config.log.Debug("provider: the former front tab did not come back", "tab", c.back, "error", err)
		return
	}
	c.again = true
}

// tell writes what the camera did into the result.
func (c *camera) tell(s *browser.Screenshot) {
	free := c.free
	c.close()
	s.CameToFront = free != nil && c.front
	if c.again {
		s.BackTo = c.back
	}
}

// decodePicture gives the pixels of a picture that a browser encoded.
func decodePicture(data []byte, format browser.ImageFormat) (*image.RGBA, error) {
	var decoded image.Image
	var err error
	switch format {
	case browser.PNG:
		decoded, err = png.Decode(bytes.NewReader(data))
	case browser.JPEG:
		decoded, err = jpeg.Decode(bytes.NewReader(data))
	default:
		decoded, err = webp.Decode(bytes.NewReader(data))
	}
	if err != nil {
		return nil, fmt.Errorf("the browser's picture: %w", err)
	}
	switch m := decoded.(type) {
	case *image.RGBA:
		return m, nil
	case *image.NRGBA:
		if m.Opaque() { // the same bytes
			return &image.RGBA{Pix: m.Pix, Stride: m.Stride, Rect: m.Rect}, nil
		}
	}
	b := decoded.Bounds()
	m := image.NewRGBA(image.Rectangle{Max: b.Size()})
	draw.Draw(m, m.Rect, decoded, b.Min, draw.Src)
	return m, nil
}
