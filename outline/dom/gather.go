package dom

import (
	"context"
	"errors"
	"strings"
	"sync"

	"github.com/holdfast-go/holdfast/outline"
	"github.com/holdfast-go/holdfast/refs"
)

// Why a frame has no rows: outline.Frame.Unread.
const (
	unreadLoading = "loading"
	unreadForeign = "cross-origin" // of another origin, and out of reach
	unreadMany    = "too many frames"
	unreadDeep    = "too deep"
	unreadSilent  = "no answer"
	unreadFailed  = "failed"
	unreadCrashed = "crashed"
	unreadBehind  = "inside an unread frame" // known from before
	unreadBlocked = "blocked"
)

// unreadNotes are what the rows of such frames say.
var unreadNotes = map[string]string{
	unreadLoading: "not loaded yet",
	unreadForeign: "a page of another site, which cannot be read here",
	unreadMany:    "not read: too many frames",
	unreadDeep:    "not read: too many frames in each other",
	unreadSilent:  "not read: it did not answer in time",
	unreadFailed:  "could not be loaded",
	unreadCrashed: "not read: it has crashed",
	unreadBlocked: "blocked: the program does not allow its site",
}

// gathering is one read of a page with all its frames.
type gathering struct {
	reader  *Reader
	number  int
	limits  FrameLimits
	options ReadOptions

	mu    sync.Mutex
	count int
	slots chan struct{} // as many as are read at the same time
}

// atOnce is how many frames are read at the same time.
const atOnce = 16

// part is what one world has read, and the parts in it.
type part struct {
	tree   *outline.Tree
	frames []packedFrame
	in     *inner        // nil for the reader's own
	inside map[int]*part // by index in tree.Frames
}

// gather reads the frames of other origins in a part, side by side, and in them.
// near is the part of the viewport that matters, nil for all of it. Only the end
// of ctx is an error.
func (g *gathering) gather(ctx context.Context, p *part, near *rectangle, depth int) error {
	table := p.tree.Frames[0].Table
	var at []int
	var owners []uint32
	for i := range p.tree.Frames {
		f := &p.tree.Frames[i]
		if f.Unread != unreadForeign || f.Owner < 0 {
			continue
		}
		if depth == g.limits.Depth {
			f.Unread = unreadDeep
			continue
		}
		at = append(at, i)
		owners = append(owners, p.tree.Nodes[f.Owner].ID)
	}
	if len(at) == 0 {
		return nil
	}
	world := g.reader.worldOf(p.in)
	limit, cancel := context.WithTimeout(ctx, g.limits.Timeout)
	shown, err := world.framesShown(limit, table, owners)
	cancel()
	if err != nil {
		// The world has just been read, so it is there; what it shows is not
		// known.
		for _, i := range at {
			p.tree.Frames[i].Unread = unreadSilent
		}
		return ctx.Err()
	}
	results := make([]*part, len(at))
	var wait sync.WaitGroup
	for n, i := range at {
		f := &p.tree.Frames[i]
		f.ID = shown[owners[n]]
		switch {
		case f.ID == "":
			f.Unread = unreadLoading // just taken out, or on its way
			continue
		case !g.take():
			f.Unread = unreadMany
			continue
		}
		wait.Go(func() {
			inside := (&p.frames[i]).inward(near)
			sub, why := g.read(ctx, p, f, owners[n], inside)
			if f.Unread = why; why == "" {
				results[n] = sub
				g.gather(ctx, sub, inside, depth+1) // its error is ctx's, which is looked at below
			}
		})
	}
	wait.Wait()
	p.inside = map[int]*part{}
	for n, i := range at {
		if results[n] != nil {
			p.inside[i] = results[n]
		}
	}
	return ctx.Err()
}

// take counts a frame, as far as the limit goes.
func (g *gathering) take() bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.count++
	return g.count <= g.limits.Count
}

// read reads one frame, or says why it cannot be read.
func (g *gathering) read(ctx context.Context, p *part, f *outline.Frame, owner uint32, near *rectangle) (*part, string) {
	select {
	case g.slots <- struct{}{}:
		defer func() { <-g.slots }()
	case <-ctx.Done():
		return nil, unreadSilent
	}
	r := g.reader
	for attempt := 0; ; attempt++ {
		in, err := r.meet(ctx, g.number, f.ID, p.in, p.tree.Frames[0].Table, owner)
		switch {
		case errors.Is(err, ErrFrameBlocked):
			return nil, unreadBlocked
		case err != nil:
			return nil, unreadForeign
		}
		news := r.frames.heard(ctx, f.ID)
		if why := r.frames.stillShut(in, news); why != "" {
			return nil, why
		}
		limit := g.limits.Timeout
		r.frames.mu.Lock()
		world := in.world
		if in.slow {
			limit /= 8
		}
		r.frames.mu.Unlock()
		reading, cancel := context.WithTimeout(ctx, limit)
		args := readArgs{Rows: g.options.MaxRows, Near: near, listeners: g.options.Listeners, source: g.options.Source}
		sub, err := world.readPart(reading, args, in)
		late := reading.Err() != nil
		cancel()
		why, lasting := "", false
		switch {
		case err == nil:
			why = sub.barren(f.URL)
			lasting = why == unreadFailed
			if why == "" {
				r.frames.mu.Lock()
				in.slow = false
				r.frames.mu.Unlock()
				return sub, ""
			}
		case late:
			why = unreadSilent
		default:
			why = unreadBecause(err)
			lasting = why == unreadForeign || why == unreadCrashed
		}
		if why == unreadForeign && attempt == 0 {
			// The element may show another frame by now, or the frame may just have
			// moved to another process.
			world := r.worldOf(p.in)
			world.forget(owner)
			again, err := world.framesShown(ctx, p.tree.Frames[0].Table, []uint32{owner})
			if id := again[owner]; err == nil && (id != f.ID || r.move(ctx, in)) {
				if f.ID = id; id == "" {
					return nil, unreadLoading
				}
				continue
			}
		}
		r.frames.mu.Lock()
		in.unread, in.slow = true, why == unreadSilent
		if lasting {
			in.shut = shut{why, news, world}
		}
		r.frames.mu.Unlock()
		return nil, why
	}
}

