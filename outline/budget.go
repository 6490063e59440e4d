package outline

import (
	"slices"
	"unicode/utf8"
)

// spend decides which rows the budget pays for, after folding, and marks the
// others as cut.
//
// Reading order decides, with two exceptions: first the rows of an open modal
// dialog, which usually stands at the end of the document although nothing
// else can be used; then what is in the viewport. A row's ancestors rank as
// high as the row itself, so what is printed is always a tree.
func (o *Outline) spend() {
	order := o.ranked()
	costs := o.costs()
	// The largest prefix of the ranking that fits. More rows never make the text
	// shorter, except where the last row of a gap saves the line that tells of
	// it; the search takes what it finds and checks nothing but the limit.
	lo, hi := 0, len(order)
	if o.fits(order, costs, hi) {
		return
	}
	for lo < hi {
		mid := int(uint(lo+hi+1) / 2)
		if o.fits(order, costs, mid) {
			lo = mid
		} else {
			hi = mid - 1
		}
	}
	o.choose(order, lo)
}

// rank of a row: what the budget pays for first is smallest.
const (
	rankModal = iota
	rankViewport
	rankRest
)

// ranked returns the rows that would be printed on lines of their own, in the
// order in which the budget pays for them.
func (o *Outline) ranked() []int32 {
	ranks := make([]uint8, len(o.rows))
	modalEnd := int32(0)
	for i := range o.rows {
		r := &o.rows[i]
		if r.state&Modal != 0 && r.end > modalEnd {
			modalEnd = r.end
		}
		switch {
		case int32(i) < modalEnd:
			ranks[i] = rankModal
		case r.state&inViewport != 0:
			ranks[i] = rankViewport
		default:
			ranks[i] = rankRest
		}
	}
	for i := len(o.rows) - 1; i >= 0; i-- {
		if p := o.rows[i].parent; p >= 0 && ranks[i] < ranks[p] {
			ranks[p] = ranks[i]
		}
	}
	order := make([]int32, 0, len(o.rows))
	for i := range o.rows {
		if r := &o.rows[i]; r.fate == printed && r.kind != kindCell {
			order = append(order, int32(i))
		}
	}
	slices.SortStableFunc(order, func(a, b int32) int { return int(ranks[a]) - int(ranks[b]) })
	return order
}

// costs returns the characters of every row's line, the line break included.
func (o *Outline) costs() []int32 {
	costs := make([]int32, len(o.rows))
	var line []byte
	for i := range o.rows {
		if r := &o.rows[i]; r.fate == printed && r.kind != kindCell {
			line = o.appendLine(line[:0], i)
			costs[i] = int32(utf8.RuneCount(line)) + int32(r.depth) + 1
		}
	}
	return costs
}

// fits reports whether the first n rows of the ranking are within the budget,
// with the lines that tell of the gaps.
func (o *Outline) fits(order []int32, costs []int32, n int) bool {
	take := make([]bool, len(o.rows))
	chars, lines := o.headerChars(), 0
	for _, i := range order[:n] {
		take[i] = true
		chars += int(costs[i])
		lines++
	}
	gap := false
	for i := range o.rows {
		r := &o.rows[i]
		if r.fate != printed || r.kind == kindCell {
			continue
		}
		if !take[i] && !gap {
			chars += gapChars + int(r.depth)
			lines++
		}
		gap = !take[i]
	}
	return chars <= o.options.MaxChars && lines <= o.options.MaxLines
}

// choose prints the first n rows of the ranking and cuts the others.
func (o *Outline) choose(order []int32, n int) {
	for _, i := range order[n:] {
		r := &o.rows[i]
		r.fate = cutAway
		switch r.kind {
		case kindLine:
			for j := i + 1; j < r.lineEnd(i); j++ {
				o.rows[j].fate = cutAway
			}
		case kindColumns: // with the header row that it says
			for j := i + 1; j < r.end; j++ {
				if c := &o.rows[j]; c.kind == kindCell && c.fate == printed {
					c.fate = cutAway
				}
			}
		}
	}
}
