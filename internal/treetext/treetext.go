// Package treetext prints trees for the tests of readers: what a reader has found,
// before anything is folded.
package treetext

import (
	"fmt"
	"strings"

	"github.com/holdfast-go/holdfast/outline"
)

// States are the names of the states of a row, in the order of their bits.
var States = []string{
	"Operable", "Disabled", "Checked", "Mixed", "Expanded", "Collapsed", "Selected", "Pressed", "Required", "Invalid",
	"ReadOnly", "Focused", "Multiple", "Multiline", "Protected", "HasValue", "Modal",
	"Offscreen", "Draggable", "Hinted", "Editable", "NameFromContent", "Current", "Busy", "HasPopup", "Scrollable",
	"Blocked", "Truncated",
}

// Names names states in lower case, a blank between them.
func Names(s outline.State) string {
	var names []string
	for bit, name := range States {
		if s&(1<<bit) != 0 {
			names = append(names, strings.ToLower(name))
		}
	}
	return strings.Join(names, " ")
}

// silent are the states that are not printed by name.
const silent = outline.Operable | outline.NameFromContent | outline.HasValue | outline.Hinted | outline.Offscreen

// Print prints a tree, one row a line: an asterisk before what is operable, a
// tilde before a name that is a hint, the value after an equals sign.
func Print(tree *outline.Tree) string {
	var b strings.Builder
	for i := range tree.Nodes {
		n := &tree.Nodes[i]
		b.WriteString(strings.Repeat(" ", int(n.Depth)))
		if n.State.Has(outline.Operable) {
			b.WriteByte('*')
		}
		b.WriteString(n.Role)
		if n.Name != "" {
			mark := ""
			if n.State.Has(outline.Hinted) {
				mark = "~"
			}
			fmt.Fprintf(&b, " %s%q", mark, n.Name)
		}
		if n.Level != 0 {
			fmt.Fprintf(&b, " level %d", n.Level)
		}
		if n.Href != "" {
			fmt.Fprintf(&b, " → %s", n.Href)
		}
		if n.State.Has(outline.HasValue) {
			fmt.Fprintf(&b, " = %q", n.Value)
		}
		if said := Names(n.State &^ silent); said != "" {
			b.WriteString(" " + said)
		}
		if n.Note != "" {
			fmt.Fprintf(&b, " (%s)", n.Note)
		}
		b.WriteByte('\n')
	}
	return b.String()
}
