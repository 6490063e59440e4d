package cdp_test

import (
	"bytes"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"testing"

	"github.com/holdfast-go/holdfast/cdp"
)

// drain reads what is queued, without blocking.
func drain(l *cdp.Listener) []string {
	var out []string
	for {
		select {
		case e, ok := <-l.C():
			if !ok {
				return append(out, "end")
			}
			out = append(out, fmt.Sprintf("%s/%s%s+%d", e.SessionID, e.Method, e.Params, e.Lost))
		default:
			return out
		}
	}
}

// sync makes the reader pass over everything that was said: a reply comes after
// it.
func (b *browser) sync(t *testing.T, conn *cdp.Conn) {
	t.Helper()
	p := conn.Session("").Send(t.Context(), "Test.sync", nil)
	for {
		if c := b.next(t); c.Method == "Test.sync" {
			b.say(`{"id":%d,"result":{}}`, c.ID)
			break
		}
	}
	if err := p.Wait(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
}

func want(t *testing.T, what string, got []string, want ...string) {
	t.Helper()
	if strings.Join(got, " ") != strings.Join(want, " ") {
		t.Errorf("%s: got %v, want %v", what, got, want)
	}
}

func TestListeners(t *testing.T) {
	b, conn := dial(t)
	everything := conn.Listen()
	some := conn.Listen("A.one", "Nobody.knows", "A.one")
	ofRoot := conn.Session("").Listen()
	ofChild := conn.Session("S").Listen("A.one")
	closed := conn.Listen("A.one")
	closed.Close()
	closed.Close()
	b.say(`{"method":"A.one","params":{"n":1}}`)
	b.say(`{"method":"A.two","sessionId":"S"}`)
	b.say(`{"method":"A.one","params":{"n":2},"sessionId":"S"}`)
	b.say(`{"method":"Nobody.knows","params":{"new":["value"]},"sessionId":"UNUSED"}`)
	b.say(`{"neither":"id nor method"}`)
	b.sync(t, conn)
	want(t, "everything", drain(everything),
		`/A.one{"n":1}+0`, `S/A.two+0`, `S/A.one{"n":2}+0`, `UNUSED/Nobody.knows{"new":["value"]}+0`)
	want(t, "some", drain(some), `/A.one{"n":1}+0`, `S/A.one{"n":2}+0`, `UNUSED/Nobody.knows{"new":["value"]}+0`)
	want(t, "of the root", drain(ofRoot), `/A.one{"n":1}+0`)
	want(t, "of the child", drain(ofChild), `S/A.one{"n":2}+0`)
	want(t, "closed", drain(closed), "end")
	ofRoot.Close()
	b.say(`{"method":"A.one"}`)
	b.sync(t, conn)
	want(t, "closed later", drain(ofRoot), "end")
	want(t, "everything, later", drain(everything), "/A.one+0")
}

func TestOverflow(t *testing.T) {
	b, conn := dial(t, cdp.WithEventBuffer(3))
	slow, other := conn.Listen("A.e"), conn.Listen("A.last")
	for n := range 10 {
		b.say(`{"method":"A.e","params":{"n":%d}}`, n)
	}
	b.say(`{"method":"A.last"}`)
	b.sync(t, conn)
	want(t, "the queue", drain(slow), `/A.e{"n":0}+0`, `/A.e{"n":1}+0`, `/A.e{"n":2}+0`)
	want(t, "another listener", drain(other), "/A.last+0")
	b.say(`{"method":"A.e","params":{"n":10}}`)
	b.say(`{"method":"A.e","params":{"n":11}}`)
	b.sync(t, conn)
	want(t, "after the loss", drain(slow), `/A.e{"n":10}+7`, `/A.e{"n":11}+0`)
	if got := slow.Lost(); got != 7 {
		t.Errorf("lost %d", got)
	}
	// What is queued is still read after the end.
	b.say(`{"method":"A.e","params":{"n":12}}`)
	b.sync(t, conn)
	if err := conn.Close(); err != nil {
		t.Fatal(err)
	}
	want(t, "after the end", drain(slow), `/A.e{"n":12}+0`, "end")
}

func TestSubscribe(t *testing.T) {
	var log bytes.Buffer
	b, conn := dial(t, cdp.WithEventBuffer(2), cdp.WithLogger(slog.New(slog.NewTextHandler(&log, nil))))
	payloads, cancel := conn.Session("S").Subscribe("A.e")
	for n := range 5 {
		b.say(`{"method":"A.e","params":{"n":%d},"sessionId":"S"}`, n)
	}
	b.say(`{"method":"A.e","params":{"n":"root's"}}`)
	b.sync(t, conn)
	for n := range 2 {
		if got := string(<-payloads); got != fmt.Sprintf(`{"n":%d}`, n) {
			t.Errorf("got %s", got)
		}
	}
	cancel()
	cancel()
	if _, ok := <-payloads; ok {
		t.Error("a payload after the end")
	}
	if n := strings.Count(log.String(), "drops events"); n != 1 {
		t.Errorf("one loss of three events was logged %d times:\n%s", n, log.String())
	}
}

// Whoever has a reply has, without waiting, all events that came before it.
func TestEventsComeBeforeTheReply(t *testing.T) {
	b, conn := dial(t)
	l := conn.Listen("A.e")
	go func() {
		for range 1000 {
			c := b.next(t)
			b.say(`{"method":"A.e","params":%s}`, c.Params)
			b.say(`{"id":%d,"result":{}}`, c.ID)
		}
	}()
	for n := range 1000 {
		if err := conn.Session("").Call(t.Context(), "A.b", map[string]int{"n": n}, nil); err != nil {
			t.Fatal(err)
		}
		want(t, "events", drain(l), fmt.Sprintf(`/A.e{"n":%d}+0`, n))
	}
}

// Listeners come and go while events arrive.
func TestListenersUnderFire(t *testing.T) {
	b, conn := dial(t, cdp.WithEventBuffer(8))
	stop := make(chan struct{})
	var wg sync.WaitGroup
	wg.Go(func() {
		for {
			select {
			case <-stop:
				return
			case b.incoming <- []byte(`{"method":"A.e","params":{},"sessionId":"S"}`):
			}
		}
	})
	var users sync.WaitGroup
	for range 8 {
		users.Go(func() {
			for range 200 {
				l := conn.Session("S").Listen("A.e")
				_, cancel := conn.Session("S").Subscribe("A.e")
				if e := <-l.C(); e.Method != "A.e" {
					t.Errorf("got %+v", e)
				}
				l.Close()
				cancel()
			}
		})
	}
	users.Wait()
	close(stop)
	wg.Wait()
}
