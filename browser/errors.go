package browser

import (
	"errors"
	"strings"
	"time"

	"github.com/holdfast-go/holdfast/browser/site"
)

// Code names a kind of failure. Codes are a public contract: prompts, tools and
// other programs branch on them, so they never change and never go.
type Code string

// All codes. Retryable is what [NewError] sets for the code.
const (
	// CodeSnapshotRequired: the page was never observed; take a snapshot first.
	CodeSnapshotRequired Code = "BROWSER_SNAPSHOT_REQUIRED"
	// CodeStaleRef: the ref does not stand for anything any more, or what it
	// stood for is now another thing. Nothing was done.
	CodeStaleRef Code = "BROWSER_STALE_REF"
	// CodeOccluded: something else is in front of the element. Nothing was done.
	CodeOccluded Code = "BROWSER_OCCLUDED"
	// CodeNotActionable: the element is there and is the right one, but cannot
	// take the action: Reason says disabled, hidden, moving, no_box, out_of_view,
	// no_pointer, readonly, focus or wrong_kind.
	CodeNotActionable Code = "BROWSER_NOT_ACTIONABLE"
	// CodeInvalidValue: the control does not accept the value.
	CodeInvalidValue Code = "BROWSER_INVALID_VALUE"
	// CodeInvalidArgument: the request makes no sense. Retrying cannot help.
	CodeInvalidArgument Code = "BROWSER_INVALID_ARGUMENT"
	// CodeAmbiguous: a role and a name match several elements.
	CodeAmbiguous Code = "BROWSER_AMBIGUOUS"
	// CodeNotFound: nothing matches.
	CodeNotFound Code = "BROWSER_NOT_FOUND"
	// CodePageClosed: the tab is gone, or there never was one of that id.
	CodePageClosed Code = "BROWSER_PAGE_CLOSED"
	// CodePageCrashed: the tab's renderer ended; navigate to bring it back.
	CodePageCrashed Code = "BROWSER_PAGE_CRASHED"
	// CodeDialogOpen: a JavaScript dialog blocks the page.
	CodeDialogOpen Code = "BROWSER_DIALOG_OPEN"
	// CodeNavigationFailed: the address could not be loaded, or the history
	// ends there.
	CodeNavigationFailed Code = "BROWSER_NAVIGATION_FAILED"
	// CodeSiteBlocked: the lists of the program forbid the address, or it is of
	// no scheme that pages have, or holds a user name or a password. Reason is the
	// site.Reason, Details.URL the address without user name and password,
	// Details.Rule the rule of a block list. The same address will be refused
	// again, in every spelling.
	CodeSiteBlocked Code = "BROWSER_SITE_BLOCKED"
	// CodeFileBlocked: the program does not allow the file, or there is no such
	// file. Nothing was done.
	CodeFileBlocked Code = "BROWSER_FILE_BLOCKED"
	// CodeTimeout: the browser or the page did not answer in time. What was
	// sent may still take effect; look before doing it again.
	CodeTimeout Code = "BROWSER_TIMEOUT"
	// CodeCanceled: the caller's context ended.
	CodeCanceled Code = "BROWSER_CANCELED"
	// CodeConnectionLost: the browser or the connection to it is gone.
	CodeConnectionLost Code = "BROWSER_CONNECTION_LOST"
	// CodeUnavailable: no browser could be started or reached.
	CodeUnavailable Code = "BROWSER_UNAVAILABLE"
	// CodeNotImplemented: this provider or host cannot do that; Reason says why.
	CodeNotImplemented Code = "BROWSER_NOT_IMPLEMENTED"
	// CodeRefused: the program or a person did not allow the call. Nothing was
	// done; the same call will be refused again.
	CodeRefused Code = "BROWSER_REFUSED"
	// CodeSecretRefused: a placeholder names no secret (Reason unknown_secret), or
	// one that the document of the field may not get (wrong_site). Nothing was
	// typed.
	CodeSecretRefused Code = "BROWSER_SECRET_REFUSED"
	// CodeProviderAmbiguous: several browsers are available and the program has
	// chosen none.
	CodeProviderAmbiguous Code = "BROWSER_PROVIDER_AMBIGUOUS"
	// CodeTabHeld: another caller or a person holds the tab. Nothing was done,
	// unless the tab changed hands while the call ran: the receipt tells then.
	CodeTabHeld Code = "BROWSER_TAB_HELD"
	// CodeTabUnclaimed: nobody holds the tab; claim it before using it. Nothing
	// was done.
	CodeTabUnclaimed Code = "BROWSER_TAB_UNCLAIMED"
	// CodeClaimRefused: the code of a hand-off does not claim anything; Reason
	// says why. Nothing changed hands.
	CodeClaimRefused Code = "BROWSER_CLAIM_REFUSED"
	// CodeTakenOver: a person operates the tab. Nothing was done; reading works.
	CodeTakenOver Code = "BROWSER_TAKEN_OVER"
	// CodeStateContended: a state of the tab that all its clients share is
	// somebody else's: Details.State names it, Details.Holder whose it is and
	// Details.At since when. The same call will be refused again, unless it is
	// forced.
	CodeStateContended Code = "BROWSER_STATE_CONTENDED"
	// CodeScript: code of the caller's threw, or is no JavaScript (Reason
	// exception, syntax); Details.Line and Column are where, counted from 1.
	CodeScript Code = "BROWSER_SCRIPT_ERROR"
	// CodeProtocol: the browser answered something that we did not expect.
	CodeProtocol Code = "BROWSER_PROTOCOL_ERROR"
)

