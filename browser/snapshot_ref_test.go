package browser_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/holdfast-go/holdfast/browser"
	"github.com/holdfast-go/holdfast/outline"
	"github.com/holdfast-go/holdfast/refs"
)

// lamps is a snapshot of a page with two links, a field, and as many buttons of
// one name as it is told.
func lamps(buttons int) *browser.Snapshot {
	tree := &outline.Tree{
		Frames: []outline.Frame{{ID: "F", Table: "T", Owner: -1}},
		Nodes: []outline.Node{
			{Role: "link", Name: "Learn more", ID: 1, State: outline.Operable},
			{Role: "link", Name: "Delivery", ID: 2, State: outline.Operable},
			{Role: "textbox", Name: "Search", ID: 3, State: outline.Operable},
		},
	}
	for i := range buttons {
		tree.Nodes = append(tree.Nodes, outline.Node{Role: "button", Name: "Buy", ID: uint32(4 + i), State: outline.Operable})
	}
	_, at := tree.Observation()
	numbers := make([]refs.Ref, len(at))
	for i := range numbers {
		numbers[i] = refs.Ref(i + 1)
	}
	tree.SetRefs(at, numbers)
	return &browser.Snapshot{Outline: outline.Build(tree, outline.Options{})}
}

// A program prints the message of an error and no more, so what there is instead
// stands in it.
func TestSnapshotRefSaysWhatThereIs(t *testing.T) {
	var ten []string
	for i := range 10 {
		ten = append(ten, fmt.Sprintf(`e%d button "Buy"`, 4+i))
	}
	for _, c := range []struct {
		role, name string
		buttons    int
		code       error
		want       string
	}{
		{"link", "learn", 0, browser.ErrNotFound, `the snapshot has no link "learn"; there is e1 link "Learn more"`},
		{"link", "Lern more", 0, browser.ErrNotFound, `the snapshot has no link "Lern more"; there is e1 link "Learn more", e2 link "Delivery"`},
		{"textbox", "Delivery", 0, browser.ErrNotFound, `the snapshot has no textbox "Delivery"; there is e2 link "Delivery"`},
		{"button", "Pay", 0, browser.ErrNotFound, `the snapshot has no button "Pay"`},
		{"", "Pay", 0, browser.ErrNotFound, `the snapshot has no "Pay"; there is e1 link "Learn more", e2 link "Delivery", e3 textbox "Search"`},
		{"button", "Buy", 2, browser.ErrAmbiguous, `2 elements of the snapshot are button "Buy": e4 button "Buy", e5 button "Buy"`},
		{"button", "Pay", 12, browser.ErrNotFound, `the snapshot has no button "Pay"; there is ` + strings.Join(ten, ", ") + `, …`},
	} {
		_, err := lamps(c.buttons).Ref(c.role, c.name)
		e := browser.AsError(err)
		if e == nil || !errors.Is(err, c.code) || e.Message != c.want || e.Hint == "" {
			t.Errorf("%s %q: %v\nwant %s", c.role, c.name, err, c.want)
		}
	}
	if ref, err := lamps(1).Ref("button", "Buy"); ref != 4 || err != nil {
		t.Errorf("the one button is %v, %v", ref, err)
	}
}
