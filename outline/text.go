package outline

import (
	"strings"
	"unicode/utf8"
)

// TextOptions say what ReadText returns. The zero value works.
type TextOptions struct {
	// Offset is the first character (code point) that is returned; what an
	// earlier result gave as Next.
	Offset int
	// MaxChars is how many characters are returned at most; 0 means 20,000.
	MaxChars int
	// Links writes links as [words](address).
	Links bool
}

// TextResult is the text of a page or of a part of it.
type TextResult struct {
	// Text begins with the character at Offset.
	Text   string
	Offset int
	// Next is where to go on reading, 0 when nothing is left.
	Next int
	// Total is the length of the whole text in characters.
	Total int
}

const textChars = 20_000

// ReadText returns the words of a page in reading order, as a person would read
// them out: headings marked with #, list items with -, the cells of a table's
// row with | between them, controls left out. The main content comes first;
// what is around it follows below a line of dashes.
func ReadText(t *Tree, options TextOptions) TextResult {
	t.Load()
	o := begin(t, Options{Unfolded: true})
	o.condense()
	w := textWriter{o: o, tree: t, links: options.Links}
	first, end := o.mainPart()
	w.write(first, end)
	if first > 0 || end < int32(len(o.rows)) {
		w.block("---")
		w.write(0, first)
		w.write(end, int32(len(o.rows)))
	}
	return page(strings.TrimSuffix(strings.TrimSuffix(w.b.String(), "\n"), "\n---"), options)
}

// page cuts the part of a text that was asked for, at the end of a line or of a
// word when there is one.
func page(text string, options TextOptions) TextResult {
	limit := options.MaxChars
	if limit <= 0 {
		limit = textChars
	}
	result := TextResult{Total: utf8.RuneCountInString(text), Offset: max(options.Offset, 0)}
	if options.Offset >= result.Total {
		return result
	}
	start := runeIndex(text, result.Offset)
	rest := text[start:]
	end := runeIndex(rest, limit)
	if end < len(rest) {
		for _, gap := range []byte{'\n', ' '} {
			if i := strings.LastIndexByte(rest[:end], gap); i > end/2 {
				end = i + 1
				break
			}
		}
		result.Next = result.Offset + utf8.RuneCountInString(rest[:end])
	}
	result.Text = rest[:end]
	return result
}

// runeIndex returns the byte at which the n-th rune of s begins.
func runeIndex(s string, n int) int {
	for i := range s {
		if n == 0 {
			return i
		}
		n--
	}
	return len(s)
}

// mainPart returns the rows of the main content: an open modal dialog, the
// main landmark, the one article; else all rows.
func (o *Outline) mainPart() (first, end int32) {
	all := int32(len(o.rows))
	if dialogInFront(o.rows) {
		return 0, o.rows[0].end
	}
	best, words := int32(-1), 0
	for i := int32(0); i < all; i++ {
		r := &o.rows[i]
		if r.role != roleMain && r.role != roleArticle {
			continue
		}
		n := 0
		for j := i; j < r.end; j++ {
			n += len(o.name(&o.rows[j]))
		}
		if r.role == roleMain {
			n += 1 << 30 // a page that names its main content is believed
		}
		if n > words {
			best, words = i, n
		}
		i = r.end - 1
	}
	if best < 0 {
		return 0, all
	}
	return best, o.rows[best].end
}

// textWriter writes rows as text.
type textWriter struct {
	o     *Outline
	tree  *Tree
	links bool
	b     strings.Builder
	// line is the box of what is on the line that is being written, open whether
	// there is one.
	line Box
	open bool
	// prefix goes before the next words.
	prefix string
}

// block writes a line of its own.
func (w *textWriter) block(s string) {
	w.end()
	w.b.WriteString(w.prefix + s + "\n")
	w.prefix = ""
}

// end ends the line that is being written.
func (w *textWriter) end() {
	if w.open {
		w.b.WriteByte('\n')
		w.open = false
	}
}

// inline adds words to the line when they stand on it, and begins a new line
// with them otherwise. Where the reader did not say which, their boxes do.
func (w *textWriter) inline(words string, flow Flow, box Box) {
	switch {
	case w.open && flow == Inline:
		w.b.WriteByte(' ')
	case w.open && flow == Glued:
	case w.open && w.line.beside(&box):
		if strings.IndexByte(",.;:)", words[0]) < 0 {
			w.b.WriteByte(' ')
		}
	default:
		w.end()
	}
	w.b.WriteString(w.prefix + words)
	w.prefix = ""
	w.line, w.open = box, true
}

// beside reports whether c stands on the line that b ends on: a third of the
// lower of the two is level with the other, as where a link that breaks over
// two lines begins on the last line of a text.
func (b *Box) beside(c *Box) bool {
	shared := min(b.Y+b.Height, c.Y+c.Height) - max(b.Y, c.Y)
	return shared > 0 && shared*3 >= min(b.Height, c.Height)
}

