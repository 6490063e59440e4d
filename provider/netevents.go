package provider

import (
	"strings"

	"github.com/chromedp/cdproto/cdp/jsonv2"

	"github.com/holdfast-go/holdfast/browser"
	"github.com/holdfast-go/holdfast/cdp"
	"github.com/holdfast-go/holdfast/internal/collect"
)

// requested are the events of requests. The page's loop reads them in one order
// with its navigations: which document a request is of depends on it.
var requested = []string{
	"Network.requestWillBeSent",
	"Network.requestWillBeSentExtraInfo",
	"Network.requestServedFromCache",
	"Network.responseReceived",
	"Network.responseReceivedExtraInfo",
	"Network.loadingFinished",
	"Network.loadingFailed",
	"Network.webSocketCreated",
	"Network.webSocketWillSendHandshakeRequest",
	"Network.webSocketHandshakeResponseReceived",
	"Network.webSocketFrameError",
	"Network.webSocketClosed",
}

// requestEvent is any of them.
type requestEvent struct {
	RequestID  string  `json:"requestId"`
	LoaderID   string  `json:"loaderId"`
	FrameID    string  `json:"frameId"`
	Document   string  `json:"documentURL"`
	Type       string  `json:"type"`
	Time       float64 `json:"timestamp"`
	WallTime   float64 `json:"wallTime"`
	URL        string  `json:"url"`
	Error      string  `json:"errorText"`
	Message    string  `json:"errorMessage"`
	Canceled   bool    `json:"canceled"`
	Blocked    string  `json:"blockedReason"`
	StatusCode int     `json:"statusCode"`
	Size       float64 `json:"encodedDataLength"`
	CORS       *struct {
		Error string `json:"corsError"`
	} `json:"corsErrorStatus"`
	Headers jsonv2.Value `json:"headers"`
	Request struct {
		URL      string       `json:"url"`
		Fragment string       `json:"urlFragment"`
		Method   string       `json:"method"`
		Headers  jsonv2.Value `json:"headers"`
	} `json:"request"`
	Response *response `json:"response"`
	Redirect *response `json:"redirectResponse"`
}

type response struct {
	URL           string       `json:"url"`
	Status        int          `json:"status"`
	StatusText    string       `json:"statusText"`
	Headers       jsonv2.Value `json:"headers"`
	MIME          string       `json:"mimeType"`
	DiskCache     bool         `json:"fromDiskCache"`
	PrefetchCache bool         `json:"fromPrefetchCache"`
	ServiceWorker bool         `json:"fromServiceWorker"`
	Size          float64      `json:"encodedDataLength"`
}

// learn takes an event in and reports whether a request began or ended.
func (b *netBook) learn(e cdp.Event) bool {
	v, ok := decode[requestEvent](e)
	if !ok || v.RequestID == "" {
		return false
	}
	x := b.byID[v.RequestID]
	if x != nil && e.Method != "Network.requestWillBeSentExtraInfo" {
		x.session = e.SessionID
	}
	switch strings.TrimPrefix(e.Method, "Network.") {
	case "requestWillBeSent":
		return b.sent(e.SessionID, v, x)
	case "requestWillBeSentExtraInfo":
		if x == nil || x.fullSent || x.state != browser.RequestPending {
			b.soon(v.RequestID).sent = v.Headers
		} else {
			b.keepSent(x, v.Headers, true)
		}
	case "responseReceivedExtraInfo":
		if x == nil || x.fullGot || x.state == browser.RequestDone {
			b.soon(v.RequestID).got = v.Headers
		} else {
			b.keepGot(x, v.Headers, true)
			if v.StatusCode == 304 {
				x.from = "cache (not modified)"
			}
		}
	case "requestServedFromCache":
		if x != nil {
			x.from = "cache"
		}
	case "responseReceived":
		if x == nil {
			x = b.half(e.SessionID, v, "it was sent before anybody was attached")
		}
		if v.Response != nil {
			b.answered(x, v.Response)
			if x.url == "" {
				x.url = keptAddress(v.Response.URL)
			}
		}
	case "loadingFinished":
		if x == nil {
			x = b.half(e.SessionID, v, "only its end was seen: it was sent and answered before anybody was attached")
		}
		b.ended(x, v, browser.RequestDone)
		return true
	case "loadingFailed":
		if x == nil {
			x = b.half(e.SessionID, v, "only its end was seen: it was sent before anybody was attached")
		}
		x.problem = v.problem()
		b.ended(x, v, browser.RequestFailed)
		return true
	default:
		return b.socket(e, v, x)
	}
	return false
}

