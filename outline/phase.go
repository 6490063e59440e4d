package outline

// A run of like pieces can be cut in several places: where each piece is a
// text, a text and a button, the button may as well be the first of a piece
// that ends with the next one's texts. Cut there, a line would show the button
// of one thing beside the words of another. A reader may have seen where the
// things begin; else, as what belongs together stands together, the boxes tell.

// phases returns the ways to cut the siblings of a run: at its anchors, and up
// to a period before them.
func (t *tabulation) phases(kids []int32, run pattern) []pattern {
	list := []pattern{run}
	for shift := 1; shift < run.period; shift++ {
		moved := pattern{period: run.period}
		var shape uint64
		add := func(at int) {
			if at < 0 || at+run.period > len(kids) || !t.fits(kids[at], t.rows[kids[at+run.period-1]].end) {
				return
			}
			h := t.pieceShape(kids, at, run.period)
			if shape == 0 {
				shape = h
			}
			if h == shape {
				moved.lines = append(moved.lines, at)
			}
		}
		// The second line has the shape that counts: what is before the first may
		// be something else.
		if second := run.lines[1] - shift; second >= 0 {
			shape = t.pieceShape(kids, second, run.period)
		}
		for _, l := range run.lines {
			add(l - shift)
		}
		add(run.lines[len(run.lines)-1] - shift + run.period)
		if len(moved.lines) >= leastLines {
			list = append(list, moved)
		}
	}
	return list
}

// pieceShape is what the siblings at…at+period are like.
func (t *tabulation) pieceShape(kids []int32, at, period int) uint64 {
	h := uint64(1)
	for _, k := range kids[at : at+period] {
		h = mix(h, uint64(uint32(t.digest[k])))
	}
	return h
}

// inPhase returns the way to cut a run in which most pieces begin where a box of
// the page does; where nothing begins, the one in which the pieces take the least
// room each; where that does not tell, the one with the most lines.
func (t *tabulation) inPhase(kids []int32, run pattern) pattern {
	if run.period == 1 {
		return run
	}
	phases := t.phases(kids, run)
	most := leastLines - 1
	var begun []pattern
	for _, p := range phases {
		switch n := t.begun(kids, p); {
		case n > most:
			begun, most = []pattern{p}, n
		case n == most && begun != nil:
			begun = append(begun, p)
		}
	}
	if begun != nil {
		phases = begun
	}
	best, room := phases[0], t.room(kids, phases[0])
	for _, p := range phases[1:] {
		switch r := t.room(kids, p); {
		case r < room*0.98, r <= room*1.02 && len(p.lines) > len(best.lines):
			best, room = p, r
		}
	}
	return best
}

// room is half the circumference of the boxes around the lines, on average. It
// is 0 where nothing has a box.
func (t *tabulation) room(kids []int32, p pattern) float32 {
	var sum float32
	for _, l := range p.lines {
		sum += t.around(kids, l, l+p.period).room()
	}
	return sum / float32(len(p.lines))
}

// around returns the box around the siblings from…to.
func (t *tabulation) around(kids []int32, from, to int) Box {
	var all Box
	for i := kids[from]; i < t.rows[kids[to-1]].end; i++ {
		if n := t.rows[i].node; n >= 0 {
			box := t.boxes.at(n)
			all = all.with(&box)
		}
	}
	return all
}

func (b Box) room() float32 { return b.Width + b.Height }

// with returns the smallest box that holds both; a box without an area holds
// nothing.
func (b Box) with(c *Box) Box {
	switch {
	case c.Width <= 0 || c.Height <= 0:
		return b
	case b.Width <= 0 || b.Height <= 0:
		return *c
	}
	left, top := min(b.X, c.X), min(b.Y, c.Y)
	return Box{left, top, max(b.X+b.Width, c.X+c.Width) - left, max(b.Y+b.Height, c.Y+c.Height) - top}
}
