package browser

import (
	"context"
	"errors"
	"time"

	"github.com/holdfast-go/holdfast/outline"
)

// closeLimit bounds the closing of tabs where nobody waits for it, and the
// question whether a browser is still there.
const closeLimit = 2 * time.Second

// provider returns the browser, started if need be.
func (r *Runtime) provider(ctx context.Context) (Provider, error) {
	r.mu.Lock()
	p, closed := r.browser, r.closed
	r.mu.Unlock()
	switch {
	case closed:
		return nil, errRuntimeClosed()
	case p != nil:
		return p, nil
	}
	select {
	case r.turn <- struct{}{}:
	case <-ctx.Done():
		return nil, startCanceled(ctx)
	}
	defer func() { <-r.turn }()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	r.mu.Lock()
	p, closed = r.browser, r.closed
	r.cancel = cancel
	r.mu.Unlock()
	switch {
	case closed:
		return nil, errRuntimeClosed()
	case p != nil:
		return p, nil
	}
	s, err := r.choose(ctx)
	if err != nil {
		return nil, err
	}
	p, err = s.start(ctx)
	if err != nil {
		return nil, err
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.browser, r.from = p, s.ID // Close waits for the turn and ends it
	return p, nil
}

// start starts the browser and tells a failure in the words of the contract.
func (s Source) start(ctx context.Context) (Provider, error) {
	p, err := s.Start(ctx)
	switch {
	case err == nil && p == nil:
		return nil, &Error{Code: CodeUnavailable, Message: "the source " + s.ID + " started no browser and said no reason"}
	case err == nil:
		return p, nil
	case AsError(err) != nil:
		return nil, err
	case ctx.Err() != nil:
		return nil, startCanceled(ctx)
	}
	return nil, &Error{
		Code: CodeUnavailable, Message: s.ID + ": " + outline.Clean(err.Error()), Err: err,
		Hint: "Tell the user: no page can be opened until the browser can be started or reached.",
	}
}

func startCanceled(ctx context.Context) error {
	e := &Error{Code: CodeCanceled, Message: "cancelled while the browser was starting", Err: context.Cause(ctx)}
	if errors.Is(ctx.Err(), context.DeadlineExceeded) {
		e.Code, e.Message, e.Retryable = CodeTimeout, "the browser did not start in time", true
	}
	return e
}

func errRuntimeClosed() error {
	return &Error{Code: CodeConnectionLost, Message: "the program has closed its browser", Hint: "Nothing can be done with it any more."}
}

// lost looks whether a browser is gone for good when a call says that a
// connection is, and if so forgets it, so that the next page starts one. It
// returns what the caller is told.
func (r *Runtime) lost(ctx context.Context, p Provider, err error) error {
	if !errors.Is(err, ErrConnectionLost) {
		return err
	}
	limited, cancel := context.WithTimeout(context.WithoutCancel(ctx), closeLimit)
	defer cancel()
	if _, still := p.Tabs(limited); !errors.Is(still, ErrConnectionLost) {
		return err // of one browser of a pool
	}
	// Of many calls that see it one closes it. It does not wait for a start that
	// is going on: that is of another browser.
	r.mu.Lock()
	mine := r.browser == p && !r.closed
	if mine {
		r.browser, r.from = nil, ""
		r.work.Add(1)
	}
	r.mu.Unlock()
	if mine {
		defer r.work.Done()
		// It is gone; what closing it says is of no use to anybody.
		_ = p.Close()
	}
	gone := *AsError(err)
	if r.usable() == nil {
		gone.Hint = "The browser is gone, and all its pages. Open the page again: that starts a new one."
	}
	return &gone
}

func (r *Runtime) usable() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.closed {
		return errRuntimeClosed()
	}
	return nil
}

// Close ends the browser that the runtime has started, and what is going on.
// It is idempotent.
func (r *Runtime) Close() error {
	r.mu.Lock()
	r.closed = true
	if r.cancel != nil {
		r.cancel()
	}
	r.mu.Unlock()
	r.turn <- struct{}{}
	defer func() { <-r.turn }()
	r.mu.Lock()
	p := r.browser
	r.browser, r.from = nil, ""
	r.mu.Unlock()
	defer r.work.Wait()
	if p == nil {
		return nil
	}
	return p.Close()
}
