package electron

import (
	"context"
	"slices"

	"github.com/holdfast-go/holdfast/transport"
)

// lists are the lists of sites in the words of the window host.
type lists struct {
	Allow  []string `json:"allow"`
	Block  []string `json:"block"`
	Strict bool     `json:"strict"`
}

func newLists(allow, block []string, strict bool) *lists {
	l := &lists{slices.Clone(allow), slices.Clone(block), strict}
	if l.Allow == nil {
		l.Allow = []string{} // null is none of its words
	}
	if l.Block == nil {
		l.Block = []string{}
	}
	return l
}

// KeepSites holds all pages to lists of sites; package browser/site tells the
// form of a rule. A block list goes before an allow list; strict holds all
// requests to them, not documents alone. The window host itself holds back what
// is forbidden, the first document of a popup too, and tells of it with events
// (transport.Blocked). Without any rule nothing is held back any more.
//
// The lists take the place of those of before. Those of [WithSites] stay: with
// them, and for a rule that is none, the answer is of kind transport.KindInvalid.
func (h *Host) KeepSites(ctx context.Context, allow, block []string, strict bool) error {
	if h.config.lists != nil {
		return &transport.Error{
			Kind: transport.KindInvalid, Op: "sites", Detail: "the window host was started with lists of sites of its own",
			Hint: "give the lists in one place: leave out WithSites, or those of the provider",
		}
	}
	l := newLists(allow, block, strict)
	if len(allow)+len(block) == 0 {
		l = nil
	}
	_, err := h.ask(ctx, request{Op: "sites", Sites: &l})
	return err
}

// CancelsDownloads reports that the window host cancels every download: it has
// no folder for them, and asks nobody.
func (h *Host) CancelsDownloads() bool { return true }
