package refs_test

import (
	"errors"
	"fmt"

	"github.com/holdfast-go/holdfast/refs"
)

// A list is read twice. In between the page put another row into the nodes of
// the first one.
func Example() {
	del := func(node, row uint32) refs.Target {
		return refs.Target{
			Node: refs.Node{Table: "w", ID: node},
			Role: "button", Name: "Delete",
			Identity: refs.Key("button", "Delete", fmt.Sprint("row ", row)), // a reader digests the row's text
		}
	}
	doc := refs.Document{Loader: "L1", URL: "https://list.example/"}

	r := refs.New(refs.Options{})
	d := r.Publish(refs.Observation{Document: doc, Targets: []refs.Target{del(1, 101), del(2, 102)}})
	fmt.Println("printed", d.Refs)

	d = r.Publish(refs.Observation{Document: doc, Targets: []refs.Target{del(1, 102), del(2, 103)}})
	fmt.Println("printed", d.Refs, "gone", d.Gone)

	_, err := r.Resolve(d.Gone[0])
	var stale *refs.StaleError
	fmt.Println(errors.As(err, &stale), err)

	r.Invalidate() // the page navigates
	_, err = r.Resolve(d.Refs[0])
	fmt.Println(err)
	// Output:
	// printed [e1 e2]
	// printed [e3 e4] gone [e1 e2]
	// true refs: e1 (button "Delete"): identity_mismatch
	// refs: e3 (button "Delete"): document_changed
}
