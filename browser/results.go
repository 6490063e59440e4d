package browser

import (
	"fmt"
	"strings"
	"time"

	"github.com/holdfast-go/holdfast/outline"
)

// Thing is an element as results and errors name it.
type Thing struct {
	Ref  string `json:"ref,omitempty"`
	Role string `json:"role,omitempty"`
	Name string `json:"name,omitempty"`
	// Item is the beginning of what the item says that the element belongs to
	// (its row, list item, dialog…), where errors tell it.
	Item string `json:"item,omitempty"`
}

// String gives the thing as an outline row would: e12 button "Pay". An item is
// added: in "Invoice 1001 due…".
func (t Thing) String() string {
	s := t.Role
	if s == "" {
		s = "element"
	}
	if t.Name != "" {
		s += " " + outline.Quote(t.Name)
	}
	if t.Ref != "" {
		s = t.Ref + " " + s
	}
	if t.Item != "" {
		s += " in " + outline.Quote(t.Item)
	}
	return s
}

// Navigation tells that the page's address or document is another one.
type Navigation struct {
	From string `json:"from,omitempty"`
	To   string `json:"to,omitempty"`
	// SameDocument: only the address changed (a route, an anchor).
	SameDocument bool `json:"same_document,omitempty"`
	// Pending: it was requested, but the new document had not come when the
	// receipt was written.
	Pending bool `json:"pending,omitempty"`
	// Restored: the document is one that was left before, as it was then (the
	// back-forward cache). Its refs can be revalidated.
	Restored bool `json:"restored,omitempty"`
	// Failed is the network error of a document that could not be loaded.
	Failed string `json:"failed,omitempty"`
}

// Dialog is a JavaScript dialog that a page opened, and what became of it.
type Dialog struct {
	// Kind is alert, confirm, prompt or beforeunload.
	Kind    string `json:"kind"`
	Message string `json:"message"`
	Default string `json:"default,omitempty"`
	// Handled is accepted or dismissed; empty while it is open.
	Handled string `json:"handled,omitempty"`
}

// Event is something that happened to the pages of a program outside of a
// call: it opens the next result of the page, and for new tabs the next result
// of any page.
type Event struct {
	// After names the action that went before it, if there was one.
	After     string `json:"after,omitempty"`
	OpenedTab *Tab   `json:"opened_tab,omitempty"`
	// ClosedTab is a tab that the program used or was told of and that is gone,
	// not closed by the program.
	ClosedTab  *Tab        `json:"closed_tab,omitempty"`
	Dialog     *Dialog     `json:"dialog,omitempty"`
	Navigation *Navigation `json:"navigation,omitempty"`
	Download   *Download   `json:"download,omitempty"`
	Chooser    *Chooser    `json:"chooser,omitempty"`
	Blocked    *Blocked    `json:"blocked,omitempty"`
	// Takeover tells that a person operates the page, in every result while that
	// lasts, and once that it is over.
	Takeover *Takeover `json:"takeover,omitempty"`
}

// String tells the event in a line.
func (e Event) String() string {
	after := ""
	if e.After != "" {
		after = " after " + e.After
	}
	switch {
	case e.OpenedTab != nil:
		return "opened tab" + after + ": " + tabText(*e.OpenedTab)
	case e.Dialog != nil:
		return "dialog" + after + ": " + e.Dialog.String()
	case e.Navigation != nil:
		return "navigated" + after + ": " + navigationText(*e.Navigation)
	case e.Download != nil:
		return "download" + after + ": " + e.Download.String()
	case e.ClosedTab != nil:
		return "closed tab" + after + ": " + tabText(*e.ClosedTab)
	}
	if e.Chooser != nil {
		return "file chooser" + after + ": " + e.Chooser.String()
	}
	if e.Takeover != nil {
		return e.Takeover.String()
	}
	if e.Blocked != nil {
		return "blocked" + after + ": " + e.Blocked.String()
	}
	return "event" + after
}

