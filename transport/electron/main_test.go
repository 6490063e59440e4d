package electron_test

import (
	"context"
	"os"
	"slices"
	"testing"
	"time"

	"github.com/holdfast-go/holdfast/cdp"
	"github.com/holdfast-go/holdfast/internal/testbrowser"
	"github.com/holdfast-go/holdfast/internal/testelectron"
	"github.com/holdfast-go/holdfast/transport"
	"github.com/holdfast-go/holdfast/transport/electron"
)

func TestMain(m *testing.M) {
	if fake := fakes[os.Getenv(fakeVariable)]; fake != nil {
		fake()
		return
	}
	testbrowser.Main(m)
}

// launch starts a window host over Electron or its double, which ends with the
// test.
func launch(t *testing.T, opts ...electron.Option) *electron.Host {
	t.Helper()
	return started(t, slices.Concat([]electron.Option{electron.WithBinary(testelectron.Binary(t))}, opts)...)
}

// started launches with these options alone.
func started(t *testing.T, opts ...electron.Option) *electron.Host {
	t.Helper()
	host, err := electron.Launch(t.Context(), opts...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := host.Close(); err != nil {
			t.Errorf("closing the host: %v", err)
		}
	})
	return host
}

// fake are the options that start a fake.
func fake(t *testing.T, name string) []electron.Option {
	t.Helper()
	if fakes[name] == nil {
		t.Fatalf("there is no fake %q", name)
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return []electron.Option{electron.WithBinary(self), electron.WithEnv(fakeVariable + "=" + name)}
}

// open opens a tab.
func open(t *testing.T, host *electron.Host) transport.Tab {
	t.Helper()
	tab, err := host.Open(t.Context(), transport.OpenTab{})
	if err != nil {
		t.Fatal(err)
	}
	return tab
}

// connect opens the stream of a tab.
func connect(t *testing.T, host *electron.Host, tab transport.TabID) *cdp.Conn {
	t.Helper()
	return testbrowser.Connect(t, host, tab)
}

// evaluate runs an expression in a page.
func evaluate[T any](t *testing.T, conn *cdp.Conn, expression string) T {
	t.Helper()
	var reply struct {
		Result struct {
			Value T `json:"value"`
		} `json:"result"`
	}
	params := map[string]any{"expression": expression, "returnByValue": true, "awaitPromise": true, "userGesture": true}
	if err := conn.Session("").Call(t.Context(), "Runtime.evaluate", params, &reply); err != nil {
		t.Fatalf("%s: %v", expression, err)
	}
	return reply.Result.Value
}

// next returns the next event that the condition wants.
func next(t *testing.T, host *electron.Host, what string, want func(transport.Event) bool) transport.Event {
	t.Helper()
	limit := time.After(30 * time.Second)
	for {
		select {
		case e, ok := <-host.Events():
			if !ok {
				t.Fatalf("the events ended before %s", what)
			}
			if want(e) {
				return e
			}
		case <-limit:
			t.Fatalf("waited in vain for %s", what)
		}
	}
}

// promptly runs what must end soon, whatever the other side does.
func promptly(t *testing.T, what string, run func(ctx context.Context)) {
	t.Helper()
	begin := time.Now()
	ctx, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
	defer cancel()
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		run(ctx)
	}()
	select {
	case <-ended:
	case <-time.After(20 * time.Second):
		t.Fatalf("%s does not end", what)
	}
	if took := time.Since(begin); took > 5*time.Second {
		t.Errorf("%s took %v", what, took)
	}
}
