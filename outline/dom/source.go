package dom

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/holdfast-go/holdfast/outline"
)

// A Source makes the rows of a page in the place of the page scripts. The
// reader keeps what is its own: it follows documents, reaches frames of other
// origins in worlds of their own, within the same limits, and puts all rows
// together. So what a source finds can be acted on like everything else.
type Source interface {
	// ReadWorld makes the rows of one world: of its frame and of the frames
	// that scripts reach from there. It is called once for each world, for
	// several at the same time. [ErrLeft] says that the page has moved on
	// meanwhile; the source is asked again then.
	ReadWorld(ctx context.Context, w *World) (*Part, error)
}

// ErrLeft says that a document was left in the middle of a read.
var ErrLeft = errLeft

// Part is what a source has read of one world.
type Part struct {
	// Tree holds the rows. Its frames are those of the world, each with its
	// Table and ID from [World] ([Described.Frame]), and after them, unread,
	// those that scripts do not reach ([Described.Foreign]); their Owner is the
	// row of the element that shows them.
	Tree *outline.Tree
	// Foreign says of the unread ones, by their index in Tree.Frames, where they
	// lie.
	Foreign map[int]ForeignFrame
}

// ForeignFrame is a frame whose document scripts do not reach. It is opaque.
type ForeignFrame struct{ frame packedFrame }

// World is the isolated world of a frame while a source reads it. As a [Caller]
// it sends commands to the session that the frame belongs to.
type World struct {
	w     *world
	frame string
	nonce string
	rows  int
}

// Call sends a command to the world's session.
func (w *World) Call(ctx context.Context, method string, params, result any) error {
	return w.w.caller.Call(ctx, method, params, result)
}

// Frame is the protocol's id of the world's frame.
func (w *World) Frame() string { return w.frame }

// MaxRows is how many rows the source may make, 0 for no limit of the caller's.
func (w *World) MaxRows() int { return w.rows }

// readWith has a source read the world.
func (w *world) readWith(ctx context.Context, args readArgs) (*Part, error) {
	for attempt := 1; ; attempt++ {
		if _, err := w.contextID(ctx, attempt > 1); err != nil {
			return nil, err
		}
		if args.listeners {
			w.hear(ctx)()
		}
		frame, nonce, _ := w.document()
		part, err := args.source.ReadWorld(ctx, &World{w, frame, nonce, args.Rows})
		if err != nil && attempt < mostReads && (errors.Is(err, errLeft) || contextGone(err)) && ctx.Err() == nil {
			continue
		}
		if err == nil && (part == nil || part.Tree == nil || len(part.Tree.Frames) == 0) {
			err = errors.New("dom: the source gave no tree")
		}
		return part, err
	}
}

// Census is what a world knows of its documents and of the elements that may be
// operable, by the debugger's backend ids.
type Census struct {
	world *World
	offer int
	signs string
	nodes []remoteNode
	at    map[int64]int // by backend id
}

// Census takes a census, in one round trip however many elements there are
// (27 µs each, measured in Chromium 156). [Census.Describe] ends it; there is
// one at a time in a world.
func (w *World) Census(ctx context.Context) (*Census, error) {
	l := w.w.borrow()
	defer l.release(ctx)
	var reply nodesReply
	if err := l.nodes(ctx, "offer", &reply); err != nil {
		return nil, err
	}
	c := &Census{world: w, nodes: reply.nodes, at: make(map[int64]int, len(reply.nodes))}
	parts := strings.Split(reply.text, " ")
	if len(parts) != 3 || len(parts[2]) != len(reply.nodes) {
		return nil, errPacked
	}
	if parts[0] != w.nonce {
		return nil, errLeft
	}
	if strings.HasPrefix(parts[2], "t") {
		return nil, errPacked
	}
	var err error
	if c.offer, err = strconv.Atoi(parts[1]); err != nil {
		return nil, errPacked
	}
	c.signs = parts[2]
	for i, n := range reply.nodes {
		c.at[n.backend] = i
	}
	return c, nil
}

// sign is 0 for what is not in the census.
func (c *Census) sign(backend int64) byte {
	if i, ok := c.at[backend]; ok {
		return c.signs[i]
	}
	return 0
}

// Document reports whether the node is a document of the world.
func (c *Census) Document(backend int64) bool { return c.sign(backend) == 'd' }

// Operable reports whether the world calls the element operable: by its markup,
// its cursor, or what is known of its listeners.
func (c *Census) Operable(backend int64) bool { return c.sign(backend) == 'o' }

