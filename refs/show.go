package refs

// Show notes that refs of the current table were shown to the agent once more,
// by a find or because they are among the rows that were printed: they become
// the most recently used, the first in the list most of all, and those that
// were evicted come back under their numbers. When the list is longer than the
// table, its first refs are live. Nothing is asked of the page for it; what a
// ref stands for is what was last known, as with [Registry.Resolve].
//
// Refs that are neither live nor evicted are left out. A list of another epoch
// is refused with a [*LateError].
func (r *Registry) Show(epoch uint64, list []Ref) error {
	if err := r.late(epoch); err != nil {
		return err
	}
	for n := len(list) - 1; n >= 0; n-- {
		if i := r.byRef.get(r.slots, list[n]); i != 0 && r.slots[i].state != archived {
			r.use(i)
		}
	}
	r.evict()
	return nil
}

// Recognise returns the numbers that the targets of an observation have in the
// current table, in their order, 0 for those that have none. It changes
// nothing: no number is given, no epoch begins, no use is noted. An evicted ref
// is among them; [Registry.Show] makes it live.
func (r *Registry) Recognise(o Observation) []Ref {
	known := make([]Ref, len(o.Targets))
	if otherDocument(r.document.Loader, o.Document.Loader) {
		return known
	}
	for i := range o.Targets {
		if !o.Targets[i].Node.valid() {
			continue
		}
		if s, _ := r.recognise(&o.Targets[i]); s != 0 && r.slots[s].state != archived {
			known[i] = r.slots[s].ref
		}
	}
	return known
}
