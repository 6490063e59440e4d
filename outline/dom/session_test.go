package dom

import (
	"context"
	"testing"
)

type silent struct{ name string }

func (*silent) Call(context.Context, string, any, any) error { return nil }

// Input goes to the session of the frame's process; a frame that was never read
// has none, and no input may go anywhere else in its place.
func TestSession(t *testing.T) {
	own, other := &silent{"own"}, &silent{"other"}
	r, err := New(own)
	if err != nil {
		t.Fatal(err)
	}
	r.frames.byID = map[string]*inner{"F": {id: "F", world: &world{caller: other}}, "G": {id: "G"}}
	for frame, want := range map[string]Caller{"": own, "F": other, "G": nil, "H": nil} {
		if got := r.Session(frame); got != want {
			t.Errorf("of frame %q: %v, want %v", frame, got, want)
		}
	}
}
