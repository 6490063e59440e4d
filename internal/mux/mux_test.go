package mux

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"testing"

	"github.com/holdfast-go/holdfast/internal/leakcheck"
	"github.com/holdfast-go/holdfast/internal/wire"
	"github.com/holdfast-go/holdfast/transport"
)

// pipe is the browser's end, played by the test.
type pipe struct {
	in, out chan []byte
	stuck   chan struct{} // Write waits until it is closed; nil lets it pass
	closed  chan struct{}
	once    sync.Once
}

func newPipe() *pipe {
	return &pipe{in: make(chan []byte, 100), out: make(chan []byte, 100), closed: make(chan struct{})}
}

func (p *pipe) Read() ([]byte, error) {
	select {
	case m, ok := <-p.in:
		if !ok {
			return nil, &transport.Error{Kind: transport.KindLost, Op: "read"}
		}
		return m, nil
	case <-p.closed:
		return nil, &transport.Error{Kind: transport.KindClosed, Op: "read"}
	}
}

func (p *pipe) Write(m []byte) error {
	if p.stuck != nil {
		select {
		case <-p.stuck:
		case <-p.closed:
			return &transport.Error{Kind: transport.KindClosed, Op: "write"}
		}
	}
	p.out <- append([]byte(nil), m...)
	return nil
}

func (p *pipe) Close() error {
	p.once.Do(func() { close(p.closed) })
	return nil
}

func (p *pipe) say(format string, args ...any) { p.in <- fmt.Appendf(nil, format, args...) }

func (p *pipe) next(t *testing.T) (id int64, rest string) {
	t.Helper()
	var c struct {
		ID        int64           `json:"id"`
		Method    string          `json:"method"`
		Params    json.RawMessage `json:"params"`
		SessionID string          `json:"sessionId"`
	}
	m := <-p.out
	if err := json.Unmarshal(m, &c); err != nil {
		t.Fatalf("%s: %v", m, err)
	}
	return c.ID, c.SessionID + "|" + c.Method + "|" + string(c.Params)
}

