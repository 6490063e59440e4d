package wire

import (
	"testing"

	"github.com/holdfast-go/holdfast/transport"
)

// Who tells never waits, who reads learns how many were lost, and Down is always
// there, last.
func TestNews(t *testing.T) {
	n := NewNews()
	const told = newsQueue + 10
	for range told {
		n.Tell(transport.Event{Kind: transport.TabChanged})
	}
	if first := <-n.C(); first.Lost != 0 || first.Kind != transport.TabChanged {
		t.Errorf("first: %+v", first)
	}
	n.Tell(transport.Event{Kind: transport.TabClosed}) // there is room again
	n.Tell(transport.Event{Kind: transport.Down})      // there is none
	n.Tell(transport.Event{Kind: transport.TabOpened})
	n.Tell(transport.Event{Kind: transport.Down})
	read, lost := 1, 0
	var last transport.Event
	for last = range n.C() {
		read++
		lost += last.Lost
	}
	if last.Kind != transport.Down {
		t.Errorf("last: %+v", last)
	}
	if read+lost != told+2 { // the closed tab and Down, nothing behind it
		t.Errorf("%d were read and %d lost of %d", read, lost, told+2)
	}
}
