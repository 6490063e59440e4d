// Package browser is the contract between agents and browsers: what can be
// seen of a page, what can be done to it, and how it is told.
//
// A [Provider] reaches a browser; package provider implements it over any
// transport. A [Page] is one tab that the program uses. Reading and acting are
// apart ([Observer], [Navigator], [Actor]), so that a caller can be handed the
// half that it may use.
//
// Agents name elements by refs (see package refs), numbers that a [Snapshot]
// printed. The promise: an action on a ref does it to that very thing or
// returns an error that says why not; it never does it to something else.
// Every failure is an [*Error] with a [Code], what happened, and what to do
// next. Every success is a receipt with evidence.
//
// This is the one package whose names nobody counts: the contract is whole, so
// each verb has its request and its result here, each failure its [Code] and its
// sentinel for [errors.Is].
package browser

import (
	"context"
	"time"

	"github.com/holdfast-go/holdfast/refs"
)

// Provider reaches one browser. It is safe for concurrent use.
type Provider interface {
	// Open opens a new tab, goes to the address and waits for the document to
	// be there. When the address cannot be loaded the tab is closed again.
	Open(ctx context.Context, r OpenRequest) (Page, error)
	// Page returns the page of a tab from the list, attaching to it if need be.
	// Asked twice for a tab it gives the same Page.
	Page(ctx context.Context, id TabID) (Page, error)
	// Tabs lists the tabs of the browser in the order they were opened.
	Tabs(ctx context.Context) ([]Tab, error)
	// Activate brings a tab to the front.
	Activate(ctx context.Context, id TabID) error
	// CloseTab closes a tab. A leave-page question of the page does not keep it
	// open.
	CloseTab(ctx context.Context, id TabID) error
	// Close ends every page that the provider opened, and the browser if the
	// provider owns it. It is idempotent.
	Close() error
}

// Page is one tab in use. It is safe for concurrent use: calls run one after
// another in the order in which they arrive, each honours its context while it
// waits, and a failed or cancelled one does not hold up the next.
type Page interface {
	// ID is the id of the page's tab.
	ID() TabID
	// Done is closed when the tab is gone.
	Done() <-chan struct{}
	// Close closes the tab.
	Close(ctx context.Context) error
	Observer
	Navigator
	Actor
}

// Observer reads a page.
type Observer interface {
	// Snapshot reads the page or a part of it, prints it as an outline and gives
	// its operable elements refs.
	Snapshot(ctx context.Context, r SnapshotRequest) (*Snapshot, error)
	// Find searches the last full snapshot, rows that were not printed
	// included. It does not read the page again; the refs of its hits can be
	// used.
	Find(ctx context.Context, r FindRequest) (*FindResult, error)
	// Text reads the page now and gives its words in reading order. Epoch and
	// refs stay as they are.
	Text(ctx context.Context, r TextRequest) (*TextResult, error)
	// Extract reads the page now and gives its tables, lists and forms as data.
	// Epoch and refs stay as they are; no new refs are given.
	Extract(ctx context.Context, r ExtractRequest) (*ExtractResult, error)
	// Screenshot takes a picture of the window, the whole page or a part of it,
	// with numbered marks where they are wanted.
	Screenshot(ctx context.Context, r ScreenshotRequest) (*Screenshot, error)
	// Locate tells where an element is now. Without LocateRequest.Scroll nothing
	// moves.
	Locate(ctx context.Context, r LocateRequest) (*Location, error)
	// Revalidate looks which refs, also ones of earlier snapshots, still stand
	// for what they stood for, and makes those usable again under their numbers.
	Revalidate(ctx context.Context, r RevalidateRequest) (*RevalidateResult, error)
	// Wait waits for something to happen. It begins in the order of arrival like
	// every call, and then lets the others go ahead: it only looks.
	Wait(ctx context.Context, r WaitRequest) (*WaitResult, error)
	// Console gives the newest messages of the console, those of the present
	// document if not told otherwise. It asks nothing of the page.
	Console(ctx context.Context, r ConsoleRequest) (*ConsoleResult, error)
	// Network gives the newest requests of the page, those of the present
	// document if not told otherwise, or one request in full. Only for a body is
	// the page asked.
	Network(ctx context.Context, r NetworkRequest) (*NetworkResult, error)
	// Where tells the page's title and address. It asks the browser, which knows
	// them also while the page is busy or has a dialog open, and waits for no turn.
	Where(ctx context.Context) (Place, error)
	// OpenDialog returns the JavaScript dialog that the page has open, or nil. It
	// asks nothing of the page and returns at once.
	OpenDialog() *Dialog
}

