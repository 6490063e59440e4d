// Package transport is the floor that everything else stands on: how DevTools
// messages reach a browser and come back, and nothing about what they mean.
//
// A [Host] is a browser, or the part of a program that owns browser windows.
// It gives message [Stream]s and, beside them, [Event]s about its tabs that do
// not belong into any protocol stream. There are two kinds:
//
//   - A browser host has a browser session: Stream(ctx, "") gives it, and
//     cdp.Targets implements [Tabs] on top of it with Target commands
//     (transport/chrome; transport/endpoint where /json/version names a
//     browser socket).
//   - A tab host has none: Stream(ctx, "") answers [KindUnsupported], the host
//     implements [Tabs] itself and gives one stream per tab (an Electron
//     program; an endpoint that has page sockets only).
//
// Messages of both kinds may carry a sessionId: child sessions of a frame or a
// worker are multiplexed over the stream they were attached on.
package transport

import "context"

// TabID names a tab: the target id of the DevTools protocol, or what a tab
// host uses in its place. It is opaque.
type TabID string

// Host is a browser or a program that owns browser windows. It is safe for
// concurrent use.
type Host interface {
	// Stream opens the message stream of one tab, or of the browser when tab
	// is empty. Each call opens a stream of its own; ctx bounds opening only.
	// It answers *Error with KindUnsupported when the host has no such kind of
	// stream, KindNotFound when there is no such tab, KindClosed after Close,
	// and the error of the event Down after any other end. Streams of one tab
	// share nothing but the tab: each has its own ids, enabled domains and child
	// sessions, which end with it. A tab host whose tabs have room for one stream
	// answers KindRefused to a second (Electron: a page has one debugger).
	Stream(ctx context.Context, tab TabID) (Stream, error)

	// Events gives what happens to the host beside its streams, in order. It
	// is one channel for the life of the host, bounded, and closed after the
	// event Down, which is always the last. A browser host sends only Down.
	// The owner of the host is its one reader; a host never waits for it: what
	// does not fit is dropped, and the next event says how many were lost.
	Events() <-chan Event

	// Close ends the streams, and ends the browser when the host started it:
	// the whole process tree and its temporary folders are gone when Close
	// returns. It is idempotent and safe to call at any time; every call
	// returns after the end, with the first one's error.
	Close() error
}

// Stream carries whole protocol messages (JSON text, of any size) in both
// directions. One goroutine may read and one may write at the same time.
type Stream interface {
	// Read returns the next message. The slice belongs to the caller. It
	// returns *Error with KindClosed after Close and with KindLost when the
	// other side went away.
	Read() ([]byte, error)
	// Write sends one message; it does not keep the slice.
	Write(message []byte) error
	// Close ends the stream and makes a pending Read or Write return. It is
	// idempotent.
	Close() error
}

// Tabs lists and drives the tabs of a host. Only pages that a person would
// call a tab or a popup window are tabs: no workers, frames or extensions. A
// tab that is not there is answered by *Error with KindNotFound. Whether a host
// drives its tabs itself is told by Stream(ctx, ""), not by a type assertion: a
// browser host may implement Tabs too.
type Tabs interface {
	// List returns the tabs in the order in which they were opened, as far as
	// the host knows it.
	List(ctx context.Context) ([]Tab, error)
	// Open opens a tab at about:blank; the caller navigates it.
	Open(ctx context.Context, options OpenTab) (Tab, error)
	// Activate brings the tab to the front.
	Activate(ctx context.Context, tab TabID) error
	// CloseTab closes the tab and returns when it is closing. A beforeunload
	// handler of the page does not keep it open.
	CloseTab(ctx context.Context, tab TabID) error
}

// OpenTab are the options of [Tabs.Open].
type OpenTab struct {
	// Background leaves the tab that is in front where it is.
	Background bool
}

// Tab is what a host knows about a tab without attaching to it.
type Tab struct {
	ID     TabID
	Opener TabID // the tab that opened it, or empty
	URL    string
	Title  string
}

// EventKind says what an [Event] tells.
type EventKind string

// The kinds of events.
const (
	// TabOpened: a tab is there; Tab is set, with its opener where known.
	TabOpened EventKind = "tab_opened"
	// TabChanged: the address or the title of a tab is another one.
	TabChanged EventKind = "tab_changed"
	// TabClosed: a tab is gone; Tab.ID is set.
	TabClosed EventKind = "tab_closed"
	// Takeover: a person began or ended to use the tab (Active says which).
	Takeover EventKind = "takeover"
	// Reattached: the host lost and regained the protocol connection of a tab;
	// its stream goes on, but no domain is enabled and no child session exists.
	Reattached EventKind = "reattached"
	// Blocked: a host that holds its tabs to lists of sites by itself kept one from
	// an address; Tab.ID is set where it is known, and Withheld says from what.
	Blocked EventKind = "blocked"
	// Down: the host is gone; Err says why. Always the last event.
	Down EventKind = "down"
)

// Event is something that happened to a host outside of any protocol stream.
type Event struct {
	Kind   EventKind
	Tab    Tab
	Active bool  // of Takeover
	Err    error // of Down; nil after a plain Close
	Lost   int   // events dropped right before this one because nobody read
	// Withheld is set of Blocked.
	Withheld Withheld
}

// Withheld is what a host kept a tab from.
type Withheld struct {
	// What would have come from there: document, frame, popup or request.
	What string
	URL  string // without user name and password
	// Reason is a reason of package browser/site, and Rule the rule that forbids
	// the address, where there is one.
	Reason, Rule string
}

// Codes of errors that a host itself puts into the replies of a stream. Chrome
// has none of them.
const (
	// CodeLate: the page did not answer within the time limit of the host.
	CodeLate = -32091
	// CodeAway: the debugger of the tab was taken away for a moment, as when a
	// person opens DevTools. The command may have been carried out; after the event
	// Reattached commands are taken again.
	CodeAway = -32092
	// CodeUnseen: there is no picture of a window that is hidden or minimised.
	CodeUnseen = -32093
	// CodeLong: the command or its reply is longer than the host carries.
	CodeLong = -32094
)
