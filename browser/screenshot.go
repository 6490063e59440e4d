package browser

import (
	"fmt"
	"strings"
	"time"

	"github.com/holdfast-go/holdfast/marks"
	"github.com/holdfast-go/holdfast/outline"
	"github.com/holdfast-go/holdfast/refs"
)

// ImageFormat is how a picture is encoded.
type ImageFormat string

// The formats. WebP is taken as Chrome delivers it: it goes together neither
// with marks nor with a bound on the picture's size.
const (
	PNG  ImageFormat = "png"
	JPEG ImageFormat = "jpeg"
	WebP ImageFormat = "webp"
)

// MIME is the format's media type.
func (f ImageFormat) MIME() string { return "image/" + string(f) }

// What a screenshot may have at most.
const (
	// MaxTile is how many device pixels Chrome paints at once in one direction. A
	// longer page is put together of several pictures, a wider one is refused.
	MaxTile = 16_384
	// MaxPixels is how many device pixels a picture may have in all: 64 million
	// take 256 MB of memory until they are encoded.
	MaxPixels = 64_000_000
)

// ScreenshotRequest asks for a picture: of what Ref, Box or FullPage says, at
// most one of them, else of what the window shows.
type ScreenshotRequest struct {
	// Ref is an element, which is gated as for an action and scrolled into view.
	Ref refs.Ref
	// Box is a part of the page, in CSS pixels of the viewport as it is scrolled
	// now; it may reach beyond the window.
	Box outline.Box
	// FullPage is all that can be scrolled to. The window is not resized for it,
	// but the page may see that it was painted beyond it (a resize event).
	FullPage bool

	// Marks draws numbered boxes around what can be operated; the numbers are
	// refs, which are in the page's table then, and Screenshot.Legend tells them.
	// The seed's cap and sizes are those of the zero MarkOptions.
	Marks       bool
	MarkOptions marks.Options

	// Format is that of the picture; "" is PNG, or JPEG with MaxBytes. Quality is
	// that of JPEG and WebP, 1 to 100; 0 means 80.
	Format  ImageFormat
	Quality int
	// MaxEdge bounds the longer edge of the picture, in pixels: vision models pay
	// by them. 0 means no bound. MaxBytes bounds its size, for which it is scaled
	// down to a half, then encoded with less quality, then scaled down further.
	MaxEdge  int
	MaxBytes int

	// Freeze stops animations and hides the caret for as long as it takes. Frames
	// that have a process of their own go on.
	Freeze bool
	// StayBehind refuses with CodeTimeout where a tab in the background gives no
	// picture within 2 s. Without it the tab comes to the front for a moment, and
	// the one that was there before goes back; what is typed there meanwhile
	// arrives, but the page sees that it was hidden. While a person operates a
	// tab nothing comes to the front.
	StayBehind bool
	// ShowSecrets leaves password and card fields, and texts that hold a named
	// secret, as they are; otherwise they are painted over.
	ShowSecrets bool
}

// Screenshot is a picture of a page.
type Screenshot struct {
	// Data is the encoded picture.
	Data   []byte
	Format ImageFormat
	// Width and Height are in pixels of the picture, and Scale is how many of
	// them a CSS pixel has.
	Width, Height int
	Scale         float64
	// Area is what it shows, in CSS pixels of the viewport.
	Area  outline.Box
	Title string
	URL   string

	// Legend has the marks in reading order, Unmarked counts what has none, and
	// Epoch is the one that their refs are of.
	Legend   []marks.Mark
	Unmarked marks.Left
	Epoch    uint64
	// Unsteady are the refs of marked things that moved or changed while the
	// picture was taken, each time it was tried: their boxes may be off.
	Unsteady []refs.Ref

	// Hidden is how many secrets were painted over.
	Hidden int
	// CameToFront tells that the tab was brought to the front for it, and BackTo
	// is the one that was there before and is again; empty when none was known.
	CameToFront bool
	BackTo      TabID
	// Notes tell what else was done otherwise than asked.
	Notes     []string
	Elapsed   time.Duration
	SinceLast []Event
}

// String says what the picture is; the picture itself goes beside it.
func (s *Screenshot) String() string {
	var b strings.Builder
	writeEvents(&b, s.SinceLast)
	fmt.Fprintf(&b, "screenshot %dx%d of %s", s.Width, s.Height, outline.Address(s.URL))
	if s.Scale != 0 && s.Scale != 1 {
		fmt.Fprintf(&b, ", %.3g pixels for each CSS pixel", s.Scale)
	}
	if s.Hidden > 0 {
		fmt.Fprintf(&b, "; painted over: %d secret", s.Hidden)
		if s.Hidden > 1 {
			b.WriteString("s")
		}
	}
	if s.CameToFront {
		b.WriteString("\nthe tab was in the background and came to the front for it")
		if s.BackTo != "" {
			b.WriteString("; tab " + string(s.BackTo) + " is in front again")
		}
	}
	for _, note := range s.Notes {
		b.WriteString("\n" + note)
	}
	if len(s.Unsteady) > 0 {
		b.WriteString("\nmoved while the picture was taken, so their marks may be off:")
		for _, ref := range s.Unsteady {
			b.WriteString(" " + ref.String())
		}
	}
	if len(s.Legend) > 0 {
		b.WriteString("\nthe numbers in the picture are refs:")
		for _, mark := range s.Legend {
			b.WriteString("\n" + mark.String())
		}
	}
	if left := s.Unmarked.String(); left != "" {
		b.WriteString("\nnot marked: " + left)
	}
	return b.String()
}
