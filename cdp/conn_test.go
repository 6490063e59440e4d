package cdp_test

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/holdfast-go/holdfast/cdp"
	"github.com/holdfast-go/holdfast/transport"
)

func TestRepliesGoToTheirCallers(t *testing.T) {
	b, conn := dial(t)
	root := conn.Session("")
	first := root.Send(t.Context(), "A.first", nil)
	second := root.Send(t.Context(), "A.second", map[string]int{"n": 2})
	one, two := b.next(t), b.next(t)
	if one.Method != "A.first" || two.Method != "A.second" || one.ID >= two.ID || string(two.Params) != `{"n":2}` {
		t.Fatalf("wrote %+v and %+v", one, two)
	}
	b.say(`{"id":%d,"result":{"v":"two"}}`, two.ID)
	b.say(`{"id":%d,"result":{"v":"nobody's"}}`, 4711)
	b.say(`{"id":%d,"result":{"v":"one","new":[1]}}`, one.ID)
	for p, want := range map[*cdp.Pending]string{first: "one", second: "two"} {
		for range 2 { // a reply can be read again
			var got struct {
				V string `json:"v"`
			}
			if err := p.Wait(t.Context(), &got); err != nil {
				t.Fatal(err)
			}
			if got.V != want {
				t.Errorf("got %q, want %q", got.V, want)
			}
		}
	}
}

func TestRefusedCommand(t *testing.T) {
	b, conn := dial(t)
	for _, test := range []struct{ name, body, want string }{
		{"plain", `{"code":-32601,"message":"'A.b' wasn't found"}`, "cdp: A.b: 'A.b' wasn't found (-32601)"},
		{"data", `{"code":-32602,"message":"Invalid parameters","data":"url: string expected"}`,
			"cdp: A.b: Invalid parameters (-32602): url: string expected"},
		{"data that is no text", `{"code":1,"message":"m","data":{"x":1}}`, `cdp: A.b: m (1): {"x":1}`},
		{"not readable", `"oops"`, `cdp: A.b: an error that cannot be read: "oops" (0)`},
	} {
		t.Run(test.name, func(t *testing.T) {
			p := conn.Session("").Send(t.Context(), "A.b", nil)
			b.say(`{"id":%d,"error":%s}`, b.next(t).ID, test.body)
			err := p.Wait(t.Context(), nil)
			if e, ok := errors.AsType[*cdp.Error](err); !ok || e.Method != "A.b" || err.Error() != test.want {
				t.Errorf("got  %v\nwant %s", err, test.want)
			}
		})
	}
}

func TestLimit(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b, conn := dial(t)
		begin := time.Now()
		p := conn.Session("").Send(t.Context(), "Slow.command", nil)
		err := p.Wait(t.Context(), nil)
		if took := time.Since(begin); took != 30*time.Second {
			t.Errorf("it took %v", took)
		}
		te, ok := errors.AsType[*cdp.TimeoutError](err)
		if !errors.Is(err, cdp.ErrTimeout) || !ok || te.Method != "Slow.command" || !te.Timeout() {
			t.Errorf("got %v", err)
		}
		// The late reply is nobody's; the connection goes on.
		b.say(`{"id":%d,"result":{}}`, b.next(t).ID)
		go b.echo()
		if err := conn.Session("").Call(t.Context(), "Next.command", nil, nil); err != nil {
			t.Error(err)
		}
	})
}

func TestLimitWithoutWait(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		_, conn := dial(t, cdp.WithCallTimeout(time.Second))
		begin := time.Now()
		<-conn.Session("").Send(t.Context(), "A.b", nil).Done()
		if took := time.Since(begin); took != time.Second {
			t.Errorf("it took %v", took)
		}
	})
}

func TestContext(t *testing.T) {
	b, conn := dial(t)
	root := conn.Session("")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for name, err := range map[string]error{
		"call with an ended context": root.Call(ctx, "A.b", nil, nil),
		"send with an ended context": root.Send(ctx, "A.b", nil).Wait(t.Context(), nil),
	} {
		if !errors.Is(err, context.Canceled) || !strings.Contains(err.Error(), "A.b") {
			t.Errorf("%s: %v", name, err)
		}
	}
	ctx, cancel = context.WithCancel(t.Context())
	sent := root.Send(ctx, "A.sent", nil)
	if got := b.next(t).Method; got != "A.sent" {
		t.Errorf("wrote %s; a command whose context has ended must not be sent", got)
	}
	cancel()
	<-sent.Done()
	if err := sent.Wait(t.Context(), nil); !errors.Is(err, context.Canceled) {
		t.Errorf("the context of Send ended: %v", err)
	}
}