// Navigator brings a page elsewhere.
type Navigator interface {
	// Navigate goes to an address, or through the page's history, and waits for
	// the document.
	Navigate(ctx context.Context, r NavigateRequest) (*Receipt, error)
}

// Actor acts on a page. Each call checks right before the input that the ref
// still stands for what the agent was shown.
type Actor interface {
	// Click clicks an element as a person's mouse would.
	Click(ctx context.Context, r ClickRequest) (*Receipt, error)
	// Fill puts a value into a control, replacing what it holds.
	Fill(ctx context.Context, r FillRequest) (*Receipt, error)
	// Press presses a key or a combination, on an element or on what has focus.
	Press(ctx context.Context, r PressRequest) (*Receipt, error)
	// Hover puts the pointer over an element.
	Hover(ctx context.Context, r HoverRequest) (*Receipt, error)
	// Drag drags an element onto another one or by a distance.
	Drag(ctx context.Context, r DragRequest) (*Receipt, error)
	// Select chooses options of a list.
	Select(ctx context.Context, r SelectRequest) (*Receipt, error)
	// SelectText selects text.
	SelectText(ctx context.Context, r SelectTextRequest) (*Receipt, error)
	// Scroll scrolls the page or a part of it. The receipt tells how far it went
	// and where it is now.
	Scroll(ctx context.Context, r ScrollRequest) (*Receipt, error)
	// Upload gives files to a file field or to the file chooser that a page has
	// open.
	Upload(ctx context.Context, r UploadRequest) (*Receipt, error)
	// Execute runs JavaScript in the page, or sends one command of the protocol
	// of those that are allowed.
	Execute(ctx context.Context, r ExecuteRequest) (*ExecuteResult, error)
	// Resize gives the page another viewport.
	Resize(ctx context.Context, r ResizeRequest) (*Receipt, error)
	// Dialog answers the JavaScript dialog that the page has open. It waits for
	// no turn: while a dialog is open every other call answers [CodeDialogOpen].
	Dialog(ctx context.Context, r DialogRequest) (*Receipt, error)
}

// Place is what a page shows.
type Place struct {
	Title string `json:"title"`
	URL   string `json:"url"`
}

// TabID names a tab of a provider. It is opaque.
type TabID string

// Tab is an entry of the list of tabs.
type Tab struct {
	ID     TabID  `json:"tab_id"`
	Opener TabID  `json:"opener,omitempty"`
	URL    string `json:"url"`
	Title  string `json:"title"`
	// Label is that of the caller who holds the tab, where callers are kept
	// apart ([Runtime]); empty: nobody does. CDP has no place for it in the
	// browser's window that the page would not see.
	Label string `json:"label,omitempty"`
	// Active reports whether the tab was the last to be brought to the front by
	// the program.
	Active bool `json:"active,omitempty"`
}

// OpenRequest asks for a new tab.
type OpenRequest struct {
	// URL is the address; empty is about:blank.
	URL string
	// Background leaves the tab that is in front where it is.
	Background bool
	// Until is how far to wait; empty is UntilDOM.
	Until Until
}

// Until says how far a navigation is waited for.
type Until string

// The stages of a navigation.
const (
	// UntilCommit: the new document is there, its content may be missing.
	UntilCommit Until = "commit"
	// UntilDOM: the document is parsed (DOMContentLoaded).
	UntilDOM Until = "dom"
	// UntilLoad: the load event has fired: pictures, frames and styles too.
	UntilLoad Until = "load"
)

// NavigateRequest asks for another document in the same tab: exactly one of URL
// and History.
type NavigateRequest struct {
	// URL is the address.
	URL string
	// History goes where the page has been. Where there is nothing to go to the
	// answer is [CodeNavigationFailed].
	History History
	// Until is how far to wait; empty is UntilDOM.
	Until Until
	// Timeout is how long to wait at most; 0 is the provider's limit.
	Timeout time.Duration
}

