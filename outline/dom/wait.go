package dom

import (
	"context"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

// TextRequest asks whether a text is shown.
type TextRequest struct {
	// Text is what is looked for; case and white space do not matter.
	Text string
	// Gone waits until it is not shown any more.
	Gone bool
	// Timeout is how long to wait in the page. A page that is not in front looks
	// once: its timers are slowed down.
	Timeout time.Duration
}

// TextResult says how it ended.
type TextResult struct {
	Satisfied bool `json:"satisfied"`
	// Found is the text and some words around it.
	Found string `json:"found"`
	// Ready is the document's readyState, Hidden tells that the page is not in
	// front.
	Ready  string `json:"ready"`
	Hidden bool   `json:"hidden"`
	URL    string `json:"url"`
	Title  string `json:"title"`
}

type textArgs struct {
	Text      string  `json:"text"`
	Gone      bool    `json:"gone,omitempty"`
	TimeoutMs float64 `json:"timeoutMs"`
}

// WaitText waits in the page until a text is shown anywhere in it, or is not any
// more: in text, names, values and suggestions, in open shadow trees, and in all
// frames that are shown when it begins. A frame of another origin that does not
// answer shows nothing.
func (r *Reader) WaitText(ctx context.Context, q TextRequest) (*TextResult, error) {
	result, strange, err := r.waitText(ctx, q)
	if err != nil || !q.Gone || !result.Satisfied || strange == 0 {
		return result, err
	}
	// It went from one place after another; is it nowhere at the same time?
	q.Timeout = 0
	result, _, err = r.waitText(ctx, q)
	return result, err
}

// waitText asks all worlds at once. One that shows the text is enough; it is
// gone when none does. It also tells how many frames of other origins were
// asked.
func (r *Reader) waitText(ctx context.Context, q TextRequest) (*TextResult, int, error) {
	asking := ctx
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	args := textArgs{q.Text, q.Gone, milliseconds(q.Timeout)}
	ask := func(ctx context.Context, w *world) (*TextResult, error) {
		var reply objectReply[TextResult]
		if err := w.call(ctx, "waitText", args, &reply); err != nil {
			return nil, err
		}
		return reply.value("waitText")
	}
	var own *TextResult
	var ownErr error
	var inside []*TextResult
	var wait sync.WaitGroup
	var mu sync.Mutex
	var first *TextResult
	note := func(t *TextResult) {
		mu.Lock()
		defer mu.Unlock()
		if t.Satisfied && !q.Gone && first == nil {
			first = t
			cancel()
		}
	}
	wait.Go(func() {
		if own, ownErr = ask(ctx, r.world); ownErr == nil {
			note(own)
		}
	})
	patience := q.Timeout + r.frames.limits.filled().Timeout/4
	r.visit(ctx, func(in *inner) {
		limit, cancel := context.WithTimeout(ctx, patience)
		defer cancel()
		var t *TextResult
		err := r.inside(limit, in, func(w *world) (err error) {
			t, err = ask(limit, w)
			return err
		})
		if err != nil || t == nil {
			return
		}
		mu.Lock()
		inside = append(inside, t)
		mu.Unlock()
		note(t)
	})
	wait.Wait()
	if first != nil && first != own {
		// Its own world knows no address but its own, and the page's was not
		// waited for.
		page, err := r.aside(asking)
		if err != nil {
			return nil, 0, err
		}
		first.URL, first.Title = page.URL, page.Title
	}
	if first != nil {
		return first, len(inside), nil
	}
	if ownErr != nil {
		return nil, 0, ownErr
	}
	for _, t := range inside {
		if !t.Satisfied {
			own.Satisfied, own.Found = false, t.Found
		}
	}
	return own, len(inside), nil
}

// Pulse is how a document is at a moment.
type Pulse struct {
	// Ready is its readyState.
	Ready string `json:"ready"`
	// Table is that of the document's world: another one is another document.
	Table string `json:"nonce"`
	// Changes counts what has changed in it since the first pulse of the key.
	Changes int `json:"changes"`
	// Frames is another text when the content of a frame of another origin has
	// changed, or another such frame is shown.
	Frames string `json:"-"`
	Hidden bool   `json:"hidden"`
	URL    string `json:"url"`
	Title  string `json:"title"`
}

type pulseArgs struct {
	Key string `json:"key"`
	End bool   `json:"end,omitempty"`
}

// Pulse tells how much has changed in the page since it was first asked with the
// key, which any number of callers may do side by side. Calm ends it.
func (r *Reader) Pulse(ctx context.Context, key string) (*Pulse, error) {
	var frames []string
	var mu sync.Mutex
	var others sync.WaitGroup
	others.Go(func() {
		r.visit(ctx, func(in *inner) {
			limit, cancel := context.WithTimeout(ctx, r.frames.limits.filled().Timeout/4)
			defer cancel()
			_ = r.inside(limit, in, func(w *world) error {
				pulse, err := w.pulse(limit, pulseArgs{Key: key})
				if err == nil {
					mu.Lock()
					defer mu.Unlock()
					frames = append(frames, pulse.Table+" "+strconv.Itoa(pulse.Changes))
				}
				return err
			}) // a frame that cannot be asked shows no change
		})
	})
	own, err := r.world.pulse(ctx, pulseArgs{Key: key})
	others.Wait()
	if err != nil {
		return nil, err
	}
	slices.Sort(frames)
	own.Frames = strings.Join(frames, " ")
	return own, nil
}

// Calm ends the watch of a key. In frames of other origins, and wherever nobody
// hears of it, it ends by itself half a minute after the last pulse.
func (r *Reader) Calm(ctx context.Context, key string) error {
	_, err := r.world.pulse(ctx, pulseArgs{Key: key, End: true})
	return err
}

func (w *world) pulse(ctx context.Context, args pulseArgs) (*Pulse, error) {
	var reply objectReply[Pulse]
	if err := w.call(ctx, "pulse", args, &reply); err != nil {
		return nil, err
	}
	return reply.value("pulse")
}
