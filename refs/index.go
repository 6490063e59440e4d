package refs

// index finds slots by something that is in them, such as their ref. It holds
// the numbers of slots and nothing else, 4 bytes a place of which at most seven
// in eight are taken: a map of Go takes three times as much.
type index[K comparable] struct {
	places []int32 // a power of two of them; 0 is free
	n      int
	key    func(*slot) K
	hash   func(K) uint32
}

// get returns the slot with the key, or 0.
func (x *index[K]) get(slots []slot, k K) int32 {
	if x.n == 0 {
		return 0
	}
	return x.places[x.find(slots, k)]
}

// put makes slot i the one that is found by its key.
func (x *index[K]) put(slots []slot, i int32) {
	if (x.n+1)*8 > len(x.places)*7 {
		x.resize(slots, max(8, len(x.places)*2))
	}
	at := x.find(slots, x.key(&slots[i]))
	if x.places[at] == 0 {
		x.n++
	}
	x.places[at] = i
}

// remove takes a key out. The places behind it move up, so that no gap ends a
// search too early.
func (x *index[K]) remove(slots []slot, k K) {
	if x.n == 0 {
		return
	}
	at := x.find(slots, k)
	if x.places[at] == 0 {
		return
	}
	x.n--
	mask := uint32(len(x.places) - 1)
	for next := at; ; {
		next = (next + 1) & mask
		i := x.places[next]
		if i == 0 {
			break
		}
		// It may move when its own place is not between the gap and itself.
		if home := x.hash(x.key(&slots[i])) & mask; (next-home)&mask >= (next-at)&mask {
			x.places[at] = i
			at = next
		}
	}
	x.places[at] = 0
}

// reserve makes room for n keys in all.
func (x *index[K]) reserve(slots []slot, n int) {
	size := 8
	for n*8 > size*7 {
		size *= 2
	}
	if size > len(x.places) {
		x.resize(slots, size)
	}
}

// clear takes all keys out.
func (x *index[K]) clear() {
	clear(x.places)
	x.n = 0
}

// find returns the place of a key, or the free one where it would go.
func (x *index[K]) find(slots []slot, k K) uint32 {
	mask := uint32(len(x.places) - 1)
	at := x.hash(k) & mask
	for x.places[at] != 0 && x.key(&slots[x.places[at]]) != k {
		at = (at + 1) & mask
	}
	return at
}

func (x *index[K]) resize(slots []slot, size int) {
	old := x.places
	x.places = make([]int32, size)
	for _, i := range old {
		if i != 0 {
			x.places[x.find(slots, x.key(&slots[i]))] = i
		}
	}
}

// newRefIndex finds slots by their refs.
func newRefIndex() index[Ref] {
	return index[Ref]{
		key:  func(s *slot) Ref { return s.ref },
		hash: func(r Ref) uint32 { return scatter(uint64(r)) },
	}
}

// newNodeIndex finds slots by their nodes.
func newNodeIndex() index[place] {
	return index[place]{
		key:  func(s *slot) place { return s.at },
		hash: func(p place) uint32 { return scatter(uint64(p.table)<<32 | uint64(p.id)) },
	}
}

// scatter spreads numbers that come in runs (Fibonacci hashing).
func scatter(n uint64) uint32 { return uint32(n * 0x9e3779b97f4a7c15 >> 32) }
