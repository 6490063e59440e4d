package collect

// Gate says how many items a result may have and how long they may be together.
type Gate struct{ Limit, Budget int }

// Passed is what a gate let through.
type Passed struct {
	// Count is how many items passed, the first ones.
	Count int
	// ByLimit and ByBudget say what held the next one back. Both may.
	ByLimit, ByBudget bool
}

// Pass asks for the length of one item after the other. Before each but the
// first it looks whether the limit or the budget is reached, so that of items of
// one length as many pass as fit the budget, rounded up, and the first always
// passes: without it nobody would know what there is to filter.
func (g Gate) Pass(items int, length func(i int) int) Passed {
	used := 0
	for i := range items {
		p := Passed{Count: i, ByLimit: i >= g.Limit, ByBudget: used >= g.Budget}
		if i > 0 && (p.ByLimit || p.ByBudget) {
			return p
		}
		used += length(i)
	}
	return Passed{Count: items}
}

// Cut returns the beginning of a text, at most so many characters of it, and
// how many were left out.
func Cut(s string, chars int) (string, int) {
	if len(s) <= chars {
		return s, 0
	}
	n, end := 0, len(s)
	for i := range s {
		if n == chars {
			end = i
		}
		n++
	}
	return s[:end], max(0, n-chars)
}
