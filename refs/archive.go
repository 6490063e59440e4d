package refs

import "slices"

// batch is what one table lost at one time, and the document it was of.
type batch struct {
	id       uint32
	document Document
	stay     uint64
	n        int // slots of it that are still archived
}

// Archived returns what is remembered of a ref that does not resolve, and the
// document that it belonged to, for revalidation: compare the loader ids before
// anything is asked of the page. It knows archived and evicted refs; it does
// not know live ones, hydrated ones, and those that were forgotten.
func (r *Registry) Archived(ref Ref) (Target, Document, bool) {
	i := r.byRef.get(r.slots, ref)
	if i == 0 {
		return Target{}, Document{}, false
	}
	switch r.slots[i].state {
	case evicted:
		return r.target(i), r.document, true
	case archived:
		return r.target(i), r.batchOf(i).document, true
	default:
		return Target{}, Document{}, false
	}
}

// Invalidate empties the table after a navigation, or after the gate found
// another address. It archives the table with its document, forgets loader and
// address, and begins an empty epoch, so that replies that are still on their
// way are late. A registry that was never observed has nothing to lose and
// stays in epoch 0, but hydrated refs end. The delta holds what was live.
func (r *Registry) Invalidate() Delta {
	if !r.observed {
		r.endHydration(true)
		return Delta{Epoch: r.epoch}
	}
	gone := r.leave()
	r.epoch++
	r.compact()
	return Delta{Epoch: r.epoch, Gone: gone}
}

// leave archives the whole table because its document was left, and returns
// the refs that were live. Nodes of a document that was left are not looked up
// any more: when it comes back (the back-forward cache), or was never left
// after all (a route change), its refs return by revalidation, which checks
// them, and not by themselves.
func (r *Registry) leave() []Ref {
	r.endHydration(true)
	r.byNode.clear()
	for i := range r.slots {
		r.slots[i].chained, r.slots[i].chain = false, 0
	}
	shelf := r.openShelf()
	for r.evicted.head != 0 {
		shelf.put(&r.evicted, r.evicted.head)
	}
	gone := slices.Grow([]Ref(nil), r.live.n)
	for r.live.tail != 0 {
		gone = append(gone, r.slots[r.live.tail].ref)
		shelf.put(&r.live, r.live.tail)
	}
	shelf.close()
	slices.Sort(gone)
	r.document = Document{}
	r.stay++
	r.navigated = r.last
	r.overflow = 0
	return gone
}

// shelf puts slots into one batch of the archive.
type shelf struct {
	r *Registry
	batch
}

func (r *Registry) openShelf() shelf {
	return shelf{r: r, batch: batch{id: r.nextBatchID, document: r.document, stay: r.stay}}
}

// put archives a slot of a list. The order matters: what is put first is
// forgotten first.
func (s *shelf) put(from *list, i int32) {
	r := s.r
	r.take(from, i)
	r.slots[i].state, r.slots[i].batch = archived, s.id
	r.pushBack(&r.archive, i)
	s.n++
}

// close adds the batch, unless it is empty, and makes the archive fit its caps.
func (s *shelf) close() {
	r := s.r
	if s.n > 0 {
		r.batches = append(r.batches, s.batch)
		r.nextBatchID++
	}
	for len(r.batches) > r.opts.ArchiveEpochs || r.archive.n > r.opts.ArchiveEntries {
		i := r.archive.head
		r.unshelve(i)
		r.forget(&r.archive, i)
	}
}

// unshelve takes note that a slot is about to leave the archive.
func (r *Registry) unshelve(i int32) {
	b := r.batchOf(i)
	r.slots[i].anotherThingHere = false
	if b.n--; b.n == 0 {
		at := slices.IndexFunc(r.batches, func(x batch) bool { return x.id == b.id })
		r.batches = slices.Delete(r.batches, at, at+1)
	}
}

// batchOf finds the batch of an archived slot. There are about three.
func (r *Registry) batchOf(i int32) *batch {
	id := r.slots[i].batch
	at := slices.IndexFunc(r.batches, func(b batch) bool { return b.id == id })
	return &r.batches[at]
}

// foreign reports whether a batch belongs to another document than the table.
// Within one stay it does not; after it, only equal loader ids prove that the
// document is the same.
func (r *Registry) foreign(b *batch) bool {
	return b.stay != r.stay && (b.document.Loader == "" || b.document.Loader != r.document.Loader)
}
