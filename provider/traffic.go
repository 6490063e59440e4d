package provider

import "time"

// never are the kinds of requests that are meant to last, or that nothing on the
// page waits for.
var never = map[string]bool{
	"EventSource": true, "WebSocket": true, "Ping": true, "CSPViolationReport": true, "Preflight": true, "Prefetch": true,
}

// chunk notes a piece of a body.
func (b *netBook) chunk(id string) {
	if x := b.open[id]; x != nil && x.streams {
		x.chunks++
		x.last = time.Now()
	}
}

// quietFor reports whether nothing was on its way for so long.
func (b *netBook) quietFor(d time.Duration) bool {
	return len(b.open) == 0 && (b.quiet.IsZero() || time.Since(b.quiet) >= d)
}

// streaming reports whether an answer comes in bit by bit and has done so within
// the time.
func (b *netBook) streaming(within time.Duration) bool {
	for _, x := range b.open {
		if x.chunks > 1 && time.Since(x.last) < within {
			return true
		}
	}
	return false
}

// fetchedSince reports whether a fetch or an XMLHttpRequest was begun at the
// number or after it.
func (b *netBook) fetchedSince(number int) bool { return b.fetched > number }

// busySince reports whether one of those is still on its way.
func (b *netBook) busySince(number int) bool {
	for _, x := range b.open {
		if x.streams && x.begin >= number {
			return true
		}
	}
	return false
}
