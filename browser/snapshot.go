package browser

import (
	"fmt"
	"strings"
	"time"

	"github.com/holdfast-go/holdfast/outline"
	"github.com/holdfast-go/holdfast/refs"
)

// Snapshot is an outline of a page and the refs in it.
type Snapshot struct {
	// Outline is the outline that was printed; it also serves Find.
	Outline *outline.Outline
	Title   string
	URL     string
	// Epoch counts the full snapshots of the page, from 1. A region has that of
	// the table that its refs were added to, 0 when it is the first that is seen
	// of the page.
	Epoch uint64
	// Refs is how many elements have refs; of a region those in it.
	Refs int
	// Region is the part of the page that the outline shows, OutsideRegion how
	// many elements with refs the last full snapshot had elsewhere.
	Region        Region
	OutsideRegion int
	// Changes are what changed, when that was asked for. Outline is the whole
	// page all the same; String prints it only when Changes.Full says that the
	// changes do not tell.
	Changes   *Changes
	SinceLast []Event
	// Elapsed is how long it took, waiting for its turn not included.
	Elapsed time.Duration
}

// String gives the outline with its header, or what changed, as an agent reads
// it.
func (s *Snapshot) String() string {
	var b strings.Builder
	writeEvents(&b, s.SinceLast)
	if s.Changes != nil {
		b.WriteString(s.changesText())
	} else {
		b.WriteString(s.Outline.Text(s.regionText()))
	}
	return b.String()
}

// Ref returns the ref of the one element of that role and exact name; an empty
// role means any. It answers [CodeNotFound] or [CodeAmbiguous], with
// candidates.
func (s *Snapshot) Ref(role, name string) (refs.Ref, error) {
	match, near := s.Outline.Lookup(role, name)
	if len(match) == 1 {
		return match[0].Ref, nil
	}
	what := outline.Quote(name)
	if role != "" {
		what = role + " " + what
	}
	before := "; there is "
	e := &Error{
		Code: CodeNotFound, Message: "the snapshot has no " + what,
		Hint: "Write the name as the outline prints it, or take another snapshot if the page has changed.",
	}
	switch {
	case len(match) > 1:
		near, before = match, ": "
		e.Code = CodeAmbiguous
		e.Message = fmt.Sprintf("%d elements of the snapshot are %s", len(match), what)
		e.Hint = "Choose one of them by what stands around it in the outline."
	case len(near) == 0:
		near = s.ofRole(role)
	}
	var names []string
	for _, c := range near[:min(len(near), mostCandidates)] {
		candidate := Thing{Ref: c.Ref.String(), Role: c.Role, Name: c.Name}
		e.Details.Candidates = append(e.Details.Candidates, candidate)
		names = append(names, candidate.String())
	}
	if len(names) > 0 {
		// In the message, because that is all that a program prints.
		e.Message += before + strings.Join(names, ", ")
	}
	if len(near) > len(names) {
		e.Message += ", …"
	}
	return 0, e
}

// mostCandidates bounds what an error names.
const mostCandidates = 10

// ofRole returns the first addressable rows of a role, one more than an error
// names; an empty role means any.
func (s *Snapshot) ofRole(role string) []outline.Row {
	var rows []outline.Row
	s.Outline.Rows(func(r outline.Row) bool {
		if r.Ref != 0 && (role == "" || r.Role == role) {
			rows = append(rows, r)
		}
		return len(rows) <= mostCandidates
	})
	return rows
}
