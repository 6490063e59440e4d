package browser

import (
	"fmt"
	"strconv"
	"strings"
	"time"
	"unicode"

	"github.com/holdfast-go/holdfast/outline"
)

// NetworkRequest asks for the requests of a page: a list, or one of them in
// full by its RequestID.
type NetworkRequest struct {
	// URL leaves only requests whose address holds it; case does not matter.
	URL string
	// Status leaves only requests of a status: 404, a class such as 4xx, a range
	// such as 200-299, or the word pending or failed.
	Status string
	// Type leaves only requests of a type; case does not matter.
	Type RequestType
	// Limit is the most requests to list, the newest; 0 is DefaultItems, more
	// than MaxItems is MaxItems.
	Limit int
	// AllDocuments also lists requests of documents that the page has left.
	AllDocuments bool
	// RequestID is the id of a request in an earlier list. It goes with Body
	// only.
	RequestID string
	// Body gives the body of the response, too.
	Body bool
}

// RequestType is what a request was made for, as the browser tells it; others
// than these may come.
type RequestType string

// The types of requests.
const (
	TypeDocument    RequestType = "document"
	TypeStylesheet  RequestType = "stylesheet"
	TypeScript      RequestType = "script"
	TypeImage       RequestType = "image"
	TypeFont        RequestType = "font"
	TypeMedia       RequestType = "media"
	TypeFetch       RequestType = "fetch"
	TypeXHR         RequestType = "xhr"
	TypeEventSource RequestType = "eventsource"
	TypeWebSocket   RequestType = "websocket"
	TypeManifest    RequestType = "manifest"
	TypePing        RequestType = "ping"
	TypePreflight   RequestType = "preflight"
	TypeOther       RequestType = "other"
)

// RequestState is how far a request has come.
type RequestState string

// The states.
const (
	// RequestPending: the answer or its end has not come. Streams stay so.
	RequestPending  RequestState = "pending"
	RequestDone     RequestState = "done"
	RequestFailed   RequestState = "failed"
	RequestRedirect RequestState = "redirected"
	// RequestUnknown: nobody saw the end.
	RequestUnknown RequestState = "unknown"
)

// Exchange is a request and what came of it.
type Exchange struct {
	// ID names it for [NetworkRequest.RequestID].
	ID     string       `json:"request_id"`
	Method string       `json:"method,omitempty"`
	URL    string       `json:"url,omitempty"`
	Type   RequestType  `json:"type,omitempty"`
	State  RequestState `json:"state"`
	// Status is the HTTP status, 0 without an answer.
	Status     int    `json:"status,omitempty"`
	StatusText string `json:"status_text,omitempty"`
	// Error says why it failed: net::ERR_… or what blocked it.
	Error string `json:"error,omitempty"`
	// From is cache or service worker, where the answer did not come over the
	// network.
	From string `json:"from,omitempty"`
	MIME string `json:"mime,omitempty"`
	// Size is how many bytes came over the network, heads included.
	Size int64 `json:"size,omitempty"`
	// Started is when it was sent, Duration how long it took.
	Started  time.Time     `json:"started,omitzero"`
	Duration time.Duration `json:"duration,omitempty"`
	// Location is where a redirect led.
	Location string `json:"location,omitempty"`
	// Frame is the address of the frame that made it, if not the page itself.
	Frame string `json:"frame,omitempty"`
	// Partial says which half of it was not seen, and why; empty for a whole one.
	Partial string `json:"partial,omitempty"`
	// Earlier: a document made it that the page has left.
	Earlier bool `json:"earlier_document,omitempty"`
}

// String tells the exchange in a line.
func (x Exchange) String() string {
	var b strings.Builder
	b.WriteString(x.ID)
	if x.Method != "" {
		b.WriteString(" " + word(x.Method))
	}
	switch {
	case x.URL == "":
		b.WriteString(" (address not seen)")
	default:
		b.WriteString(" " + outline.Clean(escapeBlanks(x.URL)))
	}
	if x.Type != "" {
		b.WriteString(" " + word(string(x.Type)))
	}
	if x.Status != 0 {
		b.WriteString(" " + strconv.Itoa(x.Status))
	}
	if x.State != RequestDone {
		b.WriteString(" " + string(x.State))
	}
	if x.Error != "" {
		b.WriteString(" " + word(x.Error))
	}
	if x.Location != "" {
		b.WriteString(" to " + outline.Address(x.Location))
	}
	if x.From != "" {
		b.WriteString(" from " + x.From)
	}
	if x.MIME != "" {
		b.WriteString(" " + word(x.MIME))
	}
	if x.Size > 0 {
		fmt.Fprintf(&b, " %d bytes", x.Size)
	}
	if x.Duration > 0 {
		fmt.Fprintf(&b, " %d ms", x.Duration.Milliseconds())
	}
	if !x.Started.IsZero() {
		b.WriteString(" at " + clock(x.Started))
	}
	if x.Frame != "" {
		b.WriteString(" in the frame " + outline.Address(x.Frame))
	}
	if x.Partial != "" {
		b.WriteString(" (partial: " + x.Partial + ")")
	}
	if x.Earlier {
		b.WriteString(" (earlier document)")
	}
	return b.String()
}

