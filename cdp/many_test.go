package cdp_test

import (
	"fmt"
	"runtime"
	"testing"
	"time"

	"github.com/holdfast-go/holdfast/cdp"
)

// What a connection has to look at when a session ends does not grow with the
// number of the others: a provider with a thousand pages closes one as fast as a
// provider with ten.
func TestEndAmongMany(t *testing.T) {
	const few, many, ending = 100, 20_000, 100
	b, conn := dial(t)
	attached := 0
	attach := func(n int) {
		for ; attached < n; attached++ {
			b.say(`{"method":"Target.attachedToTarget","params":{"sessionId":"P%d","targetInfo":{"targetId":"T%[1]d"}}}`, attached)
		}
		b.sync(t, conn)
	}
	// end takes the best of some tries, for others may use the machine.
	end := func() time.Duration {
		best := time.Hour
		for range 5 {
			began := time.Now()
			for range ending / 5 {
				attached--
				b.say(`{"method":"Target.detachedFromTarget","params":{"sessionId":"P%d"}}`, attached)
			}
			b.sync(t, conn)
			best = min(best, time.Since(began))
		}
		return best
	}
	attach(few)
	one := end()
	attach(many)
	waiting := conn.Session("P1").Send(t.Context(), "A.b", nil) // of another one
	other := end()
	t.Logf("%d sessions end in %v among %d and in %v among %d", ending/5, one, few, other, many)
	if other > 20*one {
		t.Errorf("the end of a session takes %.0f times as long among %d others", float64(other)/float64(one), many)
	}
	select {
	case <-waiting.Done():
		t.Error("the command of another session was settled")
	default:
	}
}

// A listener that spills and has heard nothing is small: there are some for each
// page.
func TestIdleListenersAreSmall(t *testing.T) {
	_, conn := dial(t)
	const most, n = 4 << 10, 300 // bytes
	size := func() int64 {
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return int64(m.HeapAlloc)
	}
	listeners := make([]*cdp.Listener, n)
	before := size()
	for i := range listeners {
		listeners[i] = conn.Session(fmt.Sprintf("S%d", i)).ListenSpilling(1<<20, "A.one", "A.two")
	}
	if each := (size() - before) / n; each > most {
		t.Errorf("an idle listener and its session take %d bytes, want at most %d", each, most)
	}
	for _, l := range listeners {
		l.Close()
	}
}
