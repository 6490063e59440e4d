package transporttest

import (
	"encoding/json"
	"strconv"
	"testing"
	"time"

	"github.com/holdfast-go/holdfast/transport"
)

// lastEvent reads the events to their end and returns the last, which must be
// Down.
func lastEvent(t *testing.T, host transport.Host) transport.Event {
	t.Helper()
	timeout := time.After(patience)
	var last transport.Event
	for {
		select {
		case e, ok := <-host.Events():
			if !ok {
				if last.Kind != transport.Down {
					t.Errorf("the last event is %q, not Down", last.Kind)
				}
				return last
			}
			if last.Kind == transport.Down {
				t.Errorf("%q came after Down", e.Kind)
			}
			last = e
		case <-timeout:
			t.Fatalf("the events did not end within %v", patience)
		}
	}
}

// receiveClosed waits for a channel to be closed.
func receiveClosed(t *testing.T, c <-chan struct{}, what string) {
	t.Helper()
	select {
	case <-c:
	case <-time.After(patience):
		t.Fatalf("no %s within %v", what, patience)
	}
}

// eventually waits for a condition that the browser brings about by itself and
// announces nowhere; each look is a round trip.
func eventually(t *testing.T, what string, condition func() bool) {
	t.Helper()
	for begin := time.Now(); !condition(); {
		if time.Since(begin) > patience {
			t.Fatalf("waited %v in vain for %s", patience, what)
		}
	}
}

func decode(t *testing.T, raw []byte, v any) {
	t.Helper()
	if err := json.Unmarshal(raw, v); err != nil {
		t.Fatal(err)
	}
}

func itoa(n int) string { return strconv.Itoa(n) }
