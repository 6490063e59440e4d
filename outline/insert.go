package outline

import "slices"

// insert puts rows of our own among the others. An insertion takes the rows
// of its span that have its parent as its children. The rows move within their
// own array when that has room: of a large page there is no second one.
func insert(s *sheet, inserts []insertion) {
	if len(inserts) == 0 {
		return
	}
	rows := s.rows
	slices.SortStableFunc(inserts, func(a, b insertion) int { return int(a.at) - int(b.at) })
	count := len(rows)
	rows = slices.Grow(rows, len(inserts))
	moved := make([]int32, count)
	places := make([]int32, len(inserts))
	var open []int32 // of inserts
	next := 0
	for i := range rows {
		for len(open) > 0 && inserts[open[len(open)-1]].end <= int32(i) {
			open = open[:len(open)-1]
		}
		for ; next < len(inserts) && inserts[next].at == int32(i); next++ {
			places[next] = int32(i + next)
			open = append(open, int32(next))
		}
		moved[i] = int32(i + next)
		parent := rows[i].parent
		if parent >= 0 {
			rows[i].parent = moved[parent]
		}
		for n := len(open) - 1; n >= 0; n-- {
			if in := &inserts[open[n]]; in.row.parent == parent && in.end > int32(i) {
				rows[i].parent = places[open[n]]
				break
			}
		}
	}
	rows = rows[:count+next]
	for i := count - 1; i >= 0 && int(moved[i]) > i; i-- {
		rows[moved[i]] = rows[i]
	}
	for n := range inserts[:next] {
		in := inserts[n].row
		if in.parent >= 0 {
			in.parent = moved[in.parent]
		}
		rows[places[n]] = in
	}
	measure(rows)
	s.rows = rows
}
