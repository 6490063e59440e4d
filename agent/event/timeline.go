package event

import (
	"fmt"
	"slices"
)

// GapError tells that an event does not follow the last one. Whoever gets it
// asks for a [Snapshot].
type GapError struct{ Want, Got uint64 }

// Error says it in a line.
func (e *GapError) Error() string {
	return fmt.Sprintf("event: event %d came where %d was due", e.Got, e.Want)
}

// Timeline makes of events what people see. The zero Timeline waits for event
// 1, or for a [Snapshot], and keeps every item. It is not safe for concurrent
// use.
type Timeline struct {
	// MaxItems is how many items are kept, the newest; 0: all.
	MaxItems int

	seq   uint64
	state Snapshot
	index map[string]int // of an item's id, its place counted with the dropped ones
}

// Seq returns the number of the last event.
func (t *Timeline) Seq() uint64 { return t.seq }

// Apply takes an event in. An event that is not the next one changes nothing and
// gives a *[GapError]; a [Snapshot] is always welcome.
func (t *Timeline) Apply(e Event) error {
	if s, ok := e.Body.(Snapshot); ok {
		t.load(s)
		t.seq = e.Seq
		return nil
	}
	if e.Seq != t.seq+1 {
		return &GapError{Want: t.seq + 1, Got: e.Seq}
	}
	t.seq = e.Seq
	switch b := e.Body.(type) {
	case ItemAdded:
		t.put(b.Item)
	case ItemUpdated:
		t.put(b.Item)
	case TextDelta:
		t.write(b)
	case RunState:
		t.state.Run = b
	case ApprovalAsked:
		t.state.Approvals = append(slices.Clip(t.state.Approvals), b.Approval)
	case ApprovalAnswered:
		t.state.Approvals = slices.DeleteFunc(slices.Clone(t.state.Approvals), func(a Approval) bool { return a.ID == b.ID })
		if len(t.state.Approvals) == 0 {
			t.state.Approvals = nil
		}
	case Usage:
		t.state.Usage = b
	case Cost:
		t.state.Cost = b
	case Context:
		t.state.Context = b
	case Conversations:
		t.state.Conversations = b
	case Bindings:
		t.state.Bindings = b
	}
	return nil
}

func (t *Timeline) load(s Snapshot) {
	t.state = s
	t.state.Items = slices.Clone(s.Items)
	t.index = make(map[string]int, len(s.Items))
	for i, item := range s.Items {
		t.index[item.ID] = s.Dropped + i
	}
	t.trim()
}

// find returns the place of an item, or -1.
func (t *Timeline) find(id string) int {
	at, ok := t.index[id]
	if !ok {
		return -1
	}
	return at - t.state.Dropped
}

// put replaces the item of that id, or adds it: an update may be the first that
// a listener hears of an item.
func (t *Timeline) put(item Item) {
	if i := t.find(item.ID); i >= 0 {
		t.state.Items[i] = item
		return
	}
	if t.index == nil {
		t.index = map[string]int{}
	}
	t.index[item.ID] = t.state.Dropped + len(t.state.Items)
	t.state.Items = append(t.state.Items, item)
	t.trim()
}

func (t *Timeline) trim() {
	over := len(t.state.Items) - t.MaxItems
	if t.MaxItems <= 0 || over <= 0 {
		return
	}
	for _, item := range t.state.Items[:over] {
		delete(t.index, item.ID)
	}
	t.state.Items = slices.Delete(t.state.Items, 0, over)
	t.state.Dropped += over
}

// write adds to what a model says. A delta of an item that is not there, or is
// something else, has nothing to be added to.
func (t *Timeline) write(d TextDelta) {
	i := t.find(d.Item)
	if i < 0 {
		return
	}
	said, ok := t.state.Items[i].Content.(Answered)
	if !ok {
		return
	}
	if d.Reasoning {
		said.Reasoning += d.Text
	} else {
		said.Text += d.Text
	}
	t.state.Items[i].Content = said
}

// Snapshot returns everything as it is now.
func (t *Timeline) Snapshot() Snapshot {
	s := t.state
	s.Items = append([]Item{}, s.Items...)
	s.Approvals = slices.Clone(s.Approvals)
	return s
}
