package ax

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/holdfast-go/holdfast/outline"
)

// separators say nothing between the rows of a list of links.
const separators = " |·•,.;:/\\–—-()[]›»«‹…\"'“”‘’"

// breakLine ends the run of text and the line.
func (b *builder) breakLine() { b.flush() }

// say adds a text to the run.
func (b *builder) say(n *axNode) {
	if box, known := b.ground.box(n.backend); known {
		solid := box.Width >= 1 && box.Height >= 1 && (b.scrolled > 0 || b.ground.reaches(box))
		if b.run.Len() == 0 {
			b.unseen = !solid
		} else if solid {
			b.unseen = false
		}
		if solid {
			b.runBox = join(b.runBox, box)
		}
	} else if b.run.Len() == 0 {
		b.unseen = false
	}
	b.run.WriteString(n.name)
}

// flush ends a run of text and makes its row, unless the row above says it or
// nobody can see it.
func (b *builder) flush() {
	if b.run.Len() == 0 {
		return
	}
	text, cut := clean(b.run.String(), textLimit)
	box, unseen := b.runBox, b.unseen
	b.run.Reset()
	b.runBox, b.unseen = outline.Box{}, false
	if text == "" || unseen || len(text) < 8 && strings.Trim(text, separators) == "" || strings.Contains(b.covering, text) {
		return
	}
	if len(b.tree.Nodes) >= b.limit {
		b.tree.Clipped++
		return
	}
	row := outline.Node{Depth: b.depth, Frame: b.frame, Role: "text", Name: text}
	if cut {
		row.State = outline.Truncated
	}
	if box != (outline.Box{}) {
		b.ground.place(&row, box)
	}
	b.tree.Nodes = append(b.tree.Nodes, row)
}

// says reports whether a name is what the texts and pictures in a node say, so
// that it is named by its content. Spaces do not count.
func (b *builder) says(n *axNode, name string) bool {
	if name == "" {
		return false
	}
	rest, left := name, mostConsumed
	if !b.consume(n, &rest, &left) {
		return false
	}
	return strings.TrimFunc(rest, blankRune) == ""
}

// mostConsumed bounds the nodes that are looked at for one name. What is called
// by its content has few.
const mostConsumed = 1000

// consume takes what is said in a node off the beginning of rest, and reports
// false when that does not fit. left is how many nodes may still be looked at.
func (b *builder) consume(n *axNode, rest *string, left *int) bool {
	t := &b.document.tree
	for _, id := range t.children[n.first:n.last] {
		i, ok := b.document.at[id]
		if !ok {
			continue
		}
		if *left--; *left < 0 {
			return false
		}
		child := &t.nodes[i]
		m := meaning(child.role)
		if t.labels[child.backend] {
			continue // a caption names what it stands in, and is no content of it
		}
		switch {
		case m.kind == dropped:
		case m.kind == words || m.role == "img" && child.name != "" && !child.ignored:
			if !takeOff(rest, child.name) {
				return false
			}
		case !b.consume(child, rest, left):
			return false
		}
	}
	return true
}

// takeOff takes a text off the beginning of rest, spaces aside.
func takeOff(rest *string, text string) bool {
	s := *rest
	for _, r := range text {
		if blankRune(r) {
			continue
		}
		s = strings.TrimLeftFunc(s, blankRune)
		first, size := utf8.DecodeRuneInString(s)
		if size == 0 || first != r {
			return false
		}
		s = s[size:]
	}
	*rest = s
	return true
}

func blankRune(r rune) bool { return unicode.IsSpace(r) || r >= 0xe000 && r <= 0xf8ff }
