package chrome

import (
	"context"
	"errors"

	"github.com/holdfast-go/holdfast/internal/child"
	"github.com/holdfast-go/holdfast/transport"
)

// Host is a running Chrome. It is safe for concurrent use.
type Host struct {
	config *config
	folder *folder
	output *child.Output
	link   link
	events chan transport.Event
	life   *child.Life
}

var _ transport.Host = (*Host)(nil)

// Stream opens a stream to the browser, or to a tab. Each has its own enabled
// domains and child sessions, over the pipe too.
func (h *Host) Stream(ctx context.Context, tab transport.TabID) (transport.Stream, error) {
	s, err := h.link.stream(ctx, tab)
	if err != nil {
		if down := h.life.Down(); down != nil {
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
func (h *Host) PID() int { return h.life.PID() }

// Private reports whether nobody but the program uses the browser: it has no
// window and a profile of its own.
func (h *Host) Private() bool { return !h.config.headful && h.config.Profile == "" }

// UserDataDir returns the profile folder.
func (h *Host) UserDataDir() string { return h.folder.profile }

// Close ends Chrome and returns when all of its processes and the temporary
// folder are gone. With [WithUserDataDir] Chrome may first close in good order,
// for at most five seconds.
func (h *Host) Close() error { return h.life.Close() }

// ways are how the life of Chrome is seen and ended.
func (h *Host) ways() child.Ways {
	w := child.Ways{
		Name:   "Chrome",
		Fail:   h.link.fail,
		Settle: func() error { return errors.Join(h.link.close(), h.folder.Remove()) },
		Crash:  h.crash,
		Down: func(err error) {
			h.events <- transport.Event{Kind: transport.Down, Err: err}
			close(h.events)
		},
	}
	if h.config.Profile != "" {
		w.Quit = h.link.quit // lets it write its profile
	}
	return w
}

// crash is the error of a Chrome that ended by itself.
func (h *Host) crash(status, _ error) error {
	printed := h.output.Last()
	return &transport.Error{
		Kind: transport.KindLost, Op: "wait", Detail: "Chrome has ended",
		Hint: hint(printed), Err: child.Ended(status, printed),
	}
}