// unreadBecause says in a word why a frame could not be read. The protocol has
// no codes for it; these are Chrome's texts.
func unreadBecause(err error) string {
	text := err.Error()
	for _, known := range []struct{ text, why string }{
		{"No frame for given id found", unreadForeign},
		{"No frame with given id found", unreadForeign},
		{"crashed", unreadCrashed},
		{"the session is gone", unreadLoading},
		{"Session with given id not found", unreadLoading},
		{"navigates too fast", unreadLoading},
	} {
		if strings.Contains(text, known.text) {
			return known.why
		}
	}
	return unreadFailed
}

// barren says why a frame's document is none that counts: the browser's own
// page for addresses that cannot be loaded, or the empty one before the first.
func (p *part) barren(source string) string {
	switch url := p.tree.Frames[0].URL; {
	case strings.HasPrefix(url, "chrome-error://"):
		return unreadFailed
	case (url == "about:blank" || url == "") && len(p.tree.Nodes) == 0 && source != "" && source != url:
		return unreadLoading
	}
	return ""
}

// readAll reads the reader's own world, or for a part of the page in a frame of
// another origin that one's, and all frames in it.
func (r *Reader) readAll(ctx context.Context, o ReadOptions, args readArgs) (*outline.Tree, error) {
	if o.Root.Node.Table != "" {
		in, known := r.find(o.Root.Frame, o.Root.Node.Table)
		if !known {
			return nil, &RootError{Outcome: Gone}
		}
		if in != nil {
			return r.readInside(ctx, o, args, in)
		}
	}
	own, err := r.world.readPart(ctx, args, nil)
	if err != nil {
		return nil, err
	}
	near := args.Near
	if o.Viewport {
		near = &rectangle{Right: own.tree.Viewport.Width, Bottom: own.tree.Viewport.Height}
	}
	return r.gatherFrames(ctx, own, o, near)
}

// readInside reads an element of a frame of another origin, and what is in it.
func (r *Reader) readInside(ctx context.Context, o ReadOptions, args readArgs, in *inner) (*outline.Tree, error) {
	p := r.passage(in, "")
	var where Outcome
	var looking error
	var wait sync.WaitGroup
	wait.Go(func() { where, looking = p.look(ctx, false) })
	var own *part
	err := r.inside(ctx, in, func(w *world) (err error) {
		own, err = w.readPart(ctx, args, in)
		return err
	})
	wait.Wait()
	refused := new(RootError)
	switch {
	case looking != nil:
		return nil, looking
	case where != OK && where != Hidden:
		return nil, &RootError{Outcome: Gone}
	case errors.As(err, &refused):
		return nil, err
	case err != nil:
		return nil, &RootError{Outcome: Gone} // the frame went away, and its document with it
	}
	tree, err := r.gatherFrames(ctx, own, o, nil)
	if err != nil {
		return nil, err
	}
	_, _, loader := r.world.document()
	page0 := p.outermost()
	tree.Title, tree.Document = page0.Title, refs.Document{Loader: loader, URL: page0.URL}
	tree.Viewport = outline.Size{Width: float32(page0.Width), Height: float32(page0.Height)}
	p.outward(tree)
	return tree, nil
}

// gatherFrames reads the frames of other origins in what was read and puts all
// together.
func (r *Reader) gatherFrames(ctx context.Context, own *part, o ReadOptions, near *rectangle) (*outline.Tree, error) {
	limits := r.frames.limits.filled()
	g := &gathering{
		reader: r, number: r.frames.begin(), limits: limits, options: o, slots: make(chan struct{}, atOnce),
	}
	all, cancel := context.WithTimeout(ctx, limits.Total)
	defer cancel()
	if err := g.gather(all, own, near, 0); err != nil && ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if near == nil && own.in == nil && o.Root.Node.Table == "" {
		r.frames.prune(g.number)
	}
	return own.assemble(o.MaxRows, r.frames.behind(g.number)), nil
}
