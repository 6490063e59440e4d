package dom

import (
	"fmt"
	"slices"
	"strings"

	"github.com/holdfast-go/holdfast/cdp"
	"github.com/holdfast-go/holdfast/outline"
)

// coverage is how many of a page's operable elements have a ref.
type coverage struct {
	operable, withRef, inside int
	missing, excused          []string
}

func (c *coverage) add(o coverage) {
	c.operable, c.withRef, c.inside = c.operable+o.operable, c.withRef+o.withRef, c.inside+o.inside
	c.missing, c.excused = append(c.missing, o.missing...), append(c.excused, o.excused...)
}

func (c *coverage) String() string {
	return fmt.Sprintf("%d operable: %d with a ref, %d inside of one that has, %d exceptions, %d missing",
		c.operable, c.withRef, c.inside, len(c.excused), len(c.missing))
}

// cover reads the page and asks Chrome.
func (p *framedPage) cover() coverage {
	p.t.Helper()
	tree, err := p.reader.Read(p.t.Context(), ReadOptions{Listeners: true})
	if err != nil {
		p.t.Fatal(err)
	}
	refs := p.refs(tree)
	sessions := append([]*cdp.Session{p.session}, p.frames.All()...)
	var all coverage
	for _, s := range sessions {
		all.add(chromeOf(p, s).cover(refs[s]))
	}
	return all
}

// refs gives the backend ids of what has a ref, by session.
func (p *framedPage) refs(tree *outline.Tree) map[*cdp.Session]map[int64]bool {
	p.t.Helper()
	found := map[*cdp.Session]map[int64]bool{}
	ids := map[*world][]string{}
	for i := range tree.Nodes {
		n := &tree.Nodes[i]
		if n.ID == 0 || !n.State.Has(outline.Operable) {
			continue
		}
		f := &tree.Frames[n.Frame]
		in, known := p.reader.find(f.ID, f.Table)
		if !known {
			p.t.Fatalf("nobody knows the frame of %s %q", n.Role, n.Name)
		}
		w := p.reader.worldOf(in)
		ids[w] = append(ids[w], itoa(n.ID))
	}
	for w, list := range ids {
		l := w.borrow()
		var reply nodesReply
		err := w.evaluate(p.t.Context(), evaluateParams{
			Expression:  fmt.Sprintf("['', ...[%s].map(id => globalThis[%q].elementOf(id))]", strings.Join(list, ","), w.name),
			ObjectGroup: l.group, SerializationOptions: &deeply, Silent: true,
		}, &reply)
		l.release(p.t.Context())
		if err != nil {
			p.t.Fatal(err)
		}
		session := p.session
		if c, ok := w.caller.(countedCaller); ok {
			session = c.session
		}
		if found[session] == nil {
			found[session] = map[int64]bool{}
		}
		for _, n := range reply.nodes {
			found[session][n.backend] = true
		}
	}
	return found
}

// cover compares what can be operated with what has a ref.
func (c *chromePage) cover(refs map[int64]bool) coverage {
	var result coverage
	g := &covering{page: c, refs: refs, why: map[*chromeNode]string{}, holds: map[*chromeNode]int{}}
	for _, n := range c.nodes {
		if reason := n.operable(); reason != "" && n.visible() {
			g.why[n] = reason
		}
		if g.why[n] == "" && !refs[n.backend] {
			continue
		}
		for a := n.parent; a != nil; a = a.parent {
			g.holds[a]++
		}
	}
	for _, n := range c.nodes {
		why := g.why[n]
		if why == "" || g.holds[n] >= 2 && n.native() == "" {
			continue // nothing to operate, or a container of such things
		}
		result.operable++
		switch excuse := g.excuse(n); {
		case refs[n.backend]:
			result.withRef++
		case g.inside(n):
			result.inside++
		case excuse != "":
			result.excused = append(result.excused, fmt.Sprintf("%v %s: %s", n, why, excuse))
		default:
			result.missing = append(result.missing, fmt.Sprintf("%v %v %s", n, n.box, why))
		}
	}
	return result
}

// covering is one comparison.
type covering struct {
	page  *chromePage
	refs  map[int64]bool
	why   map[*chromeNode]string // why Chrome says that it can be operated
	holds map[*chromeNode]int    // how much of that, and of what has a ref, is in it
}

// inside tells whether the nearest clickable ancestor stands for the node: it
// has a ref, holds nothing else and is what a pointer hits, at the middle of
// either.
func (g *covering) inside(n *chromeNode) bool {
	for a := n.parent; a != nil; a = a.parent {
		if g.why[a] == "" && !g.refs[a.backend] {
			continue
		}
		within := func(hit *chromeNode) bool { return hit.inside(a) }
		return g.refs[a.backend] && g.holds[a] == 1 && slices.ContainsFunc(n.hits(g.page), within) &&
			slices.ContainsFunc(a.hits(g.page), within)
	}
	return false
}

// excuse says why an element needs no ref of its own, "" when it does. These
// are all exceptions.
func (g *covering) excuse(n *chromeNode) string {
	switch {
	case n.name == "label" && g.labelled(n):
		return "a label acts through its control, which has a ref"
	case n.name == "iframe" || n.name == "frame" || n.name == "object" || n.name == "embed":
		return "what is done in a frame goes to its document"
	case len(n.listens) > 0 && !n.focusable && g.holds[n] == 1 && g.holdsRef(n):
		return "what is done at the one thing in it, which has a ref, reaches its listener"
	}
	return ""
}

// labelled tells whether the control of a label has a ref.
func (g *covering) labelled(label *chromeNode) bool {
	root := label
	if _, named := label.attributes["for"]; named {
		for root.parent != nil && root.name != "html" {
			root = root.parent
		}
	}
	return g.some(root, func(n *chromeNode) bool {
		id, named := label.attributes["for"]
		return n.native() == "control" && (!named || n.attributes["id"] == id)
	})
}

// holdsRef tells whether something inside of a node has a ref.
func (g *covering) holdsRef(n *chromeNode) bool {
	return g.some(n, func(inner *chromeNode) bool { return inner != n })
}

// some tells whether a node or something in it is what is wanted and has a ref.
func (g *covering) some(n *chromeNode, wanted func(*chromeNode) bool) bool {
	return wanted(n) && g.refs[n.backend] ||
		slices.ContainsFunc(n.children, func(child *chromeNode) bool { return g.some(child, wanted) })
}
