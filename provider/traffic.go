package provider

import "time"

// traffic is which requests of a page are on their way, as far as they say that
// the page is not ready. It is part of state.
type traffic struct {
	open map[string]openRequest
	// quiet is when the last of them ended; zero while there are any.
	quiet time.Time
}

// openRequest is a request without its end.
type openRequest struct {
	loader string // of the document that made it
	// stream: a fetch or an XMLHttpRequest, which may bring its answer bit by bit.
	stream bool
	chunks int       // of its body, as far as somebody counts
	last   time.Time // when the last one came
}

// mostOpen bounds the requests that are kept. What a lost event leaves open goes
// with its document.
const mostOpen = 5000

// never are the kinds of requests that are meant to last, or that nothing on the
// page waits for. Web sockets have other events.
var never = map[string]bool{
	"EventSource": true, "WebSocket": true, "Ping": true, "CSPViolationReport": true, "Preflight": true, "Prefetch": true,
}

func (t *traffic) begin(v requestEvent) {
	if never[v.Type] || len(t.open) >= mostOpen {
		return
	}
	if t.open == nil {
		t.open = map[string]openRequest{}
	}
	if _, known := t.open[v.RequestID]; known {
		return // redirected
	}
	t.open[v.RequestID] = openRequest{loader: v.LoaderID, stream: v.Type == "Fetch" || v.Type == "XHR"}
	t.quiet = time.Time{}
}

func (t *traffic) end(id string) {
	if _, known := t.open[id]; !known {
		return
	}
	delete(t.open, id)
	t.settle()
}

// leave drops the requests of the documents before: nothing reports their end.
func (t *traffic) leave(loader string) {
	for id, r := range t.open {
		if r.loader != loader {
			delete(t.open, id)
		}
	}
	t.settle()
}

func (t *traffic) settle() {
	if len(t.open) == 0 && t.quiet.IsZero() {
		t.quiet = time.Now()
	}
}

// chunk notes a piece of a body.
func (t *traffic) chunk(id string) {
	if r, known := t.open[id]; known && r.stream {
		r.chunks++
		r.last = time.Now()
		t.open[id] = r
	}
}

// quietFor reports whether nothing was on its way for so long.
func (t *traffic) quietFor(d time.Duration) bool {
	return len(t.open) == 0 && (t.quiet.IsZero() || time.Since(t.quiet) >= d)
}

// streaming reports whether an answer comes in bit by bit and has done so within
// the time.
func (t *traffic) streaming(within time.Duration) bool {
	for _, r := range t.open {
		if r.chunks > 1 && time.Since(r.last) < within {
			return true
		}
	}
	return false
}
