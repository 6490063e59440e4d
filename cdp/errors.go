package cdp

import (
	"errors"
	"fmt"
	"time"

	"github.com/holdfast-go/holdfast/internal/wire"
	"github.com/holdfast-go/holdfast/transport"
)

// Sentinels for errors.Is. The end of a connection is told by the transport's
// own, transport.ErrLost and transport.ErrClosed.
var (
	// ErrTimeout: the browser did not reply within the limit of a command; the
	// error is a *TimeoutError.
	ErrTimeout = errors.New("cdp: no reply within the limit")
	// ErrSessionGone: the protocol session has ended (the tab was closed, the
	// frame removed, the session detached); the error is a *SessionError, or an
	// *Error when the browser said so first.
	ErrSessionGone = errors.New("cdp: the session is gone")
	// ErrCrashed: the page's process has crashed; the session lives on and the
	// next navigation revives it. The error is a *SessionError.
	ErrCrashed = errors.New("cdp: the page has crashed")
	// ErrAbandoned: Pending.Abandon was called.
	ErrAbandoned = errors.New("cdp: the reply was abandoned")
	// ErrUnknownMethod: the browser has no such command, or none for this kind of
	// session; the error is an *Error.
	ErrUnknownMethod = errors.New("cdp: there is no such command")
)

// What Chrome answers in its own words, as seen with Chromium 156. This is the
// one place that reads them.
const (
	// {"code":-32001,"message":"Session with given id not found."}
	codeSessionNotFound = -32001
	// {"code":-32000,"message":"Target crashed"}, to what had waited for a
	// crashed page when that is loaded again
	textCrashed = "Target crashed"
	// {"code":-32601,"message":"'Page.x' wasn't found"}
	codeUnknownMethod = -32601
	// {"code":-32602,"message":"No target with given id found"}
	textNoTarget = "No target with given id found"
)

// Error is the browser's refusal of a command.
type Error struct {
	Method  string // of the command
	Code    int64  // as JSON-RPC numbers them, -32601 is an unknown method
	Message string // Chrome's own words
	Data    string // more of them, or empty
}

// Error returns the method and Chrome's words.
func (e *Error) Error() string {
	s := fmt.Sprintf("cdp: %s: %s (%d)", e.Method, e.Message, e.Code)
	if e.Data != "" {
		s += ": " + e.Data
	}
	return s
}

// Is makes the browser's "no such session" an ErrSessionGone, its "target
// crashed" an ErrCrashed, its "wasn't found" an ErrUnknownMethod, and a host's own
// time limit an ErrTimeout.
func (e *Error) Is(target error) bool {
	switch target {
	case ErrSessionGone:
		return e.Code == codeSessionNotFound
	case ErrCrashed:
		return e.Message == textCrashed
	case ErrUnknownMethod:
		return e.Code == codeUnknownMethod
	case ErrTimeout:
		return e.Code == transport.CodeLate
	}
	return false
}

// TimeoutError says which command had no reply within its limit.
type TimeoutError struct {
	Method string
	Limit  time.Duration
}

// Error names the command and the limit.
func (e *TimeoutError) Error() string {
	return fmt.Sprintf("cdp: %s: no reply within %v", e.Method, e.Limit)
}

// Is makes it an ErrTimeout.
func (e *TimeoutError) Is(target error) bool { return target == ErrTimeout }

// Timeout reports true, as net.Error does.
func (e *TimeoutError) Timeout() bool { return true }

// SessionError says that a command cannot be answered because its session
// ended or its page crashed.
type SessionError struct {
	Method    string // of the command; empty in Session.Err
	SessionID string // empty for the root session
	Crashed   bool   // the page crashed; otherwise the session is gone
	Reason    string // the browser's word for it, or empty
}

// Error says what happened to the session.
func (e *SessionError) Error() string {
	s := "cdp: "
	if e.Method != "" {
		s += e.Method + ": "
	}
	if e.Crashed {
		s += "the page has crashed"
	} else {
		s += "the session is gone"
	}
	if e.Reason != "" {
		s += " (" + e.Reason + ")"
	}
	return s
}

// Is makes it an ErrCrashed or an ErrSessionGone.
func (e *SessionError) Is(target error) bool {
	if e.Crashed {
		return target == ErrCrashed
	}
	return target == ErrSessionGone
}

// remoteError decodes the error member of a reply.
func remoteError(method string, raw []byte) error {
	e := &Error{Method: method}
	var body struct {
		Code    int64      `json:"code"`
		Message string     `json:"message"`
		Data    rawOrQuote `json:"data"`
	}
	if err := decode(raw, &body); err != nil {
		e.Message = "an error that cannot be read: " + string(raw)
		return e
	}
	e.Code, e.Message, e.Data = body.Code, body.Message, string(body.Data)
	return e
}

// rawOrQuote is a string member that some hosts fill with an object.
type rawOrQuote string

// UnmarshalJSON never fails: an error text must not hide an error.
func (r *rawOrQuote) UnmarshalJSON(raw []byte) error {
	var s string
	if err := decode(raw, &s); err != nil {
		s = string(raw)
	}
	*r = rawOrQuote(s)
	return nil
}

// callError puts the name of the command before an error that has none.
func callError(method string, err error) error {
	return fmt.Errorf("cdp: %s: %w", method, err)
}

// malformed is the end of a connection over which something else than the
// protocol came.
func malformed(message []byte) string {
	const keep = 80
	if len(message) > keep {
		return fmt.Sprintf("%v: %q...", wire.ErrMalformed, message[:keep])
	}
	return fmt.Sprintf("%v: %q", wire.ErrMalformed, message)
}
