package outline

import (
	"slices"

	"github.com/holdfast-go/holdfast/refs"
)

// A region is a tree of its own: the nodes that lie in it and their ancestors,
// so that the same passes run over it. The second result of the functions here
// counts the addressable nodes that are left outside.

// Subtree returns the node with that ref and what is below it, or nil when the
// tree has no such node.
func (t *Tree) Subtree(ref refs.Ref) (region *Tree, outside int) {
	t.Load()
	at := -1
	for i := range t.Nodes {
		if ref != 0 && t.Nodes[i].Ref == ref {
			at = i
			break
		}
	}
	if at < 0 {
		return nil, 0
	}
	end := at + 1
	for end < len(t.Nodes) && t.Nodes[end].Depth > t.Nodes[at].Depth {
		end++
	}
	return t.part(at, func(i int) bool { return i < end })
}

// InViewport returns what the viewport shows.
func (t *Tree) InViewport() (region *Tree, outside int) {
	t.Load()
	return t.part(0, func(i int) bool { return t.inViewport(&t.Nodes[i]) })
}

// InBox returns what a rectangle of the top viewport's coordinates touches,
// scrolled into view or not. What a scroll container hides is not there.
func (t *Tree) InBox(box Box) (region *Tree, outside int) {
	t.Load()
	view := Box{Width: t.Viewport.Width, Height: t.Viewport.Height}
	return t.part(0, func(i int) bool {
		n := &t.Nodes[i]
		hidden := n.State&Offscreen != 0 && n.Box.touches(&view)
		return !hidden && n.Box.touches(&box)
	})
}

// touches reports whether two rectangles with an area have a part in common.
func (b *Box) touches(c *Box) bool {
	return b.Width > 0 && b.Height > 0 && b.X < c.X+c.Width && c.X < b.X+b.Width && b.Y < c.Y+c.Height && c.Y < b.Y+b.Height
}

// part returns the tree of the nodes at first or behind it that in accepts, and
// of their ancestors there. Depths are counted from the shallowest of them.
func (t *Tree) part(first int, in func(i int) bool) (region *Tree, outside int) {
	// Backwards, a node with a smaller depth than the one kept last is the next
	// of its ancestors: between a node and its ancestor all are deeper.
	keep := make([]bool, len(t.Nodes))
	kept := 0
	last, shallow := int32(-1), int32(-1)
	for i := len(t.Nodes) - 1; i >= 0; i-- {
		d := t.Nodes[i].Depth
		if i < first || d >= last && !in(i) {
			if t.Nodes[i].Ref != 0 {
				outside++
			}
			continue
		}
		keep[i] = true
		kept++
		last = d
		if shallow < 0 || d < shallow {
			shallow = d
		}
	}
	r := *t
	r.Overlay = nil
	r.Nodes = make([]Node, 0, kept)
	moved := make([]int, len(t.Nodes))
	for i, n := range t.Nodes {
		if moved[i] = -1; keep[i] {
			moved[i] = len(r.Nodes)
			n.Depth -= shallow
			r.Nodes = append(r.Nodes, n)
		}
	}
	r.Frames = slices.Clone(t.Frames)
	for i := range r.Frames {
		if f := &r.Frames[i]; f.Owner >= 0 && f.Owner < len(moved) {
			f.Owner = moved[f.Owner]
		}
	}
	return &r, outside
}
