package dom

import (
	"context"

	"github.com/holdfast-go/holdfast/refs"
)

// performed is the result of a page function that checks an element as a probe
// does and then does something with it in the same task.
type performed interface{ probed() *ProbeResult }

func (r *ProbeResult) probed() *ProbeResult { return r }

// perform runs such a function in the element's own world, after a look at the
// frames around it when that is another origin's; the passage is nil when it is
// not.
func perform[T any, P interface {
	*T
	performed
}](ctx context.Context, r *Reader, target refs.Target, url, function string, args any) (P, *passage, error) {
	call := func(w *world) (P, error) {
		var reply objectReply[T]
		if err := w.call(ctx, function, args, &reply); err != nil {
			return nil, err
		}
		return reply.value(function)
	}
	refused := func(found *ProbeResult) P {
		result := P(new(T))
		*result.probed() = *found
		return result
	}
	in, known := r.find(target.Frame, target.Node.Table)
	if !known {
		gone, err := r.strange(ctx)
		if err != nil {
			return nil, nil, err
		}
		return refused(gone), nil, nil
	}
	if in == nil {
		result, err := call(r.world)
		return result, nil, err
	}
	p := r.passage(in, url)
	outcome, err := p.look(ctx, true)
	if err != nil {
		return nil, nil, err
	}
	if outcome != OK {
		return refused(p.result(in, nil, outcome)), p, nil
	}
	var result P
	err = r.inside(ctx, in, func(w *world) (err error) {
		result, err = call(w)
		return err
	})
	if ctx.Err() != nil {
		return nil, nil, ctx.Err()
	}
	if err != nil || result.probed().Outcome == DocumentChanged {
		return refused(p.result(in, nil, FrameChanged)), p, nil
	}
	found := result.probed()
	*found = *p.result(in, &insideReply{ProbeResult: *found}, found.Outcome)
	return result, p, nil
}

// outside gives a point of an inner frame's viewport in the coordinates of the
// session that takes input for it.
func (p *passage) outside(at Point) Point {
	for i, look := range p.looks {
		if look != nil && p.joined(i) {
			at = look.Map.point(at)
		}
	}
	return at
}
