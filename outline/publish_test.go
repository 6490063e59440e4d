package outline_test

import (
	"testing"

	"github.com/holdfast-go/holdfast/outline"
	"github.com/holdfast-go/holdfast/refs"
)

// The same page read twice keeps its numbers; a packed tree gets them as well.
func TestPublish(t *testing.T) {
	nodes := []outline.Node{
		{Role: "heading", Name: "Lamps"},
		{Role: "button", Name: "Buy", ID: 7, Identity: 70, State: outline.Operable},
		{Role: "button", Name: "Save", ID: 8, Identity: 80, State: outline.Operable},
	}
	read := func(packed bool) *outline.Tree {
		tree := &outline.Tree{Frames: []outline.Frame{{ID: "F", Table: "T", Owner: -1}}, Count: len(nodes)}
		tree.Document = refs.Document{Loader: "L", URL: "http://shop.test/"}
		if !packed {
			tree.Nodes = append(tree.Nodes, nodes...)
			return tree
		}
		tree.Scan = func(yield func(*outline.Node)) {
			for _, n := range nodes {
				yield(&n)
			}
		}
		return tree
	}
	registry := refs.New(refs.Options{})
	for i, packed := range []bool{false, true} {
		tree := read(packed)
		delta := tree.Publish(registry)
		if delta.Epoch != uint64(i+1) || delta.Kept != 2*i {
			t.Errorf("packed %v: %+v", packed, delta)
		}
		for want, name := range map[refs.Ref]string{1: "Buy", 2: "Save"} {
			if row, ok := outline.Build(tree, outline.Options{}).ByRef(want); !ok || row.Name != name {
				t.Errorf("packed %v: %v is %q, want %q", packed, want, row.Name, name)
			}
		}
	}
}
