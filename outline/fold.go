package outline

// foldAt is how often a role and name must be seen to fold (seed 001).
const foldAt = 4

// fold prints one of the rows that have the same role and name, with a mark
// ×N, when there are four or more of them anywhere: the "Reply" under every
// comment, the "Translate this page" of every search result.
//
// Only operable rows with a name fold (a hint is none: two icons of one class
// may do different things), and only those with nothing below (the passes
// before have taken words that repeat the name): what folds says
// nothing that the first one does not say. Rows in another state than the
// first are not repeats of it: a checked box stays visible among unchecked
// ones. Text never folds; it is what tells two items apart. Nothing is lost:
// every instance keeps its ref, and find lists them.
//
// It runs after tabulate: what stands in a table is short already, and a
// button belongs to its line. It runs before the budget, which would otherwise
// pay for rows that are not printed.
func fold(s *sheet, w *workspace) {
	rows := s.rows
	type key struct {
		role  role
		state State
		name  string
	}
	first := make(map[key]int32)
	same := w.list(0, len(rows))   // the first row of the same kind, -1 for none
	counts := w.list(1, len(rows)) // of a first row: how many there are
	clear(counts)
	for i := range rows {
		r := &rows[i]
		same[i] = -1
		if r.kind != kindRow || !r.operable() || r.name == 0 || r.state&Hinted != 0 || !r.leaf(i) {
			continue
		}
		r.fate = printed
		k := key{r.role, r.state &^ (ordinary | Offscreen | inViewport), s.name(r)}
		f, seen := first[k]
		if !seen {
			f = int32(i)
			first[k] = f
		}
		same[i] = f
		counts[f]++
	}
	for i, f := range same {
		switch {
		case f < 0:
		case counts[f] < foldAt:
		case int32(i) != f:
			rows[i].fate = folded
		default:
			s.mark(&rows[i], counts[f], -1)
		}
	}
}

// ordinary are the flags that are not printed: rows that differ in them only
// look the same.
const ordinary = NameFromContent | HasPopup | Collapsed | Scrollable
