package provider

import (
	"context"
	"errors"
	"math"
	"slices"

	"github.com/holdfast-go/holdfast/browser"
	"github.com/holdfast-go/holdfast/marks"
	"github.com/holdfast-go/holdfast/outline"
	"github.com/holdfast-go/holdfast/outline/dom"
	"github.com/holdfast-go/holdfast/refs"
)

// observation is what is known of the page at the moment of a picture.
type observation struct {
	sight *dom.Sight
	title string
	epoch uint64
	// things are the rows to be marked, with their refs; sight.Things begins with
	// them.
	things  []outline.Node
	targets []refs.Target
	// veils are the boxes of secrets, in the viewport.
	veils []outline.Box
}

// plain reports whether the picture can be delivered as the browser makes it.
func (o *observation) plain(r *browser.ScreenshotRequest) bool {
	return !r.Marks && len(o.veils) == 0 && r.MaxEdge == 0 && r.MaxBytes == 0
}

// observe reads what is to be marked, which gets refs, and where secrets are.
func (p *page) observe(ctx context.Context, r *browser.ScreenshotRequest, area outline.Box) (*observation, error) {
	o := &observation{}
	var secret []int
	var tree *outline.Tree
	if r.Marks {
		var err error
		if tree, o.epoch, err = p.readMarked(ctx, r, area); err != nil {
			return nil, err
		}
	} else if !r.ShowSecrets {
		var err error
		if tree, err = p.readSecrets(ctx, r, area); err != nil {
			return nil, err
		}
	}
	if tree != nil {
		secret = p.secretRows(tree) // and takes them out of the names
		o.title = tree.Title
	}
	if r.Marks {
		for i := range tree.Nodes {
			if n := &tree.Nodes[i]; n.Ref != 0 {
				o.things = append(o.things, *n)
				o.targets = append(o.targets, targetOf(tree, i))
			}
		}
	}
	all := slices.Clone(o.targets)
	if !r.ShowSecrets {
		for _, i := range secret {
			all = append(all, targetOf(tree, i))
		}
	}
	var err error
	if o.sight, err = p.reader.Sight(ctx, all, r.FullPage || area != (outline.Box{})); err != nil {
		return nil, err
	}
	if !r.ShowSecrets {
		for n, i := range secret {
			o.veil(&tree.Nodes[i], &o.sight.Things[len(o.targets)+n])
		}
	}
	return o, nil
}

// again is the same observation after the picture.
func (p *page) again(ctx context.Context, r *browser.ScreenshotRequest, area outline.Box, before *observation) (*observation, error) {
	o := &observation{title: before.title, epoch: before.epoch, things: before.things, targets: before.targets}
	var secret []int
	var tree *outline.Tree
	all := slices.Clone(o.targets)
	if !r.ShowSecrets {
		var err error
		if tree, err = p.readSecrets(ctx, r, area); err != nil {
			return nil, err
		}
		secret = p.secretRows(tree)
		for _, i := range secret {
			all = append(all, targetOf(tree, i))
		}
	}
	var err error
	if o.sight, err = p.reader.Sight(ctx, all, r.FullPage || area != (outline.Box{})); err != nil {
		return nil, err
	}
	for n, i := range secret {
		o.veil(&tree.Nodes[i], &o.sight.Things[len(o.targets)+n])
	}
	return o, nil
}

// readMarked reads the part of the page that the picture will show, and gives
// what can be operated in it refs of the present epoch.
func (p *page) readMarked(ctx context.Context, r *browser.ScreenshotRequest, area outline.Box) (*outline.Tree, uint64, error) {
	for attempt := 0; ; attempt++ {
		p.mu.Lock()
		epoch := p.registry.Epoch()
		p.mu.Unlock()
		var tree *outline.Tree
		var err error
		if r.FullPage {
			tree, err = p.read(ctx, dom.ReadOptions{})
		} else {
			tree, err = p.readRegion(ctx, browser.Region{Viewport: area == (outline.Box{}), Box: area})
		}
		if err != nil {
			return nil, 0, err
		}
		observation, at := tree.Observation()
		p.mu.Lock()
		delta, err := p.owner.numbers.adopt(p.registry, epoch, observation)
		p.mu.Unlock()
		if late := (*refs.LateError)(nil); errors.As(err, &late) && attempt < 2 {
			continue // the page was left while it was read
		}
		if err != nil {
			return nil, 0, err
		}
		p.retain()
		tree.SetRefs(at, delta.Refs)
		return tree, delta.Epoch, nil
	}
}

