package tools

import (
	"context"
	"errors"
	"math"

	"github.com/holdfast-go/holdfast/browser"
	"github.com/holdfast-go/holdfast/outline"
	"github.com/holdfast-go/holdfast/refs"
)

type snapshotArgs struct {
	onPage
	Region   *regionArgs `json:"region"`
	Since    uint64      `json:"since"`
	Full     bool        `json:"full"`
	MaxLines int         `json:"max_lines"`
	MaxChars int         `json:"max_chars"`

	Reader browser.Reader `json:"reader"`
}

type regionArgs struct {
	Ref      refText  `json:"ref"`
	Viewport bool     `json:"viewport"`
	Box      *boxArgs `json:"box"`
}

type boxArgs struct {
	X      float32 `json:"x"`
	Y      float32 `json:"y"`
	Width  float32 `json:"width"`
	Height float32 `json:"height"`
}

// box is the box that was given, the zero Box for none.
func (b *boxArgs) box() outline.Box {
	if b == nil {
		return outline.Box{}
	}
	return outline.Box{X: b.X, Y: b.Y, Width: b.Width, Height: b.Height}
}

// What a snapshot may ask for. The least and the defaults are those of package outline; the
// upper ends keep one result within what the context of a model takes
// (400,000 characters are about 100,000 tokens).
const (
	leastLines, defaultLines, mostLines = 10, 800, 10_000
	leastChars, defaultChars, mostChars = 1_000, 40_000, 400_000
)

// farthest bounds coordinates, in CSS pixels: browsers lay out no page beyond
// 33 million, and float32 counts single pixels up to 16 million.
const farthest = 16_000_000

func snapshotTool() *spec {
	return define[snapshotArgs](Tool{
		Name:  "webpage_snapshot",
		Title: "Read the page",
		Description: "Prints the page as an outline, one row per line: what can be operated begins with its ref (e12), " +
			"then role, name, value and states. Take one after opening, after a navigation, and when a ref is refused. " +
			"region reads a part for less; since prints only what changed. " +
			"When rows are folded (×N) or cut, webpage_find lists them with their refs.",
		Class: Read, Effect: None,
	},
		group("region", "read only a part of the page: one of ref, viewport, box",
			ref("ref", "an element and what is in it"),
			flag("viewport", "what the window shows"),
			group("box", "what a rectangle touches, in CSS pixels of the viewport",
				number("x", "left edge", -farthest, farthest).needed(),
				number("y", "top edge", -farthest, farthest).needed(),
				number("width", "width", 1, farthest).needed(),
				number("height", "height", 1, farthest).needed(),
			),
		),
		integer("since", "epoch of an earlier snapshot: print only what changed since", 1, math.MaxInt32),
		flag("full", "print the whole outline whatever since says"),
		integer("max_lines", "most lines to print", leastLines, mostLines).number(defaultLines),
		integer("max_chars", "most characters to print", leastChars, mostChars).number(defaultChars),
		choice("reader", "dom is fast; ax, the accessibility tree, is exact in roles and names, slow, and reads whole pages only",
			browser.ReaderDOM, browser.ReaderAX),
	)
}

// check makes sure that the arguments ask for one thing. A region that names no
// part is the whole page: many clients fill in what is optional that way.
func (a snapshotArgs) check() error {
	if a.Region == nil {
		return nil
	}
	parts := 0
	for _, given := range []bool{a.Region.Ref != 0, a.Region.Viewport, a.Region.Box != nil} {
		if given {
			parts++
		}
	}
	switch {
	case parts > 1:
		return errors.New("region takes one of ref, viewport and box")
	case parts == 1 && (a.Since != 0 || a.Full):
		return errors.New("region takes neither since nor full")
	case parts == 1 && a.Reader == browser.ReaderAX:
		return errors.New("a region is read by dom: the accessibility tree comes whole, so a part of it costs as much as all; leave out the region, or the reader")
	}
	return nil
}

func (a *regionArgs) region() browser.Region {
	if a == nil {
		return browser.Region{}
	}
	return browser.Region{Ref: refs.Ref(a.Ref), Viewport: a.Viewport, Box: a.Box.box()}
}

// snapshot is the structured value of webpage_snapshot; the outline, or what
// changed, comes to it between marks.
type snapshot struct {
	SessionID     browser.TabID   `json:"session_id"`
	Title         string          `json:"title"`
	URL           string          `json:"url"`
	Epoch         uint64          `json:"epoch"`
	Region        string          `json:"region,omitempty"`
	OutsideRegion int             `json:"outside_region,omitempty"`
	Rows          int             `json:"rows"`
	Refs          int             `json:"refs"`
	FoldedRepeats int             `json:"folded_repeats"`
	Truncated     int             `json:"truncated"`
	Dropped       int             `json:"dropped"`
	Changes       *changes        `json:"changes,omitempty"`
	SinceLast     []browser.Event `json:"since_last,omitempty"`
}

// changes counts what changed; the lines are in the outline.
type changes struct {
	Since uint64 `json:"since"`
	// Full and Reason: the outline is the whole one, for that reason.
	Full    bool   `json:"full,omitempty"`
	Reason  string `json:"reason,omitempty"`
	Added   int    `json:"added"`
	Changed int    `json:"changed"`
	Removed int    `json:"removed"`
	Moved   int    `json:"moved"`
	Left    int    `json:"left,omitempty"`
}

func (a snapshotArgs) run(ctx context.Context, k *call) error {
	page, err := k.page(ctx)
	if err != nil {
		return err
	}
	s, err := page.Snapshot(ctx, browser.SnapshotRequest{
		MaxLines: a.MaxLines, MaxChars: a.MaxChars, Region: a.Region.region(), Since: a.Since, Full: a.Full,
		Reader: a.Reader,
	})
	if err != nil {
		return err
	}
	value := snapshot{
		SessionID: k.session, Title: s.Title, URL: s.URL, Epoch: s.Epoch, Region: s.Region.String(),
		OutsideRegion: s.OutsideRegion, Refs: s.Refs, SinceLast: s.SinceLast,
	}
	if c := s.Changes; c != nil {
		value.Changes = &changes{c.Since, c.Full, c.Reason, c.Added, c.Changed, c.Removed, c.Moved, c.Left}
	}
	if s.Changes != nil && !s.Changes.Full {
		k.where(s.Title, s.URL)
	} else {
		k.catalogue.tell(k.session, s.Title, s.URL) // the header names both
	}
	k.longName, k.long = "outline", s.String()
	if s.Outline != nil {
		c := s.Outline.Counts()
		value.Rows, value.FoldedRepeats, value.Truncated, value.Dropped = c.Rows, c.FoldedRepeats, c.Truncated, c.Dropped
	}
	k.fromPage(k.long)
	k.structured, k.snapshot = value, s
	return nil
}
