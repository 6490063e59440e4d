package outline

// shapes gives every row a digest of what its subtree looks like: roles,
// levels, what can be operated, in order; not what it says. Two rows of one
// digest can share the columns of a table.
//
// The cells of a row of a data table are columns whatever is in them, so such
// a row's digest is the number of its cells.
func shapes(rows []row) []uint64 {
	digest := make([]uint64, len(rows))
	below := make([]uint64, len(rows)) // of the children seen so far, last first
	cells := make([]uint64, len(rows))
	headers := make([]uint64, len(rows))
	for i := len(rows) - 1; i >= 0; i-- {
		r := &rows[i]
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
		case r.role == roleRow && cells[i] > 0:
			digest[i] = mix(own, cells[i])
			if headers[i] == cells[i] {
				digest[i]++ // a row of headers is none of the others
			}
		case isCell(r.role) && !r.operable():
			digest[i] = mix(uint64(roleCell)<<16, 0)
		default:
			digest[i] = mix(own, below[i])
		}
		if p := r.parent; p >= 0 {
			below[p] = mix(below[p], digest[i])
			if isCell(r.role) {
				cells[p]++
			}
			if r.role == roleColumnheader {
				headers[p]++
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