// escapeBlanks writes white space in an address as addresses do, so that it
// stays one word.
func escapeBlanks(s string) string {
	return strings.Join(strings.FieldsFunc(s, unicode.IsSpace), "%20")
}

// Header is a line of a head.
type Header struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// Redacted is in place of the value of a header that lets its holder in.
const Redacted = "[redacted]"

// Body is the body of a response.
type Body struct {
	// Text is the body, or the base64 of one that is not text.
	Text   string `json:"text,omitempty"`
	Base64 bool   `json:"base64,omitempty"`
	// Chars is how long all of it is (of base64, in bytes of the body), Cut how
	// many characters of Text were cut off.
	Chars int `json:"chars,omitempty"`
	Cut   int `json:"cut,omitempty"`
	// Missing says why there is none.
	Missing string `json:"missing,omitempty"`
}

// ExchangeDetail is all that is known of a request.
type ExchangeDetail struct {
	Exchange
	// RequestHeaders and ResponseHeaders are sorted by name; the values of those
	// that let their holder in are [Redacted]. HeadersMissing says why there are
	// none.
	RequestHeaders  []Header `json:"request_headers,omitempty"`
	ResponseHeaders []Header `json:"response_headers,omitempty"`
	HeadersMissing  string   `json:"headers_missing,omitempty"`
	// Body is there when it was asked for.
	Body *Body `json:"body,omitempty"`
}

// Rows gives the detail, a header a line.
func (d *ExchangeDetail) Rows() string {
	var b strings.Builder
	b.WriteString(d.Exchange.String())
	heads := func(title string, list []Header) {
		if len(list) == 0 {
			return
		}
		b.WriteString("\n" + title)
		for _, h := range list {
			b.WriteString("\n " + word(h.Name) + ": " + outline.Quote(h.Value))
		}
	}
	heads("request headers", d.RequestHeaders)
	heads("response headers", d.ResponseHeaders)
	if d.HeadersMissing != "" {
		b.WriteString("\nheaders: " + d.HeadersMissing)
	}
	if d.Body != nil {
		b.WriteString("\nbody")
		switch {
		case d.Body.Missing != "":
			b.WriteString(": " + d.Body.Missing)
		case d.Body.Base64:
			fmt.Fprintf(&b, " (binary, %d bytes, as base64): %s", d.Body.Chars, strconv.Quote(d.Body.Text))
		default:
			// Written with escapes: exact, and on one line.
			fmt.Fprintf(&b, " (%d characters): %s", d.Body.Chars, strconv.Quote(d.Body.Text))
		}
	}
	return b.String()
}

// NetworkResult is a list of requests, or one of them in full.
type NetworkResult struct {
	// Requests are in the order in which they were made, the newest at the end.
	// The newest is always there.
	Requests []Exchange
	// Request is the one that was asked for by its id; the list is empty then.
	Request *ExchangeDetail
	// Listed tells of the others.
	Listed

	// URL is the page's address.
	URL       string
	SinceLast []Event
}

// Rows gives the requests, a line each, or the one.
func (r *NetworkResult) Rows() string {
	if r.Request != nil {
		return r.Request.Rows()
	}
	lines := make([]string, len(r.Requests))
	for i, x := range r.Requests {
		lines[i] = x.String()
	}
	return strings.Join(lines, "\n")
}

// Advice says what is not there and how to get it, a sentence each. No word of
// it is the page's.
func (r *NetworkResult) Advice() []string {
	var out []string
	if d := r.Request; d != nil {
		if d.Body != nil && d.Body.Cut > 0 {
			how := fmt.Sprintf("%d characters of the body are cut off.", d.Body.Cut)
			if d.Body.Base64 {
				how += " It is no text: look at pictures with webpage_screenshot."
			}
			out = append(out, how)
		}
		return out
	}
	switch {
	case r.Matching == 0 && r.Filtered:
		out = append(out, "No request matches.")
	case r.Matching == 0:
		out = append(out, "No requests were seen.")
	default:
		out = append(out, fmt.Sprintf("%d of %d requests, the newest last; request_id gives headers and body.", len(r.Requests), r.Matching))
	}
	out = append(out, r.advice("requests", MaxNetworkChars, "url, status or type")...)
	if r.Lost > 0 {
		out = append(out, fmt.Sprintf("lost: %d events came faster than they could be read; requests may be missing or stand as pending.", r.Lost))
	}
	return out
}

// String gives the requests and what is not among them, as an agent reads it.
func (r *NetworkResult) String() string {
	return strings.TrimSuffix(listText(r.SinceLast, r.Rows(), r.Advice()), "\n")
}
