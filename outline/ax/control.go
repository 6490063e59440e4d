package ax

import (
	"strconv"
	"strings"

	"github.com/holdfast-go/holdfast/outline"
)

// held makes the row of a thing that has no node of its own, at its first text,
// and reports whether that says the text.
func (b *builder) held(n *axNode) bool {
	holder := b.census.Holder(n.backend)
	if holder == 0 {
		return false
	}
	row, ok := b.rows[holder]
	if !ok {
		return false
	}
	said := &b.said.Tree.Nodes[row]
	if said.ID == 0 || !said.State.Has(outline.Operable) || said.Box.Width <= 1 {
		return false
	}
	if b.made[row] < 0 {
		role := said.Role
		if role == "" || role == "none" {
			role = "generic"
		}
		i := b.add(&axNode{backend: holder}, role)
		made := &b.tree.Nodes[i]
		b.take(made, said)
		made.State |= said.State & (outline.Operable | outline.Hinted | outline.Truncated)
		if made.Name = said.Name; !made.State.Has(outline.Hinted) {
			made.State |= outline.NameFromContent
		}
	}
	text, _ := clean(n.name, textLimit)
	return strings.Contains(b.tree.Nodes[b.made[row]].Name, text)
}

// operable reports whether the node is a thing to act on: of a role that is, or
// because the world calls its element so.
func (b *builder) operable(n *axNode, m roleOf) bool {
	said := b.described(n)
	if said == nil || isRoot(n) || said.Box.Width <= 1 && !fields[m.role] && !m.shut {
		return false // nobody can see what takes no room
	}
	return widgets[m.role] && !n.ignored || said.State.Has(outline.Operable)
}

// The states that only the world knows.
const worldStates = outline.Protected | outline.Draggable | outline.Editable | outline.Current | outline.Offscreen |
	outline.Blocked | outline.Scrollable

// control makes the row of a thing to act on and of what is in it.
func (b *builder) control(n *axNode, m roleOf, mute bool) {
	said := b.described(n)
	role := m.role
	if n.ignored || role == "" || role == "none" {
		role = said.Role
	}
	switch {
	case said.State.Has(outline.Editable) && role == "generic":
		role = "textbox"
	case role == "" || role == "none":
		role = "generic"
	}
	if said.State.Has(outline.Scrollable) {
		b.breakLine()
	}
	i := b.add(n, role)
	row := &b.tree.Nodes[i]
	b.take(row, said)
	row.State |= outline.Operable | n.state&outline.Focused
	b.name(row, n.name, nameLimit)
	if n.ignored || m.role == "video" || m.role == "audio" {
		row.Name = "" // it is the world's thing, or the browser's own words
	}
	// The tree has the last word on names. It gives none to what is no control of
	// ARIA's, and no hints.
	words := n.ignored || !widgets[m.role] || m.shut || said.State.Has(outline.Hinted)
	if row.Name == "" && words && !(said.State.Has(outline.Scrollable) && role == "generic") {
		row.Name = said.Name
		row.State |= said.State & (outline.Hinted | outline.Truncated)
	}
	b.value(row, n, said)
	switch role {
	case "link":
		row.Href = said.Href
	case "combobox":
		if strings.HasSuffix(said.Note, "option") || strings.HasSuffix(said.Note, "options") {
			// What every closed select is.
			row.State &^= outline.Collapsed | outline.HasPopup
		}
	case "heading":
		row.Level = n.level
	}
	if m.shut {
		row.State &^= outline.HasPopup
		return
	}
	if fields[role] {
		b.children(n, true)
		return
	}
	name := row.Name
	content := b.says(n, name)
	if content {
		row.State |= outline.NameFromContent
	}
	outer := b.covering
	b.covering = name
	if row.State.Has(outline.Scrollable) {
		b.scrolled++
		defer func() { b.scrolled-- }()
	}
	b.children(n, mute || content || closed[role])
	b.covering = outer
	if !widgets[role] && !n.focus && b.merely(i) {
		b.unmake(i)
	}
}

// value gives a row the value of its control, never a password's or a card's.
// The world tells it exactly; the tree's own is for what the world does not see.
func (b *builder) value(row *outline.Node, n *axNode, said *outline.Node) {
	switch {
	case said.State.Has(outline.Protected):
	case said.State.Has(outline.HasValue):
		row.Value = said.Value
		row.State |= outline.HasValue
	case n.state.Has(outline.HasValue) && !bullets(n.value) && (fields[row.Role] || row.Role == "scrollbar" || row.Role == "separator"):
		row.Value = number(n.value)
		row.State |= outline.HasValue
	}
}

// number shortens what a number of single precision became on its way; any
// other text stays.
func number(s string) string {
	if f, err := strconv.ParseFloat(s, 64); err == nil && len(s) > 8 {
		return strconv.FormatFloat(f, 'g', 6, 64)
	}
	return s
}

// bullets tells what Chrome shows in the place of a password.
func bullets(s string) bool { return s != "" && strings.Trim(s, "•") == "" }

// merely tells a row that only reacts to what happens in things inside.
func (b *builder) merely(i int) bool {
	inner, last := 0, 0
	for k := i + 1; k < len(b.tree.Nodes); k++ {
		if b.tree.Nodes[k].State&(outline.Operable|outline.Scrollable) == outline.Operable {
			inner++
			last = k
		}
	}
	if b.tree.Nodes[i].State.Has(outline.Scrollable) {
		return false
	}
	return inner > 1 || inner == 1 && b.tree.Nodes[last].Name == b.tree.Nodes[i].Name
}

// unmake takes a row out and leaves what is in it.
func (b *builder) unmake(i int) {
	nodes := b.tree.Nodes
	copy(nodes[i:], nodes[i+1:])
	b.tree.Nodes = nodes[:len(nodes)-1]
	for k := i; k < len(b.tree.Nodes); k++ {
		b.tree.Nodes[k].Depth--
	}
	for f := range b.tree.Frames {
		if b.tree.Frames[f].Owner > i {
			b.tree.Frames[f].Owner--
		}
	}
	for r, at := range b.made {
		switch {
		case at == i:
			b.made[r] = -1
		case at > i:
			b.made[r]--
		}
	}
}
