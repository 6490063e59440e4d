package dom

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/holdfast-go/holdfast/cdp"
)

// What Chrome itself knows of a page: the tree, boxes and styles by DOMSnapshot,
// the listeners by DOMDebugger, what can be focused by Accessibility, what lies
// where by DOM. None of the reader's scripts have a part in it.

// chromeNode is a node of a page. Its parent is over shadow roots and frames.
type chromeNode struct {
	backend    int64
	parent     *chromeNode
	children   []*chromeNode
	name       string // in lower case, "" for what is no element
	attributes map[string]string
	builtIn    bool // in a shadow root of the browser's own

	laid  bool // has a box, or several
	box   [4]float64
	style [6]string // chromeStyles

	listens   []string
	focusable bool
	session   *cdp.Session
}

var chromeStyles = []string{"visibility", "opacity", "overflow-x", "overflow-y", "position", "pointer-events"}

const (
	styleVisibility = iota
	styleOpacity
	styleOverflowX
	styleOverflowY
	stylePosition
	stylePointerEvents
)

// operating are the events that something done at an element sends there: by
// pointer, finger or as the target of a drag. Keys go to what has the focus,
// which the accessibility tree tells.
var operating = strings.Fields("click dblclick auxclick contextmenu mousedown mouseup pointerdown pointerup touchstart touchend dragstart dragenter dragover drop")

// snapshotReply is what DOMSnapshot.captureSnapshot tells, in columns.
type snapshotReply struct {
	Strings   []string `json:"strings"`
	Documents []struct {
		Nodes struct {
			Parent  []int   `json:"parentIndex"`
			Type    []int   `json:"nodeType"`
			Name    []int   `json:"nodeName"`
			Backend []int64 `json:"backendNodeId"`
			Attrs   [][]int `json:"attributes"`
			Shadow  rare    `json:"shadowRootType"`
			Content rare    `json:"contentDocumentIndex"`
		} `json:"nodes"`
		Layout struct {
			Node   []int       `json:"nodeIndex"`
			Styles [][]int     `json:"styles"`
			Bounds [][]float64 `json:"bounds"`
		} `json:"layout"`
	} `json:"documents"`
}

// rare is a column that few nodes have a value in.
type rare struct {
	Index []int `json:"index"`
	Value []int `json:"value"`
}

// chromePage is all of a page that one session reaches.
type chromePage struct {
	p       *framedPage
	session *cdp.Session
	nodes   []*chromeNode
	known   map[int64]*chromeNode
}

// chromeOf asks one session of a page for what Chrome knows.
func chromeOf(p *framedPage, session *cdp.Session) *chromePage {
	p.t.Helper()
	c := &chromePage{p: p, session: session, known: map[int64]*chromeNode{}}
	c.readNodes()
	c.readListeners()
	c.readFocusable()
	return c
}

func (c *chromePage) call(method string, params, result any) {
	c.p.t.Helper()
	if err := c.session.Call(c.p.t.Context(), method, params, result); err != nil {
		c.p.t.Fatal(err)
	}
}

func (c *chromePage) readNodes() {
	var reply snapshotReply
	c.call("DOMSnapshot.captureSnapshot", map[string]any{"computedStyles": chromeStyles}, &reply)
	text := func(i int) string {
		if i < 0 {
			return ""
		}
		return reply.Strings[i]
	}
	documents := make([][]*chromeNode, len(reply.Documents))
	for d := range reply.Documents {
		columns := &reply.Documents[d].Nodes
		nodes := make([]*chromeNode, len(columns.Parent))
		documents[d] = nodes
		userAgent := map[int]bool{}
		for i, at := range columns.Shadow.Index {
			userAgent[at] = text(columns.Shadow.Value[i]) == "user-agent"
		}
		for i := range nodes {
			n := &chromeNode{backend: columns.Backend[i], builtIn: userAgent[i], session: c.session}
			nodes[i] = n
			if parent := columns.Parent[i]; parent >= 0 {
				n.parent = nodes[parent]
				n.parent.children = append(n.parent.children, n)
				n.builtIn = n.builtIn || n.parent.builtIn
			}
			if columns.Type[i] == 1 {
				n.name = strings.ToLower(text(columns.Name[i]))
				n.attributes = map[string]string{}
				for k := 0; k+1 < len(columns.Attrs[i]); k += 2 {
					n.attributes[strings.ToLower(text(columns.Attrs[i][k]))] = text(columns.Attrs[i][k+1])
				}
			}
			c.nodes = append(c.nodes, n)
			c.known[n.backend] = n
		}
		layout := &reply.Documents[d].Layout
		for i, at := range layout.Node {
			n := nodes[at]
			if n.laid { // a part of the same node
				continue
			}
			n.laid = true
			copy(n.box[:], layout.Bounds[i])
			for k, s := range layout.Styles[i] {
				n.style[k] = text(s)
			}
		}
	}
	for d := range reply.Documents {
		content := &reply.Documents[d].Nodes.Content
		for i, at := range content.Index {
			owner, inner := documents[d][at], documents[content.Value[i]][0]
			inner.parent = owner
			owner.children = append(owner.children, inner)
		}
	}
}