// readSecrets reads the part of the page that the picture will show. No refs
// are given, and listeners do not matter.
func (p *page) readSecrets(ctx context.Context, r *browser.ScreenshotRequest, area outline.Box) (*outline.Tree, error) {
	if r.FullPage {
		return p.reader.Read(ctx, dom.ReadOptions{})
	}
	return p.reader.Read(ctx, dom.ReadOptions{Viewport: area == (outline.Box{}), Box: area})
}

// secretRows gives the rows of password and card fields, and those that hold a
// named secret, which it takes out of the tree. A row whose name is that of the
// rows inside of it is none: they are.
func (p *page) secretRows(tree *outline.Tree) []int {
	type words struct{ name, value, note string }
	before := make([]words, len(tree.Nodes))
	for i := range tree.Nodes {
		n := &tree.Nodes[i]
		before[i] = words{n.Name, n.Value, n.Note}
	}
	p.hide(tree)
	var rows []int
	inner := int32(0) // depth of the last one found, or of what is around it
	for i := len(tree.Nodes) - 1; i >= 0; i-- {
		n := &tree.Nodes[i]
		around := n.Depth < inner
		if around {
			inner = n.Depth
		}
		changed := before[i] != words{n.Name, n.Value, n.Note}
		if n.State.Has(outline.Protected) || changed && !(around && n.State.Has(outline.NameFromContent)) {
			rows = append(rows, i)
			inner = n.Depth
		}
	}
	slices.Reverse(rows)
	return rows
}

// veil notes where a secret is: what can be seen of its element, or the box of
// its row, which is rounded.
func (o *observation) veil(n *outline.Node, seen *dom.Seen) {
	switch {
	case n.ID != 0 && (seen.Outcome == dom.OutOfView || seen.Outcome == dom.Gone):
		return
	case n.ID != 0 && (seen.Outcome == dom.OK || seen.Outcome == dom.Occluded):
		// What is seen may be a part of it only, which is free.
		if n.Box == (outline.Box{}) {
			o.veils = append(o.veils, seen.Box.Box())
			return
		}
	}
	if b := n.Box; b.Width > 0 && b.Height > 0 {
		o.veils = append(o.veils, outline.Box{X: b.X - 1, Y: b.Y - 1, Width: b.Width + 2, Height: b.Height + 2})
	}
}

// steadyWithin is how far, in CSS pixels, something may be off that stands still:
// less than what is seen of it.
const steadyWithin = 0.5

// compare returns the marked things that moved, went, changed, or were covered
// between two observations, and whether there are none and the window is where
// it was.
func (o *observation) compare(after *observation) (moved map[refs.Ref]bool, steady bool) {
	moved = map[refs.Ref]bool{}
	for i := range o.things {
		a, b, t := o.sight.Things[i], after.sight.Things[i], o.targets[i]
		near := math.Abs(a.Box.X-b.Box.X) <= steadyWithin && math.Abs(a.Box.Y-b.Box.Y) <= steadyWithin &&
			math.Abs(a.Box.Width-b.Box.Width) <= steadyWithin && math.Abs(a.Box.Height-b.Box.Height) <= steadyWithin
		same := a.Identity == b.Identity && (t.Identity == 0 || a.Identity == t.Identity || a.Outcome == dom.Gone)
		if a.Outcome != b.Outcome || !near || !same {
			moved[o.things[i].Ref] = true
		}
	}
	return moved, len(moved) == 0 && o.sight.Viewport == after.sight.Viewport
}

// numbers are the refs of all marked things.
func (o *observation) numbers() map[refs.Ref]bool {
	all := make(map[refs.Ref]bool, len(o.things))
	for i := range o.things {
		all[o.things[i].Ref] = true
	}
	return all
}

// elements are what may be marked.
func (o *observation) elements() []marks.Element {
	list := make([]marks.Element, 0, len(o.things))
	for i := range o.things {
		n, s := &o.things[i], &o.sight.Things[i]
		e := marks.Element{Ref: n.Ref, Role: n.Role, Name: n.Name, Box: s.Box.Box()}
		if e.Role == "generic" {
			e.Role = "clickable"
		}
		switch s.Outcome {
		case dom.OK:
		case dom.Occluded:
			e.Covered = true
		default:
			continue // nobody sees it
		}
		// Frames and what only scrolls are there for what is in them.
		e.Passive = n.Role == "iframe" || n.State.Has(outline.Disabled)
		for _, t := range s.Text {
			e.Text = append(e.Text, t.Box())
		}
		list = append(list, e)
	}
	return list
}

// marked are the refs of a legend that are in a set, in its order.
func marked(legend []marks.Mark, set map[refs.Ref]bool) []refs.Ref {
	var list []refs.Ref
	for _, mark := range legend {
		if set[mark.Ref] {
			list = append(list, mark.Ref)
		}
	}
	return list
}
