package main

import "sync"

// notes hands notes to every panel. A panel that does not read keeps only the
// newest of each type: a note tells how something is, not what happened.
type notes struct {
	mu   sync.Mutex
	all  map[*subscriber]struct{}
	last map[string]note // what a panel that joins is told
}

// subscriber is where notes wait for one panel.
type subscriber struct {
	ready   chan struct{} // holds a token when something waits
	mu      sync.Mutex
	waiting []note
}

func newNotes() *notes {
	return &notes{all: map[*subscriber]struct{}{}, last: map[string]note{}}
}

// join begins with what holds now.
func (n *notes) join() *subscriber {
	n.mu.Lock()
	defer n.mu.Unlock()
	s := &subscriber{ready: make(chan struct{}, 1)}
	n.all[s] = struct{}{}
	for _, one := range n.last {
		s.put(one)
	}
	return s
}

func (n *notes) leave(s *subscriber) {
	n.mu.Lock()
	defer n.mu.Unlock()
	delete(n.all, s)
}

// tell tells every panel; what holds from now on is kept for those to come.
func (n *notes) tell(one note, holds bool) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if holds {
		n.last[one.Type] = one
	}
	for s := range n.all {
		s.put(one)
	}
}

func (s *subscriber) put(one note) {
	s.mu.Lock()
	defer s.mu.Unlock()
	kept := s.waiting[:0]
	for _, old := range s.waiting {
		if old.Type != one.Type {
			kept = append(kept, old)
		}
	}
	s.waiting = append(kept, one)
	select {
	case s.ready <- struct{}{}:
	default:
	}
}

func (s *subscriber) take() []note {
	s.mu.Lock()
	defer s.mu.Unlock()
	taken := s.waiting
	s.waiting = nil
	return taken
}
