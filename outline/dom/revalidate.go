package dom

import (
	"context"

	"github.com/holdfast-go/holdfast/refs"
)

// Standing is what has become of a thing that was seen before.
type Standing struct {
	// Outcome is OK, Gone, Mismatch, DocumentChanged or FrameChanged.
	Outcome Outcome `json:"outcome"`
	// ID is the element that the thing is now, Relocated whether that is another
	// than the request named. Role, Name and Identity are what it is now, and
	// Address is that of its document. They are set for OK only.
	ID        uint32 `json:"id"`
	Relocated bool   `json:"relocated"`
	Role      string `json:"role"`
	Name      string `json:"name"`
	Identity  uint64 `json:"identity"`
	Address   string `json:"address"`
	// Now is what the element is now, of Mismatch, and Candidates how many others
	// have the identity: 0, or 2 for several.
	Now        *Thing `json:"now"`
	Candidates int    `json:"candidates"`
}

// Revalidation is what became of several things, and the page's address and
// title.
type Revalidation struct {
	URL    string     `json:"url"`
	Title  string     `json:"title"`
	Things []Standing `json:"things"`
}

type revalidateArgs struct {
	Things []gateArgs `json:"things"`
}

// revalidating bounds the things of one call.
const revalidating = 1000

// Revalidate looks whether things that were seen before are still there and are
// still the same, or have moved to exactly one other element each. Addresses are
// not compared: whoever asks wants to know what holds now. It takes one round
// trip, and one more beside it for every frame of another origin that some of
// the things are in.
func (r *Reader) Revalidate(ctx context.Context, targets []refs.Target) (*Revalidation, error) {
	result := &Revalidation{Things: make([]Standing, len(targets))}
	err := r.beside(ctx, targets, worldQuestion{
		own: func(at []int) error { return r.revalidateIn(ctx, r.world, targets, at, result, true) },
		other: func(in *inner, at []int) error {
			return r.inside(ctx, in, func(w *world) error { return r.revalidateIn(ctx, w, targets, at, result, false) })
		},
		lost: func(i int) { result.Things[i] = Standing{Outcome: FrameChanged} },
	})
	if err != nil {
		return nil, err
	}
	return result, nil
}

// revalidateIn asks one world about some of the things.
func (r *Reader) revalidateIn(ctx context.Context, w *world, targets []refs.Target, at []int, result *Revalidation, own bool) error {
	for first := true; first || len(at) > 0; first = false {
		some := at[:min(len(at), revalidating)]
		at = at[len(some):]
		args := revalidateArgs{Things: make([]gateArgs, len(some))}
		for n, i := range some {
			args.Things[n] = targetArgs(targets[i], "")
		}
		var reply objectReply[Revalidation]
		if err := w.call(ctx, "revalidate", args, &reply); err != nil {
			return err
		}
		answer, err := reply.value("revalidate")
		if err != nil {
			return err
		}
		if own {
			result.URL, result.Title = answer.URL, answer.Title
		}
		for n, i := range some {
			if n < len(answer.Things) {
				result.Things[i] = answer.Things[n]
			}
			if !own && result.Things[i].Outcome == DocumentChanged {
				result.Things[i].Outcome = FrameChanged
			}
		}
	}
	return nil
}
