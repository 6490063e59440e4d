package dom

import (
	"context"
	"sync"
	"time"

	"github.com/holdfast-go/holdfast/outline"
)

// FrameChanged is the outcome for an element whose own frame shows another
// document now, or is gone.
// The page around it is what it was.
const FrameChanged Outcome = "frame_document"

// An action in a frame of another origin has to pass all the frames around it.
// Its own world sees to the element: is it there, is it still the same thing,
// can it be acted on, does the pointer reach it inside of the frame. Each world
// around it sees to the frame below it: is that still there, is it in view, does
// a layer lie upon it. The reader's own sees to the page's address, which no
// other world may read.
//
// It takes two rounds, in each of which all worlds are asked at once: where
// everything is, and then whether the pointer gets to the very points that the
// element's world gave. When a world had to scroll or a frame moved meanwhile,
// both are asked anew. Where the element's world is to focus or to change
// something, the others go first.

// turns bounds how often both rounds are run because something moved.
const turns = 8

// grace is how long a layer is waited for that shows no sign that it will go, as
// in the page scripts.
const grace = 600 * time.Millisecond

// again is how long a next look at something that may take long is put off.
const again = 50 * time.Millisecond

// probeInside runs the gate of an element in a frame of another origin.
func (r *Reader) probeInside(ctx context.Context, in *inner, q ProbeRequest) (*ProbeResult, error) {
	p := r.passage(in, q.URL)
	began := time.Now()
	pointer := q.Purpose == Click || q.Purpose == Hover
	inside := q
	inside.URL, inside.Box = q.URL, outline.Box{}
	var covered time.Time
	scrolled := false
	for turn := 0; ; turn++ {
		inside.Timeout = max(0, q.Timeout-time.Since(began))
		found, outcome, err := r.firstRound(ctx, p, in, inside)
		if err != nil {
			return nil, err
		}
		if outcome == OK {
			outcome = found.Outcome
		}
		result := p.result(in, found, outcome)
		scrolled = scrolled || result.Scrolled || p.scrolled()
		result.Scrolled = scrolled
		if outcome != OK || len(found.Spots) == 0 || !pointer && q.Purpose != Locate {
			return result, nil
		}
		before := append([]*ownerReply(nil), p.looks...)
		outcome, err = p.reach(ctx, found.Spots, q.Scroll, milliseconds(q.Guard))
		if err != nil {
			return nil, err
		}
		result = p.result(in, found, outcome)
		scrolled = scrolled || p.scrolled()
		result.Scrolled = scrolled
		if outcome != OK {
			return result, nil
		}
		switch {
		case !p.steady(before):
			if turn == turns {
				result.Outcome = Moving
				return result, nil
			}
			continue
		case pointer && p.moving():
			wait := q.Timeout - time.Since(began)
			if wait <= 0 {
				result.Outcome = Moving
				return result, nil
			}
			if err := pause(ctx, min(wait, again)); err != nil {
				return nil, err
			}
			turn = 0
			continue
		}
		seen := p.every(len(found.Spots), func(l *ownerReply) []bool { return l.Seen })
		free := p.every(len(found.Spots), func(l *ownerReply) []bool { return l.Free })
		switch {
		case q.Purpose == Locate:
			p.aim(result, found.Spots, 0)
			result.InView = result.InView && seen == 0
			return result, nil
		case free >= 0:
			p.aim(result, found.Spots, free)
			return result, nil
		case seen < 0:
			result.Outcome = OutOfView
		default:
			p.cover(result, q.SendOccluded)
			if result.Outcome == OK {
				p.above(result, found.Spots, seen)
				return result, nil
			}
		}
		if covered.IsZero() {
			covered = time.Now()
		}
		wait := q.Timeout - time.Since(began)
		if !p.passing() {
			wait = min(wait, grace-time.Since(covered))
		}
		if wait <= 0 || result.Outcome == OutOfView && !q.Scroll {
			return result, nil
		}
		if err := pause(ctx, min(wait, again)); err != nil {
			return nil, err
		}
		turn = 0 // waiting is not moving
	}
}

// firstRound asks the element's world and those around it: at the same time, or
// those around it first when the element is about to be changed.
func (r *Reader) firstRound(ctx context.Context, p *passage, in *inner, q ProbeRequest) (*insideReply, Outcome, error) {
	if q.Prepare != PrepareNothing {
		outcome, err := p.look(ctx, q.Scroll)
		if err != nil || outcome != OK {
			return nil, outcome, err
		}
		found, outcome := r.askInside(ctx, in, q)
		return found, outcome, ctx.Err()
	}
	var found *insideReply
	var inside Outcome
	var wait sync.WaitGroup
	wait.Go(func() { found, inside = r.askInside(ctx, in, q) })
	outcome, err := p.look(ctx, q.Scroll)
	wait.Wait()
	if err == nil && outcome == OK {
		outcome = inside
	}
	return found, outcome, err
}

