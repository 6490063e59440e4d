package outline

import "slices"

// insert puts rows of our own among the others. An insertion takes the rows
// of its span that have its parent as its children.
func insert(rows []row, inserts []insertion) []row {
	if len(inserts) == 0 {
		return rows
	}
	slices.SortStableFunc(inserts, func(a, b insertion) int { return int(a.at) - int(b.at) })
	moved := make([]int32, len(rows))
	out := make([]row, 0, len(rows)+len(inserts))
	var open []int32 // of inserts, and where they went
	var place []int32
	next := 0
	for i := range rows {
		for len(open) > 0 && inserts[open[len(open)-1]].end <= int32(i) {
			open, place = open[:len(open)-1], place[:len(place)-1]
		}
		for ; next < len(inserts) && inserts[next].at == int32(i); next++ {
			in := inserts[next].row
			if in.parent >= 0 {
				in.parent = moved[in.parent]
			}
			open, place = append(open, int32(next)), append(place, int32(len(out)))
			out = append(out, in)
		}
		r := rows[i]
		parent := r.parent
		if parent >= 0 {
			r.parent = moved[parent]
		}
		for n := len(open) - 1; n >= 0; n-- {
			if in := &inserts[open[n]]; in.row.parent == parent && in.end > int32(i) {
				r.parent = place[n]
				break
			}
		}
		moved[i] = int32(len(out))
		out = append(out, r)
	}
	measure(out)
	return out
}
