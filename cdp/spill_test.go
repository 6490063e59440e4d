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
	l := conn.Listen("A.one")
	l.Spill(len(`{"n":1}`) * 3)
	say := func(from, to int) {
		for i := from; i <= to; i++ {
			b.say(`{"method":"A.one","params":{"n":%d}}`, i)
		}
		b.sync(t, conn)
	}
	spilled := func() []string {
		var out []string
		for _, e := range l.Spilled() {
			out = append(out, fmt.Sprintf("%s+%d", e.Params, e.Lost))
		}
		return out
	}
	say(1, 7) // two fit the queue, three spill, two are lost
	want(t, "queued", drain(l), `/A.one{"n":1}+0`, `/A.one{"n":2}+0`)
	say(8, 8) // nothing is queued before what was spilled is taken
	want(t, "queued behind the spilled", drain(l))
	want(t, "spilled", spilled(), `{"n":3}+0`, `{"n":4}+0`, `{"n":5}+0`)
	say(9, 9)
	want(t, "queued again", drain(l), `/A.one{"n":9}+3`)
	want(t, "spilled again", spilled())
	if got := l.Lost(); got != 3 {
		t.Errorf("%d are lost, want 3", got)
	}
}
