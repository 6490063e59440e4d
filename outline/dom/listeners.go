package dom

import (
	"context"
	"sync"

	"github.com/mailru/easyjson"
	"github.com/mailru/easyjson/jlexer"

	"github.com/holdfast-go/holdfast/internal/jsonwalk"
)

// hearing is what a world knows of its page's listeners.
type hearing struct {
	mu       sync.Mutex
	nonce    string           // of the table that the rest speaks of
	document string           // the document as an object of the world
	known    map[int64]uint32 // elements by backend id; 0 for what counts for nothing
}

// freshListeners bounds how many new listeners one read takes in; the next
// one goes on.
const freshListeners = 2000

// hear looks for elements that listen for the pointer: at once in a document
// that is seen for the first time, beside the caller in one that is known.
// wait waits for the end and reports whether the world has learned what a read
// that ran at the same time may have missed.
//
// In a known page it is one command beside the read, and nothing more when
// nobody began or ceased to listen. A browser that does not answer it leaves
// the page with what it shows by itself.
func (w *world) hear(ctx context.Context) (wait func() bool) {
	if !w.hears() {
		w.listen(ctx)
		return func() bool { return false }
	}
	news := make(chan bool, 1)
	go func() { news <- w.listen(ctx) }()
	return func() bool { return <-news }
}

// hears reports whether the listeners of the current document are known.
func (w *world) hears() bool {
	_, nonce, _ := w.document()
	w.hearing.mu.Lock()
	defer w.hearing.mu.Unlock()
	return nonce != "" && w.hearing.nonce == nonce
}

// listen asks for the listeners and tells the world what is new. It reports
// whether a read would see something else than before.
func (w *world) listen(ctx context.Context) bool {
	id, err := w.contextID(ctx, false)
	if err != nil {
		return false
	}
	_, nonce, _ := w.document()
	g := &w.hearing
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.nonce != nonce {
		g.nonce, g.document, g.known = nonce, "", map[int64]uint32{}
	}
	var found listenersReply
	for attempt := 0; ; attempt++ {
		if g.document == "" && !g.findDocument(ctx, w, id) {
			return false
		}
		err := w.caller.Call(ctx, "DOMDebugger.getEventListeners", listenersParams{ObjectID: g.document, Depth: -1, Pierce: true}, &found)
		if err == nil {
			break
		}
		// Another client may have let go of all objects.
		g.document = ""
		if attempt > 0 || ctx.Err() != nil {
			return false
		}
	}
	var fresh []int64
	for _, id := range found.order {
		if _, ok := g.known[id]; !ok {
			fresh = append(fresh, id)
		}
	}
	var gone []uint32
	for id, number := range g.known {
		if !found.listens[id] {
			if number != 0 {
				gone = append(gone, number)
			}
			delete(g.known, id)
		}
	}
	news := g.takeIn(ctx, w, fresh[:min(len(fresh), freshListeners)])
	if len(gone) > 0 {
		var reply objectReply[struct {
			News bool `json:"news"`
		}]
		if w.call(ctx, "listenersGone", gone, &reply) == nil {
			if told, err := reply.value("listenersGone"); err == nil && told.News {
				news = true
			}
		}
	}
	return news
}

// findDocument makes an object of the world's document. It is kept as long as
// the document lives.
//
// It must be an object of the page's own world: asked about one of an isolated
// world, Chromium 156 crashes at the garbage collection after a dozen
// questions, once the page has listeners.
func (g *hearing) findDocument(ctx context.Context, w *world, id int64) bool {
	var inside struct {
		Result objectHandle `json:"result"`
	}
	params := evaluateParams{Expression: "document", ContextID: id, ObjectGroup: w.name, Silent: true}
	if err := w.caller.Call(ctx, "Runtime.evaluate", params, &inside); err != nil {
		return false
	}
	var described struct {
		Node struct {
			BackendNodeID int64 `json:"backendNodeId"`
		} `json:"node"`
	}
	if err := w.caller.Call(ctx, "DOM.describeNode", inside.Result, &described); err != nil {
		return false
	}
	var outside struct {
		Object objectHandle `json:"object"`
	}
	resolve := struct {
		BackendNodeID int64  `json:"backendNodeId"`
		ObjectGroup   string `json:"objectGroup"`
	}{described.Node.BackendNodeID, w.name}
	if err := w.caller.Call(ctx, "DOM.resolveNode", resolve, &outside); err != nil {
		return false
	}
	g.document = outside.Object.ObjectID
	return g.document != ""
}

type objectHandle struct {
	ObjectID string `json:"objectId"`
}

// takeIn hands new listeners to the world.
func (g *hearing) takeIn(ctx context.Context, w *world, fresh []int64) (news bool) {
	if len(fresh) == 0 {
		return false
	}
	l := w.borrow()
	defer l.release(ctx)
	for len(fresh) > 0 {
		some := fresh[:min(len(fresh), mostHandedIn)]
		fresh = fresh[len(some):]
		var reply numbersReply
		if err := l.handIn(ctx, "listenersFound", some, &reply); err != nil {
			return news
		}
		numbers, err := reply.numbers(len(some) + 1)
		if err != nil {
			return news
		}
		for i, id := range some {
			g.known[id] = numbers[i]
		}
		if numbers[len(some)] != 0 {
			news = true
		}
	}
	return news
}

type listenersParams struct {
	ObjectID string `json:"objectId"`
	Depth    int    `json:"depth"`
	Pierce   bool   `json:"pierce"`
}

// listenersReply takes of the listeners what matters: which nodes listen for
// the pointer, in document order.
type listenersReply struct {
	order   []int64
	listens map[int64]bool
}

// UnmarshalJSON is for callers that do not know easyjson.
func (r *listenersReply) UnmarshalJSON(data []byte) error { return easyjson.Unmarshal(data, r) }

// UnmarshalEasyJSON takes what is needed and passes over the rest.
func (r *listenersReply) UnmarshalEasyJSON(l *jlexer.Lexer) {
	*r = listenersReply{listens: map[int64]bool{}}
	jsonwalk.Members(l, func(key string) {
		if key != "listeners" {
			l.SkipRecursive()
			return
		}
		jsonwalk.Elements(l, func() {
			var node int64
			pointer := false
			jsonwalk.Members(l, func(key string) {
				switch key {
				case "type":
					pointer = isPointerEvent(l.UnsafeString())
				case "backendNodeId":
					node = l.Int64()
				default:
					l.SkipRecursive()
				}
			})
			if pointer && node != 0 && !r.listens[node] {
				r.listens[node] = true
				r.order = append(r.order, node)
			}
		})
	})
}

// isPointerEvent tells the events that a click or a drag causes. Those of a
// click are those of h.handlers, which counts the attributes.
func isPointerEvent(name string) bool {
	switch name {
	case "click", "dblclick", "auxclick", "contextmenu", "mousedown", "mouseup", "pointerdown", "pointerup", "touchstart", "touchend",
		"dragstart", "dragenter", "dragover", "drop":
		return true
	}
	return false
}
