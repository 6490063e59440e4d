package dom

import (
	"context"
	"sync"
	"time"
)

// What is waited for may be shown by frames of other origins, also by those
// that came after the last read. Their elements are looked for in every world,
// and the frames are asked beside the reader's own.

// strangers is the reply of a world: the numbers of the elements that show
// frames which its scripts do not reach into.
type strangers struct {
	Nonce string   `json:"nonce"`
	IDs   []uint32 `json:"ids"`
}

// visit calls see for every frame of another origin that is shown, with its
// world, side by side, as far as the limits of the frames go. It returns when
// all calls have ended. A frame that is loading, blocked or out of reach is left
// out.
func (r *Reader) visit(ctx context.Context, see func(in *inner)) {
	limits := r.frames.limits.filled()
	v := visitor{reader: r, see: see, left: limits.Count, limit: limits.Timeout / 4}
	v.below(ctx, nil, limits.Depth)
	v.jobs.Wait()
}

// visitor goes from world to world.
type visitor struct {
	reader *Reader
	see    func(*inner)
	limit  time.Duration // for what one world is asked
	jobs   sync.WaitGroup

	mu   sync.Mutex
	left int
}

// below visits the frames in a world, and those in them; nil is the reader's
// own.
func (v *visitor) below(ctx context.Context, around *inner, depth int) {
	if depth == 0 {
		return
	}
	found, shown := v.find(ctx, around)
	for _, owner := range found.IDs {
		id := shown[owner]
		if id == "" || !v.take() {
			continue
		}
		in, err := v.reader.meet(ctx, 0, id, around, found.Nonce, owner)
		if err != nil {
			continue
		}
		v.jobs.Go(func() { v.see(in) })
		v.jobs.Go(func() { v.below(ctx, in, depth-1) })
	}
}

// find asks a world for the frames in it.
func (v *visitor) find(ctx context.Context, around *inner) (strangers, map[uint32]string) {
	limit, cancel := context.WithTimeout(ctx, v.limit)
	defer cancel()
	world := v.reader.worldOf(around)
	var reply objectReply[strangers]
	if world.call(limit, "strangers", nil, &reply) != nil {
		return strangers{}, nil
	}
	found, err := reply.value("strangers")
	if err != nil || len(found.IDs) == 0 {
		return strangers{}, nil
	}
	shown, err := world.framesShown(limit, found.Nonce, found.IDs)
	if err != nil {
		return strangers{}, nil
	}
	return *found, shown
}

// take counts a frame, as far as the limit goes.
func (v *visitor) take() bool {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.left--
	return v.left >= 0
}
