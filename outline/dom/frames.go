package dom

import (
	"context"
	"errors"
	"reflect"
	"sync"
	"time"
)

// A world reaches the documents of its own origin. What frames of other
// origins show is read by worlds of their own, in the same session when the
// frame shares the renderer process, in the frame's own session otherwise. The
// reader keeps them by the protocol's frame ids, each with the element that
// shows it in the world around it: that chain leads every action in such a
// frame past all the frames around it (inside.go), and all rows to their place
// (stitch.go).

// FrameLimits bound what frames of other origins may cost a read. What a limit
// cuts is a row that says so.
type FrameLimits struct {
	// Count is how many are read at most. 0 means 100.
	Count int
	// Depth is how many of them may be nested in each other. 0 means 32.
	Depth int
	// Timeout is how long the read of one may take; it costs nothing but its own
	// row then, and what is in it. A frame that has not answered once gets an
	// eighth of it until it does. 0 means 2 s.
	Timeout time.Duration
	// Total is how long all of them may take together. 0 means 8 s.
	Total time.Duration
}

func (l FrameLimits) filled() FrameLimits {
	if l.Count == 0 {
		l.Count = 100
	}
	if l.Depth == 0 {
		l.Depth = 32
	}
	if l.Timeout == 0 {
		l.Timeout = 2 * time.Second
	}
	if l.Total == 0 {
		l.Total = 8 * time.Second
	}
	return l
}

// WithFrames lends the reader the callers of frames in other renderer
// processes: lend is given the protocol's frame id and returns the caller whose
// session that frame belongs to, or nil when the frame has no session of its
// own. It is asked at every read and must be quick and safe for concurrent use;
// its context is the read's. Without a lender, or when it fails, such a frame is
// a row that says that it cannot be read here.
func WithFrames(lend func(ctx context.Context, frameID string) (Caller, error)) ReaderOption {
	return readerOption(func(r *Reader) error {
		if lend == nil {
			return errors.New("dom: WithFrames: no lender")
		}
		r.frames.lend = lend
		return nil
	})
}

// WithFrameNews lends the reader what the caller hears of frames: news is given
// the protocol's frame id and returns a number that is another one whenever
// anything was announced that may give the frame another document, process or
// owner (it navigated, its session was attached or detached, it crashed, it was
// taken out), or 0 when nothing is known or something is on its way. It is asked
// at every read and must be quick and safe for concurrent use; its context is the
// read's.
//
// A frame that shows nothing that can be read (its address could not be loaded,
// its process crashed, nobody has a session of it) is looked at once then, and
// again when there is news of it. Without the option every read tries anew, which
// costs a command for each such frame and up to four with listeners.
func WithFrameNews(news func(ctx context.Context, frameID string) int64) ReaderOption {
	return readerOption(func(r *Reader) error {
		if news == nil {
			return errors.New("dom: WithFrameNews: nil function")
		}
		r.frames.news = news
		return nil
	})
}

// Session returns the caller whose session a frame belongs to, as the last read
// knew it: of [ProbeResult.Frame] it takes the input for the element. An empty id
// is the reader's own. It is nil for a frame that was not read.
func (r *Reader) Session(frame string) Caller {
	if frame == "" {
		return r.world.caller
	}
	r.frames.mu.Lock()
	defer r.frames.mu.Unlock()
	if in := r.frames.byID[frame]; in != nil && in.world != nil {
		return in.world.caller
	}
	return nil
}

// ErrFrameBlocked is what a lender of [WithFrames] answers for a frame that must
// not be read. Its row says so.
var ErrFrameBlocked = errors.New("dom: the frame must not be read")

// WithFrameLimits bounds what frames of other origins may cost a read.
func WithFrameLimits(l FrameLimits) ReaderOption {
	return readerOption(func(r *Reader) error {
		if l.Count < 0 || l.Depth < 0 || l.Timeout < 0 || l.Total < 0 {
			return errors.New("dom: WithFrameLimits: a negative limit")
		}
		r.frames.limits = l
		return nil
	})
}

// frames are the frames of other origins that the reader knows.
type frames struct {
	lend   func(ctx context.Context, frameID string) (Caller, error)
	limits FrameLimits
	news   func(ctx context.Context, frameID string) int64

	mu    sync.Mutex
	reads int // number of the last read that has begun
	byID  map[string]*inner
}

// inner is such a frame. All but its id is guarded by frames.mu.
type inner struct {
	id     string
	world  *world // another one when the frame gets another session
	parent *inner // nil: the world around it is the reader's own
	// table and owner name the element that shows it, in the world around it.
	table string
	owner uint32
	// seen is the number of the last read that came by, unread whether it could
	// not be read then, slow whether that was because it did not answer.
	seen   int
	unread bool
	slow   bool
	shut   shut
}

// shut is why a frame cannot be read, until something is heard of it.
type shut struct {
	why   string // "" for a frame that can be, as far as is known
	news  int64  // what was known before it was tried
	world *world // where it was tried
}