// sent takes in that a request was sent, or sent on by a redirect.
func (b *netBook) sent(session string, v requestEvent, before *exchange) bool {
	x := &exchange{
		id: v.RequestID, session: session, loader: v.LoaderID, frame: v.FrameID, of: keptAddress(v.Document),
		method: v.Request.Method, url: keptAddress(v.Request.URL + v.Request.Fragment), kind: v.Type,
		state: browser.RequestPending, started: collect.Millis(v.WallTime), clock: v.Time, begin: b.next,
		streams:    v.Type == "Fetch" || v.Type == "XHR",
		ownsNoData: v.LoaderID == "",
	}
	if x.ownsNoData {
		x.partial = "its answer goes to a worker, which is not watched"
	}
	if before != nil {
		if v.Redirect == nil {
			// Told by a second session, or after its answer.
			if before.url == "" || before.method == "" {
				before.method, before.url, before.kind, before.started, before.clock = x.method, x.url, x.kind, x.started, x.clock
				before.loader, before.frame, before.of, before.partial = x.loader, x.frame, x.of, ""
			}
			return false
		}
		b.answered(before, v.Redirect)
		before.location = x.url
		b.ended(before, v, browser.RequestRedirect)
		x.begin = before.begin
	}
	b.record(x)
	b.keepSent(x, v.Request.Headers, false)
	if x.streams && x.begin == x.number && !x.ownsNoData {
		b.fetched = b.next
	}
	b.wait(x)
	return true
}

// half records what was not seen from its beginning.
func (b *netBook) half(session string, v requestEvent, why string) *exchange {
	x := &exchange{
		id: v.RequestID, session: session, loader: v.LoaderID, frame: v.FrameID, state: browser.RequestPending,
		begin: b.next, partial: why, clock: v.Time,
	}
	if v.Type != "Other" { // which is what the browser says when it does not know
		x.kind = v.Type
	}
	b.record(x)
	return x
}

// answered takes in the head of an answer.
func (b *netBook) answered(x *exchange, r *response) {
	x.hasAnswer = true
	x.status, x.statusText, x.mime = r.Status, r.StatusText, r.MIME
	switch {
	case r.ServiceWorker:
		x.from = "service worker"
	case r.PrefetchCache:
		x.from = "prefetch cache"
	case r.DiskCache:
		x.from = "cache"
	}
	x.size = max(x.size, int64(r.Size))
	b.keepGot(x, r.Headers, false)
	if x.unwatched {
		x.partial = ""
	}
}

// ended takes in the end.
func (b *netBook) ended(x *exchange, v requestEvent, how browser.RequestState) {
	switch {
	case x.state == browser.RequestUnknown && x.method != "":
		x.partial = ""
	case how == browser.RequestDone && !x.hasAnswer && x.method != "":
		x.partial = "its answer was not seen"
	case x.unwatched && (x.hasAnswer || how == browser.RequestFailed):
		x.partial = ""
	}
	x.state = how
	x.size = max(x.size, int64(v.Size))
	if x.started > 0 && v.Time > x.clock {
		x.took = v.Time - x.clock
	}
	b.close(x)
}

// problem says in the browser's words why a request failed.
func (v requestEvent) problem() string {
	what := v.Error
	if v.Blocked != "" {
		what += " blocked: " + v.Blocked
	}
	if v.CORS != nil {
		what += " CORS: " + v.CORS.Error
	}
	if v.Canceled {
		what += " (canceled)"
	}
	return strings.TrimSpace(what)
}

// socket takes in what becomes of a web socket.
func (b *netBook) socket(e cdp.Event, v requestEvent, x *exchange) bool {
	if x == nil {
		x = &exchange{
			id: v.RequestID, session: e.SessionID, state: browser.RequestPending, begin: b.next, kind: "WebSocket",
			method: "GET", url: keptAddress(v.URL), websocket: true,
		}
		if v.URL == "" {
			x.partial = "it was opened before anybody was attached"
		}
		b.record(x)
	}
	switch strings.TrimPrefix(e.Method, "Network.") {
	case "webSocketWillSendHandshakeRequest":
		x.started, x.clock = collect.Millis(v.WallTime), v.Time
		b.keepSent(x, v.Request.Headers, true)
	case "webSocketHandshakeResponseReceived":
		if v.Response != nil {
			b.answered(x, v.Response)
		}
	case "webSocketFrameError":
		x.problem = v.Message
	case "webSocketClosed":
		how := browser.RequestDone
		if x.problem != "" {
			how = browser.RequestFailed
		}
		x.hasAnswer = true
		b.ended(x, v, how)
	}
	return false
}

// soon gives the place of heads that came before their request.
func (b *netBook) soon(id string) *early {
	heads := b.early[id]
	if heads == nil {
		if len(b.early) >= mostEarly {
			clear(b.early) // of requests that nobody told of
		}
		heads = &early{}
		b.early[id] = heads
	}
	return heads
}

// keptAddress is what is kept of an address.
func keptAddress(s string) string {
	most := mostAddress
	if strings.HasPrefix(s, "data:") {
		most = mostData
	}
	head, cut := collect.Cut(s, most)
	if cut == 0 {
		return s
	}
	return head + "…"
}
