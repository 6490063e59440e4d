package main

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"image/draw"
	"image/png"
	"time"

	"github.com/holdfast-go/holdfast/marks"
	"github.com/holdfast-go/holdfast/outline"
	"github.com/holdfast-go/holdfast/outline/dom"
	"github.com/holdfast-go/holdfast/refs"
)

// A Browser is what the program's own library lends: see chromedp.go and rod.go.
type Browser interface {
	// Call sends a command to the page's session.
	dom.Caller
	// Frame is the session of a frame that another process shows; nil when the
	// frame has none of its own.
	Frame(ctx context.Context, id string) (dom.Caller, error)
	// Click presses the left button at a point, in a session that was lent.
	Click(ctx context.Context, session dom.Caller, x, y float64) error
	// Screenshot is a PNG of what the window shows.
	Screenshot(ctx context.Context) ([]byte, error)
}

// Page is a page as an agent needs it: what is there, acting on what was shown,
// and a picture with the same numbers. One goroutine may use it.
type Page struct {
	browser  Browser
	reader   *dom.Reader
	registry *refs.Registry
}

// NewPage begins to look at the browser's page.
func NewPage(b Browser) (*Page, error) {
	reader, err := dom.New(b, dom.WithFrames(b.Frame))
	if err != nil {
		return nil, err
	}
	return &Page{browser: b, reader: reader, registry: refs.New(refs.Options{})}, nil
}

// Look reads the page. The numbers in the outline are good for Click until the
// page is left.
func (p *Page) Look(ctx context.Context) (*outline.Outline, string, error) {
	tree, err := p.reader.Read(ctx, dom.ReadOptions{Listeners: true})
	if err != nil {
		return nil, "", err
	}
	delta := tree.Publish(p.registry)
	o := outline.Build(tree, outline.Options{})
	return o, o.Text(outline.HeaderInfo{Epoch: delta.Epoch}), nil
}

// Click clicks what a ref stands for, or says why not. The table is asked first,
// then the page in one call right before the input; the pointer goes where the
// element is by then.
func (p *Page) Click(ctx context.Context, ref refs.Ref) error {
	target, err := p.registry.Resolve(ref)
	if err != nil {
		return err
	}
	found, err := p.reader.Probe(ctx, dom.ProbeRequest{
		Target: target, URL: p.registry.Document().URL,
		Purpose: dom.Click, Scroll: true, Relocate: true, Timeout: 2 * time.Second,
	})
	if err != nil {
		return err
	}
	if found.Outcome == dom.DocumentChanged || found.Outcome == dom.AddressChanged {
		p.registry.Invalidate() // all that was shown is of a page that was left
	}
	if now, changed := found.Follow(target); changed {
		if err := p.registry.Rebind(p.registry.Epoch(), ref, now); err != nil {
			return err
		}
	}
	if err := found.Err(); err != nil {
		return err
	}
	session := p.reader.Session(found.Frame)
	if session == nil {
		return fmt.Errorf("the frame of %v has just gone", ref)
	}
	return p.browser.Click(ctx, session, found.X, found.Y)
}

// Picture is a PNG of what the window shows, with a numbered box around what was
// shown by the last Look and can be seen, and the legend of it.
func (p *Page) Picture(ctx context.Context) ([]byte, string, error) {
	shown := p.registry.List()
	targets := make([]refs.Target, len(shown))
	for i, e := range shown {
		var err error
		if targets[i], err = p.registry.Resolve(e.Ref); err != nil {
			return nil, "", err
		}
	}
	sight, err := p.reader.Sight(ctx, targets, false)
	if err != nil {
		return nil, "", err
	}
	shot, err := p.browser.Screenshot(ctx)
	if err != nil {
		return nil, "", err
	}
	var elements []marks.Element
	for i, seen := range sight.Things {
		// What is another thing by now has no place in the picture.
		if (seen.Outcome == dom.OK || seen.Outcome == dom.Occluded) && seen.Identity == targets[i].Identity {
			elements = append(elements, marks.Element{
				Ref: shown[i].Ref, Role: shown[i].Role, Name: shown[i].Name,
				Box: seen.Box.Box(), Covered: seen.Outcome == dom.Occluded,
			})
		}
	}
	return mark(shot, elements, marks.View{DeviceScale: sight.Viewport.Ratio, Attention: sight.Attention.Box()})
}

// mark draws the marks into a picture.
func mark(shot []byte, elements []marks.Element, view marks.View) ([]byte, string, error) {
	picture, err := png.Decode(bytes.NewReader(shot))
	if err != nil {
		return nil, "", err
	}
	marking, err := marks.Plan(elements, view, picture.Bounds(), marks.Options{})
	if err != nil {
		return nil, "", err
	}
	canvas := image.NewRGBA(picture.Bounds())
	draw.Draw(canvas, canvas.Bounds(), picture, canvas.Bounds().Min, draw.Src)
	marking.Draw(canvas)
	var out bytes.Buffer
	if err := png.Encode(&out, canvas); err != nil {
		return nil, "", err
	}
	return out.Bytes(), marking.String(), nil
}
