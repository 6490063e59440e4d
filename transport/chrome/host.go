package chrome

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/holdfast-go/holdfast/internal/child"
	"github.com/holdfast-go/holdfast/transport"
)

// goodOrder is how long Chrome gets to close by itself when its profile is kept.
const goodOrder = 5 * time.Second

// Host is a running Chrome. It is safe for concurrent use.
type Host struct {
	config  *config
	folder  *folder
	output  *child.Output
	process *child.Tree
	link    link
	events  chan transport.Event
	exited  chan struct{} // closed when the program has ended in any way
	ended   chan struct{} // closed when nothing is left

	mu       sync.Mutex
	closing  bool  // this side ends it
	cause    error // of the end, when it was not a plain Close
	status   error // how the program ended
	err      error // what Close returns
	stopLife func() bool
}

var _ transport.Host = (*Host)(nil)

// Stream opens a stream to the browser, or to a tab. Each has its own enabled
// domains and child sessions, over the pipe too.
func (h *Host) Stream(ctx context.Context, tab transport.TabID) (transport.Stream, error) {
	s, err := h.link.stream(ctx, tab)
	if err != nil {
		if down := h.down(); down != nil {
			return nil, down
		}
	}
	return s, err
}

// Events gives Down, the only event of a browser host.
func (h *Host) Events() <-chan transport.Event { return h.events }

// Address returns where the DevTools port is, as endpoint.Dial takes it
// ("127.0.0.1:40123"), or nothing without [WithPort].
func (h *Host) Address() string { return h.link.address() }

// PID returns the process id of Chrome's main process, for diagnosis.
func (h *Host) PID() int { return h.process.PID() }

// Private reports whether nobody but the program uses the browser: it has no
// window and a profile of its own.
func (h *Host) Private() bool { return !h.config.headful && h.config.profile == "" }

// UserDataDir returns the profile folder.
func (h *Host) UserDataDir() string { return h.folder.profile }

// Close ends Chrome and returns when all of its processes and the temporary
// folder are gone. With [WithUserDataDir] Chrome may first close in good order,
// for at most five seconds.
func (h *Host) Close() error {
	h.shutdown(nil)
	<-h.ended
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.err
}

// open waits until Chrome answers or has ended.
func (h *Host) open(ctx context.Context) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	// The link notices the end too, but may do so much later.
	go func() {
		select {
		case <-h.exited:
			cancel()
		case <-ctx.Done():
		}
	}()
	return h.link.open(ctx)
}

// exitedEarly reports whether the program has ended by itself. Its end can be
// seen on the pipe a moment before.
func (h *Host) exitedEarly(ctx context.Context) bool {
	timer := time.NewTimer(drain)
	defer timer.Stop()
	select {
	case <-h.exited:
		return true
	case <-ctx.Done():
	case <-timer.C:
	}
	return false
}

// early is the cause of a start that failed because the program ended. It is
// read after the end.
func (h *Host) early() error {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.status == nil {
		return errors.New("it ended at once")
	}
	return fmt.Errorf("it ended at once: %w", h.status)
}

// live ties the host to a context.
func (h *Host) live(ctx context.Context) {
	stop := context.AfterFunc(ctx, func() {
		h.shutdown(&transport.Error{
			Kind: transport.KindClosed, Op: "close", Detail: "the lifetime context ended", Err: context.Cause(ctx),
		})
	})
	h.mu.Lock()
	h.stopLife = stop
	h.mu.Unlock()
}

// shutdown begins the end, once.
func (h *Host) shutdown(cause error) {
	h.mu.Lock()
	if h.closing || h.cause != nil {
		h.mu.Unlock()
		return
	}
	h.closing, h.cause = true, cause
	opened := h.stopLife != nil // otherwise there is nobody to ask
	h.mu.Unlock()
	if h.config.profile != "" && opened {
		h.goodOrder()
	}
	h.link.fail(h.down())
	h.process.Kill()
}

// goodOrder lets Chrome write its profile before it is killed.
func (h *Host) goodOrder() {
	ctx, cancel := context.WithTimeout(context.Background(), goodOrder)
	defer cancel()
	if h.link.quit(ctx) != nil {
		return
	}
	select {
	case <-h.exited:
	case <-ctx.Done():
	}
}

// down is the error of streams after the end, or nil before it.
func (h *Host) down() error {
	h.mu.Lock()
	defer h.mu.Unlock()
	switch {
	case h.cause != nil:
		return h.cause
	case h.closing:
		return &transport.Error{Kind: transport.KindClosed, Op: "stream", Detail: "the browser was closed here"}
	}
	return nil
}

// wait waits for the program to end, whoever ended it, and cleans up.
func (h *Host) wait() {
	h.process.Exited()
	h.mu.Lock()
	crashed := !h.closing
	if crashed {
		h.cause = &transport.Error{Kind: transport.KindLost, Op: "wait", Detail: "Chrome has ended"}
	}
	h.mu.Unlock()
	if crashed {
		// Callers learn it now; what is left of the tree takes a moment.
		h.link.fail(h.down())
	}
	close(h.exited)
	status := h.process.Finish()
	h.mu.Lock()
	h.status = status
	if crashed {
		h.cause = h.crash(status)
	}
	h.mu.Unlock()
	err := errors.Join(h.link.close(), h.folder.Remove())
	h.mu.Lock()
	h.err = err
	stop, cause := h.stopLife, h.cause
	h.mu.Unlock()
	if stop != nil {
		stop()
	}
	h.events <- transport.Event{Kind: transport.Down, Err: cause}
	close(h.events)
	close(h.ended)
}

// crash is the error of a Chrome that ended by itself.
func (h *Host) crash(status error) error {
	printed := h.output.Last()
	return &transport.Error{
		Kind: transport.KindLost, Op: "wait", Detail: "Chrome has ended",
		Hint: hint(printed), Err: child.Ended(status, printed),
	}
}
