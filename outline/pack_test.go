package outline

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// checkPacked demands that an outline comes out of its packed form as it was.
func checkPacked(t *testing.T, o *Outline) {
	t.Helper()
	again := o.Pack(nil).Unpack()
	if len(again.rows) != len(o.rows) {
		t.Fatalf("%d rows, want %d", len(again.rows), len(o.rows))
	}
	for i := range o.rows {
		a, b := again.rows[i], o.rows[i]
		if again.extraOf(&a) != o.extraOf(&b) || again.thingOf(&a) != o.thingOf(&b) {
			t.Fatalf("row %d: %+v and %+v, want %+v and %+v", i, again.extraOf(&a), again.thingOf(&a), o.extraOf(&b), o.thingOf(&b))
		}
		if again.name(&a) != o.name(&b) || a.annotated() != b.annotated() {
			t.Fatalf("row %d: %q, %v, want %q, %v", i, again.name(&a), a.annotated(), o.name(&b), b.annotated())
		}
		if x, y := again.sideOf(&a), o.sideOf(&b); x.count != y.count || x.table != y.table {
			t.Fatalf("row %d: %+v, want %+v", i, x, y)
		}
		a.name, b.name, a.side, b.side = 0, 0, 0, 0
		if a != b {
			t.Fatalf("row %d: %+v, want %+v", i, a, b)
		}
	}
	all := cmp.AllowUnexported(table{}, column{})
	if d := cmp.Diff(o.tables, again.tables, all); d != "" && len(o.tables)+len(again.tables) > 0 {
		t.Errorf("tables (-want +got)\n%s", d)
	}
	h := HeaderInfo{Epoch: 3}
	if d := cmp.Diff(o.Text(h), again.Text(h)); d != "" {
		t.Errorf("text (-want +got)\n%s", d)
	}
}

// TestPackSharesBlocks changes one place of a page: what is kept for the second
// outline is small.
func TestPackSharesBlocks(t *testing.T) {
	tree := articleTree(24_000)
	old := Build(tree, Options{}).Pack(nil)
	for _, n := range []int{3, 12_000, len(tree.Nodes) - 1} {
		tree.Nodes[n].Name = fmt.Sprint("another word ", n)
	}
	now := Build(tree, Options{})
	p := now.Pack(old)
	shared := make(map[string]bool)
	for _, b := range old.blocks {
		shared[b] = true
	}
	extra, all := 0, 0
	for _, b := range p.blocks {
		if all += len(b); !shared[b] {
			extra += len(b)
		}
	}
	t.Logf("%d rows in %d bytes, %d of them new", len(now.rows), all, extra)
	if extra == 0 || extra > all/10 {
		t.Errorf("%d of %d bytes are new", extra, all)
	}
	if d := p.Unpack().Since(old.Unpack(), SinceOptions{}); d.Full || d.Changed == 0 || d.Changed > 6 {
		t.Errorf("the changes are %+v", d)
	}
}

// BenchmarkPack packs and unpacks outlines.
func BenchmarkPack(b *testing.B) {
	for _, page := range []struct {
		name string
		tree *Tree
	}{
		{"article-24000", articleTree(24_000)},
		{"ledger-20000", ledgerTree(20_000)},
	} {
		o := Build(page.tree, Options{})
		var p *Packed
		b.Run(page.name+"/pack", func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				p = o.Pack(nil)
			}
			b.ReportMetric(float64(p.Size())/float64(len(o.rows)), "bytes/row")
		})
		b.Run(page.name+"/unpack", func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				p.Unpack()
			}
		})
	}
}