// write writes the rows first…end.
func (w *textWriter) write(first, end int32) {
	for i := first; i < end; {
		r := &w.o.rows[i]
		switch {
		case r.role == roleHeading || r.place.level() != 0 && r.name != 0:
			w.block(strings.Repeat("#", min(max(int(r.place.level()), 1), 6)) + " " + w.heading(i))
			i++
			for i < r.end && w.saidAbove(i, r) {
				i++
			}
		case r.role == roleRow && r.end <= end:
			w.row(i)
			i = r.end
		case r.role == roleListItem && r.name == 0:
			w.begin(i, w.bullet(i))
			i++
		case r.role == roleDefinition && r.name == 0:
			w.begin(i, ": ")
			i++
		case r.role == roleBlockquote && r.name == 0:
			w.begin(i, "> ")
			i++
		case r.node < 0 || r.name == 0 || isControl(r) || r.state&Hinted != 0:
			i++
		case r.role == roleListItem:
			w.block(w.bullet(i) + w.words(i))
			i++
		case r.role == roleText && w.o.extraOf(r).value != "":
			w.preformatted(i)
			i++
		case r.role == roleText || r.role == roleLink:
			if r.parent >= 0 && w.o.rows[r.parent].role == roleList { // an item that lost its bracket
				w.end()
				w.prefix = "- "
			}
			w.inline(w.words(i), r.place.flow(), w.box(i))
			i++
		case r.role == roleImage:
			w.block("[image: " + ellipsis(w.o.name(r), nameLimit) + "]")
			i++
		case r.role == roleDefinition && r.leaf(int(i)):
			w.block(": " + w.words(i))
			i++
		case r.role == roleBlockquote && r.leaf(int(i)):
			w.block("> " + w.words(i))
			i++
		case container(r.role) && !r.leaf(int(i)):
			i++ // its name is a label
		default:
			w.block(w.words(i))
			i++
		}
	}
	w.end()
}

// heading returns the words of a heading, with the links in it when links are
// asked for.
func (w *textWriter) heading(i int32) string {
	r := &w.o.rows[i]
	words := w.words(i)
	for j := i + 1; j < r.end; j++ {
		link := w.o.name(&w.o.rows[j])
		if at := strings.LastIndex(words, link); at >= 0 && link != "" && w.links && w.o.extraOf(&w.o.rows[j]).href != "" {
			words = words[:at] + w.words(j) + words[at+len(link):]
		}
	}
	return words
}

// saidAbove reports whether row i is words of the heading that it is in.
func (w *textWriter) saidAbove(i int32, heading *row) bool {
	r := &w.o.rows[i]
	return (r.role == roleText || r.role == roleLink) && r.state&Hinted == 0 && strings.Contains(w.o.name(heading), w.o.name(r))
}

// preformatted writes a line as it stands.
func (w *textWriter) preformatted(i int32) {
	r := &w.o.rows[i]
	line := cleanLine(w.o.extraOf(r).value)
	if !r.place.apart() && w.open {
		w.b.WriteString(line)
	} else {
		w.end()
		w.b.WriteString(w.prefix + line)
		w.prefix = ""
	}
	w.line, w.open = Box{}, true
}

// begin starts what row i holds with a mark before its first words. What holds
// nothing to read gets none.
func (w *textWriter) begin(i int32, mark string) {
	w.end()
	for j := i + 1; j < w.o.rows[i].end; j++ {
		if r := &w.o.rows[j]; r.name != 0 && !isControl(r) && r.state&Hinted == 0 {
			w.prefix = mark
			return
		}
	}
}

// bullet begins the item of a list, further in for each item around it.
func (w *textWriter) bullet(i int32) string {
	indent := ""
	for p := w.o.rows[i].parent; p >= 0; p = w.o.rows[p].parent {
		if w.o.rows[p].role == roleListItem {
			indent += "  "
		}
	}
	return indent + "- "
}

// row writes the cells of a table's row.
func (w *textWriter) row(i int32) {
	var texts []string
	(&cells{rows: w.o.rows}).each(i, w.o.rows[i].end, func(_ int, cell []int32) {
		var text strings.Builder
		for _, j := range cell {
			if r := &w.o.rows[j]; r.name != 0 && r.role != roleRow {
				if text.Len() > 0 && r.place.flow() != Glued {
					text.WriteByte(' ')
				}
				text.WriteString(w.words(j))
			}
		}
		texts = append(texts, text.String())
	})
	w.block(strings.Join(texts, " | "))
}

// words returns the name of row i, as a link when links are asked for.
func (w *textWriter) words(i int32) string {
	r := &w.o.rows[i]
	if href := w.o.extraOf(r).href; w.links && href != "" {
		return "[" + w.o.name(r) + "](" + w.o.address(href) + ")"
	}
	return w.o.name(r)
}

func (w *textWriter) box(i int32) Box { return w.tree.Nodes[w.o.rows[i].node].Box }

// isControl reports whether the row is a thing to operate, not words to read.
func isControl(r *row) bool {
	return r.operable() && r.role != roleLink && r.role != roleText && r.role != roleGeneric
}
