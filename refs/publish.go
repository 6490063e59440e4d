package refs

import "slices"

// Delta says what a call did to the table.
type Delta struct {
	// Epoch is the epoch after the call.
	Epoch uint64
	// Refs are the numbers of the observation's targets, in the same order. It
	// is 0 for a target whose node came before or is not a node. All others
	// resolve, or, where the table is full, are evicted under that number.
	Refs []Ref
	// Kept counts the Refs that were known before, New those just issued.
	Kept, New int
	// Gone are the refs, ascending, that were live before and are not on the
	// page any more.
	Gone []Ref
	// Evicted counts the refs that left the table for want of room.
	Evicted int
}

// Publish takes in a full read of the page. It begins a new epoch and replaces
// the table.
//
// A target keeps the number of a ref that was live, was evicted, or was
// outlived earlier in the same document, if the node and the identity are the
// same; every other target gets a new number. Semantic keys play no part, but
// for hydrated refs. What the read did not show is archived; refs of unread
// frames are carried over, and so is a further number of a thing that was seen.
//
// An observation of another document than the table's is taken for a
// navigation that the owner has not reported yet. The opposite case, a read that
// was begun before a navigation that has been reported, is for the owner to
// notice: it compares [Registry.Epoch] before and after the read.
//
// When there are more targets than the table holds, the first ones in reading
// order are live and the others evicted, with their numbers.
func (r *Registry) Publish(o Observation) Delta {
	d := Delta{Refs: make([]Ref, len(o.Targets))}
	if otherDocument(r.document.Loader, o.Document.Loader) {
		d.Gone = r.leave()
	}
	r.reserve(len(o.Targets))
	old := r.hydrated.match(&o)
	r.endHydration(otherDocument(r.hydrated.loader, o.Document.Loader))

	// The shelf is opened before the document changes: what is gone belongs to
	// the old table.
	shelf := r.openShelf()
	r.epoch++
	r.observed = true
	r.document = o.Document
	d.Epoch = r.epoch

	outgoing := r.live
	r.live = list{}
	aliases := r.seat(&o, &outgoing, old, &d)
	for _, a := range aliases {
		r.pushBack(&r.live, r.addLive(a.ref, &o.Targets[a.target]))
	}
	r.overflow = max(0, d.Kept+d.New-r.opts.LiveCap)
	r.sweep(&o, &outgoing, &shelf, &d)
	for i := r.live.head; i != 0; i = r.slots[i].next {
		r.slots[i].hit = false
	}
	shelf.close()
	r.published = r.last
	d.Evicted = r.evict()
	r.compact()
	return d
}

// alias is a second number for a thing, to be added when all are seated.
type alias struct {
	ref    Ref
	target int
}

// seat gives every target its number and puts its slot on the live list, in
// reading order; what was live before is on the outgoing list. It returns the hydrated numbers of things that have a number
// already, because Adopt saw them first.
func (r *Registry) seat(o *Observation, outgoing *list, old map[int]Ref, d *Delta) []alias {
	var more []alias
	for i := range o.Targets {
		t := &o.Targets[i]
		if !t.Node.valid() {
			continue
		}
		s, again := r.recognise(t)
		if again {
			continue
		}
		if r.opts.FreshNumbers {
			s = 0
		}
		was, hydrated := old[i]
		switch {
		case s != 0:
			if hydrated {
				more = append(more, alias{ref: was, target: i})
			}
			r.detach(s, outgoing)
			r.update(s, t)
			d.Kept++
		case hydrated:
			s = r.addLive(was, t)
			d.Kept++
		default:
			ref := r.issue()
			if ref == 0 {
				continue
			}
			s = r.addLive(ref, t)
			d.New++
		}
		r.slots[s].state, r.slots[s].hit = live, true
		r.pushBack(&r.live, s)
		d.Refs[i] = r.slots[s].ref
	}
	return more
}

// recognise finds the ref of exactly this thing on exactly this node. When a
// thing has several numbers, a live one comes before an evicted and that before
// an archived one, and then the newest, which was printed last. It reports
// again when the current observation has shown the node before.
func (r *Registry) recognise(t *Target) (found int32, again bool) {
	for i := r.first(t.Node); i != 0; i = r.slots[i].chain {
		s := &r.slots[i]
		if s.hit {
			return 0, true
		}
		if !r.sameThing(i, t.Identity) {
			continue
		}
		if found != 0 {
			f := &r.slots[found]
			if s.state > f.state || s.state == f.state && s.ref < f.ref {
				continue
			}
		}
		found = i
	}
	return found, false
}

// sweep deals with what the observation did not show: it carries slots over or
// archives them, those used last behind the others, to be forgotten last.
func (r *Registry) sweep(o *Observation, outgoing *list, shelf *shelf, d *Delta) {
	unread := make([]uint32, 0, len(o.Unread))
	for _, f := range o.Unread {
		if n, ok := r.words.find(f); ok {
			unread = append(unread, n)
		}
	}
	for i := r.evicted.head; i != 0; {
		next := r.slots[i].next
		if !r.carried(i, unread) {
			shelf.put(&r.evicted, i)
		}
		i = next
	}
	for i := outgoing.head; i != 0; {
		next := r.slots[i].next
		if r.carried(i, unread) {
			r.take(outgoing, i)
			r.pushBack(&r.live, i)
		}
		i = next
	}
	for outgoing.tail != 0 {
		d.Gone = append(d.Gone, r.slots[outgoing.tail].ref)
		shelf.put(outgoing, outgoing.tail)
	}
	slices.Sort(d.Gone)
}

// carried reports whether a slot that was not shown stays as it is: its frame
// could not be read, or it is a further number of a thing that was shown. It
// takes note when the slot's node was shown to be another thing.
func (r *Registry) carried(i int32, unread []uint32) bool {
	s := &r.slots[i]
	for j := r.byNode.get(r.slots, s.at); j != 0; j = r.slots[j].chain {
		if !r.slots[j].hit {
			continue
		}
		if r.sameThing(j, s.identity) {
			return !r.opts.FreshNumbers
		}
		s.anotherThingHere = s.identity != 0 && r.slots[j].identity != 0
		return false
	}
	return slices.Contains(unread, s.frame)
}

// addLive makes a live slot that is on no list yet.
func (r *Registry) addLive(ref Ref, t *Target) int32 {
	i := r.add(ref, t)
	r.slots[i].state = live
	return i
}

// detach takes a slot off the list that it is on; live ones are on the given
// list.
func (r *Registry) detach(i int32, lives *list) {
	switch r.slots[i].state {
	case live:
		r.take(lives, i)
	case evicted:
		r.take(&r.evicted, i)
	case archived:
		r.unshelve(i)
		r.take(&r.archive, i)
	}
}
