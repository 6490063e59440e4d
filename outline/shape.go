package outline

// shapes gives every row a digest of what its subtree looks like: roles,
// levels, what can be operated, in order; not what it says. Two rows of one
// digest can share the columns of a table; two that have it by chance make columns
// that say "any". The digests are good until the workspace is used again.
//
// The cells of a row of a data table are columns whatever is in them, so such
// a row's digest is the number of its cells.
func shapes(rows []row, w *workspace) []int32 {
	// Until its own turn comes, a row's digest is that of the children seen so
	// far, last first.
	digest, tallies := w.list(0, len(rows)), w.list(1, len(rows))
	clear(digest)
	clear(tallies)
	for i := len(rows) - 1; i >= 0; i-- {
		r, t := &rows[i], tallies[i]
		own := uint64(r.role)<<16 | uint64(r.place.level())<<8
		if r.operable() {
			own |= 1
		}
		if r.kind != kindRow {
			own |= 2 // tables are no part of other tables
		}
		if r.silent() {
			own |= 4 // it makes no cell
		}
		switch cells := t &^ (tallyOther | tallyNoHeader); {
		case r.role == roleRow && cells > 0 && t&tallyOther == 0:
			digest[i] = mixed(own, cells)
			if t&tallyNoHeader == 0 {
				digest[i]++ // a row of headers is none of the others
			}
		case inRow(rows, i) && !r.operable():
			digest[i] = mixed(uint64(roleCell)<<16, 0)
		default:
			digest[i] = mixed(own, digest[i])
		}
		if r.parent >= 0 {
			digest[r.parent] = mixed(uint64(uint32(digest[r.parent])), digest[i])
			p := &tallies[r.parent]
			if isCell(r.role) {
				*p++
			} else {
				*p |= tallyOther
			}
			if r.role != roleColumnheader {
				*p |= tallyNoHeader
			}
		}
	}
	return digest
}

// A tally counts the cells among a row's children and says whether there are
// others, and whether there are others than headers.
const (
	tallyOther int32 = 1 << (30 - iota)
	tallyNoHeader
)

// mixed is the lower half of mix.
func mixed(h uint64, x int32) int32 { return int32(mix(h, uint64(uint32(x)))) }

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