// Receipt is the evidence of an action: what it was done to, and what had come
// of it when the receipt was written. What comes of it later opens the next
// result of the page ([Receipt.SinceLast]).
type Receipt struct {
	// Action is what was done: click, fill, press, navigate…
	Action string `json:"action"`
	// Target is what it was done to; zero for actions on no element.
	Target Thing `json:"target,omitzero"`
	// Relocated: the thing had moved to another node, and was found there.
	Relocated bool `json:"relocated,omitempty"`
	// Renamed is the new name of the target, changed by this action.
	Renamed string `json:"renamed,omitempty"`
	// Title and URL are the page's after the action, when they are known.
	Title string `json:"title,omitempty"`
	URL   string `json:"url,omitempty"`
	// Navigated tells that the document or the address is another one. The refs
	// of the old one are gone.
	Navigated *Navigation `json:"navigated,omitempty"`
	// OpenedTabs are new tabs that the action opened.
	OpenedTabs []Tab `json:"opened_tabs,omitempty"`
	// Dialogs are the JavaScript dialogs that came up.
	Dialogs []Dialog `json:"dialogs,omitempty"`
	// ClosedTabs are tabs that closed meanwhile, not by the program, and TabClosed
	// that the page's own did.
	ClosedTabs []Tab `json:"closed_tabs,omitempty"`
	TabClosed  bool  `json:"tab_closed,omitempty"`
	// Downloads are the files that the action began to download, and earlier ones
	// that have ended since.
	Downloads []Download `json:"downloads,omitempty"`
	// Blocked is what the page tried to reach and the program's lists forbid.
	Blocked []Blocked `json:"blocked,omitempty"`
	// OccludedBy is what was in front of the target when the input was sent all
	// the same.
	OccludedBy *Thing `json:"occluded_by,omitempty"`
	// Value is what the control really holds now, and Protected that it holds
	// something that is not shown.
	Value     *string `json:"value,omitempty"`
	Protected bool    `json:"protected,omitempty"`
	// ValueDiffers: Value is not what was asked for.
	ValueDiffers bool `json:"value_differs,omitempty"`
	// State lists states of the target that hold now: checked, expanded…
	State []string `json:"state,omitempty"`
	// To is what the target was dragged onto.
	To *Thing `json:"to,omitempty"`
	// Selection is the text that is selected now, its beginning when it is long.
	Selection *string `json:"selection,omitempty"`
	// Scroll tells of a scroll how far it went.
	Scroll *Scroll `json:"scroll,omitempty"`
	// Viewport is the one that a resize has set, and PreviousViewport what the
	// page saw before.
	Viewport         *Viewport `json:"viewport,omitempty"`
	PreviousViewport *Viewport `json:"previous_viewport,omitempty"`
	// Chooser is the file chooser that the action opened. It waits for
	// Page.Upload.
	Chooser *Chooser `json:"chooser,omitempty"`
	// NoEffect: nothing in the page changed, as far as could be seen.
	NoEffect bool `json:"no_effect,omitempty"`
	// Unconfirmed: the input was sent, but the page did not answer in time, or
	// nothing shows that it arrived; Notes say what is known.
	Unconfirmed bool `json:"unconfirmed,omitempty"`
	// TargetGone: the element is not in the page any more.
	TargetGone bool `json:"target_gone,omitempty"`
	// Changes are what is different on the page now than in the last snapshot,
	// when the provider was told to look (and the document is the same). They
	// are of a new snapshot: its epoch is current now, and the refs in it.
	Changes *Changes `json:"changes,omitempty"`
	// Notes are further facts, a sentence each.
	Notes []string `json:"notes,omitempty"`
	// Next says what to do next, or is empty.
	Next string `json:"next,omitempty"`
	// SinceLast is what happened between the last result and this call.
	SinceLast []Event `json:"since_last,omitempty"`
	// Spot is where the pointer or the focus went, where that is known.
	Spot *Spot `json:"-"`
	// Elapsed is how long the call took, waiting for its turn not included.
	Elapsed time.Duration `json:"-"`
}

// Spot is a place on a page at the moment of an action, in CSS pixels of the
// viewport: a point, and the rectangle around the element it is in.
type Spot struct {
	X, Y float64
	Box  Rect
}

// DownloadState is how far a download has come.
type DownloadState string

// The states of a download.
const (
	DownloadRunning  DownloadState = "in progress"
	DownloadDone     DownloadState = "completed"
	DownloadCanceled DownloadState = "canceled"
	// DownloadRefused: the program gave no folder for downloads.
	DownloadRefused DownloadState = "refused"
)

// Final reports whether nothing comes after the state.
func (s DownloadState) Final() bool { return s != "" && s != DownloadRunning }

// Download is a file that a page began to download.
type Download struct {
	URL string `json:"url"`
	// Name is the file's, made safe.
	Name  string        `json:"name"`
	State DownloadState `json:"state,omitempty"`
	// Path is where the file is, of DownloadDone. On another machine than the
	// browser's it names a file there, or is empty.
	Path string `json:"path,omitempty"`
	// Size is how many bytes have come, Total how many there are, 0 when that is
	// not known.
	Size  int64 `json:"size"`
	Total int64 `json:"total,omitempty"`
}

// String tells the download in a line.
func (d Download) String() string {
	s := outline.Quote(d.Name)
	switch d.State {
	case DownloadRefused:
		s += " refused: the program gave no folder for downloads"
	case DownloadDone:
		s += fmt.Sprintf(" completed, %d bytes", d.Size)
		if d.Path != "" {
			s += ", at " + outline.Quote(d.Path)
		}
	case DownloadRunning:
		s += " in progress"
		if d.Total > 0 {
			s += fmt.Sprintf(", %d of %d bytes", d.Size, d.Total)
		}
	case DownloadCanceled:
		s += fmt.Sprintf(" canceled after %d bytes", d.Size)
	}
	return s + ", from " + outline.Address(d.URL)
}

