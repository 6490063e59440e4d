package openai

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"mime"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"unicode"

	"github.com/holdfast-go/holdfast/agent/model"
)

// mostQuote is how much of an answer an error quotes, in runes.
const mostQuote = 200

// quote makes the beginning of a body readable in one line.
func quote(body []byte) string { return quoteText(string(body)) }

func quoteText(s string) string {
	s = strings.ToValidUTF8(s, "\ufffd")
	s = strings.Join(strings.FieldsFunc(s, func(r rune) bool { return unicode.IsSpace(r) || unicode.IsControl(r) }), " ")
	if runes := []rune(s); len(runes) > mostQuote {
		s = string(runes[:mostQuote]) + "…"
	}
	return s
}

// contextWords are what endpoints say when a conversation is longer than the
// window (OpenAI, vLLM, llama.cpp, OpenRouter, DeepSeek, Anthropic's and
// Google's compatible endpoints).
var contextWords = []string{
	"context length", "context window", "context size", "maximum context", "context_length", "prompt is too long",
	"prompt too long", "input is too long", "input token count", "too many tokens", "reduce the length",
}

func tooLong(t told) bool {
	code, message := strings.ToLower(t.code()), strings.ToLower(t.Message)
	return code == "context_length_exceeded" || slices.ContainsFunc(contextWords, func(w string) bool {
		return strings.Contains(message, w)
	})
}

func outOfMoney(t told) bool {
	code := strings.ToLower(t.code())
	return strings.Contains(code, "insufficient_quota") || strings.Contains(code, "insufficient_balance") ||
		strings.Contains(code, "billing") || code == "402"
}

// lasting are codes of errors that the same request meets again, beside those
// of a conversation that is too long and an account without money.
var lasting = []string{"invalid_request", "authentication", "permission", "not_found", "invalid_api_key", "badrequest"}

// streamError judges an error that stands where an answer should.
func streamError(t told) *model.Error {
	e := &model.Error{Kind: model.Provider, Code: t.code(), Message: "the endpoint says: " + quoteText(t.message())}
	code := strings.ToLower(e.Code)
	numeric := len(code) == 3 && code[0] == '4' && code != "408" && code != "409" && code != "429"
	switch {
	case tooLong(t):
		e.Kind = model.ContextOverflow
	case outOfMoney(t), numeric, slices.ContainsFunc(lasting, func(c string) bool { return strings.Contains(code, c) }):
	default:
		e.Retryable = true
	}
	return e
}

func (t told) message() string {
	if t.Message == "" {
		return t.code()
	}
	return t.Message
}

// statusError judges an answer that is no success.
func statusError(response *http.Response, body []byte) *model.Error {
	t, ok := complaintIn(body, true)
	e := &model.Error{Status: response.StatusCode, Code: t.code()}
	switch {
	case ok:
		e.Message = "the endpoint says: " + quoteText(t.message())
	case len(body) > 0:
		e.Message = fmt.Sprintf("the endpoint answered %s: %s", contentType(response), quote(body))
	}
	switch status := response.StatusCode; {
	case status == http.StatusRequestEntityTooLarge,
		tooLong(t) && status != http.StatusTooManyRequests && status != http.StatusUnauthorized:
		e.Kind = model.ContextOverflow
	case status == http.StatusPaymentRequired, status == http.StatusTooManyRequests && outOfMoney(t):
		e.Kind = model.Quota
	case status == http.StatusUnauthorized, status == http.StatusForbidden:
		e.Kind = model.Auth
	case status == http.StatusNotFound:
		e.Kind = model.NotFound
	case status == http.StatusRequestTimeout:
		e.Kind, e.Retryable = model.Timeout, true
	case status == http.StatusTooManyRequests:
		e.Kind, e.Retryable = model.RateLimited, true
	case status >= 500:
		e.Kind, e.Retryable = model.Unavailable, true
	case status >= 400:
		e.Kind = model.BadRequest
	default:
		e.Kind = model.NotAPI
		if to := response.Header.Get("Location"); to != "" {
			e.Message = "the endpoint sends the request elsewhere: " + withoutQuery(to)
		}
	}
	return e
}

func withoutQuery(address string) string {
	address, _, _ = strings.Cut(address, "?")
	return quoteText(address)
}

// notStream judges a success that is no event stream.
func notStream(response *http.Response, body []byte) *model.Error {
	if t, ok := complaintIn(body, false); ok {
		e := streamError(t)
		e.Status = response.StatusCode
		return e
	}
	return &model.Error{
		Kind: model.NotAPI, Status: response.StatusCode,
		Message: fmt.Sprintf("a stream was asked for and %s came: %s", contentType(response), quote(body)),
	}
}

func isStream(response *http.Response) bool {
	kind, _, err := mime.ParseMediaType(response.Header.Get("Content-Type"))
	return err == nil && kind == "text/event-stream"
}

func contentType(response *http.Response) string {
	if kind := response.Header.Get("Content-Type"); kind != "" {
		return quoteText(kind)
	}
	return "a body without a content type"
}

// errIdle is the cause of a context that ended because nothing came.
var errIdle = errors.New("nothing came for too long")

// networkError judges what the HTTP client returned instead of an answer.
func networkError(ctx context.Context, err error) error {
	if errors.Is(context.Cause(ctx), errIdle) {
		return &model.Error{Kind: model.Timeout, Message: "the endpoint sent nothing within the idle limit", Retryable: true}
	}
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	// The outer error names the whole address, whose query may be a key.
	var outer *url.Error
	if errors.As(err, &outer) {
		err = outer.Err
	}
	var timeout net.Error
	if errors.As(err, &timeout) && timeout.Timeout() {
		return &model.Error{Kind: model.Timeout, Message: err.Error(), Retryable: true, Err: err}
	}
	var certificate *tls.CertificateVerificationError
	return &model.Error{
		Kind: model.Network, Message: err.Error(), Err: err,
		Retryable: !errors.As(err, &certificate),
	}
}

// cutError judges a stream that broke.
func cutError(ctx context.Context, err error) error {
	switch {
	case errors.Is(err, errTooLong):
		return &model.Error{Kind: model.NotAPI, Message: err.Error()}
	case errors.Is(err, io.EOF):
		err = nil
	default:
		if e, ok := errors.AsType[*model.Error](networkError(ctx, err)); !ok {
			return context.Cause(ctx)
		} else if e.Kind == model.Timeout {
			return e
		}
	}
	return &model.Error{
		Kind: model.StreamCut, Message: "the stream ended before the answer did", Retryable: true, Err: err,
	}
}

// scrubbed takes the secrets out of an error.
func (s *secrets) scrubbed(err error) error {
	if e, ok := errors.AsType[*model.Error](err); ok {
		s.scrub(e)
		return e
	}
	return err // the caller's own
}

func (s *secrets) scrub(e *model.Error) {
	e.Message, e.Code = s.clean(e.Message), s.clean(e.Code)
	if e.Err != nil && s.holds(e.Err.Error()) {
		e.Err = nil
	}
}
