package provider

import (
	"context"
	"errors"
	"regexp"
	"strings"
	"time"

	"github.com/holdfast-go/holdfast/browser"
	"github.com/holdfast-go/holdfast/outline"
	"github.com/holdfast-go/holdfast/outline/dom"
)

const (
	// textChunk is how long the page is asked to look for a text at a time. A
	// navigation ends a question, and the next document is asked anew, as are
	// frames of other sites that came meanwhile.
	textChunk = time.Second
	// pollGap is between two looks at something that only a question tells.
	pollGap = 100 * time.Millisecond
	// maxWaitText bounds the text that is waited for, in bytes.
	maxWaitText = 2000
)

// waiter is a wait that has begun.
type waiter struct {
	page   *page
	r      browser.WaitRequest
	aim    *aim // of an element
	result *browser.WaitResult
}

// checkWait says what is wrong with a request, and fills in what is not given.
func checkWait(r *browser.WaitRequest) error {
	given := 0
	for _, is := range []bool{r.Time != 0, r.Text != "", r.TextGone != "", r.Ref != 0, r.URL != "", r.Until != ""} {
		if is {
			given++
		}
	}
	switch {
	case given != 1:
		return invalid("wait for exactly one of time, text, text_gone, ref, url and until, not %d of them", given)
	case r.Time < 0 || r.Timeout < 0:
		return invalid("a time cannot be negative")
	case r.State != "" && r.Ref == 0:
		return invalid("a state needs a ref")
	case r.Until != "" && r.Until != browser.UntilLoad && r.Until != browser.UntilStable:
		return invalid("wait until load or stable, not %s", outline.Quote(string(r.Until)))
	case len(r.Text)+len(r.TextGone) > maxWaitText:
		return invalid("a text to wait for has %d bytes at most", maxWaitText)
	case given == 1 && strings.TrimSpace(r.Text+r.TextGone) == "" && r.Text+r.TextGone != "":
		return invalid("a text to wait for cannot be blank")
	}
	switch r.State {
	case "":
		r.State = browser.StateVisible
	case browser.StateVisible, browser.StateHidden, browser.StateEnabled:
	default:
		return invalid("the state is visible, hidden or enabled, not %s", outline.Quote(string(r.State)))
	}
	if r.Timeout == 0 {
		r.Timeout = browser.DefaultWait
		if r.Until == browser.UntilStable {
			r.Timeout = browser.MaxWait
		}
	}
	return nil
}

// Wait waits for something to happen. It takes its turn to begin, so that it
// knows what calls before it have done, and gives it back at once: a click may
// go on while another goroutine waits for what comes of it.
func (p *page) Wait(ctx context.Context, r browser.WaitRequest) (*browser.WaitResult, error) {
	if err := checkWait(&r); err != nil {
		return nil, err
	}
	since, err := p.begin(ctx, "wait")
	if err != nil {
		return nil, err
	}
	w := &waiter{page: p, r: r, result: &browser.WaitResult{For: describeWait(r), SinceLast: since}}
	if r.Ref != 0 {
		w.aim, err = p.resolve(r.Ref)
	}
	p.turn.give()
	if err != nil {
		return nil, withEvents(err, since)
	}
	start := time.Now()
	if err := w.wait(ctx); err != nil {
		if p.blocked("") != nil {
			err = p.blocked("wait for " + w.result.For)
		}
		return nil, withEvents(failed("wait for "+w.result.For, err), append(since, p.sinceLast()...))
	}
	w.result.ElapsedMS = time.Since(start).Milliseconds()
	p.mu.Lock()
	w.result.URL = p.state.url
	p.mu.Unlock()
	w.result.SinceLast = append(since, p.sinceLast()...)
	return w.result, nil
}

// describeWait says what is waited for.
func describeWait(r browser.WaitRequest) string {
	switch {
	case r.Time != 0:
		return r.Time.String()
	case r.Text != "":
		return "text " + outline.Quote(r.Text)
	case r.TextGone != "":
		return "text " + outline.Quote(r.TextGone) + " to go"
	case r.Ref != 0:
		return r.Ref.String() + " " + string(r.State)
	case r.URL != "":
		return "an address with " + outline.Quote(r.URL)
	}
	return string(r.Until)
}

// wait runs the kind of wait that was asked for. That the time is over is no
// error.
func (w *waiter) wait(ctx context.Context) error {
	r := w.r
	if r.Time != 0 {
		return w.time(ctx)
	}
	limit, cancel := limited(ctx, r.Timeout)
	defer cancel()
	var err error
	switch {
	case r.Text != "", r.TextGone != "":
		err = w.text(limit)
	case r.Ref != 0:
		err = w.element(limit)
	case r.URL != "":
		err = w.url(limit)
	case r.Until == browser.UntilLoad:
		err = w.load(limit)
	default:
		err = w.stable(limit)
	}
	if err != nil && ctx.Err() == nil && limit.Err() != nil && w.page.alive("wait") == nil && w.page.blocked("") == nil {
		return nil
	}
	return err
}