func (c *chromePage) readListeners() {
	var document struct {
		Result struct {
			ObjectID string `json:"objectId"`
		} `json:"result"`
	}
	c.call("Runtime.evaluate", map[string]any{"expression": "document"}, &document)
	var found struct {
		Listeners []struct {
			Type    string `json:"type"`
			Backend int64  `json:"backendNodeId"`
		} `json:"listeners"`
	}
	c.call("DOMDebugger.getEventListeners", map[string]any{"objectId": document.Result.ObjectID, "depth": -1, "pierce": true}, &found)
	for _, l := range found.Listeners {
		if n := c.known[l.Backend]; n != nil && slices.Contains(operating, l.Type) && !slices.Contains(n.listens, l.Type) {
			n.listens = append(n.listens, l.Type)
		}
	}
}

func (c *chromePage) readFocusable() {
	var frames struct {
		FrameTree frameTree `json:"frameTree"`
	}
	c.call("Page.getFrameTree", nil, &frames)
	var visit func(f *frameTree)
	visit = func(f *frameTree) {
		for _, ax := range c.p.accessibility(c.session, f.Frame.ID) {
			if n := c.known[ax.Backend]; n != nil && ax.focusable() {
				n.focusable = true
			}
		}
		for i := range f.Children {
			visit(&f.Children[i])
		}
	}
	visit(&frames.FrameTree)
}

func (n *chromeNode) has(attribute string) bool {
	_, ok := n.attributes[attribute]
	return ok
}

// operable says why an element can be operated, "" when it cannot. What lays
// out the page is never the thing.
func (n *chromeNode) operable() string {
	switch {
	case n.name == "" || n.builtIn:
		return ""
	case n.name == "html" || n.name == "body":
		return ""
	}
	if why := n.native(); why != "" {
		return why
	}
	if len(n.listens) > 0 {
		return "listens for " + strings.Join(n.listens, ", ")
	}
	switch {
	case n.focusable && n.name != "iframe" && n.name != "frame" && n.name != "object":
		return "focusable"
	case n.attributes["draggable"] == "true":
		return "draggable"
	}
	return ""
}

// native names the controls and links of HTML and SVG.
func (n *chromeNode) native() string {
	switch n.name {
	case "a", "area":
		if n.has("href") || n.has("xlink:href") {
			return "link"
		}
	case "button", "select", "textarea":
		return "control"
	case "input":
		if !strings.EqualFold(n.attributes["type"], "hidden") {
			return "control"
		}
	case "summary":
		if n.parent != nil && n.parent.name == "details" && n.first("summary") {
			return "control"
		}
	case "option":
		if s := n.ancestor("select"); s != nil && n.laid && (s.has("multiple") || s.has("size")) {
			return "control"
		}
	case "audio", "video":
		if n.has("controls") {
			return "control"
		}
	}
	if edit, ok := n.attributes["contenteditable"]; ok && !strings.EqualFold(edit, "false") {
		return "editor"
	}
	return ""
}

// first tells whether the node is the first of its name in its parent.
func (n *chromeNode) first(name string) bool {
	for _, sibling := range n.parent.children {
		if sibling.name == name {
			return sibling == n
		}
	}
	return false
}

func (n *chromeNode) ancestor(name string) *chromeNode {
	for a := n.parent; a != nil; a = a.parent {
		if a.name == name {
			return a
		}
	}
	return nil
}

