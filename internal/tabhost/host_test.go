package tabhost_test

import (
	"testing"

	"github.com/holdfast-go/holdfast/cdp"
	"github.com/holdfast-go/holdfast/internal/tabhost"
	"github.com/holdfast-go/holdfast/internal/testbrowser"
	"github.com/holdfast-go/holdfast/transport"
)

func TestMain(m *testing.M) { testbrowser.Main(m) }

func launch(t *testing.T) *tabhost.Host {
	t.Helper()
	host, err := tabhost.New(t.Context(), testbrowser.Launch(t))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := host.Close(); err != nil {
			t.Error(err)
		}
	})
	return host
}

// next skips to the event of that kind.
func next(t *testing.T, host *tabhost.Host, kind transport.EventKind) transport.Event {
	t.Helper()
	for e := range host.Events() {
		if e.Kind == kind {
			return e
		}
	}
	t.Fatalf("the events ended without %q", kind)
	return transport.Event{}
}

func TestTabEvents(t *testing.T) {
	host := launch(t)
	tab, err := host.Open(t.Context(), transport.OpenTab{})
	if err != nil {
		t.Fatal(err)
	}
	if e := next(t, host, transport.TabOpened); e.Tab.ID != tab.ID {
		t.Errorf("opened %+v", e)
	}
	if err := host.CloseTab(t.Context(), tab.ID); err != nil {
		t.Fatal(err)
	}
	if e := next(t, host, transport.TabClosed); e.Tab.ID != tab.ID {
		t.Errorf("closed %+v", e)
	}
	host.Emit(transport.Event{Kind: transport.Takeover, Tab: tab, Active: true})
	if e := next(t, host, transport.Takeover); e.Tab.ID != tab.ID || !e.Active {
		t.Errorf("taken over %+v", e)
	}
}

// Down arrives although nobody read, and says how much was lost.
func TestOverflow(t *testing.T) {
	host := launch(t)
	for range 1000 {
		host.Emit(transport.Event{Kind: transport.Takeover})
	}
	if err := host.Close(); err != nil {
		t.Fatal(err)
	}
	read, lost := 0, 0
	var last transport.Event
	for e := range host.Events() {
		read++
		lost += e.Lost
		last = e
	}
	if last.Kind != transport.Down || read+lost < 1000 {
		t.Errorf("read %d, lost %d, last %+v", read, lost, last)
	}
}

// A stream survives what a person's DevTools do to it; what was enabled on it
// does not.
func TestReattach(t *testing.T) {
	host := launch(t)
	tab, err := host.Open(t.Context(), transport.OpenTab{})
	if err != nil {
		t.Fatal(err)
	}
	stream, err := host.Stream(t.Context(), tab.ID)
	if err != nil {
		t.Fatal(err)
	}
	conn := cdp.NewConn(stream)
	defer func() { _ = conn.Close() }()
	page := conn.Session("")
	logs := page.Listen("Runtime.consoleAPICalled")
	log := func() {
		t.Helper()
		if err := page.Call(t.Context(), "Runtime.evaluate", map[string]string{"expression": "console.log('x')"}, nil); err != nil {
			t.Fatal(err)
		}
	}
	heard := func() bool {
		select {
		case <-logs.C():
			return true
		default:
			return false
		}
	}
	enable := func() {
		t.Helper()
		if err := page.Call(t.Context(), "Runtime.enable", nil, nil); err != nil {
			t.Fatal(err)
		}
	}
	enable()
	if log(); !heard() {
		t.Fatal("no event before, so the test proves nothing")
	}
	if err := host.Reattach(t.Context(), tab.ID); err != nil {
		t.Fatal(err)
	}
	if e := next(t, host, transport.Reattached); e.Tab.ID != tab.ID {
		t.Errorf("reattached %+v", e)
	}
	if log(); heard() {
		t.Error("the domain is still enabled")
	}
	enable()
	for heard() { // enabling replays what was logged
	}
	if log(); !heard() {
		t.Error("no event after enabling again")
	}
}
