package outline

import (
	"strings"

	"github.com/holdfast-go/holdfast/refs"
)

// Options say how much of a page is printed. The zero value is the default.
type Options struct {
	// MaxLines is the number of rows that are printed at most; 0 means 800,
	// less than 10 means 10.
	MaxLines int
	// MaxChars is the number of characters (code points) that are printed at
	// most, the header included; 0 means 40,000, less than 1,000 means 1,000.
	MaxChars int
	// Unfolded prints repeated rows and tables of like items row by row.
	Unfolded bool
	// Offscreen marks the rows that are outside of the viewport.
	Offscreen bool
}

const (
	defaultLines = 800
	defaultChars = 40_000
	minimalLines = 10
	minimalChars = 1_000
)

// normal returns the options with the defaults filled in.
func (o Options) normal() Options {
	o.MaxLines = bounded(o.MaxLines, defaultLines, minimalLines)
	o.MaxChars = bounded(o.MaxChars, defaultChars, minimalChars)
	return o
}

func bounded(n, normal, least int) int {
	if n == 0 {
		return normal
	}
	return max(n, least)
}

// Outline is what an agent sees of a page, and what find searches. It is
// immutable once built and keeps nothing of the tree.
type Outline struct {
	title, url string
	origin     string   // of url, for short links
	home       string   // the other host that most links lead to
	overlay    string   // the row that covers the page, as it is printed
	layer      [2]int32 // its nodes, from and to
	options    Options
	sheet
	things []thing
	nonces []string // by thing.frame: the world tables that hold the elements
	roles  roleSet
	counts Counts
	boxes  boxes // of the nodes, while the outline is made
}

// Counts says what an outline holds and what it does not print. Every row is
// counted once: Rows = Printed + FoldedRepeats + Elided + Truncated.
type Counts struct {
	// Rows are the rows that the passes kept, Printed those that the text shows,
	// on lines of their own or inside of a table line.
	Rows, Printed int
	// Refs are the addressable rows, printed or not.
	Refs int
	// FoldedRepeats are the instances of repeated rows that a mark ×N stands
	// for: the sum of N−1 over all marks.
	FoldedRepeats int
	// Elided are the rows inside of table lines that are not printed, and
	// ElidedLines the lines.
	Elided, ElidedLines int
	// Truncated are the rows that the budget cut, Dropped the addressable ones
	// among them.
	Truncated, Dropped int
	// Clipped are the elements that the reader left out.
	Clipped int
	// FramesUnread are the frames that a limit of the reader cut: there were too
	// many of them, or too many in each other, or one did not answer in time.
	FramesUnread int
}

// Counts returns what the outline holds and what it does not print.
func (o *Outline) Counts() Counts { return o.counts }

// Build runs the passes over a tree and spends the budget. The refs must have
// been set before (see [Tree.SetRefs]); Build does not change the tree.
func Build(t *Tree, options Options) *Outline {
	o := begin(t, options)
	o.findHome()
	o.overlay = o.overlayLine(t)
	if l := t.Overlay; l != nil {
		o.layer = [2]int32{l.Node, l.Node + l.Rows}
	}
	o.pass()
	o.boxes = boxes{}
	o.spend()
	o.count()
	return o
}

// begin makes an outline of all nodes, before any pass.
func begin(t *Tree, options Options) *Outline {
	o := &Outline{
		title:   Clean(t.Title),
		url:     cleanHref(t.Document.URL),
		origin:  origin(t.Document.URL),
		options: options.normal(),
		counts:  Counts{Clipped: t.Clipped, FramesUnread: t.framesCut()},
	}
	o.read(t)
	return o
}

// read makes one row of every node.
func (o *Outline) read(t *Tree) {
	o.nonces = make([]string, len(t.Frames))
	for i := range t.Frames {
		o.nonces[i] = t.Frames[i].Table
	}
	count := len(t.Nodes)
	if t.Scan != nil {
		count = t.Count
		o.things = make([]thing, 0, len(t.at)+len(t.at)/16)
		o.sides = make([]side, 0, t.extras)
	}
	// Passes insert a few rows of their own.
	o.rows = make([]row, 0, count+count/64+4)
	type ancestor struct{ row, depth int32 }
	var open []ancestor // the rows that can still get children
	t.each(func(i int, n *Node) {
		for len(open) > 0 && open[len(open)-1].depth >= n.Depth {
			open = open[:len(open)-1]
		}
		r := row{
			name: o.texts.add(once(Clean(n.Name))), ref: n.Ref, state: n.State, node: int32(i), parent: -1,
			role: o.roles.number(n.Role), place: placed(n.Level, n.Flow),
		}
		if n.ID != 0 {
			about := thing{identity: uint32(n.Identity ^ n.Identity>>32), id: n.ID, node: int32(i)}
			if n.Frame >= 0 && int(n.Frame) < len(t.Frames) {
				about.frame = uint16(n.Frame)
			}
			o.things = append(o.things, about)
		}
		if len(open) > 0 {
			r.parent = open[len(open)-1].row
		}
		if t.inViewport(n) {
			r.state |= inViewport
		}
		open = append(open, ancestor{int32(i), n.Depth})
		if n.Value != "" || n.Href != "" || n.Note != "" {
			o.annotate(&r, extra{n.Value, n.Href, cleanNote(n.Note)})
		}
		o.boxes.add(&n.Box)
		o.rows = append(o.rows, r)
	})
	measure(o.rows)
}

