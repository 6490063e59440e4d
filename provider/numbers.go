package provider

import (
	"sync"

	"github.com/holdfast-go/holdfast/refs"
)

// numbers hands out the refs of all pages of a provider from one row, so that
// an agent that takes one page for another hits nothing: e12 is on one page
// only. Pages number their elements at the same time, each from what was set
// aside for it: to number 1,000 elements takes 0.1 ms, and a thousand pages that
// wait for each other would wait for whoever has lost the processor meanwhile.
type numbers struct {
	mu   sync.Mutex
	last refs.Ref // of those that were set aside
}

// publish is Registry.Publish with numbers that no other page has. It needs
// the page's mu.
func (n *numbers) publish(r *refs.Registry, o refs.Observation) (delta refs.Delta) {
	n.with(r, o, func() { delta = r.Publish(o) })
	return delta
}

// adopt is Registry.Adopt with numbers that no other page has. It needs the
// page's mu.
func (n *numbers) adopt(r *refs.Registry, epoch uint64, o refs.Observation) (delta refs.Delta, err error) {
	n.with(r, o, func() { delta, err = r.Adopt(epoch, o) })
	return delta, err
}

// with sets aside what a registry needs for an observation, and takes back what
// it did not issue unless others have got theirs meanwhile: then that is left
// out.
func (n *numbers) with(r *refs.Registry, o refs.Observation, issue func()) {
	need := r.Need(o)
	if need == 0 {
		issue() // mostly: all is known
		return
	}
	n.mu.Lock()
	from := max(n.last, r.Last())
	if left := ^refs.Ref(0) - from; uint64(need) > uint64(left) {
		need = int(left)
	}
	to := from + refs.Ref(need)
	n.last = to
	n.mu.Unlock()
	r.Skip(from)
	issue()
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.last == to {
		n.last = r.Last()
	}
}
