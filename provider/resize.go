package provider

import (
	"context"
	"fmt"
	"math"
	"time"

	"github.com/holdfast-go/holdfast/browser"
	"github.com/holdfast-go/holdfast/outline/dom"
)

// maxScale bounds the device pixels of a CSS pixel; phones have up to 4.
const maxScale = 10

func checkViewport(v browser.Viewport) (browser.Viewport, error) {
	if v.Scale == 0 {
		v.Scale = 1
	}
	switch {
	case v.Width < 1 || v.Height < 1 || v.Width > browser.MaxViewport || v.Height > browser.MaxViewport:
		return v, invalid("a viewport is 1 to %d pixels wide and high, not %d×%d", browser.MaxViewport, v.Width, v.Height)
	case math.IsNaN(v.Scale) || v.Scale < 0.1 || v.Scale > maxScale:
		return v, invalid("the scale of a viewport is 0.1 to %d, not %v", maxScale, v.Scale)
	}
	return v, nil
}

// Resize gives the page another viewport.
func (p *page) Resize(ctx context.Context, r browser.ResizeRequest) (*browser.Receipt, error) {
	var err error
	if r.Viewport, err = checkViewport(r.Viewport); err != nil {
		return nil, err
	}
	since, err := p.begin(ctx, "resize")
	if err != nil {
		return nil, err
	}
	defer p.turn.give()
	start, m := time.Now(), p.now()
	receipt := &browser.Receipt{Action: "resize", SinceLast: since}
	if err := p.resize(ctx, r, receipt); err != nil {
		return nil, withEvents(failed("resize", err), since)
	}
	if _, err := p.settle(ctx, m, dom.AfterRequest{}); err != nil {
		return nil, p.halfway(ctx, receipt, m, err)
	}
	if err := p.conclude(ctx, receipt, m); err != nil {
		return nil, p.halfway(ctx, receipt, m, err)
	}
	receipt.NoEffect = false
	p.finish(ctx, receipt, start)
	return receipt, nil
}

// resize writes the viewport and its entry in the book. Only one call at a time
// does so: it has the turn.
func (p *page) resize(ctx context.Context, r browser.ResizeRequest, receipt *browser.Receipt) error {
	if entry := p.shared[stateViewport]; entry != nil {
		// What another client wrote may not be seen yet.
		if err := p.pause(ctx, time.Until(entry.at.Add(settled))); err != nil {
			return err
		}
	}
	before, err := p.readViewport(ctx)
	if err != nil {
		return err
	}
	taken := p.owner.takeovers.of(p.id)
	if err := p.shared.claim(stateViewport, before.mark(), taken, r.Force, time.Now()); err != nil {
		return err
	}
	after, err := p.rewriteViewport(ctx, r.Viewport)
	if err == nil && !after.is(r.Viewport) {
		// Chrome drops a write of what this client wrote last, also when another
		// one has written since.
		between := r.Viewport
		between.Scale *= 1.5
		if err = p.writeViewport(ctx, between); err == nil {
			after, err = p.rewriteViewport(ctx, r.Viewport)
		}
	}
	if err != nil {
		return err
	}
	known := p.shared.wrote(stateViewport, before.String(), after.mark(), time.Now())
	now := r.Viewport
	receipt.Viewport, receipt.PreviousViewport = &now, before.viewport()
	receipt.Notes = append(receipt.Notes, "the viewport is "+now.String()+known)
	if !after.is(r.Viewport) {
		receipt.Notes = append(receipt.Notes, "but the page reads "+after.String()+": another client may have set it since")
	}
	return nil
}

// rewriteViewport writes a viewport and reads what came of it.
func (p *page) rewriteViewport(ctx context.Context, v browser.Viewport) (seenViewport, error) {
	if err := p.writeViewport(ctx, v); err != nil {
		return seenViewport{}, err
	}
	if err := p.pause(ctx, settled); err != nil {
		return seenViewport{}, err
	}
	return p.readViewport(ctx)
}

// deviceMetrics are the parameters of Emulation.setDeviceMetricsOverride. The
// screen is set, too: it reads back as it was written, where the layout depends
// on scroll bars and the page's own viewport tag.
type deviceMetrics struct {
	Width        int     `json:"width"`
	Height       int     `json:"height"`
	Scale        float64 `json:"deviceScaleFactor"`
	Mobile       bool    `json:"mobile"`
	ScreenWidth  int     `json:"screenWidth"`
	ScreenHeight int     `json:"screenHeight"`
}

