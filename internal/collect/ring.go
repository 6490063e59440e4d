package collect

// Ring keeps the newest items in the order of their arrival. The zero Ring
// keeps none; set Most first.
type Ring[T any] struct {
	// Most is how many items are kept.
	Most int
	// Dropped counts those that went.
	Dropped int

	items []T
	first int // index of the oldest
}

// Add takes an item in and returns the one that went for it, if any.
func (r *Ring[T]) Add(item T) (gone T, full bool) {
	if len(r.items) < r.Most {
		r.items = append(r.items, item)
		return gone, false
	}
	gone = r.items[r.first]
	r.items[r.first] = item
	r.first = (r.first + 1) % len(r.items)
	r.Dropped++
	return gone, true
}

// Len is how many items there are.
func (r *Ring[T]) Len() int { return len(r.items) }

// At returns the item of an index, 0 for the oldest.
func (r *Ring[T]) At(i int) T { return r.items[(r.first+i)%len(r.items)] }
