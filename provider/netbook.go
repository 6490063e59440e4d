package provider

import (
	"time"

	"github.com/chromedp/cdproto/cdp/jsonv2"

	"github.com/holdfast-go/holdfast/browser"
	"github.com/holdfast-go/holdfast/internal/collect"
)

// netBook is the one book of a tab's requests: what Network tells, what
// receipts wait for and what keeps a page from being quiet. It outlives the
// page when that loses its session and the tab is attached to again. It is
// guarded by page.mu.
//
// Seen with Chromium 156: the hops of a redirect share an id, and the next
// request carries the answer of the one before. ExtraInfo events, which have
// the heads as they went over the wire, come before or after the event that
// they belong to. Addresses of data: and blob: are requests, too. A request of
// a worker's script has no loader, and its end is told to the worker only. A
// frame in another process ends in its own session what began in its parent's,
// under the same id. Of a request that was sent before Network.enable the
// answer and the end are told, with the type Other.
type netBook struct {
	ring collect.Ring[*exchange]
	byID map[string]*exchange // the last hop of each id, of what is in the ring or open
	// open are those whose end is waited for, as far as they say that the page is
	// not ready.
	open map[string]*exchange
	// quiet is when the last of them ended; zero while there are any.
	quiet time.Time
	early map[string]*early // heads that came before their request
	docs  collect.Documents
	next  int // number of the next exchange
	// fetched is the number after the last fetch or XMLHttpRequest that was begun.
	fetched int
	heads   []*exchange // whose heads are kept, oldest first
	bytes   int         // of these
	lost    int
}

// exchange is a request, or a hop of one.
type exchange struct {
	number int
	begin  int    // number of the first hop
	id     string // the protocol's
	// session tells it, and has its body.
	session string
	loader  string // of the document that made it
	doc     int    // of the page, in netBook.docs
	frame   string // id
	of      string // address of the frame's document

	method, url, kind, location     string
	statusText, mime, from, problem string
	status                          int
	state                           browser.RequestState
	partial                         string
	started                         float64 // ms since 1970
	clock                           float64 // s, of the protocol's own clock
	took                            float64 // s
	size                            int64

	sent, got  jsonv2.Value // heads
	fullSent   bool         // as they went over the wire
	fullGot    bool
	headsGone  bool
	kept       bool // in the ring
	streams    bool // a fetch or an XMLHttpRequest, which may bring its answer bit by bit
	chunks     int  // of its body, as far as somebody counts
	last       time.Time
	unwatched  bool // nobody was attached for a while since it began
	hasAnswer  bool
	websocket  bool
	ownsNoData bool // the answer goes to a worker
}

// early are heads whose request or answer is not known yet.
type early struct{ sent, got jsonv2.Value }

const (
	// mostExchanges is how many requests are kept.
	mostExchanges = 1_000
	// mostHeadBytes is how much their heads may take together.
	mostHeadBytes = 384 << 10
	// mostOpen bounds the requests that are waited for. What a lost event leaves
	// open goes with its document.
	mostOpen = 5_000
	// mostEarly bounds the heads that wait for their request.
	mostEarly = 200
	// mostAddress is the longest address that is kept whole, and that a list
	// gives; mostData of those that hold their content themselves.
	mostAddress, mostData = 40_000, 200
)

func newNetBook() *netBook {
	return &netBook{
		ring: collect.Ring[*exchange]{Most: mostExchanges}, byID: map[string]*exchange{}, open: map[string]*exchange{},
		early: map[string]*early{},
	}
}

// record takes a new exchange in.
func (b *netBook) record(x *exchange) {
	x.number = b.next
	b.next++
	x.kept = true
	x.doc = b.docs.Current()
	if gone, full := b.ring.Add(x); full {
		gone.kept = false
		b.forget(gone)
	}
	b.byID[x.id] = x
	if heads := b.early[x.id]; heads != nil {
		b.keepSent(x, heads.sent, true)
		b.keepGot(x, heads.got, true)
		delete(b.early, x.id)
	}
}

// forget drops the id of an exchange that is neither kept nor open.
func (b *netBook) forget(x *exchange) {
	if !x.kept && b.byID[x.id] == x && b.open[x.id] != x {
		delete(b.byID, x.id)
	}
}

// close takes an exchange off those that are waited for.
func (b *netBook) close(x *exchange) {
	if b.open[x.id] != x {
		return
	}
	delete(b.open, x.id)
	b.forget(x)
	b.settle()
}

func (b *netBook) settle() {
	if len(b.open) == 0 && b.quiet.IsZero() {
		b.quiet = time.Now()
	}
}

// wait puts an exchange among those that are waited for.
func (b *netBook) wait(x *exchange) {
	if never[x.kind] || x.ownsNoData || len(b.open) >= mostOpen {
		return
	}
	b.open[x.id] = x
	b.quiet = time.Time{}
}

// commit takes in a new document of the page: what the one before asked for
// goes with it, and nothing reports the end.
func (b *netBook) commit(loader string) {
	b.docs.Enter(loader)
	for i := range b.ring.Len() {
		x := b.ring.At(i)
		if x.id == loader {
			x.doc = b.docs.Current() // the request for the document itself
		} else if x.loader != loader {
			b.leave(x)
		}
	}
	for _, x := range b.open {
		if x.loader != loader {
			b.leave(x)
		}
	}
	b.settle()
}

func (b *netBook) leave(x *exchange) {
	if x.state == browser.RequestPending {
		x.state = browser.RequestUnknown
		if x.partial == "" {
			x.partial = "the page left the document before the end"
		}
	}
	b.close(x)
}

// unwatched notes that nobody has watched for a while: the end of what was on
// its way may have been missed.
func (b *netBook) unwatched() {
	mark := func(x *exchange) {
		if x.state == browser.RequestPending {
			x.unwatched = true
			x.partial = "nobody was attached for a while: its answer or its end may have been missed"
		}
	}
	for i := range b.ring.Len() {
		mark(b.ring.At(i))
	}
	for _, x := range b.open {
		b.close(x)
	}
	clear(b.early)
}

// keepSent and keepGot keep heads, those of the wire rather than others.
func (b *netBook) keepSent(x *exchange, heads jsonv2.Value, full bool) {
	if len(heads) == 0 || x.fullSent && !full {
		return
	}
	b.keep(x, len(heads)-len(x.sent))
	x.sent, x.fullSent = heads, full
}

func (b *netBook) keepGot(x *exchange, heads jsonv2.Value, full bool) {
	if len(heads) == 0 || x.fullGot && !full {
		return
	}
	b.keep(x, len(heads)-len(x.got))
	x.got, x.fullGot = heads, full
}

// keep makes room for heads: the oldest go.
func (b *netBook) keep(x *exchange, more int) {
	if len(x.sent)+len(x.got) == 0 {
		b.heads = append(b.heads, x)
	}
	b.bytes += more
	for b.bytes > mostHeadBytes && len(b.heads) > 1 && b.heads[0] != x {
		old := b.heads[0]
		b.heads[0] = nil
		b.heads = b.heads[1:]
		b.bytes -= len(old.sent) + len(old.got)
		old.sent, old.got, old.headsGone = nil, nil, true
	}
}
