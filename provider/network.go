package provider

import (
	"context"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/chromedp/cdproto/cdp/jsonv2"

	"github.com/holdfast-go/holdfast/browser"
	"github.com/holdfast-go/holdfast/internal/collect"
)

// Network gives the newest requests, or one in full.
func (p *page) Network(ctx context.Context, r browser.NetworkRequest) (*browser.NetworkResult, error) {
	const what = "reading the requests"
	var status collect.Status
	if r.Status != "" {
		var err error
		if status, err = collect.ParseStatus(r.Status); err != nil {
			return nil, invalid("Network: %v", err)
		}
	}
	one := r.RequestID != ""
	switch {
	case r.Limit < 0:
		return nil, invalid("Network: Limit is negative")
	case r.Body && !one:
		return nil, invalid("Network: Body needs a RequestID")
	case one && (r.URL != "" || r.Status != "" || r.Type != "" || r.Limit != 0 || r.AllDocuments):
		return nil, invalid("Network: RequestID goes with Body only")
	}
	since, err := p.look(ctx, what)
	if err != nil {
		return nil, err
	}
	defer p.turn.give()
	result := &browser.NetworkResult{}
	if one {
		detail, err := p.exchange(ctx, r)
		if err != nil {
			return nil, withEvents(err, since)
		}
		result.Request = detail
	} else {
		p.mu.Lock()
		result = p.state.network.list(r, status, p.state.frame)
		p.mu.Unlock()
	}
	result.SinceLast, result.URL = since, p.address()
	return result, nil
}

// list puts a result together: what matches, the newest of it that pass the
// gates.
func (b *netBook) list(r browser.NetworkRequest, status collect.Status, main string) *browser.NetworkResult {
	result := &browser.NetworkResult{Listed: browser.Listed{
		Dropped: b.ring.Dropped, Lost: b.lost, Limit: items(r.Limit), Filtered: r.URL != "" || r.Status != "" || r.Type != "",
	}}
	part := strings.ToLower(r.URL)
	var found []*exchange
	for i := b.ring.Len() - 1; i >= 0; i-- {
		x := b.ring.At(i)
		if part != "" && !strings.Contains(strings.ToLower(x.url), part) ||
			r.Type != "" && !strings.EqualFold(x.kind, string(r.Type)) ||
			r.Status != "" && !status.Fits(x.status, string(x.state)) {
			continue
		}
		if x.doc != b.docs.Current() && !r.AllDocuments {
			result.EarlierDocuments++
			continue
		}
		found = append(found, x)
	}
	result.Matching = len(found)
	passed := collect.Gate{Limit: result.Limit, Budget: browser.MaxNetworkChars}.Pass(len(found), func(i int) int {
		return utf8.RuneCountInString(found[i].url)
	})
	result.Truncated, result.TruncatedByBudget = passed.ByLimit, passed.ByBudget
	for _, x := range found[:passed.Count] {
		result.Requests = append(result.Requests, b.tell(x, main))
	}
	slices.Reverse(result.Requests)
	return result
}

// exchangeID is how programs name an exchange.
func exchangeID(number int) string { return "r" + strconv.Itoa(number+1) }

// tell gives an exchange to the program.
func (b *netBook) tell(x *exchange, main string) browser.Exchange {
	out := browser.Exchange{
		ID: exchangeID(x.number), Method: x.method, URL: x.url, Type: browser.RequestType(strings.ToLower(x.kind)), State: x.state,
		Status: x.status, StatusText: x.statusText, Error: x.problem, From: x.from, MIME: x.mime, Size: x.size,
		Started: moment(x.started), Duration: time.Duration(x.took * float64(time.Second)), Location: x.location, Partial: x.partial,
		Earlier: x.doc != b.docs.Current(),
	}
	if x.frame != "" && x.frame != main && x.of != x.url {
		out.Frame = x.of
	}
	return out
}

// find returns the exchange of an id that was printed, or nil.
func (b *netBook) find(id string) *exchange {
	for i := range b.ring.Len() {
		if x := b.ring.At(i); exchangeID(x.number) == id {
			return x
		}
	}
	return nil
}

// exchange gives one exchange in full.
func (p *page) exchange(ctx context.Context, r browser.NetworkRequest) (*browser.ExchangeDetail, error) {
	p.mu.Lock()
	b := p.state.network
	x := b.find(r.RequestID)
	if x == nil {
		p.mu.Unlock()
		return nil, &browser.Error{
			Code: browser.CodeNotFound, Message: "there is no request " + strconv.Quote(r.RequestID) + ", or it is not kept any more",
			Hint: "List the requests and use a request_id from there.",
		}
	}
	detail := &browser.ExchangeDetail{
		Exchange: b.tell(x, p.state.frame), RequestHeaders: p.owner.headers(x.sent), ResponseHeaders: p.owner.headers(x.got),
	}
	if x.headsGone {
		detail.HeadersMissing = "they are not kept any more: many requests came after"
	}
	asked := *x
	last := b.byID[x.id] == x
	p.mu.Unlock()
	if r.Body {
		detail.Body = p.body(ctx, asked, last)
	}
	return detail, nil
}

// headerChars is the longest value of a header that is given.
const headerChars = 2_000

// headers reads heads and hides what lets their reader in; secrets go before a
// value is cut.
func (p *Provider) headers(raw jsonv2.Value) []browser.Header {
	if len(raw) == 0 {
		return nil
	}
	var heads map[string]string
	if jsonv2.Unmarshal(raw, &heads, jsonv2.AllowInvalidUTF8(true)) != nil {
		return nil
	}
	out := make([]browser.Header, 0, len(heads))
	for name, value := range heads {
		if collect.Secret(name) {
			value = browser.Redacted
		} else if head, cut := collect.Cut(p.mask(value), headerChars); cut > 0 {
			value = head + "…"
		} else {
			value = head
		}
		out = append(out, browser.Header{Name: name, Value: value})
	}
	slices.SortFunc(out, func(a, b browser.Header) int {
		return strings.Compare(strings.ToLower(a.Name), strings.ToLower(b.Name))
	})
	return out
}
