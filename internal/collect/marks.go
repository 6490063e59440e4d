package collect

import "hash/fnv"

// Bucket is a row of messages of which each is later than the one before it.
// Marks of different buckets are not compared: their clocks may differ.
type Bucket struct {
	// Target is whose messages they are: a page's or a frame's.
	Target string
	// Domain is Runtime or Log.
	Domain string
	// Source divides Log. In Runtime the whole target is one row: the browser
	// keeps calls and exceptions of all its contexts in one list, and forgets the
	// context of those whose frame has gone.
	Source string
}

// Marks tells messages that were seen before from new ones: each bucket has a
// high-water mark, the time of its last message, and the words of those that
// share that time. The zero Marks has seen nothing.
type Marks struct {
	at map[Bucket]*mark
	// from are the marks as they were when the browser began to repeat.
	from map[Bucket]*mark
}

type mark struct {
	time float64
	said map[uint64]int
}

// Repeat says that the browser begins to repeat the messages of a target.
func (m *Marks) Repeat(target string) {
	if m.from == nil {
		m.from = map[Bucket]*mark{}
	}
	for b, k := range m.at {
		if b.Target != target {
			continue
		}
		said := make(map[uint64]int, len(k.said))
		for words, n := range k.said {
			said[words] = n
		}
		m.from[b] = &mark{k.time, said}
	}
}

// Live says that the browser has repeated all that it will.
func (m *Marks) Live(target string) {
	for b := range m.from {
		if b.Target == target {
			delete(m.from, b)
		}
	}
}

// Forget drops the marks of a target that is gone.
func (m *Marks) Forget(target string) {
	m.Live(target)
	for b := range m.at {
		if b.Target == target {
			delete(m.at, b)
		}
	}
}

// New takes a message in and reports whether it is a new one. One without a
// time is always new: notices have none.
func (m *Marks) New(b Bucket, time float64, words string) bool {
	if !(time > 0) {
		return true
	}
	h := fnv.New64a()
	h.Write([]byte(words)) // never fails
	sum := h.Sum64()
	if from := m.from[b]; from != nil {
		switch {
		case time < from.time:
			return false
		case time == from.time && from.said[sum] > 0:
			from.said[sum]--
			return false
		}
	}
	k := m.at[b]
	if k == nil {
		if m.at == nil {
			m.at = map[Bucket]*mark{}
		}
		k = &mark{}
		m.at[b] = k
	}
	switch {
	case time > k.time:
		k.time = time
		k.said = map[uint64]int{sum: 1}
	case time == k.time:
		k.said[sum]++
	}
	return true
}