// Holder returns the operable element that holds a text, 0 for none: one that
// only a person's eye tells from the text around it.
func (c *Census) Holder(text int64) (element int64) {
	if c.sign(text) != 't' {
		return 0
	}
	i := c.at[text]
	for c.signs[i] == 't' {
		i--
	}
	return c.nodes[i].backend
}

// Shows returns the protocol's id of the frame that an element shows, "" for
// none, and whether it is the world's own.
func (c *Census) Shows(backend int64) (frame string, own bool) {
	switch c.sign(backend) {
	case 'r':
		return c.nodes[c.at[backend]].frame, true
	case 'x':
		return c.nodes[c.at[backend]].frame, false
	}
	return "", false
}

// Described is what a world says of elements.
type Described struct {
	// Tree has one row per backend id asked for, in their order, as a read would
	// have made it: element, identity, role, name, value, states and box. A row
	// whose ID is 0 has no element in the world: its node is gone, is no element,
	// or is a part of one of the browser's own controls. Tree.Overlay is that of
	// the page; its Node is a row here.
	Tree   *outline.Tree
	frames []packedFrame
	frame  string
	nonce  string
}

// Frame returns what a source's tree says of a frame of the world.
func (d *Described) Frame(url string, owner int) outline.Frame {
	return outline.Frame{ID: d.frame, Table: d.nonce, URL: url, Owner: owner}
}

// Foreign returns the frame that the element of a row shows when scripts do not
// reach it.
func (d *Described) Foreign(row int) (outline.Frame, ForeignFrame, bool) {
	for i := range d.frames {
		if f := &d.frames[i]; f.Owner == row && f.Unread != "" {
			return outline.Frame{URL: f.URL, Unread: f.Unread}, ForeignFrame{*f}, true
		}
	}
	return outline.Frame{}, ForeignFrame{}, false
}

// View is where the viewport of a document lies in that of the world's frame.
type View struct{ place place }

// View returns where the frame lies that the element of a row shows; -1 stands
// for the world's own frame.
func (d *Described) View(row int) View {
	if row < 0 {
		size := d.Tree.Viewport
		return View{place{ScaleX: 1, ScaleY: 1, Right: float64(size.Width), Bottom: float64(size.Height)}}
	}
	for i := range d.frames {
		if f := &d.frames[i]; f.Owner == row {
			if p, ok := f.place(); ok {
				return View{p}
			}
		}
	}
	return View{}
}

// Outward moves a box of the document into the viewport of the world's frame,
// in whole pixels, and reports whether nothing of it can be seen there.
func (v View) Outward(b outline.Box) (box outline.Box, hidden bool) {
	if v.place.ScaleX == 0 {
		return outline.Box{}, false
	}
	n := outline.Node{Box: b}
	v.place.outward(&n)
	return n.Box, n.State.Has(outline.Offscreen)
}

// describeArgs are the options of h.adopted.
type describeArgs struct {
	Offer  int   `json:"offer"`
	Places []int `json:"places"`
}

// Describe gives the elements numbers in the world's table and says what they
// are. Elements outside of the census cost two round trips more for each 1,000.
// Closed shadow roots around them become known to the world.
func (c *Census) Describe(ctx context.Context, backends []int64) (*Described, error) {
	places := make([]int, len(backends))
	var rest []int64
	next := len(c.nodes)
	for i, id := range backends {
		if place, ok := c.at[id]; ok {
			places[i] = place
			continue
		}
		places[i] = next + len(rest)
		rest = append(rest, id)
	}
	w := c.world.w
	l := w.borrow()
	defer l.release(ctx)
	for len(rest) > 0 {
		some := rest[:min(len(rest), mostHandedIn)]
		rest = rest[len(some):]
		next += len(some)
		var reply numbersReply
		if err := l.handIn(ctx, "take", some, &reply); err != nil {
			return nil, err
		}
		if reply.Result.Value != strconv.Itoa(next) {
			return nil, errLeft // another census came in between
		}
	}
	var reply readReply
	if err := w.call(ctx, "adopted", describeArgs{c.offer, places}, &reply); err != nil {
		return nil, err
	}
	page := &reply.Result.Value.page
	frame, _, loader := w.document()
	if page.Nonce != c.world.nonce {
		return nil, errLeft
	}
	w.holding.note(page)
	tree, err := page.tree(frame, loader, false)
	if err != nil {
		return nil, err
	}
	if len(tree.Nodes) != len(backends) {
		return nil, fmt.Errorf("%w: %d rows for %d elements", errPacked, len(tree.Nodes), len(backends))
	}
	return &Described{Tree: tree, frames: page.Frames, frame: frame, nonce: page.Nonce}, nil
}
