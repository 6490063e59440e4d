package replay

import "slices"

// A verdict says what becomes of a command.
type verdict int

const (
	differs verdict = iota // there is no reply for it
	fits                   // it is this recorded command, now
	borrows                // it gets the reply of this one, which stays where it is
)

// match looks for the recorded command that a command is.
func (p *player) match(l *lane, c *command) (at int, v verdict) {
	if l == nil {
		return 0, differs
	}
	for l.first < len(l.outs) && (p.items[l.outs[l.first]].sent || p.items[l.outs[l.first]].late) {
		l.first++
	}
	if p.lenient {
		return p.matchLeniently(l, c)
	}
	end := min(len(l.outs), l.first+p.window)
	same := l.prints[c.hash]
	from, _ := slices.BinarySearch(same, l.first)
	for _, i := range same[from:] {
		if i >= end {
			break
		}
		if p.usable(l.outs[i]) && p.agrees(&p.items[l.outs[i]], c) {
			return l.outs[i], fits
		}
	}
	return p.matchOmitted(l, c, l.first, end)
}

// matchOmitted finds a command whose params were too large to be recorded.
func (p *player) matchOmitted(l *lane, c *command, from, to int) (int, verdict) {
	for i := from; i < to; i++ {
		if it := &p.items[l.outs[i]]; it.omitted && it.method == c.method && !it.sent {
			return l.outs[i], fits
		}
	}
	return 0, differs
}

// matchLeniently prefers what is next to what was overtaken, and that to what
// was used before; what is far ahead comes last, because taking it passes over
// all events in between.
func (p *player) matchLeniently(l *lane, c *command) (int, verdict) {
	all := l.prints[c.hash]
	ahead, _ := slices.BinarySearch(all, l.most+1)
	end := l.most + 1 + p.window
	for _, strict := range []bool{true, false} {
		ok := func(i int) bool { return !strict || p.agrees(&p.items[l.outs[i]], c) }
		for _, i := range all[ahead:] {
			if i >= end {
				break
			}
			if p.usable(l.outs[i]) && ok(i) {
				return l.outs[i], fits
			}
		}
		for _, i := range all[:ahead] {
			if p.usable(l.outs[i]) && ok(i) {
				return l.outs[i], fits
			}
		}
		for _, i := range slices.Backward(all[:ahead]) {
			// A stream has one reader and cannot be given twice.
			if ok(i) && c.method != hostStream {
				return l.outs[i], borrows
			}
		}
		for _, i := range all[ahead:] {
			if ok(i) {
				return l.outs[i], fits
			}
		}
	}
	return p.matchOmitted(l, c, min(l.most+1, len(l.outs)), min(len(l.outs), end))
}

// usable reports whether the recorded command has not been sent.
func (p *player) usable(at int) bool { return !p.items[at].sent }

// agrees reports whether the tokens of both can stand for each other.
func (p *player) agrees(it *item, c *command) bool {
	// A token may come twice in one command.
	var fresh []pair
	for i, was := range it.print.tokens {
		is := c.tokens[i]
		for _, f := range fresh {
			if (f.from == was) != (f.to == is) {
				return false
			}
		}
		if to, known := p.tokens[was]; known && to != is {
			return false
		}
		if from, known := p.tokensBack[is]; known && from != was {
			return false
		}
		fresh = append(fresh, pair{was, is})
	}
	return true
}

// bind notes what the tokens of a command stand for and returns the pairs that
// differ.
func (p *player) bind(it *item, c *command) []pair {
	var own []pair
	if it.omitted {
		return nil
	}
	for i, was := range it.print.tokens {
		is := c.tokens[i]
		p.tokens[was], p.tokensBack[is] = is, was
		if was == is || slices.Contains(own, pair{was, is}) {
			continue
		}
		own = append(own, pair{was, is})
		if !slices.Contains(p.changed, was) {
			p.changed = append(p.changed, was)
		}
	}
	return own
}

// pairsFor returns what is replaced in a message: the pairs of its command win
// over what the tokens stand for by now.
func (p *player) pairsFor(own []pair) []pair {
	pairs := slices.Clone(own)
	for _, l := range p.changed {
		if to := p.tokens[l]; to != l && !slices.ContainsFunc(own, func(o pair) bool { return o.from == l }) {
			pairs = append(pairs, pair{l, to})
		}
	}
	return pairs
}
