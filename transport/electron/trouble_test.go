package electron_test

import (
	"context"
	"errors"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/holdfast-go/holdfast/cdp"
	"github.com/holdfast-go/holdfast/internal/transporttest"
	"github.com/holdfast-go/holdfast/transport"
	"github.com/holdfast-go/holdfast/transport/electron"
)

func itoa(n int) string { return strconv.Itoa(n) }

// A host that does not read, or does not answer, holds nobody up for longer than
// they want to wait, and Close not at all.
func TestHostThatHangs(t *testing.T) {
	for _, name := range []string{"reads nothing", "answers nothing"} {
		t.Run(name, func(t *testing.T) {
			host := started(t, append(fake(t, name), electron.WithCommandTimeout(200*time.Millisecond))...)
			promptly(t, "listing", func(ctx context.Context) {
				if _, err := host.List(ctx); !errors.Is(err, context.DeadlineExceeded) {
					t.Errorf("listing: %v", err)
				}
			})
			promptly(t, "attaching", func(ctx context.Context) {
				if _, err := host.Stream(ctx, "t1"); !errors.Is(err, context.DeadlineExceeded) {
					t.Errorf("attaching: %v", err)
				}
			})
			// Without a context's, the limit is the host's.
			promptly(t, "opening", func(context.Context) {
				if _, err := host.Open(context.Background(), transport.OpenTab{}); !errors.Is(err, context.DeadlineExceeded) {
					t.Errorf("opening: %v", err)
				}
			})
			waiting := make(chan error, 1)
			go func() {
				_, err := host.Stream(context.Background(), "t2")
				waiting <- err
			}()
			promptly(t, "closing", func(context.Context) {
				if err := host.Close(); err != nil {
					t.Error(err)
				}
			})
			if err := <-waiting; !errors.Is(err, transport.ErrClosed) && !errors.Is(err, context.DeadlineExceeded) {
				t.Errorf("who waited got %v", err)
			}
			transporttest.NothingLeft(t)
		})
	}
}

// However it ends, everyone learns of it, and why.
func TestHostThatEnds(t *testing.T) {
	for _, test := range []struct{ fake, says string }{
		{"says garbage", `it said "garbage"`},
		{"cuts the connection", "the connection to the window host was cut"},
		{"crashes", "exit status 5; it printed last:\n  holdfast: something is undefined"},
	} {
		t.Run(test.fake, func(t *testing.T) {
			host := started(t, fake(t, test.fake)...)
			if _, err := host.List(t.Context()); !errors.Is(err, transport.ErrLost) {
				t.Errorf("listing: %v", err)
			}
			down := next(t, host, "Down", func(e transport.Event) bool { return e.Kind == transport.Down })
			if !errors.Is(down.Err, transport.ErrLost) || !strings.Contains(down.Err.Error(), test.says) {
				t.Errorf("Down has the error %v", down.Err)
			}
			transporttest.NothingLeft(t)
			if _, err := host.Stream(t.Context(), "t1"); !errors.Is(err, transport.ErrLost) {
				t.Errorf("a stream after the end: %v", err)
			}
			if err := host.Close(); err != nil {
				t.Errorf("closing after the end: %v", err)
			}
		})
	}
}

// A flood of events nobody reads holds nothing up: what does not fit is counted.
func TestFlood(t *testing.T) {
	host := started(t, fake(t, "floods")...)
	if tabs, err := host.List(t.Context()); err != nil || len(tabs) != 1 || tabs[0].ID != "t1" {
		t.Errorf("%v, %v", tabs, err)
	}
	if err := host.Close(); err != nil {
		t.Error(err)
	}
	events, lost := 0, 0
	for e := range host.Events() {
		events++
		lost += e.Lost
	}
	if events+lost != 20_001 || lost == 0 { // and Down
		t.Errorf("%d events and %d lost", events, lost)
	}
}

// A stream that is closed makes room for the next at once: what is said of the one
// never comes behind what is said of the other.
func TestStreamAfterStream(t *testing.T) {
	host := started(t, fake(t, "has one stream")...)
	for i := range 300 {
		s, err := host.Stream(t.Context(), "t1")
		if err != nil {
			t.Fatalf("stream %d: %v", i, err)
		}
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
	}
	s, err := host.Stream(t.Context(), "t1")
	if err != nil {
		t.Fatal(err)
	}
	other, err := host.Stream(t.Context(), "t1")
	if te, ok := errors.AsType[*transport.Error](err); !ok || te.Kind != transport.KindRefused {
		t.Errorf("a second one: %v, %v", other, err)
	}
	if err := s.Write([]byte(`{"id":1,"method":"Page.enable"}`)); err != nil {
		t.Errorf("the first one afterwards: %v", err)
	}
}

// The host's words for what it refuses are the transport's kinds.
func TestRefusals(t *testing.T) {
	host := started(t, fake(t, "refuses")...)
	for word, kind := range map[string]transport.Kind{
		"not_found": transport.KindNotFound, "refused": transport.KindRefused, "unsupported": transport.KindUnsupported,
		"timeout": transport.KindUnreachable, "invalid": transport.KindInvalid, "lost": transport.KindRefused, "new": transport.KindRefused,
	} {
		err := host.Activate(t.Context(), transport.TabID("kind "+word))
		te, ok := errors.AsType[*transport.Error](err)
		if !ok || te.Kind != kind || !strings.Contains(te.Detail, "because") {
			t.Errorf("%s: %v", word, err)
		}
		if late := errors.Is(err, context.DeadlineExceeded); late != (word == "timeout") {
			t.Errorf("%s: %v", word, err)
		}
	}
}

// oddCommands: one that is longer than the host takes is answered, on its own
// session, and the stream goes on; so it does over commands with line breaks, and
// over one that is never answered.
func oddCommands(t *testing.T, host *electron.Host) {
	conn := connect(t, host, open(t, host).ID)
	var refused *cdp.Error
	err := conn.Session("none").Call(t.Context(), "Runtime.evaluate", map[string]string{"expression": strings.Repeat(" ", 65<<20)}, nil)
	if !errors.As(err, &refused) || refused.Code != transport.CodeLong {
		t.Errorf("a command of 65 MiB, of a session: %v", err)
	}
	var reply struct {
		Result struct {
			Value string `json:"value"`
		} `json:"result"`
	}
	params := []byte("{\r\n\t\"expression\":\n \"`a\\nb`\"\n}\n")
	if err := conn.Session("").Call(t.Context(), "Runtime.evaluate", params, &reply); err != nil || reply.Result.Value != "a\nb" {
		t.Errorf("%q, %v", reply.Result.Value, err)
	}
	if err := conn.Session("").Call(t.Context(), "Browser.getVersion", nil, nil); !errors.Is(err, cdp.ErrUnknownMethod) {
		t.Errorf("a command of the browser: %v", err)
	}
	err = conn.Session("").Call(t.Context(), "Runtime.evaluate", map[string]any{"expression": "new Promise(() => {})", "awaitPromise": true}, nil)
	if !errors.Is(err, cdp.ErrTimeout) || !errors.As(err, &refused) {
		t.Errorf("a command that is never answered: %v", err)
	}
}
