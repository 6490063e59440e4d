package outline

import (
	"cmp"
	"slices"
)

// pattern is a run of like lines among siblings: lines are positions in the
// list of siblings, period the number of siblings of each.
type pattern struct {
	lines  []int
	period int
	saved  int // tokens, estimated
}

// candidates returns the patterns among siblings, the one that saves most
// first.
func (t *tabulation) candidates(kids []int32) []pattern {
	if len(kids) < leastLines {
		return nil
	}
	counts := make(map[int32]int)
	var anchors []int32 // in order of appearance
	for _, k := range kids {
		d := t.digest[k]
		if counts[d]++; counts[d] == leastLines {
			anchors = append(anchors, d)
		}
	}
	slices.SortStableFunc(anchors, func(a, b int32) int { return counts[b] - counts[a] })
	var list []pattern
	for n, anchor := range anchors {
		if n == mostAnchors {
			break
		}
		list = append(list, t.patterns(kids, anchor)...)
	}
	slices.SortStableFunc(list, func(a, b pattern) int {
		return cmp.Or(b.saved-a.saved, a.lines[0]-b.lines[0])
	})
	return list
}

// patterns cuts the siblings at every anchor and returns the runs of pieces
// that have the most frequent shape.
func (t *tabulation) patterns(kids []int32, anchor int32) []pattern {
	var starts []int
	for i, k := range kids {
		if t.digest[k] == anchor {
			starts = append(starts, i)
		}
	}
	piece := func(n, period int) uint64 {
		if starts[n]+period > len(kids) {
			return 0
		}
		return t.pieceShape(kids, starts[n], period)
	}
	// The shape that most pieces have. The last piece has no end of its own.
	seen := make(map[uint64]int)
	var shape uint64
	period, most := 0, 0
	for n := 0; n+1 < len(starts); n++ {
		length := starts[n+1] - starts[n]
		if length > mostPeriod {
			continue
		}
		h := piece(n, length)
		if seen[h]++; seen[h] > most {
			shape, period, most = h, length, seen[h]
		}
	}
	if most < leastLines-1 {
		return nil
	}
	var list []pattern
	var run pattern
	end := func() {
		if len(run.lines) >= leastLines && t.mostly(kids, run) {
			run = t.withoutOdd(kids, t.inPhase(kids, run))
			if run.saved = t.saving(kids, run); len(run.lines) >= leastLines && run.saved > 0 {
				list = append(list, run)
			}
		}
		run = pattern{period: period}
	}
	end()
	for n, s := range starts {
		whole := n+1 == len(starts) || starts[n+1]-s >= period
		if !whole || piece(n, period) != shape || !t.fits(kids[s], t.rows[kids[s+period-1]].end) {
			continue
		}
		if l := len(run.lines); l > 0 && s-(run.lines[l-1]+period) > maxGap(period) {
			end()
		}
		run.lines = append(run.lines, s)
	}
	end()
	return list
}

// mostly reports whether the lines are more than half of the rows from the
// first to the last: else it is a text with headings in it, no list.
func (t *tabulation) mostly(kids []int32, p pattern) bool {
	rows := int32(0)
	for _, l := range p.lines {
		rows += t.rows[kids[l+p.period-1]].end - kids[l]
	}
	all := t.rows[kids[p.lines[len(p.lines)-1]+p.period-1]].end - kids[p.lines[0]]
	return rows*2 > all
}

// maxGap is how many siblings of other shapes may stand between two lines of
// one table: about two odd ones.
func maxGap(period int) int { return 2*period + 1 }

// saving estimates the tokens that a table saves: the roles and line breaks of
// all lines, less the row of the columns. Siblings that are texts and links in
// turn are sentences, not cards: they save nothing. Two texts on end are no
// sentence, for its words up to the next link are one text.
func (t *tabulation) saving(kids []int32, p pattern) int {
	perLine, cost, prose := -1, 6, p.period > 1
	first := kids[p.lines[0]]
	end := t.rows[kids[p.lines[0]+p.period-1]].end
	for i := first; i < end; i++ {
		r := &t.rows[i]
		if r.role != roleText {
			perLine++
		}
		perLine++ // the line break
		if !r.silent() {
			cost += 2
		}
		prose = prose && (r.role == roleText || r.role == roleLink) &&
			!(i > first && r.role == roleText && t.rows[i-1].role == roleText)
	}
	if prose {
		return 0
	}
	return perLine*len(p.lines) - cost
}
