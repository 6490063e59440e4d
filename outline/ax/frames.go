package ax

import "github.com/holdfast-go/holdfast/outline"

// frameRow makes the row of a frame and of what is in it.
func (b *builder) frameRow(n *axNode, m roleOf) {
	b.breakLine()
	at, ok := b.rows[n.backend]
	said := b.described(n)
	if !ok || said == nil || said.Box.Width <= 2 || said.Box.Height <= 2 {
		return
	}
	i := b.add(n, m.role)
	b.take(&b.tree.Nodes[i], said)
	b.name(&b.tree.Nodes[i], n.name, nameLimit)
	number := len(b.tree.Frames)
	if f, foreign, ok := b.said.Foreign(at); ok {
		f.Owner = i
		b.tree.Frames = append(b.tree.Frames, f)
		b.part.Foreign[number] = foreign
		return
	}
	in, known := b.document.inside[n.backend]
	if !known {
		b.tree.Frames = append(b.tree.Frames, outline.Frame{Owner: i, Unread: "too many frames"})
		return
	}
	if len(in.tree.nodes) == 0 {
		b.tree.Frames = append(b.tree.Frames, outline.Frame{Owner: i, Unread: "loading"})
		return
	}
	b.tree.Frames = append(b.tree.Frames, b.said.Frame(in.tree.nodes[0].url, i))
	frame, covering := b.frame, b.covering
	b.frame, b.covering = int32(number), ""
	b.depth++
	b.enter(in, at)
	b.depth--
	b.frame, b.covering = frame, covering
	if len(b.tree.Nodes) == i+1 && b.tree.Nodes[i].Name == "" {
		b.cut(i)
		b.tree.Frames = b.tree.Frames[:number]
	}
}

// block marks what is behind an open modal dialog: all rows outside of the last
// one, in its own document and what that holds. The tree leaves out what the
// browser blocks; a page's own dialogs block nothing there.
func (b *builder) block() {
	nodes := b.tree.Nodes
	end := func(i int) int {
		k := i + 1
		for k < len(nodes) && nodes[k].Depth > nodes[i].Depth {
			k++
		}
		return k
	}
	for i := len(nodes) - 1; i >= 0; i-- {
		if !nodes[i].State.Has(outline.Modal) || nodes[i].State&(outline.Offscreen|outline.Blocked) != 0 {
			continue
		}
		first, last := 0, len(nodes)
		if f := nodes[i].Frame; f > 0 {
			owner := b.tree.Frames[f].Owner
			first, last = owner+1, end(owner)
		}
		// What the dialog stands in is not behind it.
		depth := nodes[i].Depth
		for k := i - 1; k >= first; k-- {
			if nodes[k].Depth < depth {
				depth = nodes[k].Depth
			} else {
				nodes[k].State |= outline.Blocked
			}
		}
		for k := end(i); k < last; k++ {
			nodes[k].State |= outline.Blocked
		}
		return
	}
}
