package provider

import (
	"context"
	"sync"
)

// turn lets calls run one after another in the order of their arrival. A call
// that gives up while it waits leaves the queue and holds nobody up.
type turn struct {
	mu    sync.Mutex
	taken bool
	queue []chan struct{} // of those who wait, first come first; closed = your turn
}

// take waits for the turn. When ctx ends first it returns its error and the
// turn is not taken.
func (t *turn) take(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	t.mu.Lock()
	if !t.taken {
		t.taken = true
		t.mu.Unlock()
		return nil
	}
	mine := make(chan struct{})
	t.queue = append(t.queue, mine)
	t.mu.Unlock()
	select {
	case <-mine:
		return nil
	case <-ctx.Done():
	}
	t.mu.Lock()
	for i, c := range t.queue {
		if c == mine {
			t.queue = append(t.queue[:i], t.queue[i+1:]...)
			t.mu.Unlock()
			return ctx.Err()
		}
	}
	t.mu.Unlock()
	// It became ours in the meantime: hand it on.
	t.give()
	return ctx.Err()
}

// give ends the turn and begins that of the next in the queue.
func (t *turn) give() {
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(t.queue) == 0 {
		t.taken = false
		return
	}
	next := t.queue[0]
	t.queue = t.queue[1:]
	close(next)
}
