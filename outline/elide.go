package outline

import (
	"strconv"
	"strings"

	"github.com/holdfast-go/holdfast/refs"
)

// How much of a long table is printed.
const (
	longTable   = 60  // a table of more lines is shortened when it is regular
	hugeTable   = 200 // and when it has more than this in any case
	shownLines  = 30  // the lines at its beginning that are printed in any case
	shownView   = 40  // and the lines in the viewport, up to here
	leastElided = 10  // lines that are worth a row that says they are missing
)

// elide prints of a long table its beginning, what is in the viewport, its
// last line, and every line that differs from the others: another button,
// another state, a price that is no price. The others become one row that says
// how many they are, from what to what.
//
// Nothing is lost: the refs stay, the row names the first and the last, and
// find gives any line. Only regular tables are shortened, where the lines
// differ in numbers more than in words (and huge ones, which nobody reads): a
// list of sixty headlines is what the page is about. It runs after tabulate and
// before the budget, so that 20,000 rows leave room for what follows them.
func elide(s *sheet) {
	rows := s.rows
	var inserts []insertion
	for i := int32(0); i < int32(len(rows)); i++ {
		r := &rows[i]
		if r.kind != kindColumns || s.tableOf(r).elided {
			continue
		}
		t := s.tableOf(r)
		t.elided = true
		if t.lines > longTable {
			inserts = elideTable(s, i, t, inserts)
		}
	}
	insert(s, inserts)
}

// elideTable chooses the lines of the table at row c that are printed.
func elideTable(s *sheet, c int32, t *table, inserts []insertion) []insertion {
	rows := s.rows
	lines := tableLines(s, c)
	odd, regular := oddLines(s, t, lines)
	if !regular && len(lines) <= hugeTable {
		return inserts
	}
	shown := func(n int) bool {
		return n < shownLines || n == len(lines)-1 || odd[n]
	}
	inView := 0
	for n := 0; n < len(lines); n++ {
		if rows[lines[n]].state&inViewport != 0 && inView < shownView {
			inView++
			odd[n] = true
		}
	}
	for n := 0; n < len(lines); n++ {
		end := n // of a run of lines, one behind the other
		for end < len(lines) && !shown(end) && (end == n || lines[end] == s.lineEnd(lines[end-1])) {
			end++
		}
		if end-n < leastElided {
			continue
		}
		more := row{node: -1, parent: rows[lines[n]].parent, kind: kindMore}
		s.mark(&more, 0, s.sideOf(&rows[c]).table)
		inserts = append(inserts, insertion{lines[n], lines[n], more})
		for j := lines[n]; j < s.lineEnd(lines[end-1]); j++ {
			rows[j].fate = elided
		}
		n = end - 1
	}
	return inserts
}

// tableLines returns the rows that begin the lines of the table at row c.
func tableLines(s *sheet, c int32) []int32 {
	rows := s.rows
	table := s.sideOf(&rows[c]).table
	var lines []int32
	for i := c + 1; i < rows[c].end; {
		r := &rows[i]
		switch {
		case r.kind == kindLine && s.sideOf(r).table == table:
			lines = append(lines, i)
			i = s.lineEnd(i)
		case r.parent == c && r.kind == kindRow:
			i = r.end
		default:
			i++
		}
	}
	return lines
}

// oddLines finds the lines that differ from nine of ten others in some cell: in
// what the others share to the letter, in the form of the text ("12 EUR", with any
// digits), or in a state. A table is regular when there is such a form in a
// column that has no one name.
func oddLines(s *sheet, t *table, lines []int32) (odd []bool, regular bool) {
	odd = make([]bool, len(lines))
	usual := make([]habit, len(t.columns))
	for c := range usual {
		usual[c] = habit{forms: make(wordings), exact: make(wordings), states: make(map[State]int)}
	}
	var form, exact []byte
	rows := s.rows
	reader := cells{rows: rows}
	each := func(see func(n int, h *habit, state State)) {
		for n, i := range lines {
			reader.each(i, s.lineEnd(i), func(c int, cell []int32) {
				form, exact = form[:0], exact[:0]
				state := State(0)
				for _, j := range cell {
					name := s.name(&rows[j])
					form = appendForm(form, name)
					exact = append(append(exact, name...), 0)
					exact = append(exact, s.extraOf(&rows[j]).value...)
					state |= rows[j].state & telling
				}
				see(n, &usual[c], state)
			})
		}
	}
	each(func(_ int, h *habit, state State) {
		h.forms.see(form)
		h.exact.see(exact)
		h.states[state]++
	})
	nearAll := func(n int) bool { return n*10 >= len(lines)*9 }
	for c := range usual {
		h := &usual[c]
		var n int
		h.form, n = h.forms.most()
		h.formed = nearAll(n)
		h.text, n = h.exact.most()
		h.same = nearAll(n)
		h.state, n = majority(h.states)
		h.still = nearAll(n)
		regular = regular || h.formed && !t.columns[c].constant
	}
	each(func(n int, h *habit, state State) {
		odd[n] = odd[n] || h.formed && h.form != string(form) || h.same && h.text != string(exact) || h.still && h.state != state
	})
	return odd, regular
}

