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
	costs := o.costs(order)
	// The largest prefix of the ranking that fits. More rows never make the text
	// shorter, except where the last row of a gap saves the line that tells of
	// it; the search takes what it finds and checks nothing but the limit.
	take := make([]bool, len(o.rows))
	lo, hi := 0, len(costs)
	for lo < hi {
		mid := int(uint(lo+hi+1) / 2)
		if o.fits(take, order[:mid], costs) {
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
		if r.state&(Modal|inFront) != 0 && r.end > modalEnd {
			modalEnd = r.end
		}
		switch {
		case int32(i) < modalEnd, r.node >= o.layer[0] && r.node < o.layer[1]:
			ranks[i] = rankModal // it is all that a person sees
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

// costs returns the characters of the lines of the ranked rows, line breaks
// and indents included, as far as the budget can pay for them.
func (o *Outline) costs(order []int32) []int {
	costs := make([]int, 0, min(len(order), o.options.MaxLines))
	var line []byte
	sum := 0
	for _, i := range order {
		line = o.appendLine(line[:0], int(i))
		cost := len(o.indent(&o.rows[i])) + utf8.RuneCount(line) + 1
		if sum += cost; sum > o.options.MaxChars || len(costs) == o.options.MaxLines {
			break
		}
		costs = append(costs, cost)
	}
	return costs
}

// fits reports whether some first rows of the ranking are within the budget,
// with the lines that tell of the gaps. It uses take, which is all false.
func (o *Outline) fits(take []bool, chosen []int32, costs []int) bool {
	chars, lines := o.headerChars(), len(chosen)
	for n, i := range chosen {
		take[i] = true
		chars += costs[n]
	}
	gap := false
	for i := range o.rows {
		r := &o.rows[i]
		if r.fate != printed || r.kind == kindCell {
			continue
		}
		if !take[i] && !gap {
			chars += gapChars + len(o.indent(r))
			lines++
		}
		gap = !take[i]
	}
	for _, i := range chosen {
		take[i] = false
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
			for j := i + 1; j < o.lineEnd(i); j++ {
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
