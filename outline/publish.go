package outline

import "github.com/holdfast-go/holdfast/refs"

// Publish hands a full read of a page to its registry and writes the numbers
// that it gives into the nodes: Observation, [refs.Registry.Publish] and SetRefs
// in one. It is for callers that see to it that the page is read and published by
// one goroutine; others compare the epoch before the read with the one now, and
// parts of a page go to [refs.Registry.Adopt].
func (t *Tree) Publish(r *refs.Registry) refs.Delta {
	observation, at := t.Observation()
	delta := r.Publish(observation)
	t.SetRefs(at, delta.Refs)
	return delta
}
