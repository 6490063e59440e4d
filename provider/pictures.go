package provider

import "context"

// pictures keeps the tabs of a provider from hiding each other while they are
// taken: any number of them at once where they are, or one alone that comes to
// the front. Unlike a lock of package sync it honours contexts.
type pictures struct {
	places chan struct{} // one for each picture that may be taken at once
	turn   chan struct{} // of those who want all places
}

// most is how many tabs are taken at once; the browser paints one at a time.
const most = 16

func newPictures() pictures {
	return pictures{make(chan struct{}, most), make(chan struct{}, 1)}
}

// share takes a place.
func (p pictures) share(ctx context.Context) (free func(), err error) {
	select {
	case p.places <- struct{}{}:
		return func() { <-p.places }, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// alone takes all places. Who comes later waits.
func (p pictures) alone(ctx context.Context) (free func(), err error) {
	select {
	case p.turn <- struct{}{}:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	taken := 0
	free = func() {
		for range taken {
			<-p.places
		}
		<-p.turn
	}
	for ; taken < most; taken++ {
		select {
		case p.places <- struct{}{}:
		case <-ctx.Done():
			free()
			return nil, ctx.Err()
		}
	}
	return free, nil
}
