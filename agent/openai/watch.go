package openai

import (
	"io"
	"time"
)

// watch ends a turn in which nothing comes for too long. It counts only while
// the endpoint is waited for, so a slow reader of events loses nothing.
type watch struct {
	limit time.Duration
	timer *time.Timer
}

func newWatch(limit time.Duration, late func()) *watch {
	w := &watch{limit: limit, timer: time.AfterFunc(limit, late)}
	w.rest()
	return w
}

func (w *watch) wake() { w.timer.Reset(w.limit) }
func (w *watch) rest() { w.timer.Stop() }

// guard watches the reads of a body.
func (w *watch) guard(body io.Reader) io.Reader { return guarded{w, body} }

type guarded struct {
	watch *watch
	body  io.Reader
}

func (g guarded) Read(p []byte) (int, error) {
	g.watch.wake()
	defer g.watch.rest()
	return g.body.Read(p)
}
