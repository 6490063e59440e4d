package provider

import (
	"sync"

	"github.com/holdfast-go/holdfast/refs"
)

// numbers hands out the refs of all pages of a provider from one row, so that
// an agent that takes one page for another hits nothing: e12 is on one page
// only. It is held for as long as a registry takes to number a page, about 0.1
// ms for 1,000 elements.
type numbers struct {
	mu   sync.Mutex
	last refs.Ref
}

// publish is Registry.Publish with numbers that no other page has. It needs
// the page's mu.
func (n *numbers) publish(r *refs.Registry, o refs.Observation) refs.Delta {
	n.mu.Lock()
	defer n.mu.Unlock()
	r.Skip(n.last)
	delta := r.Publish(o)
	n.last = max(n.last, r.Last())
	return delta
}

// adopt is Registry.Adopt with numbers that no other page has. It needs the
// page's mu.
func (n *numbers) adopt(r *refs.Registry, epoch uint64, o refs.Observation) (refs.Delta, error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	r.Skip(n.last)
	delta, err := r.Adopt(epoch, o)
	n.last = max(n.last, r.Last())
	return delta, err
}
