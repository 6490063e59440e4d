package transport

import "strings"

// Kind says what went wrong in terms that a caller can act on.
type Kind string

// The kinds of transport errors.
const (
	// KindNotFound: no such program, endpoint path or tab.
	KindNotFound Kind = "not_found"
	// KindUnreachable: nobody listens there, or nobody answered in time.
	KindUnreachable Kind = "unreachable"
	// KindNotChrome: something answers, but not as a DevTools endpoint does.
	KindNotChrome Kind = "not_chrome"
	// KindRefused: the other side understood and said no.
	KindRefused Kind = "refused"
	// KindForbidden: our own rules say no (an address that is not loopback).
	KindForbidden Kind = "forbidden"
	// KindUnsupported: this host has no such stream or command.
	KindUnsupported Kind = "unsupported"
	// KindStart: a program was found but did not come up.
	KindStart Kind = "start"
	// KindLost: the other side went away (crash, kill, cut socket).
	KindLost Kind = "lost"
	// KindClosed: this side closed it.
	KindClosed Kind = "closed"
	// KindInvalid: an option or argument makes no sense.
	KindInvalid Kind = "invalid"
)

// Error is the one error type of the transports.
type Error struct {
	Kind Kind
	// Op is what was tried, in a few words: "dial", "discover", "launch".
	Op string
	// Detail says what happened, for people; it never holds a secret.
	Detail string
	// Hint says what to do about it, or is empty.
	Hint string
	// Err is the cause, or nil.
	Err error
}

// Error returns one line: what was tried, what happened, and the cause.
func (e *Error) Error() string {
	var b strings.Builder
	b.WriteString("transport: ")
	if e.Op != "" {
		b.WriteString(e.Op)
		b.WriteString(": ")
	}
	if e.Detail != "" {
		b.WriteString(e.Detail)
	} else {
		b.WriteString(string(e.Kind))
	}
	if e.Err != nil {
		b.WriteString(": ")
		b.WriteString(e.Err.Error())
	}
	return b.String()
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }

// Is reports whether target is an *Error of the same kind with no other field
// set, so that errors.Is(err, transport.ErrLost) works.
func (e *Error) Is(target error) bool {
	t, ok := target.(*Error)
	return ok && t.Kind == e.Kind && t.Op == "" && t.Detail == "" && t.Err == nil
}

// Sentinels for errors.Is, one per kind that callers branch on.
var (
	ErrLost        error = &Error{Kind: KindLost}
	ErrClosed      error = &Error{Kind: KindClosed}
	ErrUnsupported error = &Error{Kind: KindUnsupported}
	ErrNotFound    error = &Error{Kind: KindNotFound}
)
