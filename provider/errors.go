package provider

import (
	"context"
	"errors"
	"fmt"

	"github.com/holdfast-go/holdfast/browser"
	"github.com/holdfast-go/holdfast/cdp"
	"github.com/holdfast-go/holdfast/outline"
	"github.com/holdfast-go/holdfast/refs"
	"github.com/holdfast-go/holdfast/transport"
)

// This file alone turns errors of the lower floors into *browser.Error.

// failed makes a *browser.Error of any error; what says what was being done.
func failed(what string, err error) error {
	if err == nil {
		return nil
	}
	if e := browser.AsError(err); e != nil {
		return e
	}
	var stale *refs.StaleError
	if errors.As(err, &stale) {
		return staleRef(stale)
	}
	e := &browser.Error{Err: err, Message: what + ": " + plain(err)}
	var t *transport.Error
	var refused *cdp.Error
	switch {
	case errors.Is(err, context.Canceled):
		e.Code, e.Message = browser.CodeCanceled, what+": cancelled by the caller"
	case errors.Is(err, context.DeadlineExceeded), errors.Is(err, cdp.ErrTimeout):
		e.Code, e.Message = browser.CodeTimeout, what+": no answer in time"
		e.Hint = "The page or the browser is busy. Look at the page again before repeating an action: it may still take effect."
		e.Retryable = true
	case errors.Is(err, transport.ErrLost), errors.Is(err, transport.ErrClosed):
		e.Code = browser.CodeConnectionLost
		e.Message = what + ": the connection to the browser is gone"
		e.Hint = "Start or reach the browser anew; its pages and their refs are gone."
	case errors.Is(err, cdp.ErrCrashed):
		e.Code, e.Message = browser.CodePageCrashed, what+": the page has crashed"
		e.Hint = "Navigate to bring the tab back."
	case errors.Is(err, cdp.ErrSessionGone), errors.Is(err, transport.ErrNotFound):
		e.Code, e.Message = browser.CodePageClosed, what+": the tab is closed"
		e.Hint = "List the tabs and use one that is open."
	case errors.As(err, &t):
		switch t.Kind {
		case transport.KindUnsupported:
			e.Code = browser.CodeNotImplemented
		case transport.KindInvalid:
			e.Code = browser.CodeInvalidArgument
		default:
			e.Code = browser.CodeUnavailable
		}
		e.Hint = t.Hint
	default:
		e.Code = browser.CodeProtocol
		if errors.As(err, &refused) {
			ofHost(what, refused, e)
		}
	}
	return e
}

// ofHost tells what a host says in the browser's place, and what it has not.
func ofHost(what string, refused *cdp.Error, e *browser.Error) {
	switch {
	case errors.Is(refused, cdp.ErrUnknownMethod):
		e.Code, e.Reason = browser.CodeNotImplemented, browser.ReasonUnknownCommand
		e.Message = what + ": this browser has no " + outline.Clean(refused.Method)
		e.Hint = "Do it another way: it will be refused again."
	case refused.Code == transport.CodeAway:
		e.Reason, e.Retryable = browser.ReasonDebuggerAway, true
		e.Message = what + ": a person opened the developer tools of the page meanwhile; nobody knows whether it was done"
		e.Hint = "Look at the page again before repeating it; the refs are still good."
	case refused.Code == transport.CodeUnseen:
		e.Code, e.Reason = browser.CodeNotImplemented, browser.ReasonWindowHidden
		e.Message = what + ": there is no picture of a window that is hidden or minimised"
		e.Hint = "Read the page with a snapshot, or ask the user to show the window."
	case refused.Code == transport.CodeLong:
		e.Reason = browser.ReasonTooLong
		e.Message = what + ": " + outline.Clean(refused.Message)
		e.Hint = "Ask for less of it."
	}
}

// plain gives the words of an error without letting a page's text forge lines.
func plain(err error) string { return outline.Clean(err.Error()) }

// invalid is a request that makes no sense.
func invalid(format string, args ...any) *browser.Error {
	return &browser.Error{Code: browser.CodeInvalidArgument, Message: fmt.Sprintf(format, args...)}
}

const lookAgain = "Revalidate the ref first where that is possible; otherwise take a new snapshot and use its refs."

// staleRef tells why a ref does not resolve.
func staleRef(s *refs.StaleError) *browser.Error {
	e := &browser.Error{Code: browser.CodeStaleRef, Reason: browser.Reason(s.Reason), Hint: lookAgain, Err: s}
	e.Details.Ref, e.Details.Role, e.Details.Name = s.Ref.String(), s.Target.Role, s.Target.Name
	what := thing(s.Ref, s.Target.Role, s.Target.Name).String()
	switch s.Reason {
	case refs.NeverObserved:
		e.Code = browser.CodeSnapshotRequired
		e.Message = s.Ref.String() + ": this page was not observed yet, so no ref means anything on it"
		e.Hint = "Take a snapshot first and use its refs."
	case refs.NeverIssued:
		e.Message = "no element of this page was ever shown as " + s.Ref.String()
		e.Hint = "Copy a ref from the latest snapshot."
	case refs.Navigated:
		e.Message = what + " belongs to a document that this page has left"
	case refs.Returned:
		e.Message = what + " was shown before this page was left; the page is back, its refs of before are not"
	case refs.Outlived:
		e.Message = what + ": the page re-rendered and the latest snapshot did not find it any more"
	case refs.Evicted:
		e.Message = what + " was not used for long and gave way to newer refs"
		e.Hint = "Find it again by its name, or take a new snapshot."
	case refs.NodeGone:
		e.Message = what + ": the page re-rendered and it is not in the document any more"
	case refs.IdentityMismatch:
		e.Message = what + ": the page re-rendered and that element is another thing now"
	default:
		e.Message = what + " cannot be used: " + string(s.Reason)
	}
	return e
}

func thing(ref refs.Ref, role, name string) browser.Thing {
	if role == "generic" {
		role = "clickable"
	}
	return browser.Thing{Ref: ref.String(), Role: role, Name: name}
}