// pause waits for d, or until the page ends, a dialog opens or ctx ends.
func (w *waiter) pause(ctx context.Context, d time.Duration) error {
	p := w.page
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-p.waiting():
		return p.blocked("wait")
	case <-p.done:
		return p.alive("wait")
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (w *waiter) time(ctx context.Context) error {
	err := w.pause(ctx, w.r.Time)
	w.result.Satisfied = err == nil
	return err
}

// url waits for an address; * stands for anything.
func (w *waiter) url(ctx context.Context) error {
	parts := strings.Split(w.r.URL, "*")
	for i, part := range parts {
		parts[i] = regexp.QuoteMeta(part)
	}
	pattern, err := regexp.Compile(strings.Join(parts, ".*"))
	if err != nil {
		return err
	}
	err = w.page.until(ctx, func(s *state) bool { return pattern.MatchString(s.url) })
	if err == nil {
		err = w.page.blocked("wait")
	}
	w.result.Satisfied = err == nil
	return err
}

// text waits for a text to be shown, or not to be.
func (w *waiter) text(ctx context.Context) error {
	p := w.page
	q := dom.TextRequest{Text: w.r.Text}
	if w.r.TextGone != "" {
		q.Text, q.Gone = w.r.TextGone, true
	}
	for {
		q.Timeout = textChunk
		if deadline, ok := ctx.Deadline(); ok {
			// The page answers a little earlier than the time is over.
			q.Timeout = max(0, min(textChunk, time.Until(deadline)-pollGap/2))
		}
		var found *dom.TextResult
		err := p.inDocument(ctx, func(ctx context.Context) (err error) {
			found, err = p.reader.WaitText(ctx, q)
			return err
		})
		switch {
		case errors.Is(err, errMoved):
			continue // the next document is asked
		case err != nil:
			w.result.Signals.ReadyState = tooBusy
			if ctx.Err() != nil || p.alive("wait") != nil || p.blocked("") != nil {
				return err
			}
			// The document was left again and again while it was asked.
			if err := w.pause(ctx, pollGap); err != nil {
				return err
			}
			continue
		}
		w.result.Title, w.result.Found, w.result.Signals.ReadyState = found.Title, found.Found, found.Ready
		if found.Satisfied {
			w.result.Satisfied = true
			return nil
		}
		if found.Hidden {
			if err := w.pause(ctx, pollGap); err != nil {
				return err
			}
		} else if ctx.Err() != nil || q.Timeout < textChunk {
			<-ctx.Done() // a moment
			return ctx.Err()
		}
	}
}

// tooBusy is what WaitSignals.ReadyState says of a page that does not answer.
const tooBusy = "no answer"

// errMoved says that the document was left while it was asked.
var errMoved = errors.New("the page shows another document")

// inDocument runs a question to the page that ends when its document is left: a
// document that is kept for going back never answers.
func (p *page) inDocument(ctx context.Context, ask func(context.Context) error) error {
	p.mu.Lock()
	moves := p.state.commits
	p.mu.Unlock()
	asking, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	watching := make(chan struct{})
	go func() {
		defer close(watching)
		if p.await(asking, func(s *state) bool { return s.commits != moves }) == nil {
			cancel(errMoved)
		}
	}()
	err := ask(asking)
	if err != nil && context.Cause(asking) == errMoved && ctx.Err() == nil {
		err = errMoved
	}
	cancel(nil)
	<-watching
	return err
}

// element waits for a state of an element. Coming and going in the meantime is
// what it waits for; only an element that is not there to begin with, and a page
// that has another address, are errors, as for every use of a ref. What is gone
// is hidden, too.
func (w *waiter) element(ctx context.Context) error {
	p, a := w.page, w.aim
	hidden := w.r.State == browser.StateHidden
	for first := true; ; first = false {
		var found *dom.ProbeResult
		err := p.inDocument(ctx, func(ctx context.Context) (err error) {
			// Not AllowDetached: a page that makes the thing anew has not hidden it.
			found, err = p.reader.Probe(ctx, dom.ProbeRequest{Target: a.target, URL: a.url, Purpose: dom.Locate, Relocate: true})
			return err
		})
		if errors.Is(err, errMoved) {
			found, err = &dom.ProbeResult{Outcome: dom.DocumentChanged, URL: p.address()}, nil
		}
		if err != nil {
			return err
		}
		w.result.Title = found.Title
		w.result.Signals.Element = stateOf(found)
		switch found.Outcome {
		case dom.OK, dom.Hidden, dom.NoBox, dom.IsDisabled:
		case dom.Gone, dom.Mismatch, dom.FrameChanged:
			if found.Outcome == dom.Mismatch && found.Now != nil {
				now := p.thing(found.Now, a.target.Node.Table)
				w.result.Now = &now
			}
			if !hidden && first {
				return p.pass(a, found)
			}
		default: // another document or address
			return p.pass(a, found)
		}
		is := w.result.Signals.Element
		switch w.r.State {
		case browser.StateVisible:
			w.result.Satisfied = is == seenVisible || is == seenDisabled
		case browser.StateEnabled:
			w.result.Satisfied = is == seenVisible
		case browser.StateHidden:
			w.result.Satisfied = is != seenVisible && is != seenDisabled
		}
		if w.result.Satisfied {
			if found.Outcome == dom.OK {
				w.result.Now = nil
			}
			return nil
		}
		if err := w.pause(ctx, pollGap); err != nil {
			return err
		}
	}
}

// What WaitSignals.Element says.
const (
	seenVisible  = "visible"
	seenDisabled = "disabled"
	seenHidden   = "hidden"
	seenGone     = "gone"
	seenAnother  = "another thing"
)

func stateOf(found *dom.ProbeResult) string {
	switch {
	case found.Outcome == dom.Mismatch:
		return seenAnother
	case found.Outcome == dom.Hidden, found.Outcome == dom.NoBox, found.Outcome == dom.OK && !found.Visible:
		return seenHidden
	case found.Outcome == dom.OK && found.Disabled:
		return seenDisabled
	case found.Outcome == dom.OK:
		return seenVisible
	}
	return seenGone
}

// address is the page's, as its loop knows it.
func (p *page) address() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.state.url
}
