package outline

// settle forgets the rows that a pass marked gone, gives their children to the
// nearest ancestor that stays, which counts their depths anew.
//
// It runs after every pass that takes rows out: without it a link whose
// wrapping heading went would keep the depth of four ancestors while its
// neighbour shows three, and the outline would look as if the two belonged to
// different parts of the page. Nothing is lost: depths are relations, and the
// relation of any two rows that stay is unchanged.
func settle(s *sheet, w *workspace) {
	rows := s.rows
	first := 0
	for first < len(rows) && rows[first].fate != gone {
		first++
	}
	if first == len(rows) {
		return
	}
	moved := w.list(2, len(rows)-first) // where a row went, or its nearest kept ancestor
	place := func(i int32) int32 {
		if i < int32(first) {
			return i
		}
		return moved[i-int32(first)]
	}
	kept := rows[:first]
	for i := first; i < len(rows); i++ {
		r := &rows[i]
		parent := place(r.parent)
		if r.fate == gone {
			moved[i-first] = parent
			continue
		}
		moved[i-first] = int32(len(kept))
		r.parent = parent
		kept = append(kept, *r)
	}
	measure(kept)
	s.rows = kept
}

// measure computes the ends of rows whose parents are right.
func measure(rows []row) {
	for i := range rows {
		rows[i].end = int32(i + 1)
	}
	for i := len(rows) - 1; i >= 0; i-- {
		if p := rows[i].parent; p >= 0 && rows[p].end < rows[i].end {
			rows[p].end = rows[i].end
		}
	}
}

// depth is the number of a row's ancestors.
func (s *sheet) depth(r *row) int {
	n := 0
	for p := r.parent; p >= 0; p = s.rows[p].parent {
		n++
	}
	return n
}

// workspace is the memory that passes use one after another: of a large page
// each would make some megabytes anew, several times.
type workspace struct{ lists [3][]int32 }

// list returns list k with n numbers, which say nothing yet. It is good until
// the list is asked for again; the third one is settle's.
func (w *workspace) list(k, n int) []int32 {
	if cap(w.lists[k]) < n {
		w.lists[k] = make([]int32, n)
	}
	return w.lists[k][:n]
}
