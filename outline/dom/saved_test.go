package dom

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/holdfast-go/holdfast/internal/testpage"
	"github.com/holdfast-go/holdfast/outline"
	"github.com/holdfast-go/holdfast/refs"
)

// TestSavedPages looks at each saved page of a real site once for all that must
// hold on any page.
func TestSavedPages(t *testing.T) {
	p := openTab(t)
	for _, page := range testpage.Saved(t) {
		t.Run(page.Name, func(t *testing.T) {
			p.show(t, page.URL)
			p.questionsEnd()
			p.wholeRows()
			p.agree(150)
			p.viewports()
		})
	}
}

// questionsEnd: the questions about closed roots and listeners come to an end. A
// later read is one command, and with listeners one more beside it.
func (p *livePage) questionsEnd() {
	t := p.t
	t.Helper()
	r, count := p.counted()
	read := func() *outline.Tree {
		t.Helper()
		count.all.Store(0)
		count.single.Store(0)
		tree, err := r.Read(t.Context(), ReadOptions{Listeners: true})
		if err != nil {
			t.Fatal(err)
		}
		return tree
	}
	read()
	t.Logf("the first read took %d commands, %d of them to hand in nodes", count.all.Load(), count.single.Load())
	read()
	tree := read()
	if n := count.single.Load(); n != 0 {
		t.Errorf("the third read still hands in %d nodes", n)
	}
	// Frames that cannot be read here are tried by each read.
	unread := slices.ContainsFunc(tree.Frames, func(f outline.Frame) bool { return f.Unread != "" })
	if n := count.all.Load(); !unread && n != 2 {
		t.Errorf("the third read took %d commands", n)
	}
}

// wholeRows: the page is read to its end, and every row says what it is.
func (p *livePage) wholeRows() {
	t := p.t
	t.Helper()
	tree := p.read()
	if len(tree.Nodes) == 0 || tree.Clipped != 0 {
		t.Errorf("%d rows, %d left out", len(tree.Nodes), tree.Clipped)
	}
	for i := range tree.Nodes {
		n := &tree.Nodes[i]
		if n.Role == "" {
			t.Errorf("row %d: %+v", i, n)
		}
		if n.State.Has(outline.Operable) && (n.ID == 0 || n.Identity == 0) {
			t.Errorf("row %d is operable without an id or an identity: %+v", i, n)
		}
	}
}

// viewports: what the window shows is read by itself as it is within a read of
// all, at the top, in the middle and at the end.
func (p *livePage) viewports() {
	t := p.t
	t.Helper()
	registry := refs.New(refs.Options{})
	for _, where := range []string{"0", "document.documentElement.scrollHeight / 2", "1e9"} {
		p.run("scrollTo(0, "+where+")", nil)
		full, _ := p.numbered(registry, ReadOptions{}).InViewport()
		read := p.numbered(registry, ReadOptions{Viewport: true})
		part, _ := read.InViewport()
		if d := cmp.Diff(refsOf(full), refsOf(part)); d != "" {
			t.Errorf("at %s (-of the page +by itself)\n%s", where, d)
		}
	}
}
