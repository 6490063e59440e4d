package outline

import (
	"slices"
	"strconv"
)

// A list is read from the lines that tabulating finds, which are of one shape.
// A card that has something more or less than the others is none of them, but it
// is a card: whoever takes a list for data must not miss the one that is sold
// out. So what stands among the lines, and what goes on before and behind them,
// is laid into the columns by what it is, in order; what has no place there gets
// columns of its own at the end. What fits in less than half of the columns is
// told aside.

// Aside is something that stands among the rows of a list and is none of them:
// the heading of a group, an advertisement.
type Aside struct {
	// Before is the number of the row that it stands before, counted from 0.
	Before int    `json:"before"`
	Text   string `json:"text"`
	// Ref is the first ref in it, Href the first address.
	Ref  string `json:"ref,omitempty"`
	Href string `json:"href,omitempty"`
}

// Bounds of what is told of odd ones.
const (
	mostAsides = 20
	mostExtras = 8 // columns that only odd ones have
)

// span is a part of the rows: a line, or what may be an odd one.
type span struct {
	first, end int32
	line       bool
}

// list gathers the rows of one list.
type list struct {
	x       *extraction
	reader  cells
	columns []column
	forms   []string // what most texts of a column look like, "" for none
	anchor  row      // the first row of a line
	extras  []role   // of the columns at the end
	data    *Data
	asides  int // all of them, kept or not
}

// records fills the list with the table at row c.
func (x *extraction) records(d *Data, c int32, lines []int32, columns []column) {
	l := list{x: x, reader: cells{rows: x.o.rows}, columns: columns, anchor: x.o.rows[lines[0]], data: d}
	l.learn(lines)
	around := l.around(c)
	at := slices.IndexFunc(around, func(s span) bool { return s.first == c })
	first := at
	for first > 0 && l.fits(around[first-1], true) {
		first--
	}
	if first >= 0 && first < at {
		// The heading above may be that of a card.
		if h := x.o.headingOf(int(around[first].first)); d.Name == x.o.name(&x.o.rows[around[first].first]) && h >= 0 {
			d.Name = x.o.name(&x.o.rows[h])
		}
	}
	for _, s := range around[max(first, 0):max(at, 0)] {
		l.odd(s, true)
	}
	inside := l.pieces(x.o.sideOf(&x.o.rows[c]).table, c+1, x.o.rows[c].end, true)
	for i, s := range inside {
		if s.line {
			l.line(s)
		} else {
			l.odd(s, i+1 < len(inside))
		}
	}
	for i := at + 1; at >= 0 && i < len(around) && l.fits(around[i], i+1 < len(around)); i++ {
		l.odd(around[i], i+1 < len(around))
	}
	for _, r := range l.extras {
		d.Columns = append(d.Columns, x.o.roles.name(r))
	}
}

// learn finds what the texts of every column look like.
func (l *list) learn(lines []int32) {
	forms := make([]map[string]int, len(l.columns))
	var form []byte
	for _, i := range lines {
		l.reader.each(i, l.x.o.lineEnd(i), func(c int, cell []int32) {
			if forms[c] == nil {
				forms[c] = make(map[string]int)
			}
			if form = appendForm(form[:0], l.x.o.name(&l.x.o.rows[cell[0]])); len(forms[c]) < 64 || forms[c][string(form)] > 0 {
				forms[c][string(form)]++
			}
		})
	}
	l.forms = make([]string, len(l.columns))
	for c := range forms {
		if most, count := majority(forms[c]); count*2 > len(lines) {
			l.forms[c] = most
		}
	}
}

// around returns what stands beside the table at row c, that itself included,
// in pieces; nothing when the table is all that its parent holds.
func (l *list) around(c int32) []span {
	rows := l.x.o.rows
	if rows[c].node >= 0 {
		return nil
	}
	first, end := int32(0), int32(len(rows))
	if p := rows[c].parent; p >= 0 {
		first, end = p+1, rows[p].end
	}
	return l.pieces(-1, first, end, false)
}

// pieces cuts the siblings first…end into lines of a table and what begins like
// one. among says that what comes first does so, too.
func (l *list) pieces(table int32, first, end int32, among bool) []span {
	rows := l.x.o.rows
	var list []span
	open := false // the last piece may go on
	for i := first; i < end; {
		r := &rows[i]
		next := r.end
		if r.kind == kindLine {
			next = l.x.o.lineEnd(i)
		}
		switch line := r.kind == kindLine && l.x.o.sideOf(r).table == table; {
		case line || r.kind != kindRow:
			list = append(list, span{i, next, line})
			open = false
		case l.begins(r) || among && !open:
			list = append(list, span{i, next, false})
			open = true
		case open:
			list[len(list)-1].end = next
		default:
			list = append(list, span{i, next, false})
		}
		i = next
	}
	return list
}

// begins reports whether a row looks like the first one of a line.
func (l *list) begins(r *row) bool {
	return r.role == l.anchor.role && r.place.level() == l.anchor.place.level()
}

