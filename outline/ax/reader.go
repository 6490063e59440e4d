package ax

import (
	"context"
	"errors"
	"sync"

	"github.com/holdfast-go/holdfast/outline"
	"github.com/holdfast-go/holdfast/outline/dom"
)

// Reader reads a page from the accessibility tree. It is safe for concurrent
// use.
type Reader struct {
	page *dom.Reader
}

// New makes a reader beside the in-page one, whose caller, frames and table of
// elements it uses. It sends nothing.
func New(page *dom.Reader) (*Reader, error) {
	if page == nil {
		return nil, errors.New("ax: no page reader")
	}
	return &Reader{page: page}, nil
}

// ReadOptions say what a read looks at. The zero value reads the whole page.
type ReadOptions struct {
	// Listeners and MaxRows are those of [dom.ReadOptions].
	Listeners bool
	MaxRows   int
}

// Read reads the page: all rows of all frames, in reading order, within the
// in-page reader's limits for frames.
//
// Of one origin it takes five round trips, however large the page is: the tree
// beside the census and the layout, the trees of its frames (one more for each depth of
// nesting), what the elements are, and two for elements that are no controls by
// their markup. Frames of other origins are read beside each other.
func (r *Reader) Read(ctx context.Context, o ReadOptions) (*outline.Tree, error) {
	return r.page.Read(ctx, dom.ReadOptions{Listeners: o.Listeners, MaxRows: o.MaxRows, Source: r})
}

// ReadWorld reads the frames of one origin. It makes the reader a [dom.Source].
func (r *Reader) ReadWorld(ctx context.Context, w *dom.World) (*dom.Part, error) {
	var census *dom.Census
	var missed error
	var boxes layout
	var wait sync.WaitGroup
	wait.Go(func() { census, missed = w.Census(ctx) })
	wait.Go(func() {
		// Without it texts have no boxes; nothing else is lost.
		if w.Call(ctx, "DOMSnapshot.captureSnapshot", layoutParams{[]string{}}, &boxes) != nil {
			boxes = layout{}
		}
	})
	top := &document{id: w.Frame()}
	err := top.read(ctx, w)
	wait.Wait()
	if err = errors.Join(err, missed); err != nil {
		return nil, err
	}
	if len(top.tree.nodes) == 0 || !census.Document(top.tree.nodes[0].backend) {
		return nil, dom.ErrLeft
	}
	documents, err := readInside(ctx, w, census, top)
	if err != nil {
		return nil, err
	}
	b := newBuilder(census, w.MaxRows())
	described, err := census.Describe(ctx, b.list(documents))
	if err != nil {
		return nil, err
	}
	return b.build(top, described, &boxes), nil
}

// document is the tree of one frame.
type document struct {
	id     string // of the frame
	tree   axTree
	at     map[int64]int32     // nodes by id
	inside map[int64]*document // by the backend id of the element that shows it; nil: unread
}

type treeParams struct {
	Frame string `json:"frameId"`
}

func (d *document) read(ctx context.Context, w *dom.World) error {
	if err := w.Call(ctx, "Accessibility.getFullAXTree", treeParams{d.id}, &d.tree); err != nil {
		return err
	}
	d.index()
	return nil
}

// index makes the nodes to be found by their ids.
func (d *document) index() {
	d.at = make(map[int64]int32, len(d.tree.nodes))
	for i := range d.tree.nodes {
		d.at[d.tree.nodes[i].id] = int32(i)
	}
}

// mostFrames bounds the frames of one origin, as the in-page reader does.
const mostFrames = 200

// readInside reads the frames that scripts reach from a document, one depth of
// nesting after the other, and returns all documents. A frame whose tree does
// not come, or comes of a document that was there later, is unread.
func readInside(ctx context.Context, w *dom.World, census *dom.Census, top *document) ([]*document, error) {
	all := []*document{top}
	for level := all; len(level) > 0 && len(all) < mostFrames; {
		var next []*document
		var wait sync.WaitGroup
		for _, d := range level {
			for i := range d.tree.nodes {
				n := &d.tree.nodes[i]
				if n.ignored || meaning(n.role).kind != frame {
					continue
				}
				id, own := census.Shows(n.backend)
				if !own || id == "" || len(all)+len(next) >= mostFrames {
					continue
				}
				in := &document{id: id}
				if d.inside == nil {
					d.inside = map[int64]*document{}
				}
				d.inside[n.backend] = in
				next = append(next, in)
				wait.Go(func() {
					if in.read(ctx, w) != nil || len(in.tree.nodes) == 0 || !census.Document(in.tree.nodes[0].backend) {
						in.tree = axTree{}
					}
				})
			}
		}
		wait.Wait()
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		all = append(all, next...)
		level = next
	}
	return all, nil
}
