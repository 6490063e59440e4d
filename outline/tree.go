package outline

import "github.com/holdfast-go/holdfast/refs"

// Tree is what a reader saw of a page, in reading order. Readers make it,
// passes turn it into what is printed. All strings come from the page and are
// untrusted; only the printing functions of this package make them safe.
type Tree struct {
	Title    string
	Document refs.Document
	// Viewport is the size of the top window in CSS pixels.
	Viewport Size
	// Frames are the documents of the tree; Frames[0] is the top one.
	Frames []Frame
	// Nodes is the tree in pre-order: the parent of a node is the nearest
	// earlier one whose Depth is smaller.
	Nodes []Node
	// Scan may stand in the place of Nodes, which is nil then: it calls yield for
	// every node in order and makes it anew each time, so that a tree of which
	// nothing but an outline is wanted is never held whole. The node is yield's
	// until it returns. [Tree.Load] makes Nodes of it.
	Scan func(yield func(n *Node))
	// Count is how many nodes Scan gives.
	Count int
	// Clipped counts elements that the reader left out because a limit of its
	// own was reached.
	Clipped int
	// Overlay is what lies over the middle of the viewport, nil for nothing. A
	// reader sets it in full reads when the chain of elements that a hit test at
	// the centre gives has one that is fixed (or absolute with a z-index) and
	// covers 60 % of the viewport or more.
	Overlay *Overlay

	// The refs of a tree with Scan, and the indices of their nodes, ascending.
	at      []int32
	numbers []refs.Ref
	extras  int // nodes with a value, an address or a note, once it is known
}

// Load makes the nodes of a tree that has Scan in their place.
func (t *Tree) Load() {
	if t.Scan == nil {
		return
	}
	nodes := make([]Node, 0, t.Count)
	home := origin(t.Document.URL)
	t.each(func(_ int, n *Node) {
		n.Href = complete(n.Href, home)
		nodes = append(nodes, *n)
	})
	t.Nodes, t.Scan, t.at, t.numbers = nodes, nil, nil, nil
}

// each calls see for every node.
func (t *Tree) each(see func(i int, n *Node)) {
	if t.Scan == nil {
		for i := range t.Nodes {
			see(i, &t.Nodes[i])
		}
		return
	}
	i, next := 0, 0
	t.Scan(func(n *Node) {
		if next < len(t.at) && t.at[next] == int32(i) {
			n.Ref = t.numbers[next]
			next++
		}
		see(i, n)
		i++
	})
}

// Overlay is a layer above the page.
type Overlay struct {
	// Node is the index in Nodes of the layer's own row, or of the first row
	// inside of it, -1 when it has none.
	Node int32
	// Rows is how many nodes from Node on are of the layer; 0 when that is not
	// known.
	Rows int32
	// Name is what the layer is called when it has no row of its own.
	Name string
}

// Frame is one document of the page.
type Frame struct {
	// ID is the protocol's frame id, Table the nonce of the world table that
	// holds the frame's elements; both are empty for a frame that could not be
	// read.
	ID, Table string
	URL       string
	// Owner is the index in Nodes of the element that shows the frame; -1 for
	// the top document.
	Owner int
	// Unread says why the frame has no nodes ("loading", "cross-origin", …), or
	// is empty when it was read.
	Unread string
	// Cut: it has none because of a limit of the reader.
	Cut bool
}

// framesCut counts the frames that a limit of the reader left out.
func (t *Tree) framesCut() int {
	n := 0
	for i := range t.Frames {
		if t.Frames[i].Cut {
			n++
		}
	}
	return n
}

// Size is a width and a height in CSS pixels.
type Size struct{ Width, Height float32 }

// Box is a rectangle in CSS pixels of the top viewport.
type Box struct{ X, Y, Width, Height float32 }

