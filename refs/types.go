package refs

import (
	"fmt"
	"strconv"
)

// Ref is the number of a thing within one page session. Numbers start at 1,
// grow, and are never used twice. The zero Ref is no ref.
type Ref uint32

// String returns the form that agents see: "e12". The zero Ref is "".
func (r Ref) String() string {
	if r == 0 {
		return ""
	}
	return "e" + strconv.FormatUint(uint64(r), 10)
}

// Parse reads a ref as agents write it. It accepts "e12" and nothing else: a
// ref is copied, not made up.
func Parse(s string) (Ref, error) {
	if len(s) < 2 || len(s) > 11 || s[0] != 'e' || s[1] < '1' || s[1] > '9' {
		return 0, fmt.Errorf("refs: %.20q is not a ref; refs look like e12", s)
	}
	n, err := strconv.ParseUint(s[1:], 10, 32)
	if err != nil {
		return 0, fmt.Errorf("refs: %.20q is not a ref; refs look like e12", s)
	}
	return Ref(n), nil
}

// Node addresses an element: the table of the isolated world that holds it and
// its number there. Tables are made anew for every document and their ids are
// unique among all documents of all pages, so equal Nodes are one DOM node.
type Node struct {
	Table string // the world table's nonce; never empty
	ID    uint32 // 1 or more
}

// Target is what the registry knows about a thing.
type Target struct {
	Node Node
	// Frame is the protocol's frame id of the element's document.
	Frame string
	// Address is the URL of the element's own document when it was observed, or
	// empty when it could not be read.
	Address string
	// Role and Name are what the agent was shown.
	Role, Name string
	// Identity is a digest of folded role, name and item text, made by the
	// reader and compared for equality only. Zero means that the reader could
	// not tell, and equals nothing, not even another zero.
	Identity uint64
	// Key is the semantic key, a digest of role, name and the path of stable
	// ancestors. Zero takes no part in matching.
	Key uint64
}

// Document says which document of the page an observation saw.
type Document struct {
	// Loader is the protocol's loader id of the top document.
	Loader string
	// URL is the top document's address as the renderer gave it, or empty when
	// it could not be read (which the gate lets pass).
	URL string
}

// Observation is one read of a page or of a part of it.
type Observation struct {
	Document Document
	// Targets are the operable elements in reading order. A node may appear
	// once; a second one is ignored.
	Targets []Target
	// Unread are the ids of frames that are part of the page but could not be
	// read this time; what the table knows of them is carried over.
	Unread []string
}

// Reason says why a ref does not resolve.
type Reason string

// The reasons of a [StaleError].
const (
	// NeverObserved: there is no table yet; the page was never observed.
	NeverObserved Reason = "never_observed"
	// NeverIssued: no ref of this page ever had that number.
	NeverIssued Reason = "never_issued"
	// Navigated: the document that the ref belonged to was left.
	Navigated Reason = "document_changed"
	// Returned: the document that the ref belonged to was left and is back, from
	// the back-forward cache or by a step between its addresses. Refs of before do
	// not come back by themselves; revalidation may restore them.
	Returned Reason = "document_returned"
	// Outlived: a newer full snapshot did not find the thing any more.
	Outlived Reason = "outlived"
	// Evicted: the table was full and the ref was not used for long.
	Evicted Reason = "evicted"
	// NodeGone: the element is not in the document any more.
	NodeGone Reason = "node_gone"
	// IdentityMismatch: the element is now another thing.
	IdentityMismatch Reason = "identity_mismatch"
)

// StaleError says that a ref cannot be acted on, and why. Target is the last
// that was known about it; it is zero for refs that were never issued.
type StaleError struct {
	Ref    Ref
	Reason Reason
	Target Target
}

// Error names the ref, what it was (the name cut at 80 characters, for it is the
// page's), and the reason.
func (e *StaleError) Error() string {
	what := e.Ref.String()
	if what == "" {
		what = "no ref"
	}
	if e.Target.Role != "" {
		what += fmt.Sprintf(" (%.20s %.80q)", e.Target.Role, e.Target.Name)
	}
	return "refs: " + what + ": " + string(e.Reason)
}

// LateError says that what was read from the page belongs to a table that has
// been replaced or to a document that was left, and was dropped.
type LateError struct {
	// Epoch is that of the reply, Current that of the table.
	Epoch, Current uint64
	// Loader is the loader id that the reply saw, when that was what
	// contradicted the table; otherwise it is empty.
	Loader string
}

// Error says what the reply belonged to.
func (e *LateError) Error() string {
	if e.Loader != "" {
		return fmt.Sprintf("refs: late reply: it saw document %.40q, which is not that of epoch %d", e.Loader, e.Current)
	}
	return fmt.Sprintf("refs: late reply: it belongs to epoch %d, and the table is of epoch %d", e.Epoch, e.Current)
}
