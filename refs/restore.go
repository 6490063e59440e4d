package refs

// Restore puts an archived or evicted ref back into the table under its number,
// after revalidation found its thing in the page. The target is the thing as it
// was found: its identity must be the one that the ref had, and its node may be
// another one. The epoch is the one in which the page was asked; a late answer
// is a [*LateError]. Otherwise a ref that cannot come back is a [*StaleError]:
// forgotten, of another document, without a node, or another thing. Restoring a
// live ref notes where its thing is.
//
// It is the caller who compares the loader id of [Registry.Archived] with the
// page's, before it asks for nodes. After a navigation the table takes the
// loader id from the first ref that is restored. The address goes the way of
// [Registry.BackfillURL].
//
// When another live ref stands for the same thing, both do from now on: two
// numbers for one thing harm nobody, and the agent was shown both.
func (r *Registry) Restore(epoch uint64, ref Ref, t Target, url string) error {
	if err := r.late(epoch); err != nil {
		return err
	}
	i := r.byRef.get(r.slots, ref)
	if i == 0 {
		return r.stale(ref)
	}
	loader := r.document.Loader
	if r.slots[i].state == archived {
		b := r.batchOf(i)
		if b.stay != r.stay && b.document.Loader == "" || otherDocument(loader, b.document.Loader) {
			return r.refuse(i, Navigated)
		}
		loader = b.document.Loader
	}
	if !t.Node.valid() {
		return r.refuse(i, NodeGone)
	}
	if !r.sameThing(i, t.Identity) {
		return r.refuse(i, IdentityMismatch)
	}
	r.use(i)
	r.update(i, &t)
	if r.document.Loader == "" {
		r.document.Loader = loader
	}
	r.evict()
	return r.BackfillURL(epoch, url)
}

// Rebind notes what happened to a live ref's thing: it moved to another node
// (same identity, relocation), or the agent's own action changed its label
// (same node, new identity). Both at once is no evidence that it is the same
// thing, and is refused like an identity that could not be told: a [*StaleError]
// with reason identity_mismatch, and the ref stays as it was. So is a new label
// for a node that was seen to be another thing since the ref was.
//
// The node may be another live ref's already. If that stands for the same
// thing, both numbers do from now on. If not, the other ref stays live too,
// although its thing is not there any more: it has probably moved as well, and
// is looked for when the agent uses it.
//
// With a new label, all numbers of the thing follow.
func (r *Registry) Rebind(epoch uint64, ref Ref, t Target) error {
	if err := r.late(epoch); err != nil {
		return err
	}
	i := r.byRef.get(r.slots, ref)
	if i == 0 || r.slots[i].state != live {
		return r.stale(ref)
	}
	if !t.Node.valid() {
		return r.refuse(i, NodeGone)
	}
	head := r.first(t.Node)
	was := r.slots[i].identity
	switch {
	case r.sameThing(i, t.Identity):
		r.update(i, &t)
	case t.Identity == 0 || head == 0 || r.slots[head].at != r.slots[i].at,
		head != i && !r.sameThing(head, was):
		return r.refuse(i, IdentityMismatch)
	default:
		r.relabel(i, &t)
	}
	r.use(i)
	return nil
}

// relabel gives a slot and the further numbers of its thing a new identity.
func (r *Registry) relabel(i int32, t *Target) {
	same := []int32{i}
	for j := r.first(t.Node); j != 0; j = r.slots[j].chain {
		if j != i && r.slots[j].state != archived && r.sameThing(j, r.slots[i].identity) {
			same = append(same, j)
		}
	}
	for _, j := range same {
		r.update(j, t)
	}
}

// refuse says why a known ref cannot be what the caller says.
func (r *Registry) refuse(i int32, why Reason) *StaleError {
	return &StaleError{Ref: r.slots[i].ref, Reason: why, Target: r.target(i)}
}