// heard asks what is known of a frame, 0 for nothing.
func (f *frames) heard(ctx context.Context, id string) int64 {
	if f.news == nil {
		return 0
	}
	return f.news(ctx, id)
}

// stillShut says why a frame cannot be read when it was found out and nothing was
// heard of it since; otherwise it has to be tried.
func (f *frames) stillShut(in *inner, news int64) string {
	f.mu.Lock()
	defer f.mu.Unlock()
	if s := in.shut; s.why != "" && news != 0 && s.news == news && s.world == in.world {
		in.unread = true
		return s.why
	}
	in.shut = shut{}
	return ""
}

// begin numbers a read.
func (f *frames) begin() int {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.reads++
	return f.reads
}

// worldOf returns the world of an inner frame, of nil the reader's own.
func (r *Reader) worldOf(in *inner) *world {
	if in == nil {
		return r.world
	}
	r.frames.mu.Lock()
	defer r.frames.mu.Unlock()
	return in.world
}

// meet notes that a read came by a frame, shown by an element of the world
// around it, and sees to it that its world is in the session that owns it now.
func (r *Reader) meet(ctx context.Context, read int, id string, parent *inner, table string, owner uint32) (*inner, error) {
	caller, err := r.callerOf(ctx, id, parent)
	if err != nil {
		return nil, err
	}
	f := &r.frames
	f.mu.Lock()
	defer f.mu.Unlock()
	in := f.byID[id]
	if in == nil {
		if f.byID == nil {
			f.byID = map[string]*inner{}
		}
		in = &inner{id: id}
		f.byID[id] = in
	}
	in.parent, in.table, in.owner, in.seen, in.unread = parent, table, owner, max(in.seen, read), false
	in.settle(caller, r.world.name)
	return in, nil
}

// callerOf asks whose session a frame belongs to: its own, or the one of the
// frame around it.
func (r *Reader) callerOf(ctx context.Context, id string, parent *inner) (Caller, error) {
	if r.frames.lend != nil {
		caller, err := r.frames.lend(ctx, id)
		if err != nil || caller != nil {
			return caller, err
		}
	}
	return r.worldOf(parent).caller, nil
}

// settle gives the frame a world in the caller's session. It needs frames.mu.
func (in *inner) settle(caller Caller, name string) {
	if in.world == nil || !sameCaller(in.world.caller, caller) {
		in.world = &world{caller: caller, name: name, frame: in.id, inner: true}
	}
}

// move looks whether a frame belongs to another session than it did, and
// reports whether that is so.
func (r *Reader) move(ctx context.Context, in *inner) bool {
	r.frames.mu.Lock()
	parent, before := in.parent, in.world
	r.frames.mu.Unlock()
	caller, err := r.callerOf(ctx, in.id, parent)
	if err != nil {
		return false
	}
	r.frames.mu.Lock()
	defer r.frames.mu.Unlock()
	in.settle(caller, r.world.name)
	return in.world != before
}

// sameCaller compares callers, which may be of a type that Go cannot compare.
func sameCaller(a, b Caller) bool {
	t := reflect.TypeOf(a)
	return t == reflect.TypeOf(b) && t != nil && t.Comparable() && a == b
}

// find returns the inner frame that holds an element. known is false for a
// frame that is neither the reader's own nor any that it has seen in the last
// read.
func (r *Reader) find(frame, table string) (in *inner, known bool) {
	own, nonce, _ := r.world.document()
	if frame == own || frame == "" && table == nonce {
		return nil, true
	}
	f := &r.frames
	f.mu.Lock()
	defer f.mu.Unlock()
	if frame != "" {
		in = f.byID[frame]
		// A table of the reader's own world, under an id that its frame had.
		return in, in != nil || table == nonce
	}
	for _, one := range f.byID {
		if _, nonce, _ := one.world.document(); nonce == table {
			return one, true
		}
	}
	return nil, true // the reader's own world says what has become of it
}

// prune forgets the frames that a read of the whole page did not come by, but
// for those in frames that could not be read.
func (f *frames) prune(read int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for id, in := range f.byID {
		if in.seen < read && in.hidden(read) == nil {
			delete(f.byID, id)
		}
	}
}

// hidden returns the unread frame that kept a read from coming by this one, or
// nil. It needs frames.mu.
func (in *inner) hidden(read int) *inner {
	for p := in.parent; p != nil; p = p.parent {
		if p.seen >= read {
			if p.unread {
				return p
			}
			return nil
		}
	}
	return nil
}

// behind returns, by the id of an unread frame, the ids of the frames in it that
// were seen before.
func (f *frames) behind(read int) map[string][]string {
	f.mu.Lock()
	defer f.mu.Unlock()
	var ids map[string][]string
	for id, in := range f.byID {
		if in.seen >= read {
			continue
		}
		if p := in.hidden(read); p != nil {
			if ids == nil {
				ids = map[string][]string{}
			}
			ids[p.id] = append(ids[p.id], id)
		}
	}
	return ids
}