// askInside runs the gate in the element's own world. A world that is not there
// any more has taken its document with it.
func (r *Reader) askInside(ctx context.Context, in *inner, q ProbeRequest) (*insideReply, Outcome) {
	var found *insideReply
	err := r.inside(ctx, in, func(w *world) error {
		var reply objectReply[insideReply]
		err := w.call(ctx, "probeInside", probeArgs(q), &reply)
		if err == nil {
			found, err = reply.value("probeInside")
		}
		return err
	})
	switch {
	case err != nil:
		return nil, FrameChanged
	case found.Outcome == DocumentChanged:
		return nil, FrameChanged
	}
	return found, OK
}

// inside calls the world of an inner frame; once more when the frame has another
// session by now, which need not mean that it has another document.
func (r *Reader) inside(ctx context.Context, in *inner, call func(*world) error) error {
	err := call(r.worldOf(in))
	if err != nil && ctx.Err() == nil && r.move(ctx, in) {
		err = call(r.worldOf(in))
	}
	return err
}

// setInside sets the value of a control in a frame of another origin.
func (r *Reader) setInside(ctx context.Context, in *inner, q SetValueRequest) (*SetValueResult, error) {
	p := r.passage(in, q.URL)
	outcome, err := p.look(ctx, q.Scroll)
	if err != nil {
		return nil, err
	}
	if outcome != OK {
		return &SetValueResult{ProbeResult: *p.result(in, nil, outcome)}, nil
	}
	var set *SetValueResult
	err = r.inside(ctx, in, func(w *world) (err error) {
		set, err = w.setValue(ctx, q)
		return err
	})
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if err != nil || set.Outcome == DocumentChanged {
		return &SetValueResult{ProbeResult: *p.result(in, nil, FrameChanged)}, nil
	}
	set.ProbeResult = *p.result(in, &insideReply{ProbeResult: set.ProbeResult}, set.Outcome)
	return set, nil
}

// asideReply is what a world around a frame tells after an action in it.
type asideReply struct {
	URL    string `json:"url"`
	Title  string `json:"title"`
	Missed *Miss  `json:"missed"`
}

// afterInside tells what became of an action in a frame of another origin.
func (r *Reader) afterInside(ctx context.Context, in *inner, q AfterRequest) (*AfterResult, error) {
	p := r.passage(in, "")
	asides := make([]*asideReply, len(p.links))
	errs := make([]error, len(p.links))
	var wait sync.WaitGroup
	last := len(p.links) - 1
	for i := range p.links {
		wait.Go(func() {
			var reply objectReply[asideReply]
			if errs[i] = p.links[i].world.call(ctx, "aside", true, &reply); errs[i] == nil {
				asides[i], errs[i] = reply.value("aside")
			}
		})
	}
	var after *AfterResult
	err := r.inside(ctx, in, func(w *world) (err error) {
		after, err = w.after(ctx, q)
		return err
	})
	wait.Wait()
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case errs[last] != nil:
		return nil, errs[last]
	case err != nil || after.Document:
		after = &AfterResult{FrameDocument: true}
	}
	after.URL, after.Title = asides[last].URL, asides[last].Title
	for i, aside := range asides {
		if aside == nil || aside.Missed == nil {
			continue
		}
		if after.Guard == nil {
			after.Guard = &GuardReport{}
		}
		if after.Guard.Missed == nil {
			after.Guard.Missed = aside.Missed
			after.Guard.Missed.Table = p.links[i].table
		}
	}
	return after, nil
}

// strange answers for an element in a frame that the reader does not know: one
// that was taken out of the page, or that the last read did not come by.
func (r *Reader) strange(ctx context.Context) (*ProbeResult, error) {
	page, err := r.aside(ctx)
	if err != nil {
		return nil, err
	}
	return &ProbeResult{Outcome: FrameChanged, URL: page.URL, Title: page.Title}, nil
}

// aside tells the page's address and title.
func (r *Reader) aside(ctx context.Context) (*asideReply, error) {
	var reply objectReply[asideReply]
	if err := r.world.call(ctx, "aside", false, &reply); err != nil {
		return nil, err
	}
	return reply.value("aside")
}

// pause waits.
func pause(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