// attach opens a stream whose session has that id.
func attach(t *testing.T, p *pipe, m *Mux, session string) transport.Stream {
	t.Helper()
	go func() {
		id, _ := p.next(t)
		p.say(`{"id":%d,"result":{"sessionId":%q}}`, id, session)
	}()
	s, err := m.Browser(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func start(t *testing.T) (*pipe, *Mux) {
	t.Helper()
	p := newPipe()
	m := New(p)
	t.Cleanup(func() {
		if err := m.Close(); err != nil {
			t.Error(err)
		}
		if err := leakcheck.Goroutines(); err != nil {
			t.Error(err)
		}
	})
	return p, m
}

func read(t *testing.T, s transport.Stream) string {
	t.Helper()
	m, err := s.Read()
	if err != nil {
		t.Fatal(err)
	}
	return string(m)
}

func TestRouting(t *testing.T) {
	p, m := start(t)
	a, b := attach(t, p, m, "A"), attach(t, p, m, "B")

	// Root messages go out with the stream's session; the same id on both is
	// no matter.
	for _, message := range []string{`{"id":1,"method":"X.y","params":{}}`, " {\"id\":1,\"method\":\"X.y\",\"params\":{}} \n"} {
		if err := a.Write([]byte(message)); err != nil {
			t.Fatal(err)
		}
		if _, got := p.next(t); got != "A|X.y|{}" {
			t.Errorf("wrote %s", got)
		}
	}
	// And come back without it, wherever it stands.
	p.say(`{"id":1,"result":{"a":1},"sessionId":"A"}`)
	p.say(`{"id":1,"result":{"b":1},"sessionId":"B"}`)
	p.say(`{"method":"E.v","params":{},"sessionId":"NOBODY"}`)
	if got := read(t, a); got != `{"id":1,"result":{"a":1}}` {
		t.Errorf("A read %s", got)
	}
	if got := read(t, b); got != `{"id":1,"result":{"b":1}}` {
		t.Errorf("B read %s", got)
	}

	// A child belongs to the stream that it was attached on, a grandchild too.
	p.say(`{"method":"Target.attachedToTarget","params":{"sessionId":"CHILD","targetInfo":{}},"sessionId":"A"}`)
	p.say(`{"method":"Target.attachedToTarget","params":{"sessionId":"GRAND","targetInfo":{}},"sessionId":"CHILD"}`)
	p.say(`{"method":"E.v","params":{},"sessionId":"GRAND"}`)
	for _, want := range []string{
		`{"method":"Target.attachedToTarget","params":{"sessionId":"CHILD","targetInfo":{}}}`,
		`{"method":"Target.attachedToTarget","params":{"sessionId":"GRAND","targetInfo":{}},"sessionId":"CHILD"}`,
		`{"method":"E.v","params":{},"sessionId":"GRAND"}`,
	} {
		if got := read(t, a); got != want {
			t.Errorf("A read %s, want %s", got, want)
		}
	}
	if err := a.Write([]byte(`{"id":2,"method":"X.y","sessionId":"GRAND"}`)); err != nil {
		t.Fatal(err)
	}
	if _, got := p.next(t); got != "GRAND|X.y|" {
		t.Errorf("wrote %s", got)
	}
	if err := b.Write([]byte(`{"id":3,"method":"X.y","sessionId":"GRAND"}`)); err != nil {
		t.Fatal(err)
	}
	if got := read(t, b); got != `{"id":3,"error":{"code":-32001,"message":"Session with given id not found."}}` {
		t.Errorf("B read %s", got)
	}

	// Closing a stream detaches its session.
	if err := a.Close(); err != nil {
		t.Fatal(err)
	}
	if _, got := p.next(t); got != `|Target.detachFromTarget|{"sessionId":"A"}` {
		t.Errorf("wrote %s", got)
	}
	if err := a.Write([]byte(`{"id":4,"method":"X.y"}`)); !errors.Is(err, transport.ErrClosed) {
		t.Errorf("a write after the end: %v", err)
	}

	// A session that ends by itself ends its stream, after what came before.
	p.say(`{"method":"E.last","sessionId":"B"}`)
	p.say(`{"method":"Target.detachedFromTarget","params":{"sessionId":"B"}}`)
	if got := read(t, b); got != `{"method":"E.last"}` {
		t.Errorf("B read %s", got)
	}
	if _, err := b.Read(); !errors.Is(err, transport.ErrLost) {
		t.Errorf("got %v", err)
	}
}

// A session elsewhere than at the end is found too.
func TestSessionInFront(t *testing.T) {
	p, m := start(t)
	s := attach(t, p, m, "A")
	p.say(`{"sessionId":"A","method":"Target.attachedToTarget","params":{"sessionId":"C"}}`)
	p.say(`{"sessionId":"C","method":"E.v"}`)
	for _, want := range []string{
		`{"method":"Target.attachedToTarget","params":{"sessionId":"C"}}`, `{"sessionId":"C","method":"E.v"}`,
	} {
		if got := read(t, s); got != want {
			t.Errorf("read %s, want %s", got, want)
		}
	}
}

func TestAttachFails(t *testing.T) {
	p, m := start(t)
	for _, test := range []struct {
		reply string
		kind  transport.Kind
	}{
		{`"error":{"code":-32602,"message":"No target with given id found"}`, transport.KindNotFound},
		{`"result":{"new":"shape"}`, transport.KindNotChrome},
	} {
		go func() {
			id, _ := p.next(t)
			p.say(`{"id":%d,%s}`, id, test.reply)
		}()
		_, err := m.Tab(t.Context(), "T")
		if te, ok := errors.AsType[*transport.Error](err); !ok || te.Kind != test.kind {
			t.Errorf("%s: %v", test.reply, err)
		}
	}
}

// A caller who left gets no session; it is detached when it comes.
func TestAbandonedAttach(t *testing.T) {
	p, m := start(t)
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() {
		_, err := m.Tab(ctx, "T")
		ended <- err
	}()
	id, _ := p.next(t)
	cancel()
	if err := <-ended; !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	p.say(`{"id":%d,"result":{"sessionId":"LATE"}}`, id)
	if _, got := p.next(t); got != `|Target.detachFromTarget|{"sessionId":"LATE"}` {
		t.Errorf("wrote %s", got)
	}
}

// A pipe that takes nothing holds up no caller longer than its context, and no
// Close.
func TestStuckPipe(t *testing.T) {
	p := newPipe()
	p.stuck = make(chan struct{})
	m := New(p)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := m.Call(ctx, "X.y", nil); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	if err := m.Close(); err != nil {
		t.Error(err)
	}
	if err := leakcheck.Goroutines(); err != nil {
		t.Error(err)
	}
}

func TestEnd(t *testing.T) {
	for _, test := range []struct {
		name string
		end  func(*pipe, *Mux)
		want error
	}{
		{"cut", func(p *pipe, _ *Mux) { close(p.in) }, transport.ErrLost},
		{"garbage", func(p *pipe, _ *Mux) { p.say("hello") }, transport.ErrLost},
		{"closed", func(_ *pipe, m *Mux) { _ = m.Close() }, transport.ErrClosed},
		{"failed", func(_ *pipe, m *Mux) { m.Fail(&transport.Error{Kind: transport.KindLost, Op: "wait"}) }, transport.ErrLost},
	} {
		t.Run(test.name, func(t *testing.T) {
			p, m := start(t)
			s := attach(t, p, m, "A")
			called := make(chan error, 1)
			go func() {
				_, err := m.Call(t.Context(), "X.y", nil)
				called <- err
			}()
			p.next(t)
			test.end(p, m)
			<-m.Done()
			_, readErr := s.Read()
			_, openErr := m.Browser(t.Context())
			for _, err := range []error{<-called, readErr, openErr, s.Write([]byte(`{}`))} {
				if !errors.Is(err, test.want) {
					t.Errorf("got %v", err)
				}
			}
			if err := s.Close(); err != nil {
				t.Error(err)
			}
		})
	}
}

// A stream that nobody reads ends before it eats all memory; the others go on.
func TestUnreadStream(t *testing.T) {
	p, m := start(t)
	lazy, busy := attach(t, p, m, "LAZY"), attach(t, p, m, "BUSY")
	lazy.(*stream).inbox = wire.NewInbox(20) // for one of these
	p.say(`{"method":"E.v","sessionId":"LAZY"}`)
	p.say(`{"method":"E.v","sessionId":"LAZY"}`)
	p.say(`{"method":"E.v","sessionId":"BUSY"}`)
	if got := read(t, busy); got != `{"method":"E.v"}` {
		t.Errorf("read %s", got)
	}
	read(t, lazy)
	if _, err := lazy.Read(); !errors.Is(err, transport.ErrLost) {
		t.Errorf("got %v", err)
	}
}
