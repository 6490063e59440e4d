package browser

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/holdfast-go/holdfast/outline"
	"github.com/holdfast-go/holdfast/refs"
)

// Region is a part of a page. At most one field is set; the zero Region is the
// whole page.
type Region struct {
	// Ref is an element of the page's present document: it and what is in it.
	Ref refs.Ref
	// Viewport is what the window shows.
	Viewport bool
	// Box is what a rectangle touches, in CSS pixels of the viewport, scrolled
	// into view or not. What a scroll container hides is not in it.
	Box outline.Box
}

// String names the region as results do: e12, viewport, box 0,600 800x600; ""
// for the whole page.
func (r Region) String() string {
	switch {
	case r.Ref != 0:
		return r.Ref.String()
	case r.Viewport:
		return "viewport"
	case r.Box != (outline.Box{}):
		return fmt.Sprintf("box %g,%g %gx%g", r.Box.X, r.Box.Y, r.Box.Width, r.Box.Height)
	}
	return ""
}

// Changes are what became of a page since an earlier snapshot. The refs in
// their lines can be used.
type Changes struct {
	// Epoch is the snapshot that was taken for it, Since the one before it that
	// it is compared with.
	Epoch uint64 `json:"epoch"`
	Since uint64 `json:"since"`
	outline.Diff
}

// String tells the changes, a line each, as an agent reads them.
func (c *Changes) String() string {
	return fmt.Sprintf("epoch %d, since epoch %d: ", c.Epoch, c.Since) + strings.TrimSuffix(c.Diff.String(), "\n")
}

// TextRequest asks for the words of a page.
type TextRequest struct {
	// Ref is an element whose words are wanted; zero is the whole page.
	Ref refs.Ref
	// Offset is the first character (code point) to return: what an earlier
	// result gave as Next.
	Offset int
	// MaxChars is how many characters to return at most; 0 is 20,000.
	MaxChars int
	// Links writes links as [words](address).
	Links bool
}

// TextResult is the text of a page or of an element.
type TextResult struct {
	outline.TextResult
	Title, URL string
	SinceLast  []Event
	// Elapsed is how long it took, waiting for its turn not included.
	Elapsed time.Duration
}

// String says which part of the text it is and gives the text.
func (r *TextResult) String() string {
	var b strings.Builder
	writeEvents(&b, r.SinceLast)
	switch {
	case r.Total == 0:
		b.WriteString("there is no text here")
	case r.Text == "":
		fmt.Fprintf(&b, "the text ends before that: it has %d characters", r.Total)
	default:
		if r.Next > 0 {
			fmt.Fprintf(&b, "%d of %d characters, go on with offset %d:\n", r.Next-r.Offset, r.Total, r.Next)
		} else if r.Offset > 0 {
			fmt.Fprintf(&b, "the last %d of %d characters:\n", r.Total-r.Offset, r.Total)
		}
		b.WriteString(strings.TrimSuffix(r.Text, "\n"))
	}
	return b.String()
}

// ExtractKind is a kind of data.
type ExtractKind string

// The kinds of data.
const (
	// ExtractAuto is all that there is. The empty kind is the same.
	ExtractAuto ExtractKind = "auto"
	// ExtractTable: tables and grids, laid out with their spans.
	ExtractTable ExtractKind = "table"
	// ExtractList: cards or entries of one shape, and lists of terms with their
	// definitions.
	ExtractList ExtractKind = "list"
	// ExtractForm: fields and their values.
	ExtractForm ExtractKind = "form"
)

// ExtractRequest asks for the data of a page.
type ExtractRequest struct {
	// Ref is an element whose data are wanted: those in it or, where there are
	// none, the tables, lists and forms that it is in, which begin at its row
	// when they are too large for one result. Zero is the whole page.
	Ref refs.Ref
	// Kind is what to look for; empty is ExtractAuto.
	Kind ExtractKind
	// Offset is the first row of each set that is wanted, MaxRows how many at
	// most; 0 is 1,000.
	Offset, MaxRows int
	// MaxChars is how many characters all rows may have together; 0 is 40,000.
	// Every set has one row at least.
	MaxChars int
}

// ExtractResult are the tables, lists and forms that were found.
type ExtractResult struct {
	Data       []outline.Data
	Title, URL string
	SinceLast  []Event
	// Elapsed is how long it took, waiting for its turn not included.
	Elapsed time.Duration
}

// String prints the sets, a row per line: cells in quotes with commas between
// them, a cell's ref before its words, its address and states behind.
func (r *ExtractResult) String() string {
	var b strings.Builder
	writeEvents(&b, r.SinceLast)
	if len(r.Data) == 0 {
		b.WriteString("no such data here")
		return b.String()
	}
	for i := range r.Data {
		if i > 0 {
			b.WriteString("\n")
		}
		b.WriteString(r.Data[i].String())
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// regionText is what the header of an outline says about its region.
func (s *Snapshot) regionText() outline.HeaderInfo {
	return outline.HeaderInfo{Epoch: s.Epoch, Region: s.Region.String(), Outside: s.OutsideRegion}
}

// changesText tells a snapshot that was asked for what changed.
func (s *Snapshot) changesText() string {
	if !s.Changes.Full {
		return s.Changes.String() + "\n"
	}
	return "in full, for what changed since epoch " + strconv.FormatUint(s.Changes.Since, 10) + " cannot be told: " +
		s.Changes.Reason + "\n" + s.Outline.Text(s.regionText())
}
