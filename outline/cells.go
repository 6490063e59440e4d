package outline

// cells reads the cells of lines.
type cells struct {
	rows []row
	buf  []int32
}

// each calls see for every cell of the line first…end. In the row of a data
// table every cell is one, with whatever it holds; elsewhere every row that
// says something. The slice is used again.
func (c *cells) each(first, end int32, see func(n int, cell []int32)) {
	n := 0
	for i := first; i < end; {
		last := i + 1
		switch {
		case inRow(c.rows, int(i)):
			last = c.rows[i].end
		case c.rows[i].silent():
			i = last
			continue
		}
		c.buf = c.buf[:0]
		for ; i < last; i++ {
			if !c.rows[i].silent() {
				c.buf = append(c.buf, i)
			}
		}
		see(n, c.buf)
		n++
	}
}

// count returns the number of cells of a line.
func (c *cells) count(first, end int32) int {
	n := 0
	c.each(first, end, func(int, []int32) { n++ })
	return n
}
