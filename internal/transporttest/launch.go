package transporttest

import (
	"context"
	"errors"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/holdfast-go/holdfast/internal/leakcheck"
	"github.com/holdfast-go/holdfast/transport"
)

// A Launcher starts a host, with options of its own kind.
type Launcher[O any, H transport.Host] func(ctx context.Context, options ...O) (H, error)

// Failure is a launch that fails.
type Failure[O any] struct {
	Name    string
	Options []O
	Kind    transport.Kind
	Says    string // part of the error
	Hint    string // part of the hint
}

// NothingLeft checks that a launch left neither process nor folder.
func NothingLeft(t *testing.T) {
	t.Helper()
	if err := errors.Join(
		leakcheck.Processes("HOLDFAST_LAUNCH="+os.TempDir()),
		leakcheck.Folders(os.TempDir(), "holdfast-*"),
	); err != nil {
		t.Error(err)
	}
}

// Fails checks that launches fail as they should, and leave nothing.
func (launch Launcher[O, H]) Fails(t *testing.T, failures []Failure[O]) {
	for _, f := range failures {
		t.Run(f.Name, func(t *testing.T) {
			host, err := launch(t.Context(), f.Options...)
			if err == nil {
				_ = host.Close()
				t.Fatal("no error")
			}
			te, ok := errors.AsType[*transport.Error](err)
			if !ok || te.Kind != f.Kind || !strings.Contains(err.Error(), f.Says) || !strings.Contains(te.Hint, f.Hint) {
				t.Errorf("got %v\nhint %q", err, te.Hint)
			}
			NothingLeft(t)
		})
	}
}

// Refuses checks that options make no sense to a launch.
func (launch Launcher[O, H]) Refuses(t *testing.T, failures []Failure[O]) {
	for i := range failures {
		failures[i].Kind = transport.KindInvalid
	}
	launch.Fails(t, failures)
}

// IsUndone checks that nothing is left of a launch, whose program never answers,
// when its context ends, or the one that lifetime makes an option of.
func (launch Launcher[O, H]) IsUndone(t *testing.T, lifetime func(context.Context) O, options ...O) {
	for name, begin := range map[string]func(context.Context) error{
		"context of the launch": func(ctx context.Context) error {
			_, err := launch(ctx, options...)
			return err
		},
		"lifetime": func(ctx context.Context) error {
			_, err := launch(context.WithoutCancel(ctx), append(options[:len(options):len(options)], lifetime(ctx))...)
			return err
		},
	} {
		t.Run(name, func(t *testing.T) {
			ctx, cancel := context.WithTimeout(t.Context(), 200*time.Millisecond)
			defer cancel()
			wantKind(t, begin(ctx), transport.KindStart)
			NothingLeft(t)
			// And when it has ended before.
			if err := begin(ctx); !errors.Is(err, context.DeadlineExceeded) && !errors.Is(err, context.Canceled) {
				t.Errorf("got %v", err)
			}
			NothingLeft(t)
		})
	}
}