// A pipe that nobody reads holds up the writer, not the callers; what they gave
// up is not sent later.
func TestStuckStream(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBrowser()
		b.hold = make(chan struct{})
		conn := cdp.NewConn(b)
		defer func() { _ = conn.Close() }()
		root := conn.Session("")
		stuck := root.Send(t.Context(), "A.stuck", nil)
		synctest.Wait()
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		if err := root.Call(ctx, "A.givenUp", nil, nil); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("got %v", err)
		}
		abandoned := root.Send(t.Context(), "A.abandoned", nil)
		abandoned.Abandon()
		root.Send(t.Context(), "A.last", nil)
		close(b.hold)
		for _, want := range []string{"A.stuck", "A.abandoned", "A.last"} {
			if got := b.next(t).Method; got != want {
				t.Errorf("wrote %s, want %s", got, want)
			}
		}
		if err := abandoned.Wait(t.Context(), nil); !errors.Is(err, cdp.ErrAbandoned) {
			t.Errorf("got %v", err)
		}
		stuck.Abandon()
	})
}

func TestEndOfConnection(t *testing.T) {
	for _, test := range []struct {
		name string
		end  func(*browser, *cdp.Conn)
		want error
	}{
		{"cut", func(b *browser, _ *cdp.Conn) { b.cutNow() }, transport.ErrLost},
		{"closed", func(_ *browser, c *cdp.Conn) { _ = c.Close() }, transport.ErrClosed},
		{"garbage", func(b *browser, _ *cdp.Conn) { b.say("<html>") }, transport.ErrLost},
	} {
		t.Run(test.name, func(t *testing.T) {
			b, conn := dial(t)
			child := conn.Session("CHILD")
			pending := []*cdp.Pending{
				conn.Session("").Send(t.Context(), "A.b", nil),
				child.Send(t.Context(), "A.b", nil),
			}
			listeners := []*cdp.Listener{conn.Listen(), child.Listen("X.y"), conn.Session("").Listen()}
			payloads, cancel := child.Subscribe("X.y")
			defer cancel()
			if conn.Err() != nil || child.Err() != nil {
				t.Fatal("an error before the end")
			}
			test.end(b, conn)
			for _, p := range pending {
				if err := p.Wait(t.Context(), nil); !errors.Is(err, test.want) {
					t.Errorf("a pending command: %v", err)
				}
			}
			<-conn.Done()
			<-child.Done()
			for _, l := range append(listeners, conn.Listen(), child.Listen(), conn.Session("NEW").Listen()) {
				if e, ok := <-l.C(); ok {
					t.Errorf("an event after the end: %+v", e)
				}
				l.Close()
			}
			if _, ok := <-payloads; ok {
				t.Error("a payload after the end")
			}
			for _, err := range []error{
				conn.Err(), child.Err(),
				conn.Session("").Call(t.Context(), "A.b", nil, nil),
				conn.Session("NEW").Call(t.Context(), "A.b", nil, nil),
			} {
				if !errors.Is(err, test.want) {
					t.Errorf("after the end: %v", err)
				}
			}
		})
	}
}

// What arrived before the cut still counts.
func TestReplyBeforeTheCut(t *testing.T) {
	b, conn := dial(t)
	p := conn.Session("").Send(t.Context(), "A.b", nil)
	b.say(`{"id":%d,"result":{}}`, b.next(t).ID)
	b.cutNow()
	if err := p.Wait(t.Context(), nil); err != nil {
		t.Error(err)
	}
}

func TestManyCallersAndAnEnd(t *testing.T) {
	b, conn := dial(t)
	go b.echo()
	const callers = 3000
	var wg sync.WaitGroup
	for i := range callers {
		wg.Go(func() {
			var got struct {
				N int `json:"n"`
			}
			s := conn.Session([]string{"", "ONE", "TWO"}[i%3])
			if err := s.Call(t.Context(), "A.echo", map[string]int{"n": i}, &got); err != nil || got.N != i {
				t.Errorf("call %d: got %d, %v", i, got.N, err)
			}
		})
	}
	wg.Wait()
	// And an end in the middle: every call ends in one of two ways.
	for i := range callers {
		wg.Go(func() {
			err := conn.Session("").Call(t.Context(), "A.echo", nil, nil)
			if err != nil && !errors.Is(err, transport.ErrClosed) {
				t.Errorf("call %d: %v", i, err)
			}
		})
	}
	for range 3 {
		wg.Go(func() {
			if err := conn.Close(); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
}
