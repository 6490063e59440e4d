package transport_test

import (
	"context"
	"errors"
	"fmt"

	"github.com/holdfast-go/holdfast/transport"
	"github.com/holdfast-go/holdfast/transport/endpoint"
)

// Whatever the host, what went wrong is told by the kind of one error, and what to
// do about it by its hint.
func ExampleError() {
	// A port of another machine, which is refused before anything is dialled.
	_, err := endpoint.Dial(context.Background(), "192.0.2.1:9222")
	if e, ok := errors.AsType[*transport.Error](err); ok {
		fmt.Println(e.Kind)
		fmt.Println(e.Hint)
	}
	fmt.Println(errors.Is(err, &transport.Error{Kind: transport.KindForbidden}), errors.Is(err, transport.ErrLost))
	// Output:
	// forbidden
	// a DevTools port has no password; use 127.0.0.1, an SSH tunnel, or WithRemote if the network is trusted
	// true false
}