// Reason narrows a [Code] down, in a word that programs can branch on. Besides
// those of this package, errors carry those of [refs.Reason] (CodeStaleRef) and
// [site.Reason] (CodeSiteBlocked), and those that a guard gives (CodeRefused).
type Reason string

// Reasons of a [CodeStaleRef] or [CodeNotActionable] error.
const (
	ReasonAddressChanged      Reason = "address_changed"
	ReasonFrameAddressChanged Reason = "frame_address_changed"
	ReasonDisabled            Reason = "disabled"
	ReasonHidden              Reason = "hidden"
	ReasonMoving              Reason = "moving"
	ReasonNoBox               Reason = "no_box"
	ReasonReadOnly            Reason = "readonly"
	ReasonWrongKind           Reason = "wrong_kind"
	ReasonOutOfView           Reason = "out_of_view"
	ReasonNoPointer           Reason = "no_pointer"
	ReasonFocus               Reason = "focus"
)

// Reasons that a [CodeNotImplemented] error carries: the browser has no such
// command, as a host without a browser session lacks those of the browser; there
// is no picture of a window that is hidden or minimised; the host has no place for
// downloads.
const (
	ReasonUnknownCommand Reason = "unknown_command"
	ReasonWindowHidden   Reason = "window_hidden"
	ReasonNoDownloads    Reason = "no_downloads"
)

// Reasons that a [CodeProtocol] error carries where a host came between the page
// and the caller: the debugger was taken away for a moment, as when a person opens
// DevTools, so that nobody knows whether the command was carried out; the command
// or its answer was longer than the host carries.
const (
	ReasonDebuggerAway Reason = "debugger_away"
	ReasonTooLong      Reason = "too_long"
)

// ReasonOutsideElement is the reason of a [CodeInvalidArgument] error: the offset
// is no point of the element.
const ReasonOutsideElement Reason = "outside_element"

// ReasonInvalidURL is the reason of a [CodeInvalidArgument] error: no browser
// accepts the address.
const ReasonInvalidURL = Reason(site.Invalid)

// Error is the one error type of this package and of every provider.
type Error struct {
	Code   Code
	Reason Reason
	// Message says what happened, for the model and for people. It never holds
	// a secret and its page text is quoted.
	Message string
	// Hint says what to do next, or is empty.
	Hint string
	// Retryable reports whether the same call may succeed later without
	// anything else being done first.
	Retryable bool
	// Details carries what a program may want as values.
	Details Details
	// Err is the cause, or nil.
	Err error
}

