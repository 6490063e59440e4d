package refs

// Adopt takes in a read of a part of the page. It adds to the table and leaves
// the epoch, and the address that the gate compares with, where they are.
//
// The epoch is the one in which the read was begun. When the table has moved on
// since, or the observation saw another document, the reply is dropped with a
// [*LateError] and nothing changes. After a navigation, and before the first
// publish, the table is empty and takes its document from the observation.
//
// Numbers are kept as in Publish. On top of that, a thing that moved to another
// node keeps its number when its semantic key is unique, both among the targets
// and among what the table holds, the identities are the same, and both loader
// ids are known. A ref whose node turns out to be another thing stays live: a
// part of the page cannot tell that its own thing is gone, and the gate decides.
func (r *Registry) Adopt(epoch uint64, o Observation) (Delta, error) {
	if err := r.late(epoch); err != nil {
		return Delta{}, err
	}
	if otherDocument(r.document.Loader, o.Document.Loader) {
		return Delta{}, &LateError{Epoch: epoch, Current: r.epoch, Loader: o.Document.Loader}
	}
	if otherDocument(r.hydrated.loader, o.Document.Loader) {
		r.endHydration(true)
	}
	if r.document == (Document{}) && r.live.n+r.evicted.n == 0 {
		r.document = o.Document
	}
	r.observed = true

	d := Delta{Epoch: r.epoch, Refs: make([]Ref, len(o.Targets))}
	found := r.find(&o)
	if o.Document.Loader != "" && o.Document.Loader == r.document.Loader {
		r.findByKey(&o, found)
	}
	for i, s := range found {
		switch {
		case s == repeated:
			continue
		case s != 0:
			d.Kept++
		default:
			ref := r.issue()
			if ref == 0 {
				found[i] = repeated
				continue
			}
			s = r.addLive(ref, &o.Targets[i])
			r.pushFront(&r.live, s)
			found[i] = s
			d.New++
		}
		d.Refs[i] = r.slots[s].ref
	}
	// The first in reading order is the last to be evicted.
	for i := len(found) - 1; i >= 0; i-- {
		if s := found[i]; s != repeated {
			r.use(s)
			r.slots[s].hit = false
		}
	}
	d.Evicted = r.evict()
	return d, nil
}

// repeated marks targets without a slot: the node came before, or is none.
const repeated = -1

// find looks every target up by node and identity and writes down what is new
// of those found. It returns one slot per target, 0 for what is not known.
func (r *Registry) find(o *Observation) []int32 {
	found := make([]int32, len(o.Targets))
	seen := make(map[Node]struct{}, len(o.Targets))
	for i := range o.Targets {
		t := &o.Targets[i]
		if _, again := seen[t.Node]; again || !t.Node.valid() {
			found[i] = repeated
			continue
		}
		seen[t.Node] = struct{}{}
		if s, _ := r.recognise(t); s != 0 {
			r.update(s, t)
			r.slots[s].hit = true
			found[i] = s
		}
	}
	return found
}

// keyUse counts who uses a semantic key.
type keyUse struct {
	targets int   // how many targets have it
	slot    int32 // who has it in the table
	shared  bool  // several things in the table have it
}

// findByKey looks up by semantic key what was not found by node, and writes
// down where it is now. Uniqueness is counted over all targets and over all
// that is live or evicted, so that one of two equal buttons never takes the
// other's number.
func (r *Registry) findByKey(o *Observation, found []int32) {
	keys := make(map[uint64]keyUse)
	missing := false
	for i, s := range found {
		if t := &o.Targets[i]; s != repeated && t.Key != 0 {
			u := keys[t.Key]
			u.targets++
			keys[t.Key] = u
			missing = missing || s == 0 && t.Identity != 0
		}
	}
	if !missing {
		return
	}
	for _, l := range [...]*list{&r.live, &r.evicted} {
		for i := l.head; i != 0; i = r.slots[i].next {
			if _, wanted := keys[r.keys[i]]; wanted {
				r.countKey(keys, i)
			}
		}
	}
	for i, s := range found {
		t := &o.Targets[i]
		if s != 0 || t.Key == 0 {
			continue
		}
		u := keys[t.Key]
		if u.targets != 1 || u.slot == 0 || u.shared || r.slots[u.slot].hit || !r.sameThing(u.slot, t.Identity) {
			continue
		}
		r.update(u.slot, t)
		r.slots[u.slot].hit = true
		found[i] = u.slot
	}
}

// countKey notes that a slot of the table has its key. Several numbers of one
// thing count as one; the newest live one speaks for it.
func (r *Registry) countKey(keys map[uint64]keyUse, i int32) {
	s := &r.slots[i]
	u := keys[r.keys[i]]
	switch {
	case u.slot == 0:
		u.slot = i
	case !r.sameThing(u.slot, s.identity) || r.slots[u.slot].at != s.at:
		u.shared = true
	case s.state == r.slots[u.slot].state && s.ref > r.slots[u.slot].ref:
		u.slot = i
	}
	keys[r.keys[i]] = u
}
