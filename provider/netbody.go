package provider

import (
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/holdfast-go/holdfast/browser"
	"github.com/holdfast-go/holdfast/cdp"
	"github.com/holdfast-go/holdfast/internal/collect"
)

// mostBody is the largest body that is asked for, in bytes over the network: a
// few thousand characters of it are given.
const mostBody = 8 << 20

// body asks the browser for the body of an answer. What cannot be given is no
// error: all else that is known of the request is there. last: no redirect led
// on from the exchange.
func (p *page) body(ctx context.Context, x exchange, last bool) *browser.Body {
	missing := func(format string, values ...any) *browser.Body {
		return &browser.Body{Missing: fmt.Sprintf(format, values...)}
	}
	switch {
	case x.state == browser.RequestRedirect || !last:
		return missing("a redirect has none")
	case x.websocket:
		return missing("a web socket has messages, which are not kept")
	case x.ownsNoData:
		return missing("the answer went to a worker, which is not watched")
	case x.state == browser.RequestFailed:
		return missing("the request failed")
	case x.state == browser.RequestPending && !x.hasAnswer:
		return missing("the answer has not come yet")
	case x.state == browser.RequestPending:
		return missing("it has not come in full yet")
	case x.size > mostBody:
		return missing("it is too large to be asked for: %d bytes", x.size)
	}
	s := p.session
	if x.session != s.ID() {
		if s = p.frames.sessionOf(x.session); s == nil {
			return missing("the frame that asked for it is gone, and its answers with it")
		}
	}
	limit, cancel := limited(ctx, p.owner.config.after)
	defer cancel()
	var reply struct {
		Body   string `json:"body"`
		Base64 bool   `json:"base64Encoded"`
	}
	if err := s.Call(limit, "Network.getResponseBody", map[string]string{"requestId": x.id}, &reply); err != nil {
		return &browser.Body{Missing: whyNoBody(err)}
	}
	if !reply.Base64 {
		reply.Body = p.owner.mask(reply.Body) // before it is cut: half a secret would be known by nobody
		text, cut := collect.Cut(reply.Body, browser.MaxBodyChars)
		return &browser.Body{Text: strings.Clone(text), Chars: utf8.RuneCountInString(reply.Body), Cut: cut}
	}
	if reply.Body == "" {
		return missing("it is binary, and the browser gives nothing of it")
	}
	size := base64.StdEncoding.DecodedLen(len(reply.Body)) - strings.Count(reply.Body[max(0, len(reply.Body)-2):], "=")
	text, cut := collect.Cut(p.owner.mask(reply.Body), browser.MaxBinaryBodyChars)
	return &browser.Body{Text: strings.Clone(text), Base64: true, Chars: size, Cut: cut}
}

// whyNoBody says why the browser has no body. Its words, seen with Chromium
// 156: "No resource with given identifier found" of what it does not know (any
// more, after a navigation), "Request content was evicted from inspector cache"
// of what it dropped for newer ones, "No data found for resource with given
// identifier" of an answer without a body.
func whyNoBody(err error) string {
	var refused *cdp.Error
	switch {
	case !errors.As(err, &refused):
		return "the page did not give it in time"
	case strings.Contains(refused.Message, "evicted"):
		return "the browser does not keep it any more: newer answers took its place"
	case strings.Contains(refused.Message, "No data found"):
		return "the answer has none, or the browser did not keep it"
	}
	return "the browser does not have it (any more)"
}
