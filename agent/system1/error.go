package system1

import (
	"fmt"
	"net/http"
	"strconv"
	"time"
)

// Kind says what is wrong with an endpoint or its answer. Kinds are a public
// contract.
type Kind string

// The kinds.
const (
	// Unauthorized (401): the key is missing or wrong.
	Unauthorized Kind = "unauthorized"
	// Unpaid (402): the account has no credit.
	Unpaid Kind = "unpaid"
	// Forbidden (403): the key may not use the model.
	Forbidden Kind = "forbidden"
	// TooLarge (413): the state or the questions are too long.
	TooLarge Kind = "too_large"
	// Unacceptable (422, 400): the endpoint does not take the question.
	Unacceptable Kind = "unacceptable"
	// RateLimited (429): too many requests.
	RateLimited Kind = "rate_limited"
	// Overloaded (529, 503): the endpoint is busy.
	Overloaded Kind = "overloaded"
	// Status: another status that is no success.
	Status Kind = "status"
	// Unreachable: there was no answer.
	Unreachable Kind = "unreachable"
	// Malformed: the answer is none to the question.
	Malformed Kind = "malformed"
	// Undecided: the answer chooses something that was not offered.
	Undecided Kind = "unknown_choice"
)

// Error is why there is no decision. It holds no key.
type Error struct {
	Kind Kind
	// Status is that of HTTP, 0 without an answer.
	Status int
	// RetryAfter is how long the endpoint wants to be left alone; 0 when it did
	// not say.
	RetryAfter time.Duration
	// Message says it in a line.
	Message string
	// Err is the cause, when it is one of the network's.
	Err error
}

// Error says it in a line.
func (e *Error) Error() string {
	s := "system1: " + string(e.Kind)
	if e.Status != 0 {
		s += " (" + strconv.Itoa(e.Status) + ")"
	}
	if e.Message != "" {
		s += ": " + e.Message
	}
	return s
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }

func malformed(format string, values ...any) *Error {
	return &Error{Kind: Malformed, Message: fmt.Sprintf(format, values...)}
}

func undecided(format string, values ...any) *Error {
	return &Error{Kind: Undecided, Message: fmt.Sprintf(format, values...)}
}

// statusOverloaded is what System One endpoints answer when they are busy.
const statusOverloaded = 529

// kindOf classifies a status that is no success.
func kindOf(status int) Kind {
	switch status {
	case http.StatusUnauthorized:
		return Unauthorized
	case http.StatusPaymentRequired:
		return Unpaid
	case http.StatusForbidden:
		return Forbidden
	case http.StatusRequestEntityTooLarge:
		return TooLarge
	case http.StatusUnprocessableEntity, http.StatusBadRequest:
		return Unacceptable
	case http.StatusTooManyRequests:
		return RateLimited
	case statusOverloaded, http.StatusServiceUnavailable:
		return Overloaded
	}
	return Status
}

// longestWait caps what Retry-After may ask for: a wrong clock must not turn the
// fast path off for ever.
const longestWait = time.Hour

// retryAfter reads the header: seconds, or a date.
func retryAfter(value string, now time.Time) time.Duration {
	var d time.Duration
	if seconds, err := strconv.ParseFloat(value, 64); err == nil {
		if !(seconds > 0) { // NaN too
			return 0
		}
		if seconds >= longestWait.Seconds() {
			return longestWait
		}
		d = time.Duration(seconds * float64(time.Second))
	} else if at, err := http.ParseTime(value); err == nil {
		d = at.Sub(now)
	}
	return min(max(d, 0), longestWait)
}
