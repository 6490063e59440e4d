package ax

import (
	"strings"
	"unicode/utf8"

	"github.com/holdfast-go/holdfast/outline"
	"github.com/holdfast-go/holdfast/outline/dom"
)

// Limits of strings, in bytes: what is longer is cut, as the in-page reader
// does.
const (
	nameLimit = 1000
	textLimit = 3000
)

// deepest bounds how deep nodes are nested.
const deepest = 1500

// builder makes the rows of one world.
type builder struct {
	census *dom.Census
	said   *dom.Described
	rows   map[int64]int // of said, by backend id
	made   []int         // by row of said: the row of the tree, -1 for none
	tree   *outline.Tree
	part   *dom.Part
	limit  int

	layout   *layout
	document *document
	ground   ground
	scrolled int // how many scroll containers are around
	frame    int32
	depth    int32
	nesting  int
	run      strings.Builder
	runBox   outline.Box // in the document
	unseen   bool        // the boxes of the run are known, and have no area
	covering string      // the name of the row above: what it says is not said again
}

func newBuilder(census *dom.Census, limit int) *builder {
	if limit <= 0 {
		limit = 200000
	}
	return &builder{census: census, limit: limit, rows: map[int64]int{}}
}

// list gives the elements that the world has to describe: what may be operable,
// frames and dialogs.
func (b *builder) list(documents []*document) []int64 {
	var ids []int64
	for _, d := range documents {
		for i := range d.tree.nodes {
			n := &d.tree.nodes[i]
			if n.backend == 0 {
				continue
			}
			id := n.backend
			if holder := b.census.Holder(id); holder != 0 {
				id = holder
			} else if !b.wants(n) {
				continue
			}
			if _, done := b.rows[id]; !done {
				b.rows[id] = len(ids)
				ids = append(ids, id)
			}
		}
	}
	return ids
}

func (b *builder) wants(n *axNode) bool {
	if b.census.Operable(n.backend) {
		return true
	}
	if n.ignored {
		return false
	}
	m := meaning(n.role)
	return widgets[m.role] || m.kind == frame || n.focus && !isRoot(n) || m.role == "dialog" || m.role == "alertdialog"
}

func isRoot(n *axNode) bool { return n.role == "RootWebArea" || n.role == "WebArea" }

// build makes the tree of the documents.
func (b *builder) build(top *document, said *dom.Described, boxes *layout) *dom.Part {
	b.said, b.layout = said, boxes
	b.made = make([]int, len(said.Tree.Nodes))
	for i := range b.made {
		b.made[i] = -1
	}
	b.tree = &outline.Tree{
		Title: said.Tree.Title, Document: said.Tree.Document, Viewport: said.Tree.Viewport,
		Frames: []outline.Frame{said.Frame(said.Tree.Document.URL, -1)},
	}
	b.part = &dom.Part{Tree: b.tree, Foreign: map[int]dom.ForeignFrame{}}
	b.enter(top, -1)
	if o := said.Tree.Overlay; o != nil {
		at := int32(-1)
		if o.Node >= 0 && int(o.Node) < len(b.made) {
			at = int32(b.made[o.Node])
		}
		b.tree.Overlay = &outline.Overlay{Node: at, Name: o.Name}
	}
	b.block()
	return b.part
}

// enter walks a document. row is the row of the world's answer that shows it,
// -1 for the world's own.
func (b *builder) enter(d *document, row int) {
	document, ground := b.document, b.ground
	b.document = d
	b.ground.view = b.said.View(row)
	b.ground.boxes = b.layout.boxesOf(d.tree.nodes[0].backend)
	b.visit(0, false)
	b.breakLine()
	b.document, b.ground = document, ground
}

// inside walks what is in a node.
func (b *builder) inside(n *axNode, mute bool) {
	t := &b.document.tree
	for _, id := range t.children[n.first:n.last] {
		if i, ok := b.document.at[id]; ok {
			b.visit(i, mute)
		}
	}
}

// children walks what is in a node that has a row.
func (b *builder) children(n *axNode, mute bool) {
	b.depth++
	b.inside(n, mute)
	b.breakLine()
	b.depth--
}

// visit makes the rows of a node and what is in it. mute says that its text is
// said already.
func (b *builder) visit(i int32, mute bool) {
	n := &b.document.tree.nodes[i]
	if n.seen {
		return // no tree has it twice; nobody promises that a reply is one
	}
	n.seen = true
	if b.nesting > deepest || len(b.tree.Nodes) >= b.limit {
		b.tree.Clipped++
		return
	}
	m := meaning(n.role)
	if n.ignored {
		m = roleOf{kind: pass}
	}
	b.nesting++
	defer func() { b.nesting-- }()
	switch {
	case m.kind == words:
		if !mute && !b.held(n) {
			b.say(n)
		}
	case m.kind == space:
		b.run.WriteByte(' ')
	case m.kind == dropped:
	case m.kind == frame:
		b.frameRow(n, m)
	case b.operable(n, m):
		b.control(n, m, mute)
	case widgets[m.role] && b.described(n) != nil && !n.ignored:
		b.transparent(n, m, mute) // nobody can get at it
	default:
		b.structure(n, m, mute)
	}
}

// described returns what the world says of a node's element, nil for nothing.
func (b *builder) described(n *axNode) *outline.Node {
	if row, ok := b.rows[n.backend]; ok && b.said.Tree.Nodes[row].ID != 0 {
		return &b.said.Tree.Nodes[row]
	}
	return nil
}

// add begins a row.
func (b *builder) add(n *axNode, role string) int {
	b.flush()
	i := len(b.tree.Nodes)
	b.tree.Nodes = append(b.tree.Nodes, outline.Node{
		Depth: b.depth, Frame: b.frame, Role: role, State: n.state &^ (outline.HasValue | outline.Focused),
	})
	if said, ok := b.rows[n.backend]; ok && n.backend != 0 {
		b.made[said] = i
	}
	return i
}

// take puts what the world says of an element into its row.
func (b *builder) take(row *outline.Node, said *outline.Node) {
	row.ID, row.Identity, row.Box, row.Note = said.ID, said.Identity, said.Box, said.Note
	row.State |= said.State & worldStates
}

// place gives a row the box of its node.
func (b *builder) place(row *outline.Node, n *axNode) {
	if box, known := b.ground.box(n.backend); known {
		b.ground.place(row, box)
	}
}

// name gives a row its name, cut to at most limit bytes.
func (b *builder) name(row *outline.Node, name string, limit int) {
	var cut bool
	if row.Name, cut = clean(name, limit); cut {
		row.State |= outline.Truncated
	}
}

// clean folds a text and cuts it at a character.
func clean(s string, limit int) (text string, cut bool) {
	if len(s) > 8*limit {
		s, cut = s[:8*limit], true
		for len(s) > 0 && !utf8.RuneStart(s[len(s)-1]) {
			s = s[:len(s)-1]
		}
		if len(s) > 0 {
			s = s[:len(s)-1] // the beginning of a character that may be cut
		}
	}
	s = outline.Clean(s)
	if len(s) <= limit {
		return s, cut
	}
	end := limit
	for end > 0 && !utf8.RuneStart(s[end]) {
		end--
	}
	return s[:end] + "…", true
}
