package tools

import (
	"context"
	"errors"

	"github.com/holdfast-go/holdfast/browser"
	"github.com/holdfast-go/holdfast/refs"
)

type screenshotArgs struct {
	onPage
	Ref      refText             `json:"ref"`
	Box      *boxArgs            `json:"box"`
	FullPage bool                `json:"full_page"`
	Marks    bool                `json:"marks"`
	Format   browser.ImageFormat `json:"format"`
	MaxEdge  int                 `json:"max_edge"`
}

// Bounds of pictures, in pixels. Vision models scale down what is larger than
// about 1,600 pixels before they look, and most services refuse a picture with
// an edge beyond 8,000.
const (
	leastEdge, defaultEdge, mostEdge = 64, 1_600, 8_000
)

func screenshotTool() *spec {
	return define[screenshotArgs](Tool{
		Name:  "webpage_screenshot",
		Title: "Take a picture",
		Description: "Takes a picture of what the page shows in its window, or of one of ref, box, full_page. " +
			"marks draws a numbered box around each thing that can be operated: number 12 is ref e12, and works at once. " +
			"For reading and acting webpage_snapshot is cheaper and has the refs; use this for what only a picture shows. " +
			"Passwords and secrets are painted over. A tab in the background comes to the front for a moment.",
		Class: Read, Effect: View,
	},
		ref("ref", "an element, which is scrolled into view"),
		group("box", "a part of the page, in CSS pixels of the viewport",
			number("x", "left edge", -farthest, farthest).needed(),
			number("y", "top edge", -farthest, farthest).needed(),
			number("width", "width", 1, farthest).needed(),
			number("height", "height", 1, farthest).needed(),
		),
		flag("full_page", "all that can be scrolled to"),
		flag("marks", "number what can be operated by its ref"),
		choice("format", "how the picture is encoded; webp goes with neither marks nor max_edge",
			browser.PNG, browser.JPEG, browser.WebP).word(string(browser.PNG)),
		integer("max_edge", "longest edge of the picture in pixels; 8000 unless told otherwise with full_page, and no limit with webp",
			leastEdge, mostEdge).number(defaultEdge),
	)
}

// check makes sure that the arguments ask for one thing.
func (a screenshotArgs) check() error {
	parts := 0
	for _, given := range []bool{a.Ref != 0, a.Box != nil, a.FullPage} {
		if given {
			parts++
		}
	}
	switch {
	case parts > 1:
		return errors.New("a picture is of one of ref, box and full_page")
	case a.Format == browser.WebP && (a.Marks || a.MaxEdge > 0):
		return errors.New("format webp goes with neither marks nor max_edge")
	}
	return nil
}

// request is what the page is asked for.
func (a screenshotArgs) request() browser.ScreenshotRequest {
	r := browser.ScreenshotRequest{
		Ref: refs.Ref(a.Ref), Box: a.Box.box(), FullPage: a.FullPage, Marks: a.Marks, Format: a.Format, MaxEdge: a.MaxEdge,
	}
	if r.MaxEdge == 0 && r.Format != browser.WebP {
		r.MaxEdge = defaultEdge
		if a.FullPage {
			r.MaxEdge = mostEdge
		}
	}
	return r
}

// pictured is the structured value of webpage_screenshot.
type pictured struct {
	SessionID browser.TabID   `json:"session_id"`
	Title     string          `json:"title,omitempty"`
	URL       string          `json:"url"`
	Width     int             `json:"width"`
	Height    int             `json:"height"`
	Format    string          `json:"format,omitempty"`
	Scale     float64         `json:"scale,omitempty"`
	Epoch     uint64          `json:"epoch,omitempty"`
	Marks     []pictureMark   `json:"marks,omitempty"`
	Unmarked  string          `json:"unmarked,omitempty"`
	Unsteady  []string        `json:"unsteady,omitempty"`
	Hidden    int             `json:"painted_over,omitempty"`
	Front     bool            `json:"came_to_front,omitempty"`
	BackTo    browser.TabID   `json:"front_again,omitempty"`
	Notes     []string        `json:"notes,omitempty"`
	SinceLast []browser.Event `json:"since_last,omitempty"`
}

// pictureMark is a line of the legend; the box is in CSS pixels of the viewport.
type pictureMark struct {
	Ref  string  `json:"ref"`
	Role string  `json:"role"`
	Name string  `json:"name,omitempty"`
	Box  boxArgs `json:"box"`
}

func (a screenshotArgs) run(ctx context.Context, k *call) error {
	page, err := k.page(ctx)
	if err != nil {
		return err
	}
	s, err := page.Screenshot(ctx, a.request())
	if err != nil {
		return err
	}
	k.where(s.Title, s.URL)
	k.fromPage(s.String())
	k.images = append(k.images, Image{MIME: s.Format.MIME(), Data: s.Data})
	value := pictured{
		SessionID: k.session, Title: s.Title, URL: s.URL, Width: s.Width, Height: s.Height, Format: string(s.Format),
		Scale: s.Scale, Epoch: s.Epoch, Unmarked: s.Unmarked.String(), Hidden: s.Hidden,
		Front: s.CameToFront, BackTo: s.BackTo, Notes: s.Notes, SinceLast: s.SinceLast,
	}
	for _, m := range s.Legend {
		value.Marks = append(value.Marks, pictureMark{m.Ref.String(), m.Role, m.Name, boxArgs(m.Box)})
	}
	for _, ref := range s.Unsteady {
		value.Unsteady = append(value.Unsteady, ref.String())
	}
	k.structured = value
	return nil
}
