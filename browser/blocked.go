package browser

import (
	"strconv"

	"github.com/holdfast-go/holdfast/browser/site"
	"github.com/holdfast-go/holdfast/outline"
)

// BlockedKind says what a page wanted to load.
type BlockedKind string

// The kinds of blocked loads.
const (
	// BlockedDocument: the page wanted to go there. It stayed where it was.
	BlockedDocument BlockedKind = "document"
	// BlockedFrame: a frame of the page did.
	BlockedFrame BlockedKind = "frame"
	// BlockedPopup: a tab that the page opened did.
	BlockedPopup BlockedKind = "popup"
	// BlockedRequest: a picture, script, fetch and the like, where the program
	// holds those to its lists, too.
	BlockedRequest BlockedKind = "request"
)

// Blocked tells that a page tried to reach what the program's lists forbid, and
// that the browser did not go there.
type Blocked struct {
	Kind BlockedKind `json:"kind"`
	// URL is the address, without user name and password; of several requests to
	// a site the first.
	URL string `json:"url"`
	// Reason is why, and Rule the rule of the block list, if one did it.
	Reason site.Reason `json:"reason"`
	Rule   string      `json:"rule,omitempty"`
	// Count is how often, if more than once.
	Count int `json:"count,omitempty"`
}

// String tells it in a line, with the code that errors have for the same.
func (b Blocked) String() string {
	what := ""
	switch b.Kind {
	case BlockedFrame:
		what = "a frame was kept from "
	case BlockedPopup:
		what = "a new tab was kept from "
	case BlockedRequest:
		what = "a request was kept from "
	default:
		what = "the page was kept from "
	}
	what = string(CodeSiteBlocked) + ": " + what + outline.Address(b.URL)
	if b.Count > 1 {
		what += " and others there (" + strconv.Itoa(b.Count) + " in all)"
	}
	return what + ": " + WhyBlocked(b.Reason, b.Rule)
}

// WhyBlocked is the clause that says why an address is not allowed.
func WhyBlocked(reason site.Reason, rule string) string {
	switch reason {
	case site.Blocked:
		return "the program's rule " + outline.Quote(rule) + " blocks it"
	case site.NotListed:
		return "it is not on the program's list of allowed sites"
	case site.Credentials:
		return "it has a user name or a password in it"
	case site.Scheme:
		return "it is neither an http nor an https address"
	}
	return "no browser accepts it"
}