// overlayLine says what covers the page. It is made before the passes, which
// may take the layer's row out.
func (o *Outline) overlayLine(t *Tree) string {
	switch {
	case t.Overlay == nil:
		return ""
	case t.Overlay.Node < 0 || int(t.Overlay.Node) >= len(o.rows):
		if t.Overlay.Name == "" {
			return "a layer without rows"
		}
		return Quote(ellipsis(Clean(t.Overlay.Name), nameLimit))
	}
	return string(o.appendBrief(nil, t.Overlay.Node))
}

// noteLimit bounds a reader's remark, which may quote the page (a frame's
// address).
const noteLimit = 120

func cleanNote(s string) string {
	s, shorter := cut(strings.ReplaceAll(Clean(s), `"`, "'"), noteLimit)
	if shorter {
		s += "…"
	}
	return s
}

// pass runs the passes. Each makes work for the ones before it, so those that
// take rows out and the one that makes tables run until nothing changes; two
// rounds are usual. What comes out is a fixed point: running the passes over
// it changes nothing.
func (o *Outline) pass() {
	var w workspace
	for more := true; more; {
		o.reduce(&w)
		if more = false; !o.options.Unfolded {
			more = tabulate(&o.sheet, &w, &o.boxes)
		}
	}
	if !o.options.Unfolded {
		elide(&o.sheet)
		fold(&o.sheet, &w)
	}
}

// inViewport reports whether the node has a box and the viewport shows a part
// of it. Structure has no box of its own; its place is that of what it holds.
func (t *Tree) inViewport(n *Node) bool {
	b := &n.Box
	return n.State&Offscreen == 0 && b.Width > 0 && b.X < t.Viewport.Width && b.Y < t.Viewport.Height &&
		b.X+b.Width > 0 && b.Y+b.Height > 0
}

// reduce runs the passes that take out what says nothing. They never touch a
// row that can be operated.
func (o *Outline) reduce(w *workspace) {
	for {
		before, front := len(o.rows), dialogInFront(o.rows)
		wrappers(&o.sheet, w)
		repeats(&o.sheet, w)
		chains(&o.sheet, o.rowLength, w)
		neighbours(&o.sheet, w)
		hollow(&o.sheet, w)
		dialogsFirst(&o.sheet)
		if len(o.rows) == before && dialogInFront(o.rows) == front {
			break
		}
	}
}

// condense does the same for who reads words: an item of a list stays one when
// all that it holds is a link.
func (o *Outline) condense() {
	w := new(workspace)
	for before := -1; len(o.rows) != before; {
		before = len(o.rows)
		wrappers(&o.sheet, w)
		repeats(&o.sheet, w)
		chains(&o.sheet, o.rowLength, w)
		neighbours(&o.sheet, w)
	}
	dialogsFirst(&o.sheet)
}

// rowLength is the length of a row as it is printed.
func (o *Outline) rowLength(r *row) int {
	var buf [256]byte
	return len(o.appendRow(buf[:0], r))
}

// count fills in the counts.
func (o *Outline) count() {
	c := o.counts
	for i := range o.rows {
		r := &o.rows[i]
		if r.node < 0 {
			continue
		}
		c.Rows++
		if r.ref != 0 {
			c.Refs++
		}
		switch r.fate {
		case printed:
			c.Printed++
		case folded:
			c.FoldedRepeats++
		case elided:
			c.Elided++
			if r.kind == kindLine {
				c.ElidedLines++
			}
		case cutAway:
			c.Truncated++
			if r.ref != 0 {
				c.Dropped++
			}
		}
	}
	o.counts = c
}

// row makes the public form of row i.
func (o *Outline) row(i int) Row {
	r := &o.rows[i]
	if r.state&behind != 0 { // alone it has to say so itself
		blocked := *r
		blocked.state |= Blocked
		r = &blocked
	}
	x := o.extraOf(r)
	return Row{
		Ref: r.ref, Depth: o.depth(r), Role: o.printedRole(r), Name: o.name(r),
		Text: string(o.appendRow(nil, r)), Printed: r.fate == printed,
		Value: x.value, Href: o.complete(x.href), State: r.state &^ (behind | inFront | inViewport), InView: r.state&inViewport != 0,
	}
}

// Rows calls yield for every row that the passes kept, printed or not, in
// reading order, until it returns false.
func (o *Outline) Rows(yield func(Row) bool) {
	for i := range o.rows {
		if o.rows[i].node >= 0 && !yield(o.row(i)) {
			return
		}
	}
}

// Printed returns the refs of the rows that are printed, in order, so that the
// registry keeps them before others when a page has more than it holds.
func (o *Outline) Printed() []refs.Ref {
	var list []refs.Ref
	for i := range o.rows {
		if r := &o.rows[i]; r.fate == printed && r.ref != 0 {
			list = append(list, r.ref)
		}
	}
	return list
}

// Refs calls yield for the refs of all rows, printed or not, in order, until it
// returns false.
func (o *Outline) Refs(yield func(refs.Ref) bool) {
	for i := range o.rows {
		if ref := o.rows[i].ref; ref != 0 && !yield(ref) {
			return
		}
	}
}
