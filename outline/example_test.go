package outline_test

import (
	"fmt"

	"github.com/holdfast-go/holdfast/outline"
	"github.com/holdfast-go/holdfast/refs"
)

func Example() {
	tree := &outline.Tree{
		Title:  "Shop",
		Frames: []outline.Frame{{ID: "F", Table: "T", Owner: -1}},
		Nodes: []outline.Node{
			{Role: "heading", Name: "Lamps", Level: 1},
			{Role: "text", Name: "11 EUR"},
			{Role: "button", Name: "Buy", ID: 7, State: outline.Operable},
		},
	}
	tree.Document.URL = "http://shop.test/"
	_, at := tree.Observation() // goes to the registry, which gives the numbers
	tree.SetRefs(at, []refs.Ref{12})
	o := outline.Build(tree, outline.Options{})
	fmt.Print(o.Text(outline.HeaderInfo{Epoch: 3}))
	// Output:
	// title: "Shop"
	// url: http://shop.test/
	// epoch 3: 3 rows, 1 refs
	//
	// heading "Lamps" level=1
	// "11 EUR"
	// e12 button "Buy"
}
