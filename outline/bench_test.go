package outline

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/holdfast-go/holdfast/refs"
)

// articleTree is a page of n nodes: sections with a heading, paragraphs with
// links in them, lists, and now and then a table, as an encyclopedia has them.
func articleTree(n int) *Tree {
	t := &Tree{Title: "Article", Frames: []Frame{{ID: "F", Table: "T", Owner: -1}}, Viewport: Size{1280, 720}}
	t.Document.URL = "http://wiki.test/page"
	add := func(depth int32, role, name string, operable bool) {
		node := Node{Depth: depth, Role: role, Name: name, Box: Box{8, float32(len(t.Nodes) * 10), 600, 20}}
		if node.Box.Y > 720 {
			node.State = Offscreen
		}
		if operable {
			node.State |= Operable
			node.ID = uint32(len(t.Nodes) + 1)
			node.Ref = refs.Ref(node.ID)
			node.Href = "/wiki/" + strings.ReplaceAll(name, " ", "_")
		}
		t.Nodes = append(t.Nodes, node)
	}
	for i := 0; len(t.Nodes) < n; i++ {
		add(0, "heading", fmt.Sprint("Section ", i), false)
		for j := range 12 {
			add(0, "text", fmt.Sprintf("The sentence %d of the part %d goes on for a while, as sentences do, and then names", j, i), false)
			add(0, "link", fmt.Sprintf("the thing %d of %d", j*7%5, i), true)
		}
		add(0, "link", "edit", true)
		add(0, "list", "", false)
		for j := range 5 {
			add(1, "listitem", "", false)
			add(2, "link", fmt.Sprintf("Entry %d.%d", i, j), true)
			add(2, "text", fmt.Sprint("seen in ", 1900+i%100), false)
		}
	}
	return t
}

func ledgerTree(rows int) *Tree {
	var b strings.Builder
	fmt.Fprintf(&b, "table\n row\n  columnheader \"No\"\n  columnheader \"Name\"\n  columnheader \"Amount\"\n  columnheader \"Action\"\n")
	t := &Tree{Frames: []Frame{{ID: "F", Table: "T", Owner: -1}}, Viewport: Size{1280, 720}}
	add := func(depth int32, role, name string, state State) {
		n := Node{Depth: depth, Role: role, Name: name, State: state, Box: Box{8, float32(len(t.Nodes)), 100, 20}}
		if state&Operable != 0 {
			n.ID = uint32(len(t.Nodes) + 1)
			n.Ref = refs.Ref(n.ID)
		}
		t.Nodes = append(t.Nodes, n)
	}
	add(0, "table", "", 0)
	add(1, "row", "", 0)
	for _, name := range []string{"No", "Name", "Amount", "Action"} {
		add(2, "columnheader", name, 0)
	}
	for i := 1; i <= rows; i++ {
		add(1, "row", "", 0)
		add(2, "cell", fmt.Sprint(i), 0)
		add(2, "cell", fmt.Sprint("Account ", i), 0)
		add(2, "cell", fmt.Sprintf("%d.00", i*37%1000), 0)
		add(2, "cell", "", 0)
		add(3, "button", "Open", Operable)
	}
	add(0, "button", "Export all", Operable)
	return t
}

func BenchmarkBuild(b *testing.B) {
	for _, page := range []struct {
		name string
		tree *Tree
	}{
		{"article-24000", articleTree(24_000)},
		{"ledger-20000", ledgerTree(20_000)},
	} {
		b.Run(page.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				Build(page.tree, Options{})
			}
			o := Build(page.tree, Options{})
			b.ReportMetric(float64(len(o.Text(HeaderInfo{}))), "chars")
		})
	}
}

func BenchmarkFind(b *testing.B) {
	o := Build(ledgerTree(20_000), Options{})
	b.ReportAllocs()
	for b.Loop() {
		if r, err := o.Find("account 19999", FindOptions{}); err != nil || r.Total != 1 {
			b.Fatal(r, err)
		}
	}
}

func BenchmarkSince(b *testing.B) {
	old, new := Build(articleTree(24_000), Options{}), Build(articleTree(24_000), Options{})
	b.ReportAllocs()
	for b.Loop() {
		if d := new.Since(old, SinceOptions{MaxLines: 40}); d.Full || d.Changed != 0 {
			b.Fatal(d)
		}
	}
}

// TestRetained bounds what an outline keeps of a page beyond the page's own
// strings: 80 bytes a row.
func TestRetained(t *testing.T) {
	tree := ledgerTree(20_000)
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	o := Build(tree, Options{})
	runtime.GC()
	runtime.ReadMemStats(&after)
	kept := int(after.HeapAlloc) - int(before.HeapAlloc)
	if perRow := kept / len(tree.Nodes); perRow > 80 {
		t.Errorf("%d bytes a row", perRow)
	}
	runtime.KeepAlive(o)
	runtime.KeepAlive(tree)
}
