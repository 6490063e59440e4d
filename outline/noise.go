package outline

import "strings"

// wrappers takes out rows that only group or style what is inside of them and
// have no name: boxes, paragraphs, bold text, images without a description.
//
// Nothing is lost: such a row says nothing, and what it holds keeps its order
// and its other ancestors. It runs first, because the later passes compare
// neighbours, and wrappers stand between them.
func wrappers(s *sheet, w *workspace) {
	rows := s.rows
	for i := range rows {
		if r := &rows[i]; r.kind == kindRow && transparent(r.role) && r.silent() {
			r.fate = gone
		}
	}
	settle(s, w)
}

// repeats takes out words that the row around them says already: the text
// inside of a button that is named by it, the heading inside of a dialog that
// is named by it, the picture's description inside of a link.
//
// Nothing is lost: the words stand in the name above; a heading's level moves
// up with them. The parts of a table are the other way round: their name is
// taken out when the rows below say it in pieces. It runs before the chains,
// which look at what is left on a line of ancestors.
func repeats(s *sheet, w *workspace) {
	rows := s.rows
	namer := w.list(0, len(rows)) // the nearest ancestor with a name
	for i := range rows {
		r := &rows[i]
		namer[i] = -1
		if p := r.parent; p >= 0 {
			namer[i] = namer[p]
			if rows[p].name != 0 {
				namer[i] = p
			}
		}
		if r.kind != kindRow {
			continue
		}
		if r.state&NameFromContent != 0 && saysMore(s, int32(i)) {
			r.name = 0
		}
		if r.name == 0 || r.operable() || !wordy(r.role) || !r.leaf(i) || r.annotated() {
			continue
		}
		for a, n := namer[i], 0; a >= 0 && n < 4; a, n = namer[a], n+1 {
			above := &rows[a]
			if !s.texts.equal(above.name, r.name) && (above.state&NameFromContent == 0 || !strings.Contains(s.name(above), s.name(r))) {
				continue
			}
			if above.place.level() == 0 {
				above.place = above.place.at(r.place.level())
			}
			r.fate = gone
			break
		}
	}
	settle(s, w)
}

// saysMore reports whether the rows below i say its name better than it does
// itself: the parts of a table, and a box full of controls that listens for
// clicks, whose name would be cut.
func saysMore(s *sheet, i int32) bool {
	rows := s.rows
	r := &rows[i]
	box := r.operable() && len(s.name(r)) > nameLimit
	if !box && (r.operable() || !tablePart(r.role)) {
		return false
	}
	named := 0
	for j := i + 1; j < r.end; j++ {
		if rows[j].operable() {
			return true
		}
		if rows[j].name != 0 {
			named++
		}
	}
	return named > 1 && !box
}

// neighbours takes out words that the row beside them says already: the label
// of a field that is named by it, the second of two equal texts, and the
// separators between the entries of a menu.
//
// Nothing is lost: the words are on the line above or below. It runs after the
// repeats and the chains, which leave fewer rows between neighbours.
func neighbours(s *sheet, w *workspace) {
	rows := s.rows
	last := w.list(0, len(rows)+1) // by parent+1: the sibling before
	for i := range last {
		last[i] = -1
	}
	for i := range rows {
		r := &rows[i]
		before := last[r.parent+1]
		if before >= 0 {
			b := &rows[before]
			switch {
			case r.name != 0 && r.role == b.role && r.place.apart() && saysOnlyName(r, i) && saysOnlyName(b, int(before)) && s.texts.equal(r.name, b.name):
				r.fate = gone
				continue
			case isWords(b, int(before)) && field(r.role) && labels(s.name(b), s.name(r)):
				b.fate = gone
			case isWords(r, i) && field(b.role) && labels(s.name(r), s.name(b)):
				r.fate = gone
				continue
			case isWords(r, i) && separator(s.name(r)) && r.place.apart():
				r.fate = gone
				continue
			case isWords(b, int(before)) && separator(s.name(b)) && b.place.apart() && r.place.apart():
				b.fate = gone
			}
		}
		last[r.parent+1] = int32(i)
	}
	settle(s, w)
}

// isWords reports whether the row is text and nothing else.
func isWords(r *row, i int) bool { return r.role == roleText && saysOnlyName(r, i) }

// saysOnlyName reports whether the row is words or a picture and nothing else.
func saysOnlyName(r *row, i int) bool {
	return wordy(r.role) && r.kind == kindRow && r.fate != gone && !r.operable() && !r.annotated() && r.leaf(i)
}

// labels reports whether a text is the label of a field with that name.
func labels(text, name string) bool {
	return text == name || strings.TrimRight(text, " :*") == strings.TrimRight(name, " :*")
}

// separator reports whether a text only keeps its neighbours apart. Marks that
// can be an answer (✓, +, ★) are none.
func separator(s string) bool {
	if len(s) > 9 {
		return false
	}
	for _, r := range s {
		if !strings.ContainsRune(" |·•‧∙›»«‹<>/\\,.:;-–—_*=~()[]{}…\"'“”", r) {
			return false
		}
	}
	return true
}

// hollow takes out structure without a name that holds nothing or one thing:
// an empty list, the item around a single link, the list that is all of a
// navigation. Where the only thing is text, the structure takes its words and
// says what kind of text it is (a quotation, a cell).
//
// Nothing is lost: one thing needs no bracket. It runs last of the passes that
// take rows out, because they make structures hollow.
func hollow(s *sheet, w *workspace) {
	rows := s.rows
	kids := w.list(0, len(rows)) // the number of children that stay
	only := w.list(1, len(rows)) // the last of them seen, which is the first
	clear(kids)
	for i := len(rows) - 1; i >= 0; i-- {
		r := &rows[i]
		if r.silent() && r.kind == kindRow && r.role < knownRoles {
			switch {
			case inRow(rows, i) && kids[i] != 1: // it keeps the columns in order
			case kids[i] == 0 && r.role != roleSeparator:
				r.fate = gone
			case kids[i] == 1 && absorbing(r.role) && isWords(&rows[only[i]], int(only[i])):
				child := &rows[only[i]]
				r.name, r.state = child.name, r.state|child.state&Truncated
				child.fate = gone
				kids[i] = 0
			case kids[i] == 1 && thin(r.role) && !inRow(rows, i):
				r.fate = gone
			}
		}
		if kids[i] == 1 && r.kind == kindRow && r.fate != gone {
			if o := only[i]; rows[o].role == roleList && rows[o].kind == kindRow && rows[o].silent() {
				rows[o].fate = gone // the list that is all of a navigation
				kids[i], only[i] = kids[o], only[o]
			}
		}
		p := r.parent
		if p < 0 {
			continue
		}
		switch {
		case r.fate != gone:
			kids[p]++
			only[p] = int32(i)
		case kids[i] > 0:
			kids[p] += kids[i]
			only[p] = only[i]
		}
	}
	settle(s, w)
}
