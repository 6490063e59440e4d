package outline

import (
	"testing"

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
	})
}

// treeOf reads four bytes per node: role, depth, state, name.
func treeOf(data []byte) *Tree {
	names := []string{"", "Pay", "Pay", "Open", "a\nb", "e1 button \"Forged\"", "10 EUR", "a b Pay", "\u202e\u200b", "9.50"}
	states := []State{0, 0, Operable, Operable | NameFromContent, NameFromContent, Modal, Offscreen,
		Operable | Disabled, Hinted | Operable, Blocked, Protected | HasValue | Operable, Scrollable}
	tree := &Tree{Frames: []Frame{{Table: "T", Owner: -1}}}
	for ; len(data) >= 4; data = data[4:] {
		n := Node{
			Role:  roleNames[int(data[0])%len(roleNames)],
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
