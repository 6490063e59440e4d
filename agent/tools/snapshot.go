package tools

import (
	"context"

	"github.com/holdfast-go/holdfast/browser"
)

type snapshotArgs struct {
	onPage
	MaxLines int `json:"max_lines"`
	MaxChars int `json:"max_chars"`
}

// What a snapshot may ask for. The least and the defaults are those of package outline; the
// upper ends keep one result within what the context of a model takes
// (400,000 characters are about 100,000 tokens).
const (
	leastLines, defaultLines, mostLines = 10, 800, 10_000
	leastChars, defaultChars, mostChars = 1_000, 40_000, 400_000
)

func snapshotTool() *spec {
	return define[snapshotArgs](Tool{
		Name:  "webpage_snapshot",
		Title: "Read the page",
		Description: "Prints the page as an outline, one row per line: what can be operated begins with its ref (e12), " +
			"then role, name, value and states. Take one after opening, after a navigation, and when a ref is refused. " +
			"When rows are folded (×N) or cut, webpage_find lists them with their refs.",
		Class: Read, Effect: None,
	},
		integer("max_lines", "most lines to print", leastLines, mostLines).number(defaultLines),
		integer("max_chars", "most characters to print", leastChars, mostChars).number(defaultChars),
	)
}

// snapshot is the structured value of webpage_snapshot; the outline comes to
// it between marks.
type snapshot struct {
	SessionID     browser.TabID   `json:"session_id"`
	Title         string          `json:"title"`
	URL           string          `json:"url"`
	Epoch         uint64          `json:"epoch"`
	Rows          int             `json:"rows"`
	Refs          int             `json:"refs"`
	FoldedRepeats int             `json:"folded_repeats"`
	Truncated     int             `json:"truncated"`
	Dropped       int             `json:"dropped"`
	SinceLast     []browser.Event `json:"since_last,omitempty"`
}

func (a snapshotArgs) run(ctx context.Context, k *call) error {
	page, err := k.page(ctx)
	if err != nil {
		return err
	}
	s, err := page.Snapshot(ctx, browser.SnapshotRequest{MaxLines: a.MaxLines, MaxChars: a.MaxChars})
	if err != nil {
		return err
	}
	k.catalogue.tell(k.session, s.Title, s.URL) // the header names both
	value := snapshot{SessionID: k.session, Title: s.Title, URL: s.URL, Epoch: s.Epoch, Refs: s.Refs, SinceLast: s.SinceLast}
	k.outline = s.String()
	if s.Outline != nil {
		c := s.Outline.Counts()
		value.Rows, value.FoldedRepeats, value.Truncated, value.Dropped = c.Rows, c.FoldedRepeats, c.Truncated, c.Dropped
	}
	k.fromPage(k.outline)
	k.structured = value
	return nil
}
