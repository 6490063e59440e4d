package dom

import (
	"context"
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
// more: in text, names, values and suggestions, in open shadow trees, frames of
// the same origin, and those of others that the last read came by.
func (r *Reader) WaitText(ctx context.Context, q TextRequest) (*TextResult, error) {
	result, err := r.waitText(ctx, q)
	if err != nil || !q.Gone || !result.Satisfied {
		return result, err
	}
	if len(r.insides()) == 0 {
		return result, nil
	}
	// It went from one place after another; is it nowhere at the same time?
	q.Timeout = 0
	return r.waitText(ctx, q)
}

// waitText asks all worlds at once. One that shows the text is enough; it is
// gone when none does.
func (r *Reader) waitText(ctx context.Context, q TextRequest) (*TextResult, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	args := textArgs{q.Text, q.Gone, milliseconds(q.Timeout)}
	ask := func(w *world) (*TextResult, error) {
		var reply objectReply[TextResult]
		if err := w.call(ctx, "waitText", args, &reply); err != nil {
			return nil, err
		}
		return reply.value("waitText")
	}
	var own *TextResult
	var ownErr error
	insides := r.insides()
	inside := make([]*TextResult, len(insides))
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
	for i, in := range insides {
		wait.Go(func() {
			_ = r.inside(ctx, in, func(w *world) (err error) {
				inside[i], err = ask(w)
				return err
			}) // a frame that cannot be asked shows nothing
			if inside[i] != nil {
				note(inside[i])
			}
		})
	}
	if own, ownErr = ask(r.world); ownErr == nil {
		note(own)
	}
	wait.Wait()
	if first != nil {
		if own != nil {
			first.URL, first.Title = own.URL, own.Title
		}
		return first, nil
	}
	if ownErr != nil {
		return nil, ownErr
	}
	for _, t := range inside {
		if t != nil && !t.Satisfied {
			own.Satisfied, own.Found = false, t.Found
		}
	}
	return own, nil
}

// insides returns the frames of other origins that the reader knows.
func (r *Reader) insides() []*inner {
	r.frames.mu.Lock()
	defer r.frames.mu.Unlock()
	var list []*inner
	for _, in := range r.frames.byID {
		list = append(list, in)
	}
	return list
}

// Pulse is how a document is at a moment.
type Pulse struct {
	// Ready is its readyState.
	Ready string `json:"ready"`
	// Table is that of the document's world: another one is another document.
	Table string `json:"nonce"`
	// Changes counts what has changed in it since the first pulse of the key.
	Changes int    `json:"changes"`
	Hidden  bool   `json:"hidden"`
	URL     string `json:"url"`
	Title   string `json:"title"`
}

type pulseArgs struct {
	Key string `json:"key"`
	End bool   `json:"end,omitempty"`
}

// Pulse tells how much has changed in the page since it was first asked with the
// key, which any number of callers may do side by side. Calm ends it.
func (r *Reader) Pulse(ctx context.Context, key string) (*Pulse, error) {
	return r.world.pulse(ctx, pulseArgs{Key: key})
}

// Calm ends the watch of a key.
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