// Node is one row before any pass ran.
type Node struct {
	Depth int32
	// Frame is the index in Tree.Frames of the document that holds the node.
	Frame int32
	// ID is the element's number in its frame's world table; 0 means that the
	// row is not addressable.
	ID uint32
	// Ref is the number that the agent sees; it is set with [Tree.SetRefs].
	Ref   refs.Ref
	State State
	// Level is the heading level or the aria-level, 0 when there is none.
	Level uint8
	// RowSpan and ColSpan are the spans of a table's cell; 0 means 1.
	RowSpan, ColSpan uint8
	// Flow says whether the row goes on the line of the row before it.
	Flow Flow
	// Role is the ARIA role, "text" for plain text, "generic" for an element
	// without a role that is a row all the same (operable, or a wrapper).
	Role string
	Name string
	// Value is the current value of a control, never a password's. A text's is
	// one line of preformatted text as it stands.
	Value string
	// Href is the resolved address of a link. Scan may leave out the origin of the
	// tree's document ("/cart").
	Href string
	// Note is the reader's own remark, not the page's words: why a frame is
	// empty, how much a scroll container has above and below, a canvas' size.
	Note string
	Box  Box
	// Identity is the digest that refs.Target carries.
	Identity uint64
}

// Flow is where a row stands as to the row before it. Readers tell what is on a
// line when they read for [ReadText], and what begins a box otherwise.
type Flow uint8

// The places in a line.
const (
	// Apart: on a line of its own, or it was not asked.
	Apart Flow = iota
	// Inline: on the line of the row before, behind white space.
	Inline
	// Glued: on the line of the row before, without white space.
	Glued
	// Begins: apart, and the first row of one of several like boxes that are no
	// rows themselves, such as the cards of a shop.
	Begins
)

// State is a set of flags. Flags that are ordinary for a role are not set.
type State uint32

// The flags of a node.
const (
	Operable        State = 1 << iota // an agent can act on it; gets a ref
	Disabled                          // aria-disabled or natively disabled
	Checked                           // checkbox, radio, switch, menuitemcheckbox
	Mixed                             // aria-checked=mixed or indeterminate
	Expanded                          // aria-expanded=true, open details or select
	Collapsed                         // aria-expanded=false or closed details
	Selected                          // aria-selected=true or a selected option
	Pressed                           // aria-pressed=true
	Required                          //
	Invalid                           // aria-invalid, or touched and failing validation
	ReadOnly                          //
	Focused                           // has the focus in its document
	Multiple                          // a select or listbox that takes several
	Multiline                         // a text area
	Protected                         // a password or card field: Value is withheld
	HasValue                          // Value is meaningful, also when empty
	Modal                             // an open modal dialog
	Offscreen                         // outside of the viewport
	Draggable                         // can be dragged
	Hinted                            // Name is a hint, not an accessible name
	Editable                          // contenteditable host
	NameFromContent                   // Name was computed from the rows below
	Current                           // aria-current other than false
	Busy                              // aria-busy=true
	HasPopup                          // aria-haspopup other than false
	Scrollable                        // a scroll container; Note says where it stands
	Blocked                           // behind an open modal dialog or inert
	Truncated                         // Name was cut by the reader
)

// Has reports whether all flags of f are set.
func (s State) Has(f State) bool { return s&f == f }

// Observation turns the tree into what the registry wants: one target per
// operable element, in reading order, with semantic keys made of the roles and
// names of its ancestors.
//
// The second result holds the indices in Nodes of the targets, in order.
func (t *Tree) Observation() (refs.Observation, []int32) {
	o := refs.Observation{Document: t.Document}
	for _, f := range t.Frames {
		if f.Unread != "" && f.ID != "" {
			o.Unread = append(o.Unread, f.ID)
		}
	}
	operable := func(n *Node) bool { return n.ID != 0 && n.State&Operable != 0 }
	count, extras := 0, 0
	t.each(func(_ int, n *Node) {
		if operable(n) {
			count++
		}
		if n.Value != "" || n.Href != "" || n.Note != "" {
			extras++
		}
	})
	t.extras = extras
	at := make([]int32, 0, count)
	o.Targets = make([]refs.Target, 0, count)
	t.each(func(i int, n *Node) {
		if !operable(n) {
			return
		}
		f := &t.Frames[n.Frame]
		o.Targets = append(o.Targets, refs.Target{
			Node:     refs.Node{Table: f.Table, ID: n.ID},
			Frame:    f.ID,
			Address:  f.URL,
			Role:     n.Role,
			Name:     n.Name,
			Identity: n.Identity,
		})
		at = append(at, int32(i))
	})
	return o, at
}

// SetRefs writes the numbers that the registry gave into the nodes; at and
// numbers run in parallel, at in ascending order.
func (t *Tree) SetRefs(at []int32, numbers []refs.Ref) {
	if t.Scan != nil {
		t.at, t.numbers = at, numbers
		return
	}
	for i, n := range at {
		t.Nodes[n].Ref = numbers[i]
	}
}
