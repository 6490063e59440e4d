package outline

import (
	"slices"
	"strings"
)

// dataTables finds the rows of every table and grid.
func (x *extraction) dataTables() {
	for i := int32(0); i < int32(len(x.o.rows)); i++ {
		switch x.o.rows[i].role {
		case roleTable, roleGrid, roleTreegrid:
			if d, ok := x.dataTable(i); ok {
				x.add(d)
			}
		}
	}
}

// mostColumns bounds the width of a table that spans can make.
const mostColumns = 500

// dataTable lays the cells of table i out on a grid.
func (x *extraction) dataTable(i int32) (Data, bool) {
	d := Data{Kind: "table", Name: x.name(i)}
	var grid layout
	headers := 0
	for j := i + 1; j < x.o.rows[i].end; j++ {
		switch r := &x.o.rows[j]; r.role {
		case roleTable, roleGrid, roleTreegrid: // a table in a cell is its own
			j = r.end - 1
		case roleRow:
			grid.begin()
			if x.putCells(&grid, j) && headers == len(grid.rows)-1 {
				headers++
			}
		}
	}
	if len(grid.rows) == headers || grid.width() == 0 {
		return Data{}, false
	}
	d.Columns = grid.names(headers)
	d.Rows = grid.square()[headers:]
	return d, true
}

// putCells puts the cells of a table's row into the grid and reports whether
// all of them are headers of columns.
func (x *extraction) putCells(grid *layout, row int32) (headers bool) {
	for i := row + 1; i < x.o.rows[row].end; i = x.o.rows[i].end {
		r := &x.o.rows[i]
		var rows []int32
		for j := i; j < r.end; j++ {
			if !x.o.rows[j].silent() {
				rows = append(rows, j)
			}
		}
		var across, down uint8
		if isCell(r.role) {
			across, down = x.tree.Nodes[r.node].ColSpan, x.tree.Nodes[r.node].RowSpan
		}
		headers = r.role == roleColumnheader && (headers || i == row+1)
		grid.put(x.cell(rows), int(across), int(down))
	}
	return headers
}

// layout is a grid of cells that is filled row by row.
type layout struct {
	rows [][]Cell
	used [][]bool
	down []int // by column: how many rows the cell above still spans
	over []Cell
}

// begin begins a row and fills what spans down into it.
func (l *layout) begin() {
	row, used := make([]Cell, len(l.down)), make([]bool, len(l.down))
	for c := range l.down {
		if l.down[c] > 0 {
			l.down[c]--
			row[c], used[c] = l.over[c], true
		}
	}
	l.rows, l.used = append(l.rows, row), append(l.used, used)
}

// put puts a cell into the next free place of the row.
func (l *layout) put(cell Cell, across, down int) {
	row, used := &l.rows[len(l.rows)-1], &l.used[len(l.used)-1]
	c := slices.Index(*used, false)
	if c < 0 {
		c = len(*used)
	}
	for n := max(across, 1); n > 0 && c < mostColumns; n, c = n-1, c+1 {
		for c >= len(*used) {
			*row, *used = append(*row, Cell{}), append(*used, false)
		}
		for c >= len(l.down) {
			l.down, l.over = append(l.down, 0), append(l.over, Cell{})
		}
		if (*used)[c] {
			break
		}
		(*row)[c], (*used)[c] = cell, true
		l.down[c], l.over[c] = max(down, 1)-1, cell
	}
}

func (l *layout) width() int { return len(l.down) }

// square returns the rows, all of one width.
func (l *layout) square() [][]Cell {
	for i, row := range l.rows {
		for len(row) < l.width() {
			row = append(row, Cell{})
		}
		l.rows[i] = row
	}
	return l.rows
}

// names joins the first rows into the names of the columns.
func (l *layout) names(headers int) []string {
	names := make([]string, l.width())
	for c := range names {
		last := ""
		for _, row := range l.rows[:headers] {
			if c < len(row) && row[c].Text != "" && row[c].Text != last {
				last = row[c].Text
				names[c] = strings.TrimPrefix(names[c]+" / "+last, " / ")
			}
		}
	}
	return unique(names, "column")
}
