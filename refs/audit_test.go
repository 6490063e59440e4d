package refs

import (
	"fmt"
	"testing"
)

// audit fails the test when lists, chains, indexes or counters of a registry
// contradict each other. It may be called between any two calls.
func audit(t testing.TB, r *Registry) {
	t.Helper()
	if err := inconsistency(r); err != nil {
		t.Fatalf("the registry contradicts itself: %v", err)
	}
}

func inconsistency(r *Registry) error {
	used, linked := 0, 0
	words := map[uint32]int{}
	batches := map[uint32]int{}
	for want, l := range map[state]*list{live: &r.live, evicted: &r.evicted, archived: &r.archive} {
		n, prev := 0, int32(0)
		for i := l.head; i != 0; i = r.slots[i].next {
			s := &r.slots[i]
			if s.state != want || s.prev != prev {
				return fmt.Errorf("slot %d of %v is on the list of state %d behind %d", i, s.ref, want, prev)
			}
			if s.hit {
				return fmt.Errorf("%v is marked as seen between calls", s.ref)
			}
			if r.byRef.get(r.slots, s.ref) != i {
				return fmt.Errorf("%v is in slot %d and indexed as %d", s.ref, i, r.byRef.get(r.slots, s.ref))
			}
			if s.chained {
				linked++
			} else if s.state != archived {
				return fmt.Errorf("%v is in state %d and not found by its node", s.ref, s.state)
			}
			if s.state == archived {
				batches[s.batch]++
			} else if s.anotherThingHere {
				return fmt.Errorf("%v is in state %d and marked as gone", s.ref, s.state)
			}
			words[s.at.table]++
			words[s.frame]++
			words[s.address]++
			words[s.role]++
			prev = i
			n++
		}
		if n != l.n || l.tail != prev {
			return fmt.Errorf("list %d counts %d, has %d; tail %d, last %d", want, l.n, n, l.tail, prev)
		}
		used += n
	}
	if used != r.byRef.n {
		return fmt.Errorf("%d slots in use, %d indexed", used, r.byRef.n)
	}
	for _, i := range r.byNode.places {
		for at := r.slots[i].at; i != 0; i = r.slots[i].chain {
			if r.slots[i].at != at || !r.slots[i].chained {
				return fmt.Errorf("%v is on another node's chain", r.slots[i].ref)
			}
			linked--
		}
	}
	if linked != 0 {
		return fmt.Errorf("%d slots are marked as chained and are not", linked)
	}
	for n, it := range r.words.items {
		if it.uses != words[uint32(n)] {
			return fmt.Errorf("string %q counts %d users, has %d", it.text, it.uses, words[uint32(n)])
		}
	}
	for _, b := range r.batches {
		if b.n != batches[b.id] || b.n == 0 {
			return fmt.Errorf("batch %d counts %d, has %d", b.id, b.n, batches[b.id])
		}
		delete(batches, b.id)
	}
	if len(batches) != 0 {
		return fmt.Errorf("archived slots of unknown batches: %v", batches)
	}
	switch {
	case r.live.n > r.opts.LiveCap:
		return fmt.Errorf("%d live refs, cap %d", r.live.n, r.opts.LiveCap)
	case r.archive.n > r.opts.ArchiveEntries || len(r.batches) > r.opts.ArchiveEpochs:
		return fmt.Errorf("archive of %d refs in %d batches", r.archive.n, len(r.batches))
	case r.evicted.n > r.overflow+r.opts.ArchiveEntries:
		return fmt.Errorf("%d evicted refs, overflow %d", r.evicted.n, r.overflow)
	}
	return nil
}

// peek is Resolve without counting as a use.
func peek(r *Registry, ref Ref) (Target, error) {
	if i := r.byRef.get(r.slots, ref); i != 0 && r.slots[i].state == live {
		return r.target(i), nil
	}
	return Target{}, r.stale(ref)
}
