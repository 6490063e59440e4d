package dom

import (
	"context"
	"errors"
	"regexp"

	"github.com/holdfast-go/holdfast/outline"
	"github.com/holdfast-go/holdfast/refs"
)

// Reader reads one page, and checks and changes its elements right before and
// after an action. It keeps the isolated world of a frame and of the frames
// that scripts reach from there. It is safe for concurrent use; reads of one
// page at the same time are answered one after another by the browser.
type Reader struct {
	world  *world
	frames frames // of other origins
}

// ReaderOption is an option of [New].
type ReaderOption interface{ apply(*Reader) error }

type readerOption func(*Reader) error

func (o readerOption) apply(r *Reader) error { return o(r) }

// WithFrame reads the frame with the protocol's id, and what is in it, in
// place of the target's main frame.
func WithFrame(id string) ReaderOption {
	return readerOption(func(r *Reader) error {
		if id == "" {
			return errors.New("dom: empty frame id")
		}
		r.world.frame = id
		return nil
	})
}

// WithWorldName names the isolated world, by default at random. Two readers of
// a page with one name share their world and its table of elements, also over
// two connections: element ids of the one are good for the other. The name is
// a letter followed by letters and digits, 64 at most.
func WithWorldName(name string) ReaderOption {
	return readerOption(func(r *Reader) error {
		if !worldName.MatchString(name) {
			return errors.New("dom: a world's name is a letter followed by letters and digits, 64 at most")
		}
		r.world.name = name
		return nil
	})
}

var worldName = regexp.MustCompile(`^[a-zA-Z][a-zA-Z0-9]{0,63}$`)

// New makes a reader of the page that the caller's commands go to. It sends
// nothing.
func New(c Caller, opts ...ReaderOption) (*Reader, error) {
	if c == nil {
		return nil, errors.New("dom: nil caller")
	}
	r := &Reader{world: &world{caller: c, name: newWorldName()}}
	for _, o := range opts {
		if o == nil {
			return nil, errors.New("dom: nil option")
		}
		if err := o.apply(r); err != nil {
			return nil, err
		}
	}
	return r, nil
}

// ReadOptions say what a read looks at. The zero value reads the whole page.
type ReadOptions struct {
	// Listeners also asks the debugger which elements listen for clicks, which
	// the page's world cannot tell (1–30 ms, beside the read).
	Listeners bool
	// MaxRows bounds the rows; what is left out is counted in the tree's
	// Clipped. 0 means 200,000.
	MaxRows int
	// Source makes the rows in the place of the page scripts. It reads whole
	// pages only.
	Source Source

	// Scan leaves the nodes of a page whose frames were all read in one call
	// packed, as they came ([outline.Tree.Scan]).
	Scan bool

	// Running also reads what only running text needs: the punctuation between
	// links, the lines of preformatted text (in the rows' values), long texts
	// whole, and which rows stand on one line.
	Running bool

	// A part of the page costs about what it holds; at most one may be asked
	// for.

	// Root begins the read at an element: the tree holds it, at depth 0, and
	// what is in it, and it is empty when nothing of it is shown. The element
	// has to be the thing that the target says, here or, when exactly one is,
	// elsewhere in the document; otherwise the error is a [*RootError].
	Root refs.Target
	// Viewport leaves out what the window does not show, and Box what the
	// rectangle does not touch, in CSS pixels of the viewport. The tree may
	// hold more; [outline.Tree.InViewport] and [outline.Tree.InBox] of it are
	// exact.
	Viewport bool
	Box      outline.Box
}

// readArgs are the options of h.read.
type readArgs struct {
	Rows int        `json:"rows,omitempty"`
	Text bool       `json:"running,omitempty"`
	Root *gateArgs  `json:"root,omitempty"`
	View bool       `json:"view,omitempty"`
	Near *rectangle `json:"near,omitempty"`

	listeners bool   // find out what listens for the pointer, too
	source    Source // makes the rows in the place of the page scripts
	scan      bool   // leave them packed
}

// Read reads the page in one round trip: all rows of the frame and of the
// frames of its origin, in reading order. Frames that scripts do not reach are
// rows without content; Frames says why. A document that is left while it is
// read is read again; a page that navigates on and on is an error.
//
// Closed shadow roots and listeners that the reader does not know yet take a
// few round trips more, once.
func (r *Reader) Read(ctx context.Context, o ReadOptions) (*outline.Tree, error) {
	args, err := o.args()
	if err != nil {
		return nil, err
	}
	args.listeners, args.source, args.scan = o.Listeners, o.Source, o.Scan
	return r.readAll(ctx, o, args)
}

// Table returns the nonce of the world table of the document that the last
// call saw, or "" before the first.
func (r *Reader) Table() string {
	_, nonce, _ := r.world.document()
	return nonce
}

// Probe looks at an element right before an action: whether it is still what
// was published, where it is, and what the pointer would hit. See
// [ProbeRequest].
func (r *Reader) Probe(ctx context.Context, request ProbeRequest) (*ProbeResult, error) {
	switch in, known := r.find(request.Target.Frame, request.Target.Node.Table); {
	case !known:
		return r.strange(ctx)
	case in != nil:
		return r.probeInside(ctx, in, request)
	}
	found, err := r.world.probe(ctx, request)
	if err != nil {
		return nil, err
	}
	found.Top = found.Point
	return found, nil
}

// After waits until the page has taken an action in and tells what it did. See
// [AfterRequest].
func (r *Reader) After(ctx context.Context, request AfterRequest) (*AfterResult, error) {
	switch in, known := r.find(request.Frame, request.Node.Table); {
	case !known:
		gone, err := r.strange(ctx)
		if err != nil {
			return nil, err
		}
		return &AfterResult{FrameDocument: true, URL: gone.URL, Title: gone.Title}, nil
	case in != nil:
		return r.afterInside(ctx, in, request)
	}
	return r.world.after(ctx, request)
}

// SetValue sets the value of a control that is not typed into. See
// [SetValueRequest].
func (r *Reader) SetValue(ctx context.Context, request SetValueRequest) (*SetValueResult, error) {
	switch in, known := r.find(request.Target.Frame, request.Target.Node.Table); {
	case !known:
		gone, err := r.strange(ctx)
		if err != nil {
			return nil, err
		}
		return &SetValueResult{ProbeResult: *gone}, nil
	case in != nil:
		return r.setInside(ctx, in, request)
	}
	return r.world.setValue(ctx, request)
}
