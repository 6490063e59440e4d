package provider

import (
	"context"
	"time"

	"github.com/holdfast-go/holdfast/browser"
	"github.com/holdfast-go/holdfast/outline"
	"github.com/holdfast-go/holdfast/outline/dom"
	"github.com/holdfast-go/holdfast/refs"
)

// Screenshot takes a picture of the page.
func (p *page) Screenshot(ctx context.Context, r browser.ScreenshotRequest) (*browser.Screenshot, error) {
	if err := checkScreenshot(&r); err != nil {
		return nil, err
	}
	since, err := p.begin(ctx, "screenshot")
	if err != nil {
		return nil, err
	}
	defer p.turn.give()
	start := time.Now()
	s, err := p.screenshot(ctx, &r)
	if err == nil {
		if err = p.catchUp(ctx); err == nil {
			err = p.forbidden("screenshot") // it got there meanwhile
		}
	}
	if err != nil {
		return nil, withEvents(p.explain("screenshot", err), since)
	}
	s.SinceLast, s.Elapsed = since, time.Since(start)
	return s, nil
}

// checkScreenshot refuses what makes no sense, and fills in the defaults.
func checkScreenshot(r *browser.ScreenshotRequest) error {
	parts := 0
	for _, given := range []bool{r.Ref != 0, r.Box != (outline.Box{}), r.FullPage} {
		if given {
			parts++
		}
	}
	if r.Format == "" {
		r.Format = browser.PNG
		if r.MaxBytes > 0 {
			r.Format = browser.JPEG
		}
	}
	switch {
	case parts > 1:
		return invalid("a picture is of a ref, of a box or of the full page, one of them")
	case r.Box != (outline.Box{}) && !sensible(r.Box):
		return invalid("a box needs a width and a height above 0")
	case r.Format != browser.PNG && r.Format != browser.JPEG && r.Format != browser.WebP:
		return invalid("the formats are %s, %s and %s", browser.PNG, browser.JPEG, browser.WebP)
	case r.Quality < 0 || r.Quality > 100:
		return invalid("the quality is 1 to 100, not %d", r.Quality)
	case r.MaxEdge < 0 || r.MaxBytes < 0:
		return invalid("the bounds of a picture cannot be negative")
	case r.Format == browser.WebP && (r.Marks || r.MaxEdge > 0 || r.MaxBytes > 0):
		return invalid("%s is taken as the browser delivers it, without marks and bounds; take %s", browser.WebP, browser.JPEG)
	}
	if r.Quality == 0 {
		r.Quality = 80
	}
	return nil
}

// takes bounds how often a marked picture is taken because something moved.
const takes = 3

// screenshot is Screenshot with the turn taken. What is marked, and what is
// painted over, is read before the picture and after it.
func (p *page) screenshot(ctx context.Context, r *browser.ScreenshotRequest) (*browser.Screenshot, error) {
	var a *aim
	if r.Ref != 0 {
		var err error
		if a, err = p.resolve(r.Ref); err != nil {
			return nil, err
		}
	}
	if r.Freeze {
		thaw, err := p.freeze(ctx)
		if err != nil {
			return nil, failed("screenshot: stopping the animations", err)
		}
		defer thaw()
	}
	c := &camera{page: p, stay: r.StayBehind}
	defer c.close()
	for take := 1; ; take++ {
		area, err := p.frameOf(ctx, r, a)
		if err != nil {
			return nil, err
		}
		before, err := p.observe(ctx, r, area)
		if err != nil {
			return nil, err
		}
		cut, err := frame(r, area, before.sight.Viewport)
		if err != nil {
			return nil, err
		}
		shot, err := c.take(ctx, cut, before.plain(r), r)
		if err != nil {
			return nil, err
		}
		after, err := p.again(ctx, r, area, before)
		if err != nil {
			return nil, err
		}
		moved, steady := before.compare(after)
		if !steady && take < takes {
			continue
		}
		if !steady && after.sight.Viewport != before.sight.Viewport {
			moved = before.numbers() // the window itself moved
		}
		s, err := p.finishPicture(r, shot, cut, before, after)
		if err != nil {
			return nil, err
		}
		if s.Unsteady = nil; r.Marks {
			s.Unsteady = marked(s.Legend, moved)
		}
		c.tell(s)
		return s, nil
	}
}

// frameOf gives the part of the viewport that is wanted, the zero box for what
// the window shows and for the full page.
func (p *page) frameOf(ctx context.Context, r *browser.ScreenshotRequest, a *aim) (outline.Box, error) {
	if a == nil {
		return r.Box, nil
	}
	found, err := p.gate(ctx, a, dom.ProbeRequest{Purpose: dom.Locate, Scroll: true})
	if err != nil {
		return outline.Box{}, err
	}
	b := found.Box
	box := outline.Box{X: float32(b.X), Y: float32(b.Y), Width: float32(b.Width), Height: float32(b.Height)}
	if !sensible(box) {
		found.Outcome = dom.NoBox
		return box, p.refusal(a, found)
	}
	return box, nil
}

// targetOf is what the registry would hold of a node.
func targetOf(t *outline.Tree, i int) refs.Target {
	n := &t.Nodes[i]
	f := &t.Frames[n.Frame]
	return refs.Target{Node: refs.Node{Table: f.Table, ID: n.ID}, Frame: f.ID, Role: n.Role, Name: n.Name, Identity: n.Identity}
}
