package dom

import (
	"context"
	"sync"

	"github.com/holdfast-go/holdfast/refs"
)

// worldQuestion is what is asked of several worlds about elements of theirs, which
// are given by their places among the targets.
type worldQuestion struct {
	own   func(at []int) error            // of the reader's world; asked about none, too
	other func(in *inner, at []int) error // of that of a frame of another origin
	lost  func(i int)                     // the element's world is not there any more
}

// beside asks the worlds that targets are in, all at the same time. It fails with
// the reader's own world only, and with the context.
func (r *Reader) beside(ctx context.Context, targets []refs.Target, q worldQuestion) error {
	inside := map[*inner][]int{nil: nil}
	for i, t := range targets {
		if in, known := r.find(t.Frame, t.Node.Table); known {
			inside[in] = append(inside[in], i)
		} else {
			q.lost(i)
		}
	}
	var wait sync.WaitGroup
	var own error
	for in, at := range inside {
		wait.Go(func() {
			if in == nil {
				own = q.own(at)
				return
			}
			if q.other(in, at) != nil {
				for _, i := range at {
					q.lost(i)
				}
			}
		})
	}
	wait.Wait()
	if own != nil {
		return own
	}
	return ctx.Err()
}
