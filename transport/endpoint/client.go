package endpoint

import (
	"context"
	"crypto/tls"
	"errors"
	"io"
	"mime"
	"net/http"
	"net/url"
	"strings"

	"github.com/holdfast-go/holdfast/transport"
)

// maxBody bounds an answer. A hundred tabs are 50 KB.
const maxBody = 4 << 20

// client speaks HTTP to one endpoint.
type client struct {
	*config
	http *http.Client
	at   string // the endpoint as people call it, for messages
}

func newClient(c *config, at string) *client {
	return &client{config: c, at: at, http: &http.Client{
		Transport: &http.Transport{
			DialContext: c.dialContext,
			// Requests are rare; no connection and no goroutine stays behind.
			DisableKeepAlives: true,
			// No proxy: nobody but the endpoint may see this.
			Proxy: nil,
		},
		// DevTools never redirects. Whoever does wants us somewhere else.
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}
}

// answer is what came back.
type answer struct {
	status int
	kind   string // media type
	body   []byte
}

// text returns the beginning of the body, for messages.
func (a answer) text() string {
	const keep = 200
	s := strings.TrimSpace(string(a.body[:min(len(a.body), keep)]))
	return strings.ToValidUTF8(s, "\uFFFD")
}

// html reports whether the answer is a web page.
func (a answer) html() bool {
	start := strings.ToLower(a.text())
	return strings.HasPrefix(start, "<!doctype") || strings.HasPrefix(start, "<html") ||
		(a.kind == "text/html" && a.status == http.StatusOK)
}

// do sends one request. Errors say what is wrong with the endpoint.
func (c *client) do(ctx context.Context, method string, u *url.URL) (answer, error) {
	ctx, cancel := context.WithTimeout(ctx, c.timeout)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, method, u.String(), nil)
	if err != nil {
		return answer{}, invalidAddress("it makes no request")
	}
	for name, values := range c.header {
		req.Header[name] = values
	}
	resp, err := c.http.Do(req)
	if err != nil {
		return answer{}, c.unreachable(ctx, "discover", err)
	}
	defer func() { _ = resp.Body.Close() }()
	body, err := io.ReadAll(io.LimitReader(resp.Body, maxBody+1))
	if err != nil {
		return answer{}, c.unreachable(ctx, "discover", err)
	}
	if len(body) > maxBody {
		return answer{}, c.notChrome("its answer is endless", nil)
	}
	kind, _, err := mime.ParseMediaType(resp.Header.Get("Content-Type"))
	if err != nil {
		kind = ""
	}
	a := answer{status: resp.StatusCode, kind: kind, body: body}
	switch {
	case a.status >= 300 && a.status < 400:
		return a, c.notChrome("it redirects, which DevTools never does", nil)
	case a.status == http.StatusUnauthorized, a.status == http.StatusForbidden, a.status == http.StatusProxyAuthRequired:
		return a, &transport.Error{
			Kind: transport.KindRefused, Op: "discover", Detail: c.at + " refuses: " + http.StatusText(a.status),
			Hint: "send what it wants with WithHeader",
		}
	case a.status == http.StatusInternalServerError && strings.Contains(a.text(), "Host header"):
		return a, &transport.Error{
			Kind: transport.KindRefused, Op: "discover", Detail: c.at + " refuses the name: " + a.text(),
			Hint: "use its IP address",
		}
	}
	return a, nil
}

// unreachable sorts the errors of a request that had no whole answer.
func (c *client) unreachable(ctx context.Context, op string, err error) error {
	if te, ok := errors.AsType[*transport.Error](err); ok {
		return te // ours, from dialContext
	}
	if ue, ok := errors.AsType[*url.Error](err); ok {
		err = ue.Err // the URL may hold a token
	}
	e := &transport.Error{Kind: transport.KindUnreachable, Op: op, Err: err}
	switch {
	case ctx.Err() != nil:
		e.Detail, e.Err = c.at+" did not answer in time", ctx.Err()
		e.Hint = "is it blocked, or is something else listening there?"
	case isUntrusted(err):
		e.Kind, e.Detail = transport.KindForbidden, "the certificate of "+c.at+" is not to be trusted"
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF), isReset(err):
		e.Kind, e.Detail = transport.KindNotChrome, c.at+" closed the connection in the middle of its answer"
	case strings.Contains(err.Error(), "malformed HTTP"), strings.Contains(err.Error(), "HTTP response to HTTPS"),
		strings.Contains(err.Error(), "tls:"):
		e.Kind, e.Detail = transport.KindNotChrome, c.at+" does not speak the protocol of the address"
	default:
		e.Detail = "nobody listens at " + c.at
		e.Hint = "start Chrome with --remote-debugging-port (and, since 136, a --user-data-dir of its own), or check the address"
	}
	return e
}

// isUntrusted reports whether a certificate was refused.
func isUntrusted(err error) bool {
	_, ok := errors.AsType[*tls.CertificateVerificationError](err)
	return ok
}

// notChrome is the error of an endpoint that is something else.
func (c *client) notChrome(detail string, err error) error {
	return &transport.Error{
		Kind: transport.KindNotChrome, Op: "discover", Detail: c.at + " is not a DevTools endpoint: " + detail,
		Hint: "give the address of Chrome's --remote-debugging-port", Err: err,
	}
}
