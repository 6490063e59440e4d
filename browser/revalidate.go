package browser

import (
	"strings"

	"github.com/holdfast-go/holdfast/refs"
)

// The reasons why a ref cannot be brought back, in the order in which they are
// found out.
const (
	// ReasonNotArchived: no ref of that number was ever given, or it is
	// forgotten.
	ReasonNotArchived Reason = "not_archived"
	// ReasonDocumentChanged: it belongs to a document that the page has left.
	ReasonDocumentChanged = Reason(refs.Navigated)
	// ReasonNodeGone: its element is not in the page any more.
	ReasonNodeGone = Reason(refs.NodeGone)
	// ReasonIdentityMismatch: its element is another thing now.
	ReasonIdentityMismatch = Reason(refs.IdentityMismatch)
)

// RevalidateRequest asks which refs still stand for what they stood for.
type RevalidateRequest struct {
	// Refs are asked for together, in two round trips at most.
	Refs []refs.Ref
}

// Revalidated is the answer for one ref.
type Revalidated struct {
	// Thing is what the ref stands for, or stood for.
	Thing
	// OK: the ref can be used again, under its number.
	OK bool `json:"ok"`
	// Relocated: the page had moved the thing to another node.
	Relocated bool `json:"relocated,omitempty"`
	// Reason says why it is not, in one of the words above.
	Reason Reason `json:"reason,omitempty"`
	// Now is what the element is now, of ReasonIdentityMismatch.
	Now *Thing `json:"now,omitempty"`
}

// RevalidateResult answers for every ref in the order of the request.
type RevalidateResult struct {
	Refs      []Revalidated `json:"refs"`
	Title     string        `json:"title,omitempty"`
	URL       string        `json:"url,omitempty"`
	SinceLast []Event       `json:"since_last,omitempty"`
}

// Failed returns how many refs cannot be used.
func (r *RevalidateResult) Failed() int {
	n := 0
	for _, one := range r.Refs {
		if !one.OK {
			n++
		}
	}
	return n
}

// String tells the result to a model, a line per ref.
func (r *RevalidateResult) String() string {
	var b strings.Builder
	writeEvents(&b, r.SinceLast)
	for _, one := range r.Refs {
		b.WriteString(one.Thing.String())
		switch {
		case one.OK && one.Relocated:
			b.WriteString(": valid, relocated: the page had moved it to another node")
		case one.OK:
			b.WriteString(": valid")
		default:
			b.WriteString(": ")
			b.WriteString(string(one.Reason))
			if one.Now != nil {
				b.WriteString("; in its place is ")
				b.WriteString(one.Now.String())
			}
		}
		b.WriteString("\n")
	}
	return strings.TrimSuffix(b.String(), "\n")
}
