package outline

import "slices"

// A table is what the lines of a kindColumns row share.
type table struct {
	columns []column
	// lines is how many there are, printed or not.
	lines int
	// elided is set once elide has looked at the table.
	elided bool
}

// column is one cell of every line.
type column struct {
	// seen and mixed: a column that was seen and is not mixed holds one row of
	// one kind in every line, so the lines leave its role out.
	seen, mixed bool
	role        role
	operable    bool
	level       uint8
	// constant columns have one name in nine of ten lines or more; those leave it
	// out, the others print theirs.
	constant bool
	name     string
	// header is what the table's own header row calls the column.
	header string
}

func (c *column) uniform() bool { return c.seen && !c.mixed }

// The shape of what becomes a line.
const (
	leastLines  = 4  // fewer like siblings are no table
	mostCells   = 16 // rows that say something, in one line
	mostPeriod  = 8  // siblings in one line
	mostAnchors = 8  // roles that are tried as the beginning of a line
)

// tabulate finds siblings that come again and again in the same shape (the
// cards of a shop, the entries of a menu, the rows of a data table) and makes
// each one line under a row that names the columns once.
//
// A line may be one sibling or several: cards lose their boxes before, so the
// pass looks for a sibling that begins a card and for what follows it. Cards
// of another shape stay as they are, in place, and so stay visible. Nothing is
// lost: a line holds every name, value and ref of its rows; the roles and the
// names that all lines share are in the row of the columns.
//
// Which siblings belong together their boxes say (see inPhase).
//
// It runs after the passes that take rows out, so that like things look alike,
// and before fold, so that a button stays in its line.
//
// The last result tells whether it found any.
func tabulate(s *sheet, w *workspace, boxes *boxes) bool {
	rows := s.rows
	t := tabulation{sheet: s, boxes: boxes, cells: cells{rows: rows}, digest: shapes(rows, w)}
	t.children(-1, 0, int32(len(rows)))
	for i := int32(0); i < int32(len(rows)); i++ {
		r := &rows[i]
		if r.kind == kindLine {
			i = s.lineEnd(i) - 1
			continue
		}
		if r.kind != kindColumns {
			t.children(i, i+1, r.end)
		}
	}
	insert(s, t.inserts)
	return t.lines > 0
}

// tabulation is one run of the pass.
type tabulation struct {
	*sheet
	boxes   *boxes // of the nodes that the rows were made of
	cells   cells
	digest  []int32
	inserts []insertion
	kids    []int32
	lines   int
}

// insertion is a row of our own that goes before row at; the rows at…end that
// have its parent become its children.
type insertion struct {
	at, end int32
	row     row
}

// children makes tables of the children of parent, which are among the rows
// first…end.
func (t *tabulation) children(parent, first, end int32) {
	start := len(t.kids)
	for k := first; k < end; k = t.rows[k].end {
		if t.rows[k].kind != kindRow { // a table was here before
			t.kids = t.kids[:start]
			return
		}
		t.kids = append(t.kids, k)
	}
	t.split(parent, t.kids[start:])
	t.kids = t.kids[:start]
}

// split makes tables of some siblings: of all patterns those that save most and
// do not overlap. What is left becomes single lines or stays as it is.
func (t *tabulation) split(parent int32, kids []int32) {
	taken := make([]bool, len(kids))
	for _, p := range t.candidates(kids) {
		from, to := p.lines[0], p.lines[len(p.lines)-1]+p.period
		if slices.Contains(taken[from:to], true) {
			continue
		}
		if h := t.headerRow(kids, from); h >= 0 && !taken[h] {
			from = h
		}
		t.make(parent, kids, from, to, p)
		for i := from; i < to; i++ {
			taken[i] = true
		}
	}
	for i, k := range kids {
		if !taken[i] {
			t.single(k)
		}
	}
}

// single makes a line of a data table's row that shares no columns.
func (t *tabulation) single(k int32) {
	if r := &t.rows[k]; r.role == roleRow && !r.operable() && r.kind == kindRow && r.end > k+1 && t.fits(k, r.end) {
		t.line(k, r.end, -1)
	}
}

// fits reports whether the rows first…end are few enough for one line.
func (t *tabulation) fits(first, end int32) bool {
	if end-first > 4*mostCells {
		return false
	}
	cells, chars := 0, 0
	for i := first; i < end; i++ {
		r := &t.rows[i]
		if r.kind != kindRow || r.state&Modal != 0 {
			return false
		}
		if !r.silent() {
			cells++
			chars += min(len(t.name(r)), textLimit)
		}
	}
	return cells > 0 && cells <= mostCells && chars <= 4*textLimit
}

