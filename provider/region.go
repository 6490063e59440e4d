package provider

import (
	"context"
	"errors"
	"math"

	"github.com/holdfast-go/holdfast/browser"
	"github.com/holdfast-go/holdfast/outline"
	"github.com/holdfast-go/holdfast/outline/dom"
	"github.com/holdfast-go/holdfast/refs"
)

// checkRegion refuses what no page could answer.
func checkRegion(r browser.SnapshotRequest) error {
	g := r.Region
	parts := 0
	for _, given := range []bool{g.Ref != 0, g.Viewport, g.Box != (outline.Box{})} {
		if given {
			parts++
		}
	}
	switch {
	case r.Reader != "" && r.Reader != browser.ReaderDOM && r.Reader != browser.ReaderAX:
		return invalid("the readers are %s and %s", browser.ReaderDOM, browser.ReaderAX)
	case parts > 0 && r.Reader == browser.ReaderAX:
		// The browser gives its tree whole.
		return invalid("a region is read by %s: the accessibility tree comes whole, so a part of it costs as much as all; leave out the region, or the reader", browser.ReaderDOM)
	case parts > 1:
		return invalid("a region is a ref, the viewport or a box, one of them")
	case parts == 1 && (r.Since != 0 || r.Full):
		return invalid("a region is read as it is now: it takes neither since nor full")
	case g.Box != (outline.Box{}) && !sensible(g.Box):
		return invalid("a box needs a width and a height above 0")
	}
	return nil
}

func sensible(b outline.Box) bool {
	for _, v := range [...]float32{b.X, b.Y, b.Width, b.Height} {
		if math.IsNaN(float64(v)) || math.IsInf(float64(v), 0) {
			return false
		}
	}
	return b.Width > 0 && b.Height > 0
}

// region is Snapshot of a part of the page, with the turn taken. It adds to the
// table and leaves the epoch, and what Find searches, as they are.
func (p *page) region(ctx context.Context, g browser.Region, options outline.Options) (*browser.Snapshot, error) {
	for attempt := 0; ; attempt++ {
		p.mu.Lock()
		epoch := p.registry.Epoch()
		p.mu.Unlock()
		part, err := p.readRegion(ctx, g)
		if err != nil {
			return nil, err
		}
		observation, at := part.Observation()
		p.mu.Lock()
		delta, err := p.owner.numbers.adopt(p.registry, epoch, observation)
		p.mu.Unlock()
		if late := (*refs.LateError)(nil); errors.As(err, &late) && attempt < 2 {
			continue // the page was left while it was read
		}
		if err != nil {
			return nil, failed("snapshot", err)
		}
		p.retain()
		part.SetRefs(at, delta.Refs)
		p.hide(part)
		built := outline.Build(part, options)
		p.mu.Lock()
		defer p.mu.Unlock()
		p.showPrinted(built, delta)
		return &browser.Snapshot{
			Outline: built, Title: part.Title, URL: part.Document.URL, Epoch: delta.Epoch, Refs: len(delta.Refs),
			Region: g, OutsideRegion: p.outside(delta.Refs),
		}, nil
	}
}

// outside counts the refs of the last full snapshot that are not among those
// of a region. It needs p.mu.
func (p *page) outside(region []refs.Ref) int {
	last := p.past.last()
	if last == nil {
		return 0
	}
	inside := make(map[refs.Ref]struct{}, len(region))
	for _, ref := range region {
		inside[ref] = struct{}{}
	}
	n := 0
	for ref := range last.Refs {
		if _, ok := inside[ref]; !ok {
			n++
		}
	}
	return n
}

// readRegion reads what is in a region and nothing else.
func (p *page) readRegion(ctx context.Context, g browser.Region) (*outline.Tree, error) {
	if g.Ref != 0 {
		return p.readElement(ctx, g.Ref, "snapshot", dom.ReadOptions{})
	}
	tree, err := p.read(ctx, dom.ReadOptions{Viewport: g.Viewport, Box: g.Box})
	if err != nil {
		return nil, p.explain("snapshot", err)
	}
	if g.Viewport {
		tree, _ = tree.InViewport()
	} else {
		tree, _ = tree.InBox(g.Box)
	}
	return tree, nil
}

// readElement reads what a ref stands for and what is in it. It has to be the
// thing that the agent was shown, as for an action; where it moved to another
// node the ref follows.
func (p *page) readElement(ctx context.Context, ref refs.Ref, what string, o dom.ReadOptions) (*outline.Tree, error) {
	a, err := p.resolve(ref)
	if err != nil {
		return nil, err
	}
	o.Root = a.target
	tree, err := p.read(ctx, o)
	var refused *dom.RootError
	if errors.As(err, &refused) {
		p.mu.Lock()
		address := p.state.url
		p.mu.Unlock()
		return nil, p.pass(a, &dom.ProbeResult{
			Outcome: refused.Outcome, Now: refused.Now, Candidates: refused.Candidates, URL: address,
		})
	}
	if err != nil {
		return nil, p.explain(what, err)
	}
	if len(tree.Nodes) == 0 {
		if tree, err = p.readStandIn(ctx, a, what); err != nil {
			return nil, err
		}
	}
	p.follow(a, tree)
	return tree, nil
}

// readStandIn reads an element that shows nothing where it is: its row stands
// where its label is, or nowhere.
func (p *page) readStandIn(ctx context.Context, a *aim, what string) (*outline.Tree, error) {
	tree, err := p.read(ctx, dom.ReadOptions{})
	if err != nil {
		return nil, p.explain(what, err)
	}
	p.nameRefs(tree)
	part, _ := tree.Subtree(a.ref)
	if part == nil {
		return nil, p.refusal(a, &dom.ProbeResult{Outcome: dom.Hidden})
	}
	return part, nil
}

// follow notes where the thing of a ref has moved to.
func (p *page) follow(a *aim, tree *outline.Tree) {
	n, f := &tree.Nodes[0], &tree.Frames[tree.Nodes[0].Frame]
	if n.Identity != a.target.Identity || n.Identity == 0 || n.ID == a.target.Node.ID && f.Table == a.target.Node.Table {
		return
	}
	moved := a.target
	moved.Node = refs.Node{Table: f.Table, ID: n.ID}
	p.mu.Lock()
	defer p.mu.Unlock()
	// Refused when the registry knows better; the row has a number of its own
	// then.
	_ = p.registry.Rebind(a.epoch, a.ref, moved)
}

// nameRefs gives the rows of a tree the numbers that they have, evicted ones
// included, and no new ones.
func (p *page) nameRefs(tree *outline.Tree) {
	observation, at := tree.Observation()
	p.mu.Lock()
	numbers := p.registry.Recognise(observation)
	p.mu.Unlock()
	tree.SetRefs(at, numbers)
	p.retain()
}