func (n *chromeNode) inside(outer *chromeNode) bool {
	for a := n; a != nil; a = a.parent {
		if a == outer {
			return true
		}
	}
	return false
}

// visible tells whether the element takes up room on the page in which it, or
// what is in it, is painted.
func (n *chromeNode) visible() bool {
	if n.name == "area" {
		image := n.image()
		return image != nil && image.visible()
	}
	for a := n; a != nil; a = a.parent {
		if a.laid && a.style[styleOpacity] == "0" {
			return false
		}
	}
	return n.painted()
}

func (n *chromeNode) painted() bool {
	if n.laid && n.box[2] > 1 && n.box[3] > 1 && n.style[styleVisibility] != "hidden" && n.style[styleVisibility] != "collapse" {
		return n.box[0]+n.box[2] > 0 && n.box[1]+n.box[3] > 0
	}
	if n.laid && n.box[2] > 1 && n.box[3] > 1 {
		return false // visibility is its own; what is visible in it counts by itself
	}
	// A box of no size, or none at all, shows what leaves it.
	if n.laid && (n.style[styleOverflowX] != "visible" || n.style[styleOverflowY] != "visible") {
		return false
	}
	return slices.ContainsFunc(n.children, func(child *chromeNode) bool {
		return (!child.builtIn || n.builtIn) && child.style[stylePosition] != "absolute" && child.style[stylePosition] != "fixed" && child.painted()
	})
}

// image gives what shows an area, nil for one that has no place in an image.
func (n *chromeNode) image() *chromeNode {
	of := n.ancestor("map")
	if of == nil || n.attributes["coords"] == "" && n.attributes["shape"] != "default" {
		return nil
	}
	root := of
	for root.parent != nil && root.name != "html" {
		root = root.parent
	}
	var find func(in *chromeNode) *chromeNode
	find = func(in *chromeNode) *chromeNode {
		if in.name == "img" && in.attributes["usemap"] == "#"+of.attributes["name"] {
			return in
		}
		for _, child := range in.children {
			if found := find(child); found != nil {
				return found
			}
		}
		return nil
	}
	return find(root)
}

// quads gives the quads of a node in the viewport of the session's page.
func (n *chromeNode) quads(c *chromePage) [][]float64 {
	var reply struct {
		Quads [][]float64 `json:"quads"`
	}
	if c.session.Call(c.p.t.Context(), "DOM.getContentQuads", map[string]int64{"backendNodeId": n.backend}, &reply) != nil {
		return nil
	}
	return reply.Quads
}

// hits scrolls to an element and gives what Chrome finds at the middle of each
// of its boxes; none is when there is nothing to hit.
func (n *chromeNode) hits(c *chromePage) []*chromeNode {
	ctx := c.p.t.Context()
	_ = c.session.Call(ctx, "DOM.scrollIntoViewIfNeeded", map[string]int64{"backendNodeId": n.backend}, nil) // what has no box cannot
	var metrics struct {
		View struct {
			X float64 `json:"pageX"`
			Y float64 `json:"pageY"`
		} `json:"cssLayoutViewport"`
	}
	c.call("Page.getLayoutMetrics", nil, &metrics)
	var found []*chromeNode
	for _, q := range n.quads(c) {
		x, y := (q[0]+q[2]+q[4]+q[6])/4, (q[1]+q[3]+q[5]+q[7])/4
		var at struct {
			Backend int64 `json:"backendNodeId"`
		}
		point := map[string]any{"x": int(x + metrics.View.X), "y": int(y + metrics.View.Y), "ignorePointerEventsNone": true}
		if c.session.Call(ctx, "DOM.getNodeForLocation", point, &at) == nil && c.known[at.Backend] != nil {
			found = append(found, c.known[at.Backend])
		}
	}
	return found
}

// String describes the node as its start tag does.
func (n *chromeNode) String() string {
	var b strings.Builder
	b.WriteString("<" + n.name)
	for _, key := range []string{"id", "class", "href", "type", "role", "tabindex", "aria-hidden", "name", "title"} {
		if value, ok := n.attributes[key]; ok {
			if len(value) > 40 {
				value = value[:40] + "…"
			}
			quoted, _ := json.Marshal(value)
			b.WriteString(" " + key + "=" + string(quoted))
		}
	}
	return b.String() + ">"
}
