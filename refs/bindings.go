package refs

import "errors"

// Bindings are what of a registry may be stored and outlive the process: which
// number stood for what, as digests. There are no addresses and no elements in
// it, and at most as many bindings as the table may hold.
type Bindings struct {
	// Loader is the loader id of the document that the bindings belong to.
	Loader string `json:"loader,omitempty"`
	// Last is the number that was issued last; numbers go on behind it.
	Last Ref `json:"last"`
	// Keys are the bindings, the most recently used first.
	Keys []Binding `json:"keys,omitempty"`
}

// Binding is one line of [Bindings].
type Binding struct {
	Ref Ref `json:"ref"`
	// Key is a digest of the semantic key together with the identity: a key
	// alone could name another row of the same list.
	Key uint64 `json:"key"`
}

// hydration are the refs of a former process that wait for the first publish.
type hydration struct {
	loader string
	last   Ref
	keys   []Binding
}

// covers reports whether a number was issued by the former process.
func (h *hydration) covers(ref Ref) bool { return ref != 0 && ref <= h.last }

// Export returns what a later process needs to go on with the same numbers. It
// holds the live refs whose semantic key no other thing of the table shares,
// and hydrated refs that were not decided yet. Where the loader id is not known
// there is nothing to recognise the document by, and only Last is exported.
func (r *Registry) Export() Bindings {
	b := Bindings{Loader: r.document.Loader, Last: r.last}
	if b.Loader == "" {
		b.Loader = r.hydrated.loader
	}
	if r.document.Loader != "" {
		b.Keys = r.uniqueKeys()
	}
	for _, k := range r.hydrated.keys {
		if len(b.Keys) == r.opts.LiveCap {
			break
		}
		b.Keys = append(b.Keys, k)
	}
	return b
}

// uniqueKeys returns the bindings of the live things that alone have their key.
func (r *Registry) uniqueKeys() []Binding {
	keys := make(map[uint64]keyUse)
	for _, l := range [...]*list{&r.live, &r.evicted} {
		for i := l.head; i != 0; i = r.slots[i].next {
			r.countKey(keys, i)
		}
	}
	var out []Binding
	for i := r.live.head; i != 0; i = r.slots[i].next {
		s := &r.slots[i]
		key := r.keys[i]
		if u := keys[key]; key != 0 && s.identity != 0 && u.slot == i && !u.shared {
			out = append(out, Binding{Ref: s.ref, Key: digest(key, s.identity)})
		}
	}
	return out
}

// Hydrate takes over the numbers of a former process. It wants a new registry.
// Hydrated refs count as unobserved: they do not resolve, and the page still
// has to be observed. The first Publish gives back its number to each thing
// whose digest and semantic key are unique, if the document is the same by its
// loader id; all other hydrated refs are stale from then on. Malformed bindings
// are an error and change nothing; those beyond the cap are left out.
func (r *Registry) Hydrate(b Bindings) error {
	if r.last != 0 || r.observed {
		return errors.New("refs: only a new registry can be hydrated")
	}
	seen := make(map[Ref]struct{}, len(b.Keys))
	for _, k := range b.Keys {
		if _, twice := seen[k.Ref]; twice || k.Ref == 0 || k.Ref > b.Last {
			return errors.New("refs: malformed bindings: a ref is 0, above the last, or there twice")
		}
		seen[k.Ref] = struct{}{}
	}
	r.last = b.Last
	r.hydrated = hydration{loader: b.Loader, last: b.Last}
	if b.Loader != "" {
		keys := b.Keys[:min(len(b.Keys), r.opts.LiveCap)]
		r.hydrated.keys = append([]Binding(nil), keys...)
	}
	return nil
}

// match returns the hydrated number of each target that has one. Keys must be
// unique on both sides.
func (h *hydration) match(o *Observation) map[int]Ref {
	if len(h.keys) == 0 || o.Document.Loader != h.loader {
		return nil
	}
	refs := make(map[uint64]Ref, len(h.keys))
	for _, k := range h.keys {
		if _, shared := refs[k.Key]; shared {
			refs[k.Key] = 0
			continue
		}
		refs[k.Key] = k.Ref
	}
	uses := make(map[uint64]int, len(o.Targets))
	for i := range o.Targets {
		uses[o.Targets[i].Key]++
	}
	out := make(map[int]Ref)
	for i := range o.Targets {
		t := &o.Targets[i]
		if t.Key == 0 || t.Identity == 0 || uses[t.Key] != 1 {
			continue
		}
		if ref := refs[digest(t.Key, t.Identity)]; ref != 0 {
			out[i] = ref
		}
	}
	return out
}

// endHydration makes the undecided hydrated refs stale. Navigated says that
// their document was left; otherwise they were not found again.
func (r *Registry) endHydration(navigated bool) {
	if navigated {
		r.navigated = max(r.navigated, r.hydrated.last)
	}
	r.hydrated = hydration{}
}

// digest joins a semantic key and an identity. Both are digests already; the
// multiplications (splitmix64's finaliser) keep them from cancelling out.
func digest(key, identity uint64) uint64 {
	x := key ^ (identity<<32 | identity>>32)
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}
