package record

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/holdfast-go/holdfast/browser"
)

// Recorder records the actions on a provider's pages. It is safe for concurrent
// use. It keeps compressed pictures in memory, within bounds; when they are full
// the oldest go.
type Recorder struct {
	config   config
	provider browser.Provider

	mu      sync.Mutex
	run     *run // nil when it does not record
	frames  []frame
	bytes   int
	next    int
	dropped int
	missed  int
}

// run is the time from Start to Stop.
type run struct{ pictures sync.WaitGroup }

// pending bounds how many pictures are asked for at the same time.
const pending = 16

// frame is a picture of a page after an action.
type frame struct {
	number  int
	page    browser.TabID
	at      time.Time
	action  string
	ref     string
	caption string
	failed  bool
	leaves  bool // the document is another one than before
	spot    *browser.Spot
	shot    *browser.Screenshot
}

// Stats tell what a recorder holds.
type Stats struct {
	// Recording reports whether it records now.
	Recording bool `json:"recording"`
	// Frames and Bytes are what is kept.
	Frames int `json:"frames"`
	Bytes  int `json:"bytes"`
	// Dropped counts the oldest frames, which went when memory was full, and
	// Missed the actions of which no picture could be taken in time.
	Dropped int `json:"dropped,omitempty"`
	Missed  int `json:"missed,omitempty"`
}

// New makes a recorder in front of a provider, which it does not close. It
// records nothing until Start.
func New(p browser.Provider, options ...Option) (*Recorder, error) {
	r := &Recorder{config: defaults()}
	var wrong []error
	if p == nil {
		wrong = append(wrong, errors.New("record: New: no provider"))
	}
	for _, o := range options {
		if o == nil {
			wrong = append(wrong, errors.New("record: New: a nil option"))
			continue
		}
		wrong = append(wrong, o.apply(&r.config))
	}
	if err := errors.Join(wrong...); err != nil {
		return nil, err
	}
	r.provider = browser.Watch(p, watcher{r})
	return r, nil
}

// Provider is the provider whose pages are recorded.
func (r *Recorder) Provider() browser.Provider { return r.provider }

// Start begins a new recording and forgets the one before. While one is going on
// it is an error.
func (r *Recorder) Start() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.run != nil {
		return errors.New("record: a recording is going on; stop it first")
	}
	r.run = &run{}
	r.frames, r.bytes, r.next, r.dropped, r.missed = nil, 0, 0, 0, 0
	return nil
}

// Stop ends the recording and waits for its last pictures, no longer than one
// may take. What was recorded stays until the next Start. It is idempotent.
func (r *Recorder) Stop() Stats {
	r.mu.Lock()
	ended := r.run
	r.run = nil
	r.mu.Unlock()
	if ended != nil {
		ended.pictures.Wait()
	}
	return r.Stats()
}

// Stats tells what is kept.
func (r *Recorder) Stats() Stats {
	r.mu.Lock()
	defer r.mu.Unlock()
	return Stats{Recording: r.run != nil, Frames: len(r.frames), Bytes: r.bytes, Dropped: r.dropped, Missed: r.missed}
}

// watcher keeps Acted out of the recorder's own methods.
type watcher struct{ recorder *Recorder }

func (w watcher) Acted(a browser.Act) {
	r := w.recorder
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.run == nil {
		return
	}
	f := frame{
		number: r.next, page: a.Page, at: r.config.now(), action: a.Action, failed: a.Err != nil,
	}
	r.next++
	if a.Ref != 0 {
		f.ref = a.Ref.String()
	}
	if receipt := a.Receipt; receipt != nil {
		f.spot = receipt.Spot
		f.leaves = receipt.Navigated != nil && !receipt.Navigated.SameDocument
		if receipt.TabClosed {
			r.missed++ // there is nothing left to be seen
			return
		}
	}
	if r.config.slots.full() {
		r.missed++
		return
	}
	this, done := r.run, a.Begin()
	this.pictures.Go(func() {
		defer done()
		defer r.config.slots.free()
		ctx, cancel := context.WithTimeout(context.Background(), r.config.limit)
		defer cancel()
		shot, err := a.Picture(ctx, browser.ScreenshotRequest{Format: browser.PNG, MaxEdge: r.config.edge, StayBehind: true})
		r.mu.Lock()
		defer r.mu.Unlock()
		if err != nil {
			r.missed++
			return
		}
		f.shot, f.caption = shot, r.config.caption(a, shot.URL)
		r.keep(f)
	})
}

// slots count what may run at the same time.
type slots chan struct{}

func (s slots) full() bool {
	select {
	case s <- struct{}{}:
		return false
	default:
		return true
	}
}

func (s slots) free() { <-s }

// keep puts a frame at its place and drops the oldest ones beyond the bounds.
func (r *Recorder) keep(f frame) {
	at := len(r.frames)
	for at > 0 && r.frames[at-1].number > f.number {
		at--
	}
	r.frames = append(r.frames, frame{})
	copy(r.frames[at+1:], r.frames[at:])
	r.frames[at] = f
	r.bytes += len(f.shot.Data)
	for len(r.frames) > r.config.frames || r.bytes > r.config.bytes && len(r.frames) > 0 {
		r.bytes -= len(r.frames[0].shot.Data)
		r.frames[0] = frame{}
		r.frames = r.frames[1:]
		r.dropped++
	}
}

// kept returns the frames of a page, or of all with an empty id.
func (r *Recorder) kept(page browser.TabID) []frame {
	r.mu.Lock()
	defer r.mu.Unlock()
	var list []frame
	for _, f := range r.frames {
		if page == "" || f.page == page {
			list = append(list, f)
		}
	}
	return list
}
