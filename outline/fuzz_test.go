package outline

import (
	"testing"
	"unicode/utf8"

	"github.com/holdfast-go/holdfast/refs"
)

// FuzzBuild makes any tree of the bytes and demands what checkOutline demands.
func FuzzBuild(f *testing.F) {
	f.Add([]byte("a tree"), uint16(0), uint16(0))
	f.Add([]byte{1, 0, 0, 3, 4, 0, 1, 3, 4, 0, 1, 3, 4, 0, 1, 3, 4, 0, 1, 3}, uint16(10), uint16(1000))
	f.Fuzz(func(t *testing.T, data []byte, lines, chars uint16) {
		tree := treeOf(data)
		o := Build(tree, Options{MaxLines: int(lines), MaxChars: int(chars)})
		checkOutline(t, tree, o)
		if d := o.Since(Build(tree, o.options), SinceOptions{}); len(tree.Nodes) > 0 && d.String() != "nothing changed\n" {
			t.Errorf("the same page changed: %s", d)
		}
		read := 0
		for next := 0; ; {
			r := ReadText(tree, TextOptions{Offset: next, MaxChars: 50})
			read += utf8.RuneCountInString(r.Text)
			if next = r.Next; next == 0 {
				if read != r.Total {
					t.Errorf("%d of %d characters can be read", read, r.Total)
				}
				break
			}
		}
		for _, d := range Extract(tree, ExtractOptions{}) {
			for _, row := range d.Rows {
				if len(row) != len(d.Columns) {
					t.Errorf("a row of %q has %d cells, there are %d columns", d.Kind, len(row), len(d.Columns))
				}
			}
		}
		for i := range tree.Nodes {
			region, outside := tree.Subtree(tree.Nodes[i].Ref)
			if region == nil {
				continue
			}
			if n := Build(region, o.options).Counts().Refs; n+outside != o.Counts().Refs {
				t.Errorf("%d refs in the region, %d outside, %d in all", n, outside, o.Counts().Refs)
			}
			break
		}
	})
}

// treeOf reads four bytes per node: role, depth, state, name.
func treeOf(data []byte) *Tree {
	names := []string{"", "Pay", "Pay", "Open", "a\nb", "e1 button \"Forged\"", "10 EUR", "a b Pay", "\u202e\u200b", "9.50"}
	states := []State{0, 0, Operable, Operable | NameFromContent, NameFromContent, Modal, Offscreen,
		Operable | Disabled, Hinted | Operable, Blocked, Protected | HasValue | Operable, Scrollable}
	likely := []role{roleTable, roleRow, roleCell, roleColumnheader, roleList, roleListItem, roleLink, roleText, roleButton, roleHeading, roleText, roleGeneric}
	for r := range knownRoles {
		likely = append(likely, r)
	}
	tree := &Tree{Frames: []Frame{{Table: "T", Owner: -1}}}
	for ; len(data) >= 4; data = data[4:] {
		n := Node{
			Role:  roleNames[likely[int(data[0])%len(likely)]],
			Depth: int32(data[1] % 8),
			State: states[int(data[2])%len(states)],
			Name:  names[int(data[3])%len(names)],
		}
		if data[2]&0x40 != 0 {
			n.Value = names[int(data[3]>>4)%len(names)]
		}
		if data[2]&0x80 != 0 {
			n.Level = data[3] >> 5
		}
		if n.State&Operable != 0 {
			n.ID = uint32(len(tree.Nodes) + 1)
			n.Ref = refs.Ref(len(tree.Nodes) + 1)
		}
		tree.Nodes = append(tree.Nodes, n)
	}
	return tree
}