// Details are the structured part of an [Error]; unused fields are zero.
type Details struct {
	Ref string `json:"ref,omitempty"`
	// Role and Name are what the ref stood for.
	Role string `json:"role,omitempty"`
	Name string `json:"name,omitempty"`
	// Now is what is in its place.
	Now *Thing `json:"now,omitempty"`
	// OccludedBy is what is in front of the element.
	OccludedBy *Thing `json:"occluded_by,omitempty"`
	// Dialog is the dialog that is open.
	Dialog *Dialog `json:"dialog,omitempty"`
	// Candidates are what matched when one was wanted.
	Candidates []Thing `json:"candidates,omitempty"`
	URL        string  `json:"url,omitempty"`
	// Rule is the rule of a list that decided.
	Rule string `json:"rule,omitempty"`
	// HeldBy is the label of who holds the tab.
	HeldBy string `json:"held_by,omitempty"`
	// Sources are the browsers that could be chosen.
	Sources []SourceState `json:"sources,omitempty"`
	// State is the state of a tab that is contended, Holder whose it is, and At
	// since when.
	State  string    `json:"state,omitempty"`
	Holder Holder    `json:"holder,omitempty"`
	At     time.Time `json:"at,omitzero"`
	// Line and Column are where in the caller's code, counted from 1.
	Line   int `json:"line,omitempty"`
	Column int `json:"column,omitempty"`
	// Receipt tells what had happened when the call failed half-way.
	Receipt *Receipt `json:"receipt,omitempty"`
	// SinceLast is what happened between the last result and this call.
	SinceLast []Event `json:"since_last,omitempty"`
}

// Error returns "CODE: message".
func (e *Error) Error() string {
	if e.Message == "" {
		return string(e.Code)
	}
	return string(e.Code) + ": " + e.Message
}

// Text returns what a model reads: the code and the message, and the hint on
// the next line.
func (e *Error) Text() string {
	var b strings.Builder
	writeEvents(&b, e.Details.SinceLast)
	b.WriteString(e.Error())
	if e.Details.Receipt != nil {
		b.WriteString("\n")
		b.WriteString(e.Details.Receipt.String())
	}
	if e.Hint != "" {
		b.WriteString("\n")
		b.WriteString(e.Hint)
	}
	return b.String()
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }

// Is reports whether target is the sentinel of the same code.
func (e *Error) Is(target error) bool {
	t, ok := target.(*Error)
	return ok && t.Code == e.Code && t.Message == "" && (t.Reason == "" || t.Reason == e.Reason)
}

// Sentinels for errors.Is, one per code.
var (
	ErrSnapshotRequired error = &Error{Code: CodeSnapshotRequired}
	ErrStaleRef         error = &Error{Code: CodeStaleRef}
	ErrOccluded         error = &Error{Code: CodeOccluded}
	ErrNotActionable    error = &Error{Code: CodeNotActionable}
	ErrInvalidValue     error = &Error{Code: CodeInvalidValue}
	ErrInvalidArgument  error = &Error{Code: CodeInvalidArgument}
	ErrAmbiguous        error = &Error{Code: CodeAmbiguous}
	ErrNotFound         error = &Error{Code: CodeNotFound}
	ErrPageClosed       error = &Error{Code: CodePageClosed}
	ErrPageCrashed      error = &Error{Code: CodePageCrashed}
	ErrDialogOpen       error = &Error{Code: CodeDialogOpen}
	ErrNavigationFailed error = &Error{Code: CodeNavigationFailed}
	ErrSiteBlocked      error = &Error{Code: CodeSiteBlocked}
	ErrFileBlocked      error = &Error{Code: CodeFileBlocked}
	ErrTimeout          error = &Error{Code: CodeTimeout}
	ErrCanceled         error = &Error{Code: CodeCanceled}
	ErrConnectionLost   error = &Error{Code: CodeConnectionLost}
	ErrUnavailable      error = &Error{Code: CodeUnavailable}
	ErrNotImplemented   error = &Error{Code: CodeNotImplemented}
	ErrRefused          error = &Error{Code: CodeRefused}
	ErrSecretRefused    error = &Error{Code: CodeSecretRefused}
	ErrScript           error = &Error{Code: CodeScript}
	ErrTakenOver        error = &Error{Code: CodeTakenOver}
	ErrStateContended   error = &Error{Code: CodeStateContended}
	ErrProtocol         error = &Error{Code: CodeProtocol}

	ErrProviderAmbiguous error = &Error{Code: CodeProviderAmbiguous}
	ErrTabHeld           error = &Error{Code: CodeTabHeld}
	ErrTabUnclaimed      error = &Error{Code: CodeTabUnclaimed}
	ErrClaimRefused      error = &Error{Code: CodeClaimRefused}
)

// AsError returns the *Error in err's chain, or nil.
func AsError(err error) *Error {
	var e *Error
	if errors.As(err, &e) {
		return e
	}
	return nil
}
