package outline

import "strconv"

// appendLine writes the line of row i without indent and line break.
func (o *Outline) appendLine(dst []byte, i int) []byte {
	r := &o.rows[i]
	switch r.kind {
	case kindColumns:
		return o.appendColumns(dst, r)
	case kindLine:
		return o.appendCells(dst, int32(i))
	case kindMore:
		return o.appendMore(dst, int32(i))
	case kindBehind:
		return append(dst, o.name(r)...)
	}
	dst = o.appendRow(dst, r)
	if n := o.sideOf(r).count; n > 1 {
		dst = append(dst, " ×"...)
		dst = strconv.AppendInt(dst, int64(n), 10)
	}
	return dst
}

// appendColumns writes what all lines of a table share:
//
//	list each of 12: link, text
func (o *Outline) appendColumns(dst []byte, r *row) []byte {
	t := o.tableOf(r)
	if r.node >= 0 {
		dst = append(o.appendRow(dst, r), ' ')
	}
	dst = append(dst, "each of "...)
	dst = strconv.AppendInt(dst, int64(t.lines), 10)
	dst = append(dst, ':')
	for i := range t.columns {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = o.appendColumn(append(dst, ' '), &t.columns[i])
	}
	return dst
}

// appendColumn writes the header's word, the role and the shared name.
func (o *Outline) appendColumn(dst []byte, c *column) []byte {
	start := len(dst)
	if c.header != "" {
		name, shorter := cutWords(c.header, nameLimit)
		dst = appendQuoted(dst, name)
		if shorter {
			dst = append(dst, "…"...)
		}
	}
	if !c.uniform() {
		if len(dst) == start {
			dst = append(dst, "any"...)
		}
		return dst
	}
	if c.role != roleText || c.constant || len(dst) == start {
		if len(dst) > start {
			dst = append(dst, ' ')
		}
		shared := row{role: c.role, place: placed(c.level, Apart)}
		if c.operable {
			shared.state = Operable
		}
		name := ""
		if c.constant {
			name = c.name
		}
		dst = o.appendParts(dst, &shared, name, true)
	}
	return dst
}

// appendCells writes the line that begins with row i. What the columns say is
// left out; a line without columns says it all.
func (o *Outline) appendCells(dst []byte, i int32) []byte {
	if o.sideOf(&o.rows[i]).table < 0 {
		return o.appendInline(dst, i, o.lineEnd(i))
	}
	t := o.tableOf(&o.rows[i])
	start := len(dst)
	(&cells{rows: o.rows}).each(i, o.lineEnd(i), func(c int, cell []int32) {
		col := &t.columns[c]
		if col.uniform() && col.constant && !col.operable {
			if r := &o.rows[cell[0]]; o.name(r) == col.name && !r.annotated() && r.state&telling == 0 {
				return
			}
		}
		if len(dst) > start {
			dst = append(dst, ", "...)
		}
		dst = o.appendCell(dst, col, cell)
	})
	return dst
}

// appendCell writes one cell of a line.
func (o *Outline) appendCell(dst []byte, col *column, cell []int32) []byte {
	if len(cell) == 0 {
		return append(dst, `""`...)
	}
	if !col.uniform() {
		return o.appendWords(dst, cell)
	}
	r := &o.rows[cell[0]]
	before, name := len(dst), o.name(r)
	if col.constant && name == col.name {
		name = ""
	}
	if dst = o.appendParts(dst, r, name, false); len(dst) == before {
		dst = append(dst, `""`...)
	}
	return dst
}

// appendInline writes the rows first…end on one line, each with its role: a
// cell after the other, text as nothing but its words.
func (o *Outline) appendInline(dst []byte, first, end int32) []byte {
	if r := &o.rows[first]; r.silent() {
		dst = append(append(dst, o.printedRole(r)...), ' ')
	}
	start := len(dst)
	(&cells{rows: o.rows}).each(first, end, func(_ int, cell []int32) {
		if len(dst) > start {
			dst = append(dst, ", "...)
		}
		if len(cell) == 0 {
			dst = append(dst, `""`...)
		}
		dst = o.appendWords(dst, cell)
	})
	return dst
}

// appendWords writes the rows of one cell.
func (o *Outline) appendWords(dst []byte, cell []int32) []byte {
	for n, i := range cell {
		if n > 0 {
			dst = append(dst, ' ')
		}
		r := &o.rows[i]
		plain := (r.role == roleText || isCell(r.role)) && !r.operable() && r.name != 0
		dst = o.appendParts(dst, r, o.name(r), !plain)
	}
	return dst
}
