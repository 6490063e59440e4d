package provider

import (
	"context"
	"time"

	"github.com/holdfast-go/holdfast/browser"
	"github.com/holdfast-go/holdfast/outline/dom"
	"github.com/holdfast-go/holdfast/refs"
)

// highlightFor is how long a mark stays for people to see.
const highlightFor = 2 * time.Second

// Locate measures an element now.
func (p *page) Locate(ctx context.Context, r browser.LocateRequest) (*browser.Location, error) {
	since, err := p.begin(ctx, "locate")
	if err != nil {
		return nil, err
	}
	defer p.turn.give()
	l, err := p.locate(ctx, r)
	if err != nil {
		return nil, withEvents(err, since)
	}
	l.SinceLast = since
	return l, nil
}

// locate is Locate with the turn taken.
func (p *page) locate(ctx context.Context, r browser.LocateRequest) (*browser.Location, error) {
	a, err := p.resolve(r.Ref)
	if err != nil {
		return nil, err
	}
	ask := dom.ProbeRequest{Target: a.target, URL: a.url, Purpose: dom.Locate, Scroll: r.Scroll, Relocate: true}
	found, err := p.reader.Probe(ctx, ask)
	if err != nil {
		return nil, p.explain("locating "+a.ref.String(), err)
	}
	if found.Outcome == dom.Hidden || found.Outcome == dom.NoBox {
		found.Outcome, found.Hidden = dom.OK, true
	}
	if err := p.pass(a, found); err != nil {
		return nil, err
	}
	l := &browser.Location{
		Target: thing(a.ref, a.target.Role, a.target.Name), Relocated: found.Relocated, Hidden: found.Hidden,
		Box: browser.Rect(found.Box), InViewport: found.InView, Scrolled: found.Scrolled, Title: found.Title, URL: found.URL,
	}
	if r.Highlight && !l.Hidden {
		if err := p.highlight(ctx, a.target); err != nil {
			return nil, p.explain("highlighting "+a.ref.String(), err)
		}
		l.Highlighted = true
	}
	return l, nil
}

// highlight marks an element for a while. A later mark takes the place of an
// earlier one.
func (p *page) highlight(ctx context.Context, t refs.Target) error {
	if err := p.unmark(ctx, nil); err != nil {
		return err
	}
	mark, err := p.reader.Highlight(ctx, t)
	if err != nil {
		return err
	}
	p.mu.Lock()
	p.marked = mark
	p.mu.Unlock()
	p.owner.loops.Go(func() {
		timer := time.NewTimer(highlightFor)
		defer timer.Stop()
		select {
		case <-timer.C:
		case <-p.owner.stop:
		case <-p.done:
			return
		}
		limit, cancel := limited(context.Background(), closeLimit)
		defer cancel()
		if err := p.unmark(limit, mark); err != nil {
			// It went with its page or its session.
			p.owner.config.log.Debug("provider: a highlight was not taken away", "tab", p.id, "error", err)
		}
	})
	return nil
}

// unmark takes the mark away, if there is one and it is this one; nil is any.
func (p *page) unmark(ctx context.Context, mark *dom.Highlight) error {
	p.mu.Lock()
	now := p.marked
	if now == nil || mark != nil && mark != now {
		p.mu.Unlock()
		return nil
	}
	p.marked = nil
	p.mu.Unlock()
	return now.Clear(ctx)
}
