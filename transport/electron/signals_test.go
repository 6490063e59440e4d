//go:build unix

package electron_test

import (
	"context"
	"errors"
	"strings"
	"syscall"
	"testing"

	"github.com/holdfast-go/holdfast/internal/transporttest"
	"github.com/holdfast-go/holdfast/transport"
)

// A frozen program (SIGSTOP) is like one that hangs, and is gone after Close.
func TestFrozen(t *testing.T) {
	host := launch(t)
	conn := connect(t, host, open(t, host).ID)
	if err := syscall.Kill(host.PID(), syscall.SIGSTOP); err != nil {
		t.Fatal(err)
	}
	promptly(t, "a command", func(ctx context.Context) {
		err := conn.Session("").Call(ctx, "Runtime.evaluate", map[string]string{"expression": "1"}, nil)
		if !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("a command: %v", err)
		}
	})
	// More than the connection takes.
	large := conn.Session("").Send(t.Context(), "Runtime.evaluate", map[string]string{"expression": "'" + strings.Repeat("x", 16<<20) + "'"})
	promptly(t, "listing", func(ctx context.Context) {
		if _, err := host.List(ctx); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("listing: %v", err)
		}
	})
	promptly(t, "closing a stream that is being written to", func(context.Context) {
		if err := conn.Close(); err != nil {
			t.Error(err)
		}
	})
	if err := large.Wait(t.Context(), nil); !errors.Is(err, transport.ErrClosed) {
		t.Errorf("the command that was being written: %v", err)
	}
	promptly(t, "closing", func(context.Context) {
		if err := host.Close(); err != nil {
			t.Error(err)
		}
	})
	transporttest.NothingLeft(t)
}
