package refs

// Resolve returns what a ref stands for, or a [*StaleError]. It is the first
// thing that an action does, before any protocol command, and counts as a use
// for the eviction. What it returns is the last that was known; the page may
// have changed since, and the gate has to look.
func (r *Registry) Resolve(ref Ref) (Target, error) {
	i := r.byRef.get(r.slots, ref)
	if i == 0 || r.slots[i].state != live {
		return Target{}, r.stale(ref)
	}
	r.use(i)
	return r.target(i), nil
}

// stale says why a ref is not in the table.
func (r *Registry) stale(ref Ref) *StaleError {
	e := &StaleError{Ref: ref}
	i := r.byRef.get(r.slots, ref)
	switch {
	case !r.observed || i == 0 && r.hydrated.covers(ref):
		e.Reason = NeverObserved
	case ref == 0 || ref > r.last || i == 0 && r.foreignNumbers.has(ref):
		e.Reason = NeverIssued
	case i == 0:
		e.Reason = r.forgotten(ref)
	case r.slots[i].state == evicted:
		e.Reason, e.Target = Evicted, r.target(i)
	default:
		e.Target = r.target(i)
		switch {
		case r.foreign(r.batchOf(i)):
			e.Reason = Navigated
		case r.slots[i].anotherThingHere:
			e.Reason = IdentityMismatch
		case r.batchOf(i).stay != r.stay:
			e.Reason = Returned
		default:
			e.Reason = Outlived
		}
	}
	return e
}

// forgotten tells from the number alone why a ref of which nothing is kept does
// not resolve: numbers grow, so what was issued before a document was left
// belonged to it or to an earlier one, and what was issued after the last
// publication can only have been evicted.
func (r *Registry) forgotten(ref Ref) Reason {
	switch {
	case ref <= r.navigated:
		return Navigated
	case ref <= r.published:
		return Outlived
	default:
		return Evicted
	}
}
