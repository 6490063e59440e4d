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
func fold(rows []row) []row {
	type key struct {
		role  role
		state State
		name  string
	}
	first := make(map[key]int32)
	same := make([]int32, len(rows)) // the first row of the same kind, -1 for none
	for i := range rows {
		r := &rows[i]
		same[i] = -1
		if r.kind != kindRow || !r.operable() || r.name == "" || r.state&Hinted != 0 || !r.leaf(i) {
			continue
		}
		r.count, r.fate = 0, printed
		k := key{r.role, r.state &^ (ordinary | Offscreen | inViewport), r.name}
		f, seen := first[k]
		if !seen {
			f = int32(i)
			first[k] = f
		}
		same[i] = f
		rows[f].count++
	}
	for i, f := range same {
		switch {
		case f < 0:
		case rows[f].count < foldAt:
			rows[f].count = 0
		case int32(i) != f:
			rows[i].fate = folded
		}
	}
	return rows
}

// ordinary are the flags that are not printed: rows that differ in them only
// look the same.
const ordinary = NameFromContent | HasPopup | Collapsed | Scrollable
