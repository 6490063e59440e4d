package outline

// chains looks at names that are repeated along one line of ancestors (a
// heading around a link around a text, all called the same) and keeps one row
// of each line.
//
// Along the line the operable row stays: without it the thing could not be
// addressed. Where two or more are operable all stay, because each does
// something of its own. Where none is, the row with the longest text stays: it
// carries the most attributes. A row that holds other things too (a dialog
// called like its button) is no part of a line. Nothing is lost: the name
// stays, and a heading's level moves to the row that stays. Siblings of one
// name are two things and are left alone.
//
// It runs after the repeats, which take the words off the ends of the lines.
func chains(s *sheet, length func(*row) int, w *workspace) {
	rows := s.rows
	above := w.list(0, len(rows)) // the row before on the same line, or -1
	some := false
	for i := range rows {
		above[i] = lineAbove(s, int32(i))
		some = some || above[i] >= 0
	}
	if !some {
		return
	}
	line := make([]chain, len(rows))
	ends := make([]bool, len(rows)) // no row of the same name is below
	for i := range rows {
		r := &rows[i]
		if r.name == 0 || r.kind != kindRow {
			continue
		}
		c := chain{rows: 1, longest: int32(i)}
		if a := above[i]; a >= 0 {
			ends[a] = false
			c = line[a]
			c.rows++
			if length(r) > length(&rows[c.longest]) {
				c.longest = int32(i)
			}
		}
		if r.operable() {
			c.operable++
			c.longest = int32(i)
		}
		line[i] = c
		ends[i] = true
	}
	keep := make([]bool, len(rows))
	for i := range rows {
		c := line[i]
		if !ends[i] || c.rows < 2 {
			continue
		}
		for j := int32(i); j >= 0; j = above[j] {
			r := &rows[j]
			switch {
			case c.operable > 1 || j == c.longest || r.operable() || r.annotated() && r.role != roleHeading:
				keep[j] = true
			case !keep[j]:
				r.fate = gone
			}
			if keep[j] {
				r.fate = printed
			}
		}
		if stays := &rows[c.longest]; stays.place.level() == 0 && c.operable <= 1 {
			for j := int32(i); j >= 0; j = above[j] {
				if rows[j].fate == gone && rows[j].place.level() != 0 {
					stays.place = stays.place.at(rows[j].place.level())
				}
			}
		}
	}
	settle(s, w)
}

// lineAbove returns the row before row i on a line of one name, or -1.
func lineAbove(s *sheet, i int32) int32 {
	rows := s.rows
	r := &rows[i]
	if r.name == 0 || r.kind != kindRow {
		return -1
	}
	a := r.parent
	for a >= 0 && rows[a].name == 0 && !rows[a].operable() {
		a = rows[a].parent
	}
	if a >= 0 && s.texts.equal(rows[a].name, r.name) && !holdsMore(rows, a, i) {
		return a
	}
	return -1
}

// chain is a line of rows of one name, down to some row.
type chain struct {
	rows, operable int32
	// longest is the row that stays: the operable one, else the longest.
	longest int32
}

// holdsMore reports whether container a holds rows besides the line that leads
// to i.
func holdsMore(rows []row, a, i int32) bool {
	return container(rows[a].role) && !rows[a].operable() && (i-a > 1 && !onlyLine(rows, a, i) || rows[i].end != rows[a].end)
}

// onlyLine reports whether all rows between a and i are ancestors of i.
func onlyLine(rows []row, a, i int32) bool {
	for j := a + 1; j < i; j++ {
		if rows[j].end <= i {
			return false
		}
	}
	return true
}
