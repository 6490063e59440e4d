package outline

// shapes gives every row a digest of what its subtree looks like: roles,
// levels, what can be operated, in order; not what it says. Two rows of one
// digest can share the columns of a table.
//
// The cells of a row of a data table are columns whatever is in them, so such
// a row's digest is the number of its cells.
func shapes(rows []row) []uint64 {
	type tally struct {
		below                uint64 // of the children seen so far, last first
		kids, cells, headers uint32
	}
	digest := make([]uint64, len(rows))
	tallies := make([]tally, len(rows))
	for i := len(rows) - 1; i >= 0; i-- {
		r, t := &rows[i], &tallies[i]
		own := uint64(r.role)<<16 | uint64(r.level)<<8
		if r.operable() {
			own |= 1
		}
		if r.kind != kindRow {
			own |= 2 // tables are no part of other tables
		}
		if r.silent() {
			own |= 4 // it makes no cell
		}
		switch {
		case r.role == roleRow && t.cells > 0 && t.cells == t.kids:
			digest[i] = mix(own, uint64(t.cells))
			if t.headers == t.cells {
				digest[i]++ // a row of headers is none of the others
			}
		case inRow(rows, i) && !r.operable():
			digest[i] = mix(uint64(roleCell)<<16, 0)
		default:
			digest[i] = mix(own, t.below)
		}
		if r.parent >= 0 {
			p := &tallies[r.parent]
			p.below = mix(p.below, digest[i])
			p.kids++
			if isCell(r.role) {
				p.cells++
			}
			if r.role == roleColumnheader {
				p.headers++
			}
		}
	}
	return digest
}

// mix is one step of a 64-bit hash (the finaliser of MurmurHash3).
func mix(h, x uint64) uint64 {
	h = (h ^ x) * 0xff51afd7ed558ccd
	h ^= h >> 33
	h *= 0xc4ceb9fe1a85ec53
	return h ^ h>>29
}

func isCell(r role) bool {
	switch r {
	case roleCell, roleGridcell, roleColumnheader, roleRowheader:
		return true
	}
	return false
}

// inRow reports whether row i is a cell in the row of a table.
func inRow(rows []row, i int) bool {
	r := &rows[i]
	return isCell(r.role) && r.parent >= 0 && rows[r.parent].role == roleRow
}
