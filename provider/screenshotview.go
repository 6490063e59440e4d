package provider

import (
	"context"
	"math"

	"github.com/holdfast-go/holdfast/browser"
	"github.com/holdfast-go/holdfast/marks"
	"github.com/holdfast-go/holdfast/outline"
	"github.com/holdfast-go/holdfast/outline/dom"
)

// cut says what a picture shows, and how it is taken.
type cut struct {
	view dom.Viewport
	// area is in CSS pixels of the viewport; zero for all that the window shows.
	area outline.Box
	// beyond tells that it reaches beyond the window. Otherwise the window is
	// taken and cut to the area: browsers do that to the pixel, and the page
	// does not notice.
	beyond bool
	// tiles are the heights, in CSS pixels, of the pictures that it is put
	// together of.
	tiles []float64
}

// frame plans the picture of a request.
func frame(r *browser.ScreenshotRequest, area outline.Box, v dom.Viewport) (*cut, error) {
	c := &cut{view: v, area: area}
	if r.FullPage {
		c.area = outline.Box{
			X: float32(-v.ScrollX), Y: float32(-v.ScrollY),
			Width: float32(max(v.PageWidth, 1)), Height: float32(max(v.PageHeight, 1)),
		}
	}
	if c.area == (outline.Box{}) {
		return c, nil
	}
	// Pixels are whole, and a page begins and ends somewhere.
	ratio := float64(v.Ratio)
	left := math.Floor(max(float64(c.area.X), -v.ScrollX)*ratio) / ratio
	top := math.Floor(max(float64(c.area.Y), -v.ScrollY)*ratio) / ratio
	right := math.Ceil(min(float64(c.area.X+c.area.Width), max(v.PageWidth-v.ScrollX, v.Width))*ratio) / ratio
	bottom := math.Ceil(min(float64(c.area.Y+c.area.Height), max(v.PageHeight-v.ScrollY, v.Height))*ratio) / ratio
	if right <= left || bottom <= top {
		return nil, invalid("the box lies outside of the page, which is %.0f × %.0f pixels", v.PageWidth, v.PageHeight)
	}
	c.area = outline.Box{X: float32(left), Y: float32(top), Width: float32(right - left), Height: float32(bottom - top)}
	c.beyond = left < v.Left || top < v.Top || right > v.Left+v.Width/v.Zoom || bottom > v.Top+v.Height/v.Zoom
	if !c.beyond {
		return c, nil
	}
	wide, high := (right-left)*ratio, (bottom-top)*ratio
	if wide > browser.MaxTile || wide*high > browser.MaxPixels {
		e := invalid("the picture would have %.0f × %.0f device pixels; the limits are %d in width and %d in all", wide, high, browser.MaxTile, browser.MaxPixels)
		e.Hint = "Take it in parts, each with a box, or the part that matters with a ref."
		return nil, e
	}
	// Steps of 20 CSS pixels are whole device pixels at the usual scales.
	step := math.Floor(browser.MaxTile/ratio/20) * 20
	for rest := bottom - top; rest > 0; rest -= step {
		c.tiles = append(c.tiles, min(rest, step))
	}
	return c, nil
}

// shows is the area, also of the whole window.
func (c *cut) shows() outline.Box {
	if c.area != (outline.Box{}) {
		return c.area
	}
	v := c.view
	return outline.Box{X: float32(v.Left), Y: float32(v.Top), Width: float32(v.Width / v.Zoom), Height: float32(v.Height / v.Zoom)}
}

// window is how the picture of the window lies on the page.
func (c *cut) window() marks.View {
	return marks.View{X: c.view.Left, Y: c.view.Top, DeviceScale: c.view.Ratio, Zoom: c.view.Zoom}
}

// lies is how the picture lies on the page. Beyond the window pinching does not
// count.
func (c *cut) lies() marks.View {
	v := c.window()
	if c.area != (outline.Box{}) {
		v.X, v.Y = float64(c.area.X), float64(c.area.Y)
	}
	if c.beyond {
		v.Zoom = 1
	}
	v.Window = outline.Box{Width: float32(c.view.Width), Height: float32(c.view.Height)}
	return v
}

// freezing is the style that hides the caret.
const freezing = `*,*::before,*::after{caret-color:transparent!important}`

type styleText struct {
	Sheet string `json:"styleSheetId"`
	Text  string `json:"text"`
}

// freeze stops what moves by itself. The style sheet is the inspector's own,
// which the page cannot see. What it returns undoes it.
func (p *page) freeze(ctx context.Context) (thaw func(), err error) {
	p.mu.Lock()
	frame := p.state.frame
	p.mu.Unlock()
	var sheet struct {
		ID string `json:"styleSheetId"`
	}
	thaw = func() {
		limit, cancel := limited(context.WithoutCancel(ctx), closeLimit)
		defer cancel()
		undo := []string{"Animation.disable", "CSS.disable"}
		p.mu.Lock()
		if p.marked == nil {
			undo = append(undo, "DOM.disable") // a highlight needs it
		}
		p.mu.Unlock()
		err := p.call(limit, "Animation.setPlaybackRate", map[string]float64{"playbackRate": 1}, nil)
		if sheet.ID != "" { // it outlives the domain
			if e := p.call(limit, "CSS.setStyleSheetText", styleText{sheet.ID, ""}, nil); e != nil {
				err = e
			}
		}
		for _, method := range undo {
			if e := p.call(limit, method, nil, nil); e != nil {
				err = e
			}
		}
		if err != nil {
			p.owner.config.log.Debug("provider: what was frozen for a picture may still be", "tab", p.id, "error", err)
		}
	}
	for _, one := range []struct {
		method string
		params any
		reply  any
	}{
		{"DOM.enable", nil, nil},
		{"CSS.enable", nil, nil},
		{"CSS.createStyleSheet", map[string]string{"frameId": frame}, &sheet},
		{"Animation.enable", nil, nil},
		{"Animation.setPlaybackRate", map[string]float64{"playbackRate": 0}, nil},
	} {
		if err := p.call(ctx, one.method, one.params, one.reply); err != nil {
			thaw()
			return nil, err
		}
	}
	err = p.call(ctx, "CSS.setStyleSheetText", styleText{sheet.ID, freezing}, nil)
	if err != nil {
		thaw()
		return nil, err
	}
	return thaw, nil
}
