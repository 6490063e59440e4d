package wire

import (
	"sync"

	"github.com/holdfast-go/holdfast/transport"
)

// newsQueue is the length of a queue of events: a page may open windows in a
// loop, and a reader is not far behind as a rule.
const newsQueue = 256

// News is the queue of events of a host. It is safe for concurrent use, and
// nobody who tells something waits.
type News struct {
	mu     sync.Mutex
	events chan transport.Event
	lost   int
	told   bool // Down was
}

// NewNews makes an empty queue.
func NewNews() *News { return &News{events: make(chan transport.Event, newsQueue)} }

// C gives the events. It is closed behind Down.
func (n *News) C() <-chan transport.Event { return n.events }

// Tell queues an event, or counts it as lost where too many wait. Down is never
// lost: it takes the place of the oldest. What is told after it is dropped.
func (n *News) Tell(e transport.Event) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.told {
		return
	}
	down := e.Kind == transport.Down
	e.Lost = n.lost
	for {
		select {
		case n.events <- e:
			if n.lost = 0; down {
				n.told = true
				close(n.events)
			}
			return
		default:
		}
		if !down {
			n.lost++
			return
		}
		select {
		case <-n.events:
			e.Lost++
		default:
		}
	}
}