// String tells the receipt to a model: what happened, the evidence, what next.
func (r *Receipt) String() string {
	var b strings.Builder
	writeEvents(&b, r.SinceLast)
	b.WriteString(r.Action)
	if r.Target != (Thing{}) {
		b.WriteString(" ")
		b.WriteString(r.Target.String())
	}
	if r.To != nil {
		b.WriteString(" to ")
		b.WriteString(r.To.String())
	}
	var facts []string
	add := func(s string) { facts = append(facts, s) }
	if r.Relocated {
		add("relocated: the page had moved it to another node")
	}
	if r.Renamed != "" {
		add("now named " + outline.Quote(r.Renamed))
	}
	if r.Value != nil {
		switch {
		case r.Protected:
			add("value not shown")
		case r.ValueDiffers:
			add("the field now holds " + outline.Quote(*r.Value) + ", not what was asked for")
		default:
			add("value=" + outline.Quote(*r.Value))
		}
	}
	if r.Selection != nil {
		add("selected " + outline.Quote(*r.Selection))
	}
	if r.Scroll != nil {
		s := *r.Scroll
		if s.Container != nil && *s.Container == r.Target {
			s.Container = nil // said already
		}
		add(s.String())
	}
	if len(r.State) > 0 {
		add("now " + strings.Join(r.State, ", "))
	}
	if r.TargetGone && r.Navigated == nil {
		add("it is gone from the page now")
	}
	if r.NoEffect && r.Scroll == nil {
		add("nothing in the page changed")
	}
	switch {
	case r.Unconfirmed && len(r.Downloads) > 0:
		// A server that takes its time keeps the page from answering.
		add("unconfirmed: sent, but the page did not answer in time")
	case r.Unconfirmed:
		add("unconfirmed: sent, but nothing shows that it arrived")
	}
	if len(facts) > 0 {
		b.WriteString(": ")
		b.WriteString(strings.Join(facts, "; "))
	}
	b.WriteString("\n")
	if r.OccludedBy != nil {
		fmt.Fprintf(&b, "occluded_by: %s\n", r.OccludedBy)
	}
	if r.Navigated != nil {
		fmt.Fprintf(&b, "navigated: %s\n", navigationText(*r.Navigated))
		if r.Title != "" {
			fmt.Fprintf(&b, "title: %s\n", outline.Quote(r.Title))
		}
	}
	for _, t := range r.OpenedTabs {
		fmt.Fprintf(&b, "opened tab: %s\n", tabText(t))
	}
	for _, t := range r.ClosedTabs {
		fmt.Fprintf(&b, "closed tab: %s\n", tabText(t))
	}
	if r.TabClosed {
		b.WriteString("the page's own tab closed\n")
	}
	for _, d := range r.Dialogs {
		fmt.Fprintf(&b, "dialog: %s\n", d.String())
	}
	for _, d := range r.Downloads {
		fmt.Fprintf(&b, "download: %s\n", d)
	}
	if r.Chooser != nil {
		fmt.Fprintf(&b, "file chooser: %s\n", r.Chooser)
	}
	for _, x := range r.Blocked {
		b.WriteString(x.String())
		b.WriteString("\n")
	}
	for _, n := range r.Notes {
		b.WriteString(n)
		b.WriteString("\n")
	}
	if r.Changes != nil {
		b.WriteString(r.Changes.String())
		b.WriteString("\n")
	}
	if r.Next != "" {
		b.WriteString(r.Next)
		b.WriteString("\n")
	}
	return strings.TrimSuffix(b.String(), "\n")
}

func writeEvents(b *strings.Builder, events []Event) {
	for _, e := range events {
		b.WriteString("since last: ")
		b.WriteString(e.String())
		b.WriteString("\n")
	}
}

func tabText(t Tab) string {
	s := string(t.ID) + " " + outline.Address(t.URL)
	if t.Title != "" {
		s += " " + outline.Quote(t.Title)
	}
	return s
}

// String tells the dialog in a line: what it says, and what became of it.
func (d Dialog) String() string {
	s := d.Kind
	if s == "beforeunload" {
		switch d.Handled { // its words are the browser's, never the page's
		case "dismissed":
			return s + " (dismissed: the page was not left)"
		case "accepted":
			return s + " (accepted: the page may be left)"
		}
	} else {
		s += " " + outline.Quote(d.Message)
	}
	if d.Default != "" {
		s += " default " + outline.Quote(d.Default)
	}
	if d.Handled == "" {
		return s + " (open)"
	}
	return s + " (" + d.Handled + ")"
}

func navigationText(n Navigation) string {
	to := outline.Address(n.To)
	switch {
	case n.Failed != "":
		return to + " failed: " + outline.Quote(n.Failed)
	case n.Pending:
		return "requested " + to + ", no answer yet"
	case n.SameDocument:
		return to + " (same document)"
	case n.Restored:
		return to + " (as it was left)"
	}
	return to
}

// FindResult are rows of the last full snapshot.
type FindResult struct {
	outline.FindResult
	Query string
	// Epoch is the snapshot that was searched.
	Epoch     uint64
	SinceLast []Event
}

// String gives the hits, one per line, as an agent reads them.
func (r *FindResult) String() string {
	var b strings.Builder
	writeEvents(&b, r.SinceLast)
	b.WriteString(r.FindResult.String())
	return b.String()
}