func (p *page) writeViewport(ctx context.Context, v browser.Viewport) error {
	err := p.call(ctx, "Emulation.setDeviceMetricsOverride", deviceMetrics{v.Width, v.Height, v.Scale, v.Mobile, v.Width, v.Height}, nil)
	if err == nil {
		err = p.call(ctx, "Emulation.setTouchEmulationEnabled", map[string]bool{"enabled": v.Mobile}, nil)
	}
	if err == nil {
		p.mu.Lock()
		p.viewport = &v
		p.mu.Unlock()
	}
	return err
}

// seenViewport is what the page sees of its viewport.
type seenViewport struct {
	ScreenWidth  int     `json:"screenWidth"`
	ScreenHeight int     `json:"screenHeight"`
	Width        int     `json:"width"`
	Height       int     `json:"height"`
	Scale        float64 `json:"scale"`
	Touch        bool    `json:"touch"`
}

const viewportScript = `({screenWidth: screen.width, screenHeight: screen.height, width: innerWidth, height: innerHeight,` +
	` scale: devicePixelRatio, touch: navigator.maxTouchPoints > 0})`

// readViewport asks in an isolated world, where the page cannot answer for the
// browser.
func (p *page) readViewport(ctx context.Context) (seenViewport, error) {
	p.mu.Lock()
	frame := p.state.frame
	p.mu.Unlock()
	_, world, err := p.reader.Script()
	if err != nil {
		return seenViewport{}, err
	}
	var made struct {
		ID int64 `json:"executionContextId"`
	}
	if err := p.call(ctx, "Page.createIsolatedWorld", map[string]string{"frameId": frame, "worldName": world}, &made); err != nil {
		return seenViewport{}, err
	}
	var reply struct {
		Result struct {
			Value seenViewport `json:"value"`
		} `json:"result"`
	}
	err = p.call(ctx, "Runtime.evaluate", struct {
		Expression string `json:"expression"`
		Context    int64  `json:"contextId"`
		ByValue    bool   `json:"returnByValue"`
	}{viewportScript, made.ID, true}, &reply)
	return reply.Result.Value, err
}

func (v seenViewport) String() string {
	return fmt.Sprintf("%s (screen %d×%d)", v.viewport(), v.ScreenWidth, v.ScreenHeight)
}

// mark is what tells whether somebody has written another one. How wide the
// layout of a mobile page is each page says for itself.
func (v seenViewport) mark() string {
	if !v.Touch {
		return v.String()
	}
	return fmt.Sprintf("a mobile screen of %d×%d, scale %v", v.ScreenWidth, v.ScreenHeight, math.Round(v.Scale*1000)/1000)
}

func (v seenViewport) viewport() *browser.Viewport {
	return &browser.Viewport{Width: v.Width, Height: v.Height, Scale: math.Round(v.Scale*1000) / 1000, Mobile: v.Touch}
}

// is reports whether that is what was written. The layout of a mobile page is
// as wide as its viewport tag says.
func (v seenViewport) is(w browser.Viewport) bool {
	return v.ScreenWidth == w.Width && v.ScreenHeight == w.Height && math.Abs(v.Scale-w.Scale) < 0.01 &&
		(w.Mobile || v.Width == w.Width && v.Height == w.Height)
}

// emulate sets the viewport that a page of the provider's own is to have, also
// after the host lost its connection and has it again.
func (p *page) emulate(ctx context.Context) error {
	p.mu.Lock()
	v := p.viewport
	p.mu.Unlock()
	if v == nil {
		return nil
	}
	return p.writeViewport(ctx, *v)
}

// bookEmulation enters what the program wants of a new page.
func (p *page) bookEmulation(now time.Time) {
	p.shared = targetState{}
	if !p.owner.ours(p.id) {
		return
	}
	e := p.owner.config.emulation
	for _, c := range e.commands() {
		p.shared[c.key] = &stateEntry{owner: browser.HolderAgent, at: now}
	}
	if v := e.Viewport; v != nil {
		p.viewport = v
		seen := seenViewport{v.Width, v.Height, v.Width, v.Height, v.Scale, v.Mobile}
		p.shared[stateViewport] = &stateEntry{owner: browser.HolderAgent, at: now, seen: seen.mark()}
	}
}