// habit is what the cells of a column are like: the form of their text, its very
// words with the value, and the state; what nine of ten are like is said behind.
type habit struct {
	forms, exact        wordings
	states              map[State]int
	form, text          string
	state               State
	formed, same, still bool
}

// wordings counts texts, as far as there are few different ones.
type wordings map[string]*int

func (w wordings) see(text []byte) {
	n := w[string(text)]
	if n == nil {
		if len(w) == 64 {
			return
		}
		n = new(int)
		w[string(text)] = n
	}
	*n++
}

// most returns the most frequent text and how often it came.
func (w wordings) most() (most string, count int) {
	for text, n := range w {
		if *n > count {
			most, count = text, *n
		}
	}
	return most, count
}

func majority[K comparable](counts map[K]int) (most K, count int) {
	for k, n := range counts {
		if n > count {
			most, count = k, n
		}
	}
	return most, count
}

// appendForm writes a text with every number as one 0.
func appendForm(dst []byte, s string) []byte {
	number := false
	for i := 0; i < len(s); i++ {
		c := s[i]
		if c >= '0' && c <= '9' || number && (c == '.' || c == ',') {
			if !number {
				dst = append(dst, '0')
			}
			number = true
			continue
		}
		number = false
		dst = append(dst, c)
	}
	return dst
}

// labelLimit bounds the words by which a row of elide names a line.
const labelLimit = 40

// appendMore writes the row that stands for the elided lines behind it:
//
//	… 206 more: "Lamp 31" … "Lamp 236" (e34 … e239)
func (o *Outline) appendMore(dst []byte, i int32) []byte {
	first, last, n := int32(-1), int32(-1), 0
	for j := i + 1; j < int32(len(o.rows)) && o.rows[j].fate == elided; j++ {
		if o.rows[j].kind == kindLine {
			if n++; first < 0 {
				first = j
			}
			last = j
		}
	}
	if n == 0 {
		return dst
	}
	dst = append(dst, "… "...)
	dst = strconv.AppendInt(dst, int64(n), 10)
	dst = append(dst, " more: "...)
	dst = o.appendLabel(dst, first)
	dst = append(dst, " … "...)
	dst = o.appendLabel(dst, last)
	from, to := o.firstRef(first), o.lastRef(last)
	if from != 0 {
		dst = appendRef(append(dst, " ("...), from)
		dst = append(appendRef(append(dst, " … "...), to), ')')
	}
	return dst
}

// appendLabel writes the words that tell line i from its neighbours: the first
// name that is not shared by all.
func (o *Outline) appendLabel(dst []byte, i int32) []byte {
	t := o.tableOf(&o.rows[i])
	label := ""
	(&cells{rows: o.rows}).each(i, o.lineEnd(i), func(c int, cell []int32) {
		if label == "" && len(cell) > 0 && !t.columns[c].constant {
			label = o.name(&o.rows[cell[0]])
		}
	})
	label, shorter := cutWords(label, labelLimit)
	dst = appendQuoted(dst, strings.TrimSpace(label))
	if shorter {
		dst = append(dst, "…"...)
	}
	return dst
}

// firstRef and lastRef return the first and the last ref of line i.
func (o *Outline) firstRef(i int32) refs.Ref {
	for j := i; j < o.lineEnd(i); j++ {
		if ref := o.rows[j].ref; ref != 0 {
			return ref
		}
	}
	return 0
}

func (o *Outline) lastRef(i int32) refs.Ref {
	for j := o.lineEnd(i) - 1; j >= i; j-- {
		if ref := o.rows[j].ref; ref != 0 {
			return ref
		}
	}
	return 0
}
