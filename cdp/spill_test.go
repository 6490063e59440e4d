package cdp_test

import (
	"fmt"
	"testing"

	"github.com/holdfast-go/holdfast/cdp"
)

// What comes while the queue is full is kept in order, up to a limit; what is
// beyond it is counted.
func TestListenerSpills(t *testing.T) {
	b, conn := dial(t, cdp.WithEventBuffer(2))
	l := conn.Session("").ListenSpilling(len(`{"n":1}`)*3, "A.one")
	say := func(from, to int) {
		for i := from; i <= to; i++ {
			b.say(`{"method":"A.one","params":{"n":%d}}`, i)
		}
		b.sync(t, conn)
	}
	drained := func() []string {
		events, open := l.Drain(nil)
		if !open {
			t.Error("the listener has ended")
		}
		var out []string
		for _, e := range events {
			out = append(out, fmt.Sprintf("%s+%d", e.Params, e.Lost))
		}
		return out
	}
	say(1, 7) // two fit the queue, three spill, two are lost
	want(t, "queued", drain(l), `/A.one{"n":1}+0`, `/A.one{"n":2}+0`)
	say(8, 8) // nothing is queued before what was spilled is taken
	want(t, "queued behind the spilled", drain(l))
	want(t, "spilled", drained(), `{"n":3}+0`, `{"n":4}+0`, `{"n":5}+0`)
	say(9, 12)
	want(t, "all at once", drained(), `{"n":9}+3`, `{"n":10}+0`, `{"n":11}+0`, `{"n":12}+0`)
	say(13, 13)
	want(t, "queued again", drain(l), `/A.one{"n":13}+0`)
	want(t, "nothing more", drained())
	if got := l.Lost(); got != 3 {
		t.Errorf("%d are lost, want 3", got)
	}
}

// Whoever drains while events come has all of them, in order, also those that
// came before the end.
func TestDrainUnderFire(t *testing.T) {
	const n = 20_000
	b, conn := dial(t, cdp.WithEventBuffer(2))
	l := conn.Session("S").ListenSpilling(1<<30, "A.one")
	go func() {
		for i := range n {
			b.say(`{"method":"A.one","params":{"n":%d},"sessionId":"S"}`, i)
		}
		b.say(`{"method":"Target.detachedFromTarget","params":{"sessionId":"S"}}`)
	}()
	var all []cdp.Event
	for open := true; open; {
		if e, ok := <-l.C(); ok {
			all = append(all, e)
		}
		all, open = l.Drain(all)
	}
	for i, e := range all {
		if got, want := string(e.Params), fmt.Sprintf(`{"n":%d}`, i); got != want {
			t.Fatalf("event %d is %s", i, got)
		}
	}
	if len(all) != n {
		t.Errorf("%d events have come, want %d", len(all), n)
	}
}
