package dom

import (
	"math"

	"github.com/holdfast-go/holdfast/outline"
)

// place is where a frame's viewport lies in the viewport of the world around
// it, as h.read tells it: a scale and a shift (of a rotated frame the rectangle
// around it), and what can be seen of it there.
type place struct {
	X, Y, ScaleX, ScaleY     float64
	Left, Top, Right, Bottom float64
}

func (f *packedFrame) place() (place, bool) {
	m, c := f.Map, f.Clip
	if len(m) != 4 || len(c) != 4 || m[2] <= 0 || m[3] <= 0 {
		return place{}, false
	}
	return place{m[0], m[1], m[2], m[3], c[0], c[1], c[2], c[3]}, true
}

// inward translates a rectangle of the world around a frame into the frame's
// viewport, cut at what can be seen of that. nil stays nil.
func (f *packedFrame) inward(near *rectangle) *rectangle {
	p, ok := f.place()
	if near == nil || !ok {
		return nil
	}
	return &rectangle{
		Left:   float32((max(float64(near.Left), p.Left) - p.X) / p.ScaleX),
		Top:    float32((max(float64(near.Top), p.Top) - p.Y) / p.ScaleY),
		Right:  float32((min(float64(near.Right), p.Right) - p.X) / p.ScaleX),
		Bottom: float32((min(float64(near.Bottom), p.Bottom) - p.Y) / p.ScaleY),
	}
}

// outward moves a row of the frame into the viewport around it.
func (p *place) outward(n *outline.Node) {
	b := &n.Box
	if *b == (outline.Box{}) {
		return
	}
	round := func(f float64) float32 { return float32(math.Round(f)) }
	left, top := p.X+float64(b.X)*p.ScaleX, p.Y+float64(b.Y)*p.ScaleY
	right, bottom := left+float64(b.Width)*p.ScaleX, top+float64(b.Height)*p.ScaleY
	*b = outline.Box{X: round(left), Y: round(top), Width: round(right - left), Height: round(bottom - top)}
	if left >= p.Right || top >= p.Bottom || right <= p.Left || bottom <= p.Top {
		n.State |= outline.Offscreen
	}
}

// assemble puts the rows of the parts inside below the rows of the frames that
// show them, at most limit rows (0: no limit) in all. Frames that were not read
// say why; an empty one without a name is no row. behind are the frames that are
// known to be in unread ones.
func (p *part) assemble(limit int, behind map[string][]string) *outline.Tree {
	inside := make(map[int]*outline.Tree, len(p.inside))
	drop := map[int]bool{}
	for i, sub := range p.inside {
		tree := sub.assemble(limit, behind)
		inside[i] = tree
		if owner := p.tree.Frames[i].Owner; len(tree.Nodes) == 0 && p.tree.Nodes[owner].Name == "" {
			drop[i] = true
		}
	}
	for i := range p.tree.Frames {
		f := &p.tree.Frames[i]
		if f.Unread == "" || f.Owner < 0 {
			continue
		}
		switch f.Unread {
		case unreadMany, unreadDeep, unreadSilent:
			f.Cut = true
		}
		if owner := &p.tree.Nodes[f.Owner]; owner.Note == "" {
			owner.Note = unreadNotes[f.Unread]
		}
		for _, id := range behind[f.ID] {
			p.tree.Frames = append(p.tree.Frames, outline.Frame{ID: id, Owner: f.Owner, Unread: unreadBehind})
		}
	}
	if len(inside) == 0 {
		return p.tree
	}
	return p.merge(limit, inside, drop)
}

// merge makes one tree of the part's own and those inside, by index of the
// frame; drop are the frames whose rows are left out.
func (p *part) merge(limit int, inside map[int]*outline.Tree, drop map[int]bool) *outline.Tree {
	own := p.tree
	out := *own
	out.Nodes, out.Frames = nil, nil
	number := make([]int32, len(own.Frames)) // of the part's own frames
	for i := range own.Frames {
		number[i] = int32(len(out.Frames))
		if !drop[i] {
			out.Frames = append(out.Frames, own.Frames[i])
		}
	}
	byOwner := make(map[int]int, len(inside))
	total := len(own.Nodes)
	for i, tree := range inside {
		byOwner[own.Frames[i].Owner] = i
		total += len(tree.Nodes)
	}
	out.Nodes = make([]outline.Node, 0, total)
	room := math.MaxInt // the part's own rows come first
	if limit > 0 {
		room = max(0, limit-len(own.Nodes))
	}
	moved := make([]int, len(own.Nodes))
	for i := range own.Nodes {
		at, shows := byOwner[i]
		if shows && drop[at] {
			moved[i] = -1
			continue
		}
		moved[i] = len(out.Nodes)
		n := own.Nodes[i]
		n.Frame = number[n.Frame]
		out.Nodes = append(out.Nodes, n)
		if !shows {
			continue
		}
		tree := inside[at]
		out.Clipped += tree.Clipped
		at0 := len(out.Frames)
		frames := tree.Frames
		frame := &out.Frames[number[at]]
		frame.ID, frame.Table, frame.URL = frames[0].ID, frames[0].Table, frames[0].URL
		first := len(out.Nodes)
		rows := tree.Nodes[:min(len(tree.Nodes), room)]
		room -= len(rows)
		out.Clipped += len(tree.Nodes) - len(rows)
		for _, f := range frames[1:] {
			if f.Owner < len(rows) {
				f.Owner += first
			} else {
				f.Owner = first - 1 // its own row was cut
			}
			out.Frames = append(out.Frames, f)
		}
		where, known := p.frames[at].place()
		for _, in := range rows {
			in.Depth += n.Depth + 1
			if in.Frame == 0 {
				in.Frame = number[at]
			} else {
				in.Frame += int32(at0) - 1
			}
			if known {
				where.outward(&in)
			}
			in.State |= n.State & (outline.Blocked | outline.Offscreen)
			out.Nodes = append(out.Nodes, in)
		}
	}
	for i := range own.Frames {
		if f := own.Frames[i]; !drop[i] && f.Owner >= 0 {
			out.Frames[number[i]].Owner = moved[f.Owner]
		}
	}
	if o := own.Overlay; o != nil && o.Node >= 0 {
		out.Overlay = &outline.Overlay{Node: int32(moved[o.Node]), Name: o.Name}
	}
	return &out
}

// outward moves the rows of a frame into the page's viewport.
func (p *passage) outward(tree *outline.Tree) {
	view := tree.Viewport
	for i := range tree.Nodes {
		n := &tree.Nodes[i]
		if n.Box == (outline.Box{}) {
			continue
		}
		box := WireBox{float64(n.Box.X), float64(n.Box.Y), float64(n.Box.Width), float64(n.Box.Height)}
		for _, look := range p.looks {
			box = look.Map.box(box)
		}
		n.Box = outline.Box{X: float32(box.X), Y: float32(box.Y), Width: float32(box.Width), Height: float32(box.Height)}
		if n.Box.X >= view.Width || n.Box.Y >= view.Height || n.Box.X+n.Box.Width <= 0 || n.Box.Y+n.Box.Height <= 0 {
			n.State |= outline.Offscreen
		}
	}
}
