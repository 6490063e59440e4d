package dom

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Cells of tables stand in their columns: empty ones are rows too, and spans
// leave the page.
func TestReadCells(t *testing.T) {
	p := openPage(t, `<table><caption>Plan</caption>
<tr><td></td><th>Mon</th><th colspan=2>Tue</th></tr>
<tr><th rowspan=2>A</th><td></td><td><span></span></td><td>x</td></tr>
<tr><td>1</td><td colspan=300>2</td></tr>
<tr><td></td><td>&nbsp;</td><td hidden>h</td></tr>
<tbody><tr><td rowspan=0>z</td><td>1</td></tr><tr><td>2</td></tr><tr><td>3</td></tr></tbody></table>
<div role=grid><div role=row><div role=gridcell aria-colspan=3 aria-rowspan=2>G</div><div role=gridcell></div></div></div>`)
	tree, err := (&Reader{world: p.world}).Read(t.Context(), ReadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for i := range tree.Nodes {
		n := &tree.Nodes[i]
		fmt.Fprintf(&b, "%s%s %q", strings.Repeat(" ", int(n.Depth)), n.Role, n.Name)
		if n.RowSpan > 0 {
			fmt.Fprintf(&b, " %d×%d", n.RowSpan, n.ColSpan)
		}
		b.WriteString("\n")
	}
	const want = `table "Plan"
 row ""
  cell ""
  columnheader "Mon"
  columnheader "Tue" 1×2
 row ""
  rowheader "A" 2×1
  cell ""
  cell ""
  cell "x"
 row ""
  cell "1"
  cell "2" 1×255
 row ""
  cell "z" 3×1
  cell "1"
 row ""
  cell "2"
 row ""
  cell "3"
grid ""
 row ""
  gridcell "G" 2×3
  gridcell ""
`
	if d := cmp.Diff(want, b.String()); d != "" {
		t.Errorf("(-want +got)\n%s", d)
	}
}
