package ax

import "github.com/holdfast-go/holdfast/outline"

// structure makes the row of what is no thing to act on, when there is
// something in it.
func (b *builder) structure(n *axNode, m roleOf, mute bool) {
	name := n.name
	if m.kind == pass && (m.role == "legend" || m.role == "caption" || m.role == "label") && b.document.tree.labels[n.backend] {
		// It is said with the name of what it names.
		mute = true
	}
	if m.role == "dialog" || m.role == "alertdialog" || titled[m.role] || widgets[m.role] {
		// Named by its content, it is the content.
	} else if name != "" && m.role != "img" && b.says(n, name) {
		name = ""
	}
	if m.kind != row && (name == "" || n.ignored || m.role == "" || m.kind == pass && isRoot(n)) {
		b.transparent(n, m, mute)
		return
	}
	role := m.role
	switch role {
	case "generic", "none", "paragraph", "label":
		role = "group"
	}
	b.breakLine()
	if closed[role] {
		b.leaf(n, role, name, m.shut)
		return
	}
	i := b.add(n, role)
	row := &b.tree.Nodes[i]
	b.name(row, name, nameLimit)
	if role == "heading" {
		row.Level = n.level
	}
	said := b.described(n)
	if said != nil { // a dialog
		b.take(row, said)
	}
	content := row.Name != "" && (titled[role] || widgets[role]) && b.says(n, row.Name)
	if content {
		row.State |= outline.NameFromContent
		b.place(row, n)
		b.children(n, true)
		return
	}
	b.children(n, mute)
	b.finish(i)
}

// transparent walks what makes no row.
func (b *builder) transparent(n *axNode, m roleOf, mute bool) {
	if m.kind == inline {
		b.inside(n, mute)
		return
	}
	b.breakLine()
	b.inside(n, mute)
	b.breakLine()
}

// leaf makes the row of something that is looked at and not into.
func (b *builder) leaf(n *axNode, role, name string, shut bool) {
	if name != "" || role != "img" && n.state.Has(outline.HasValue) {
		i := b.add(n, role)
		row := &b.tree.Nodes[i]
		b.name(row, name, nameLimit)
		b.place(row, n)
		if role != "img" && n.state.Has(outline.HasValue) {
			row.Value = number(n.value)
			row.State |= outline.HasValue
		}
		if !shut {
			b.children(n, true)
		}
		return
	}
	if !shut {
		b.inside(n, true)
	}
}

// finish takes out a wrapper that turned out empty, and makes one that holds
// nothing but a text say it itself.
func (b *builder) finish(i int) {
	nodes := b.tree.Nodes
	row := &nodes[i]
	switch n := len(nodes); {
	case n == i+1:
		// An empty cell keeps those behind it in their columns.
		if row.Name == "" && !cells[row.Role] {
			b.cut(i)
		}
	case row.Role == "row" && b.blank(i):
		b.cut(i)
	case n == i+2 && row.Name == "" && nodes[i+1].Role == "text":
		row.Name = nodes[i+1].Name
		row.State |= outline.NameFromContent | nodes[i+1].State&(outline.Truncated|outline.Offscreen)
		row.Box = nodes[i+1].Box
		b.cut(i + 1)
	}
}

// blank tells a row of nothing but empty cells.
func (b *builder) blank(i int) bool {
	for k := i; k < len(b.tree.Nodes); k++ {
		n := &b.tree.Nodes[k]
		if n.Name != "" || n.State&(outline.Operable|outline.HasValue) != 0 || n.Role == "iframe" {
			return false
		}
	}
	return true
}

// cut drops a row and all after it.
func (b *builder) cut(i int) {
	b.tree.Nodes = b.tree.Nodes[:i]
	for r, at := range b.made {
		if at >= i {
			b.made[r] = -1
		}
	}
}
