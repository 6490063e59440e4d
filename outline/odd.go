package outline

// A card may have something that the others lack: a badge, a second button. Its
// pieces are siblings of the next card's, and so is what it has more, which
// stands between two lines and may belong to either. A table must not show it
// beside the wrong one: the card that it belongs to is no line, and stays
// whole, in place.

// nearAs is how many pixels make a difference for what belongs where.
const nearAs = 2

// withoutOdd returns the run without the lines that have something more than
// the others.
func (t *tabulation) withoutOdd(kids []int32, run pattern) pattern {
	if run.period == 1 {
		return run // one sibling holds all that it has
	}
	if lines := t.wholeBoxes(kids, run); len(lines) >= leastLines && 2*len(lines) > len(run.lines) {
		run.lines = lines
		return run
	}
	var odd []bool
	for n := 1; n < len(run.lines); n++ {
		end, next := run.lines[n-1]+run.period, run.lines[n]
		if end == next || next-end > mostPeriod-run.period || !t.loose(kids[end:next]) {
			continue
		}
		if odd == nil {
			odd = make([]bool, len(run.lines))
		}
		before, after := t.belongs(kids, end, next, run.period)
		odd[n-1] = odd[n-1] || before
		odd[n] = odd[n] || after
	}
	if odd == nil {
		return run
	}
	lines := make([]int, 0, len(run.lines))
	for n, l := range run.lines {
		if !odd[n] {
			lines = append(lines, l)
		}
	}
	run.lines = lines
	return run
}

// begins reports whether a box of the page begins with a row.
func (t *tabulation) begins(k int32) bool { return t.rows[k].place.flow() == Begins }

// begun counts the lines that begin with a box.
func (t *tabulation) begun(kids []int32, run pattern) int {
	n := 0
	for _, l := range run.lines {
		if t.begins(kids[l]) {
			n++
		}
	}
	return n
}

// wholeBoxes returns the lines that hold all of a box and nothing else. What is
// in the last one nobody can tell.
func (t *tabulation) wholeBoxes(kids []int32, run pattern) []int {
	var whole []int
	for n, l := range run.lines {
		if !t.begins(kids[l]) {
			continue
		}
		end := l + 1
		for end < len(kids) && end <= l+run.period && !t.begins(kids[end]) {
			end++
		}
		if end == l+run.period || n == len(run.lines)-1 && end > l+run.period {
			whole = append(whole, l)
		}
	}
	return whole
}

// loose reports whether siblings may be parts of a card: a heading, a box with
// things of its own and the like stand for themselves.
func (t *tabulation) loose(kids []int32) bool {
	for _, k := range kids {
		r := &t.rows[k]
		if r.kind != kindRow || r.role != roleText && !(r.operable() && r.leaf(int(k))) {
			return false
		}
	}
	return true
}

// belongs tells which of two lines what stands between them belongs to: the one
// whose box it makes larger by less. Where boxes do not tell it may be either,
// and where there are none it is the one before.
func (t *tabulation) belongs(kids []int32, from, to, period int) (before, after bool) {
	more := t.around(kids, from, to)
	a, b := t.around(kids, from-period, from), t.around(kids, to, to+period)
	if more.room() == 0 || a.room() == 0 || b.room() == 0 {
		return true, false
	}
	byA := a.with(&more).room() - a.room()
	byB := b.with(&more).room() - b.room()
	return byA < byB+nearAs, byB < byA+nearAs
}