// line makes rows first…end one line.
func (t *tabulation) line(first, end int32, table int32) {
	t.lines++
	for i := first; i < end; i++ {
		t.rows[i].kind = kindCell
	}
	t.rows[first].kind = kindLine
	t.mark(&t.rows[first], end-first, table)
}

// headerRow returns the position of the header row of a data table whose first
// line is at first, or -1.
func (t *tabulation) headerRow(kids []int32, first int) int {
	if first == 0 || t.rows[kids[first]].role != roleRow {
		return -1
	}
	k := kids[first-1]
	if t.rows[k].role != roleRow || t.rows[k].kind != kindRow || !t.fits(k, t.rows[k].end) {
		return -1
	}
	for j := k + 1; j < t.rows[k].end; j++ {
		r := &t.rows[j]
		if r.operable() || r.parent == k && r.role != roleColumnheader && !(r.name == 0 && r.leaf(int(j))) {
			return -1
		}
	}
	if t.cells.count(k, t.rows[k].end) != t.cells.count(kids[first], t.rows[kids[first]].end) {
		return -1
	}
	return first - 1
}

// make turns the siblings from…to into a table.
func (t *tabulation) make(parent int32, kids []int32, from, to int, p pattern) {
	n := int32(len(t.tables))
	t.tables = append(t.tables, t.describe(kids, from, p))
	next := 0
	for l := from; l < to; l++ {
		switch {
		case next < len(p.lines) && p.lines[next] == l:
			t.line(kids[l], t.rows[kids[l+p.period-1]].end, n)
			next++
			l += p.period - 1
		case l == from: // the header row: the row of the columns says it
			for i := kids[l]; i < t.rows[kids[l]].end; i++ {
				t.rows[i].kind = kindCell
			}
		default:
			t.single(kids[l])
		}
	}
	if parent >= 0 && to-from == len(kids) && t.rows[parent].silent() && !isCell(t.rows[parent].role) {
		t.rows[parent].kind = kindColumns
		t.mark(&t.rows[parent], 0, n)
		return
	}
	columns := row{node: -1, parent: parent, kind: kindColumns}
	t.mark(&columns, 0, n)
	t.inserts = append(t.inserts, insertion{kids[from], t.rows[kids[to-1]].end, columns})
}

// describe finds what the lines of a table share.
func (t *tabulation) describe(kids []int32, from int, p pattern) table {
	tab := table{lines: len(p.lines)}
	each := func(see func(c int, cell []int32, col *column)) {
		for _, l := range p.lines {
			t.cells.each(kids[l], t.rows[kids[l+p.period-1]].end, func(c int, cell []int32) {
				if c == len(tab.columns) {
					tab.columns = append(tab.columns, column{})
				}
				see(c, cell, &tab.columns[c])
			})
		}
	}
	var votes []int
	each(func(c int, cell []int32, col *column) {
		if c == len(votes) {
			votes = append(votes, 0)
		}
		t.see(col, cell, &votes[c])
	})
	same := make([]int, len(tab.columns))
	each(func(c int, cell []int32, col *column) {
		if col.uniform() && t.name(&t.rows[cell[0]]) == col.name {
			same[c]++
		}
	})
	for c := range tab.columns {
		col := &tab.columns[c]
		if col.constant = col.uniform() && same[c]*10 >= tab.lines*9; !col.constant {
			col.name = ""
		}
	}
	if from < p.lines[0] {
		t.cells.each(kids[from], t.rows[kids[from]].end, func(c int, cell []int32) {
			if len(cell) > 0 {
				tab.columns[c].header = t.name(&t.rows[cell[0]])
			}
		})
	}
	return tab
}

// see adds one line's cell to what is known of its column. The name that most
// cells have is found by majority vote (Boyer and Moore).
func (t *tabulation) see(col *column, cell []int32, votes *int) {
	if len(cell) != 1 {
		col.mixed = true
		return
	}
	r := &t.rows[cell[0]]
	kind := r.role
	if isCell(kind) {
		kind = roleText // where it stands says that it is a cell
	}
	if !col.seen {
		col.seen, col.role, col.operable, col.level = true, kind, r.operable(), r.place.level()
	}
	col.mixed = col.mixed || col.role != kind || col.operable != r.operable() || col.level != r.place.level()
	switch {
	case *votes > 0 && t.name(r) == col.name:
		*votes++
	case *votes == 0:
		col.name, *votes = t.name(r), 1
	default:
		*votes--
	}
}