// History is a step in the history of a page.
type History string

// The steps.
const (
	Back    History = "back"
	Forward History = "forward"
	Reload  History = "reload"
)

// SnapshotRequest asks for an outline of the page, of a part of it, or of what
// changed on it.
type SnapshotRequest struct {
	// MaxLines and MaxChars are the budget of the outline; 0 is the default of
	// 800 lines and 40,000 characters. Of changes the default is 200 lines and
	// 20,000 characters.
	MaxLines, MaxChars int
	// Region is the part to read; the zero Region is the whole page. A region
	// adds its refs to those of the last full snapshot, which stays what Find
	// searches.
	Region Region
	// Since is the epoch of an earlier snapshot: only what changed since then is
	// printed. The outline is printed in full all the same when the page has
	// another document now, when more than half changed, or when that epoch is
	// not kept (the last three are, on very large pages the last one). It does
	// not go with a Region.
	Since uint64
	// Full prints the outline in full whatever Since says.
	Full bool
	// Reader is what reads the page; empty is the provider's choice. Parts of a
	// page are read by ReaderDOM only.
	Reader Reader
}

// Reader is a way to see a page. Refs are the same whichever printed them.
type Reader string

// The readers.
const (
	// ReaderDOM reads roles, names and boxes of what a person could see with a
	// script in the page. It is the fast one and the default.
	ReaderDOM Reader = "dom"
	// ReaderAX reads the browser's accessibility tree, what assistive technology
	// is told: exact in roles and names where ReaderDOM may err, and about ten
	// times slower.
	ReaderAX Reader = "ax"
)

// FindRequest asks for rows of the last full snapshot.
type FindRequest struct {
	// Query is a piece of the row's text; case does not matter.
	Query string
	// Regexp takes Query as a regular expression (Go syntax).
	Regexp bool
	// Limit is the most hits to return; 0 is 20.
	Limit int
}

// Button is a mouse button.
type Button string

// The mouse buttons.
const (
	ButtonLeft   Button = "left"
	ButtonRight  Button = "right"
	ButtonMiddle Button = "middle"
)

// ClickRequest asks for a click on an element.
type ClickRequest struct {
	Ref refs.Ref
	// Button is the mouse button; empty is the left one.
	Button Button
	// Count is 1 for a click (also 0), 2 for a double click, at most 3.
	Count int
	// Modifiers are the keys held while clicking: Alt, Control, Meta, Shift.
	Modifiers []string
	// Offset is where in the element; nil is any place of it that is free.
	Offset *Offset
	// Hold is how long the button stays down, at most MaxHold. Count must be 1.
	Hold time.Duration
	// Hover puts the pointer over the element first, or, while that is hidden,
	// over what it is in, and checks it once what then appears is there.
	Hover bool
}

// FillRequest asks for a value in a control.
type FillRequest struct {
	Ref refs.Ref
	// Value is the new value: text for text fields and editors; the value or
	// label of an option for a select; true or false for a checkbox, radio or
	// switch; the wire format of HTML for date, time, month, week and colour
	// controls.
	Value string
	// Submit presses Enter afterwards.
	Submit bool
	// Keystrokes types text key by key, with the events of a keyboard; what is
	// not on a US keyboard comes character by character, as from an input method.
	// For fields that listen to keys. At most MaxKeystrokes characters.
	Keystrokes bool
}

// MaxKeystrokes is the longest text that is typed key by key, in characters.
const MaxKeystrokes = 2000

// PressRequest asks for a key.
type PressRequest struct {
	// Key is a named key (Enter, Tab, ArrowDown, F5, Space…), one ASCII
	// character, or a combination such as Control+A. Text in other scripts goes
	// in with Fill.
	Key string
	// Ref is the element that gets the focus first; zero presses on whatever
	// has the focus.
	Ref refs.Ref
	// Count is how often; 0 is once.
	Count int
	// Hold is how long the key stays down, at most MaxHold; it repeats as a
	// keyboard does (after 500 ms, 30 times a second). Count must be 1.
	Hold time.Duration
}
