package outline

import "strconv"

// definitions finds terms and what follows each of them.
func (x *extraction) definitions() {
	var order []int32 // the parents of the terms
	sets := make(map[int32][][]Cell)
	for i := int32(0); i < int32(len(x.o.rows)); i++ {
		r := &x.o.rows[i]
		if r.role != roleTerm || r.name == 0 {
			continue
		}
		meaning := x.meaning(i)
		if sets[r.parent] == nil {
			order = append(order, r.parent)
		}
		sets[r.parent] = append(sets[r.parent], []Cell{x.cell([]int32{i}), x.cell(meaning)})
	}
	for _, parent := range order {
		d := Data{Kind: "definitions", Columns: []string{"term", "definition"}, Rows: sets[parent]}
		if parent >= 0 {
			d.Name = x.name(parent)
		}
		x.add(d)
	}
}

// meaning returns the rows that say what the term in row i means: the
// definitions behind it or, where they lost their brackets, the words up to the
// next term. Terms of a list that lost its own bracket have the rest of the
// page behind them.
func (x *extraction) meaning(i int32) []int32 {
	rows := x.o.rows
	var meaning []int32
	defined := false
	for j := rows[i].end; j < int32(len(rows)) && rows[j].parent == rows[i].parent; j = rows[j].end {
		r := &rows[j]
		if r.role == roleDefinition {
			defined = true
		} else if defined || !isWords(r, int(j)) && r.role != roleLink && r.role != roleButton {
			break
		}
		for k := j; k < r.end; k++ {
			if !rows[k].silent() {
				meaning = append(meaning, k)
			}
		}
	}
	return meaning
}

// forms finds the fields of every form, or of the page when they stand outside
// of one.
func (x *extraction) forms() {
	var order []int32 // the forms
	sets := make(map[int32][][]Cell)
	for i := range x.o.rows {
		r := &x.o.rows[i]
		if !field(r.role) || !r.operable() {
			continue
		}
		form := r.parent
		for form >= 0 && !isForm(x.o.rows[form].role) {
			form = x.o.rows[form].parent
		}
		value := x.cell([]int32{int32(i)})
		switch {
		case r.state&Protected != 0:
			value.Text = "•••"
		case r.state&HasValue == 0: // a box is checked or not
			value.Text = strconv.FormatBool(r.state&(Checked|Selected|Pressed) != 0)
		}
		if sets[form] == nil {
			order = append(order, form)
		}
		sets[form] = append(sets[form], []Cell{{Text: x.o.name(r)}, value})
	}
	for _, form := range order {
		d := Data{Kind: "form", Columns: []string{"field", "value"}, Rows: sets[form]}
		if form >= 0 {
			d.Name = x.name(form)
		}
		x.add(d)
	}
}

// isForm reports whether rows of the role hold fields that belong together.
func isForm(r role) bool {
	return r == roleForm || r == roleSearch || r == roleDialog || r == roleAlertdialog
}

// lists finds what tabulate makes one line each. It changes the rows, so it
// runs last.
func (x *extraction) lists() {
	tabulate(&x.o.sheet, new(workspace), &x.o.boxes)
	for c := range x.o.rows {
		r := &x.o.rows[c]
		if r.kind != kindColumns {
			continue
		}
		lines := tableLines(&x.o.sheet, int32(c))
		if len(lines) == 0 || x.o.rows[lines[0]].role == roleRow || field(x.o.rows[lines[0]].role) {
			continue
		}
		d := Data{Kind: "list", Name: x.listName(int32(c))}
		columns := x.o.tableOf(r).columns
		for i := range columns {
			name := x.o.roles.name(columns[i].role)
			if !columns[i].uniform() {
				name = ""
			}
			d.Columns = append(d.Columns, name)
		}
		x.records(&d, int32(c), lines, columns)
		d.Columns = unique(d.Columns, "column")
		x.add(d)
	}
}

// listName returns the name of the row of the columns, of its parent, or of
// the heading above.
func (x *extraction) listName(c int32) string {
	r := &x.o.rows[c]
	if r.node >= 0 && r.name != 0 {
		return x.o.name(r)
	}
	if r.parent >= 0 && x.o.rows[r.parent].name != 0 {
		return x.o.name(&x.o.rows[r.parent])
	}
	if h := x.o.headingOf(int(c)); h >= 0 {
		return x.o.name(&x.o.rows[h])
	}
	return ""
}
