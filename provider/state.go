package provider

import (
	"time"

	"github.com/holdfast-go/holdfast/browser"
)

// stage is how far the current document of the main frame has come.
type stage int

const (
	committed stage = iota
	parsed          // DOMContentLoaded
	loaded          // load
)

// state is what the event loop has learnt of a page. It is guarded by page.mu
// and grows by appending to logs whose numbers never go back, so that a call
// can take a mark, act, and see what came after.
type state struct {
	frame  string // main frame id
	loader string // of the current document
	url    string
	stage  stage

	// pending is a navigation of the main frame that has neither committed nor
	// ended. loading says that the frame also loads, which covers those that
	// were announced under another name.
	pending *browser.Navigation
	began   int // navigations of the main frame that were announced
	// restoring: the pending one is a step in the history. A document that was
	// kept says that loading has stopped before it says that it is there.
	restoring bool
	navigated counted[browser.Navigation]
	commits   int                      // documents of the main frame so far
	dialogs   counted[*browser.Dialog] // the pointer lets a dialog be handled later
	dialog    *browser.Dialog          // the one that is open
	asking    bool                     // it waits for an answer of the program
	downloads int                      // that this page has begun
	windows   counted[windowOpen]
	network   *netBook
	frames    frameStates
	choosers  counted[openChooser]
	chooser   *openChooser // the one that is open
	crashed   bool
	lost      int // events lost for want of a reader
}

// windowOpen is a window that the page asked for.
type windowOpen struct{ url string }

// counted is a log that forgets its beginning but not its count.
type counted[T any] struct {
	first int // number of items forgotten
	items []T
}

// keep is how many items a log keeps at least.
const keep = 256

func (c *counted[T]) add(v T) int {
	if len(c.items) >= 2*keep {
		c.items = append(c.items[:0], c.items[keep:]...)
		c.first += keep
	}
	c.items = append(c.items, v)
	return c.first + len(c.items) - 1
}

// drop forgets the items from number n on.
func (c *counted[T]) drop(n int) {
	if n >= c.first && n < c.end() {
		c.items = c.items[:n-c.first]
	}
}

// at returns the item of a number, or nil when it was forgotten.
func (c *counted[T]) at(n int) *T {
	if n < c.first || n >= c.end() {
		return nil
	}
	return &c.items[n-c.first]
}

func (c *counted[T]) end() int { return c.first + len(c.items) }

// since returns the items from number n on.
func (c *counted[T]) since(n int) []T {
	if n < c.first {
		n = c.first
	}
	return c.items[n-c.first:]
}

// mark is a moment in the logs.
type mark struct {
	navigated, began, dialogs, downloads, windows, requests, frames, choosers int
	loader, url                                                               string

	// files and blocked are of the whole provider, where they were asked for:
	// downloads, and what was kept from where it wanted to go.
	files, blocked int
}

func (s *state) mark() mark {
	return mark{
		navigated: s.navigated.end(), began: s.began, dialogs: s.dialogs.end(), downloads: s.downloads,
		windows: s.windows.end(), requests: s.network.next, frames: s.frames.moves.end(), choosers: s.choosers.end(), loader: s.loader, url: s.url,
	}
}

// committedSince reports whether the main frame has had another document since
// the mark.
func (s *state) committedSince(m mark) bool {
	for _, n := range s.navigated.since(m.navigated) {
		if !n.SameDocument {
			return true
		}
	}
	return false
}

// event protocol structures; unknown fields and values are left alone.

type frameEvent struct {
	FrameID        string  `json:"frameId"`
	URL            string  `json:"url"`
	LoaderID       string  `json:"loaderId"`
	Name           string  `json:"name"`
	Reason         string  `json:"reason"`
	Disposition    string  `json:"disposition"`
	NavigationType string  `json:"navigationType"`
	Delay          float64 `json:"delay"`
}

// inNewTab tells that a link is followed in a tab of its own, as with a held
// Control key. Of such a tab the page is not the opener.
func (v frameEvent) inNewTab() bool {
	return v.Disposition == "newTab" || v.Disposition == "newWindow"
}

type frameNavigated struct {
	Type  string `json:"type"`
	Frame struct {
		ID             string `json:"id"`
		ParentID       string `json:"parentId"`
		LoaderID       string `json:"loaderId"`
		URL            string `json:"url"`
		URLFragment    string `json:"urlFragment"`
		UnreachableURL string `json:"unreachableUrl"`
	} `json:"frame"`
}

type dialogOpening struct {
	URL           string `json:"url"`
	Message       string `json:"message"`
	Type          string `json:"type"`
	DefaultPrompt string `json:"defaultPrompt"`
}

type dialogClosed struct {
	Result bool `json:"result"`
}

type downloadBegin struct {
	FrameID string `json:"frameId"`
	GUID    string `json:"guid"`
	URL     string `json:"url"`
	Name    string `json:"suggestedFilename"`
}

type downloadProgress struct {
	GUID     string  `json:"guid"`
	Total    float64 `json:"totalBytes"`
	Received float64 `json:"receivedBytes"`
	State    string  `json:"state"`
	Path     string  `json:"filePath"`
}

// soon is a delay below which a scheduled navigation counts as one that is
// coming now; a meta refresh has seconds.
const soon = 200 * time.Millisecond