// line adds a row of the list as it is.
func (l *list) line(s span) {
	var row []Cell
	l.reader.each(s.first, s.end, func(_ int, cell []int32) { row = append(row, l.x.cell(cell)) })
	l.data.Rows = append(l.data.Rows, row)
}

// places returns the cells of a piece, each with the column that it belongs to,
// -1 for none, and how many have one. Behind the last card anything may stand:
// bounded says that the piece ends where another begins; otherwise it ends with
// its last cell that has a place.
func (l *list) places(s span, bounded bool) (found [][]int32, column []int, placed int) {
	l.reader.each(s.first, s.end, func(_ int, cell []int32) { found = append(found, slices.Clone(cell)) })
	column = make([]int, len(found))
	next, last := 0, 0
	for n, cell := range found {
		column[n] = -1
		for c := next; c < len(l.columns); c++ {
			if !l.suits(cell[0], c) {
				continue
			}
			if n+1 < len(found) && l.better(cell[0], found[n+1][0], c) {
				break
			}
			column[n], next, last = c, c+1, n
			placed++
			break
		}
	}
	if !bounded {
		found, column = found[:min(last+1, len(found))], column[:min(last+1, len(found))]
	}
	return found, column, placed
}

// suits reports whether a row is what stands in a column.
func (l *list) suits(i int32, c int) bool {
	r, col := &l.x.o.rows[i], &l.columns[c]
	kind := r.role
	if isCell(kind) {
		kind = roleText
	}
	return col.uniform() && kind == col.role && r.operable() == col.operable && r.place.level() == col.level
}

// better reports whether the next row suits a column more than this one: it
// looks like what most lines have there ("12 EUR"), and this one does not.
func (l *list) better(this, next int32, c int) bool {
	form := l.forms[c]
	return form != "" && l.suits(next, c) &&
		string(appendForm(nil, l.x.o.name(&l.x.o.rows[this]))) != form && string(appendForm(nil, l.x.o.name(&l.x.o.rows[next]))) == form
}

// fits reports whether a piece beside the lines is a row of the list.
func (l *list) fits(s span, bounded bool) bool {
	if r := &l.x.o.rows[s.first]; r.kind != kindRow || !l.begins(r) {
		return false
	}
	if l.x.taken[s.first] {
		return false // a row of the list before
	}
	found, _, placed := l.places(s, bounded)
	return placed*2 >= len(l.columns) && len(found) <= mostCells
}

// odd adds a piece that is no line: as a row, where half of it has a place, or
// aside.
func (l *list) odd(s span, bounded bool) {
	found, column, placed := l.places(s, bounded)
	if len(found) == 0 {
		return
	}
	if placed*2 < len(l.columns) || len(found) > mostCells {
		l.aside(s)
		return
	}
	if l.x.taken == nil {
		l.x.taken = make(map[int32]bool)
	}
	l.x.taken[s.first] = true
	row := make([]Cell, len(l.columns), len(l.columns)+len(l.extras))
	used := 0 // extra columns, from the left
	for n, cell := range found {
		if column[n] >= 0 {
			row[column[n]] = l.x.cell(cell)
			continue
		}
		role := l.x.o.rows[cell[0]].role
		for used < len(l.extras) && l.extras[used] != role {
			used++
		}
		if used == len(l.extras) && used < mostExtras {
			l.extras = append(l.extras, role)
		}
		at := len(l.columns) + min(used, mostExtras-1)
		for len(row) <= at {
			row = append(row, Cell{})
		}
		row[at] = row[at].and(l.x.cell(cell))
		used++
	}
	l.data.Rows = append(l.data.Rows, row)
}

// and joins two cells.
func (c Cell) and(more Cell) Cell {
	if c == (Cell{}) {
		return more
	}
	c.Text += " " + more.Text
	if c.Ref == "" {
		c.Ref = more.Ref
	}
	if c.Href == "" {
		c.Href = more.Href
	}
	c.wanted = c.wanted || more.wanted
	return c
}

// aside notes what is no row.
func (l *list) aside(s span) {
	if l.asides++; l.asides > mostAsides {
		l.data.Unnamed++
		return
	}
	var all []int32
	l.reader.each(s.first, s.end, func(_ int, cell []int32) { all = append(all, cell...) })
	cell := l.x.cell(all)
	l.data.Asides = append(l.data.Asides, Aside{len(l.data.Rows), ellipsis(cell.Text, textLimit), cell.Ref, cell.Href})
}

// appendAsides writes what stands among the rows that are returned.
func (d *Data) appendAsides(dst []byte) []byte {
	for i := range d.Asides {
		a := &d.Asides[i]
		dst = append(dst, "\nno row, before row "...)
		dst = strconv.AppendInt(dst, int64(a.Before)+1, 10)
		dst = append(dst, ": "...)
		dst = appendRecord(dst, []Cell{{Text: a.Text, Ref: a.Ref, Href: a.Href}})
	}
	if d.Unnamed > 0 {
		dst = append(dst, "\nand "...)
		dst = append(strconv.AppendInt(dst, int64(d.Unnamed), 10), " more that are no rows: a snapshot shows them"...)
	}
	return dst
}
