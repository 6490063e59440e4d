package model

import (
	"strconv"
	"time"
)

// Kind says what went wrong with a turn, as far as someone would act on it
// differently.
type Kind string

// The kinds.
const (
	// Auth: the key is missing, wrong or may not do this.
	Auth Kind = "auth"
	// NotFound: the endpoint knows no such model or path.
	NotFound Kind = "not_found"
	// RateLimited: too many requests; [Error.RetryAfter] may say how long.
	RateLimited Kind = "rate_limited"
	// Quota: the account has no money or allowance left.
	Quota Kind = "quota"
	// BadRequest: the endpoint does not accept the request.
	BadRequest Kind = "bad_request"
	// ContextOverflow: the conversation is longer than the window. Make it shorter.
	ContextOverflow Kind = "context_overflow"
	// Unavailable: the endpoint failed or is overloaded.
	Unavailable Kind = "unavailable"
	// Provider: the endpoint told an error in the place of an answer, or in it.
	Provider Kind = "provider"
	// Network: the endpoint was not reached or the connection broke before the answer.
	Network Kind = "network"
	// Timeout: nothing came for too long.
	Timeout Kind = "timeout"
	// NotAPI: what answered does not speak the protocol.
	NotAPI Kind = "not_api"
	// StreamCut: the answer ended before its end.
	StreamCut Kind = "stream_cut"
	// Truncated: the limit of the output cut a tool call or left no room for an
	// answer. Raise the limit.
	Truncated Kind = "truncated"
	// Empty: the endpoint answered with nothing.
	Empty Kind = "empty"
	// Refused: the model or a filter of the endpoint will not answer.
	Refused Kind = "refused"
)

// Kinds returns all kinds.
func Kinds() []Kind {
	return []Kind{
		Auth, NotFound, RateLimited, Quota, BadRequest, ContextOverflow, Unavailable, Provider, Network, Timeout,
		NotAPI, StreamCut, Truncated, Empty, Refused,
	}
}

// Error is why a turn failed. It holds no key: adapters take theirs out of
// whatever an endpoint says.
type Error struct {
	Kind Kind
	// Status is the HTTP status, 0 when there was none.
	Status int
	// Code is the endpoint's own, if it told one.
	Code string
	// Message is for programmers and logs; it may quote the endpoint. For people,
	// package agent/lang explains the kind.
	Message string
	// Retryable says that the same request may succeed later.
	Retryable bool
	// RetryAfter is how long the endpoint asks to wait; 0 when it does not say.
	RetryAfter time.Duration
	// Err is the cause, if there is one.
	Err error
}

// Error returns the kind, the status and the message.
func (e *Error) Error() string {
	s := "model: " + string(e.Kind)
	if e.Status != 0 {
		s += " (HTTP " + strconv.Itoa(e.Status) + ")"
	}
	if e.Message != "" {
		s += ": " + e.Message
	}
	return s
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }
