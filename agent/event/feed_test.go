package event

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func said(id, text string) Item { return Item{ID: id, Time: noon, Content: Answered{Text: text}} }

func TestTimeline(t *testing.T) {
	var line Timeline
	for i, b := range []Body{
		ItemAdded{said("i1", "He")}, TextDelta{Item: "i1", Text: "llo"}, TextDelta{Item: "i1", Text: "hm", Reasoning: true},
		TextDelta{Item: "nobody", Text: "x"}, ItemAdded{Item{ID: "i2", Time: noon, Content: User{Text: "go"}}}, TextDelta{Item: "i2", Text: "x"},
		ItemUpdated{said("i3", "late")}, RunState{State: Running}, ApprovalAsked{Approval{ID: "a"}}, ApprovalAsked{Approval{ID: "b"}},
		ApprovalAnswered{ID: "a", Answer: Once}, Usage{Turns: 1}, Cost{Total: 2}, Context{Tokens: 3}, Conversations{Current: "c"},
		Unknown{Name: "new"}, Problem{Code: "X"},
	} {
		if err := line.Apply(Event{Seq: uint64(i + 1), Body: b}); err != nil {
			t.Fatal(err)
		}
	}
	want := Snapshot{
		Items: []Item{
			{ID: "i1", Time: noon, Content: Answered{Text: "Hello", Reasoning: "hm"}}, {ID: "i2", Time: noon, Content: User{Text: "go"}}, said("i3", "late"),
		},
		Run: RunState{State: Running}, Approvals: []Approval{{ID: "b"}}, Usage: Usage{Turns: 1}, Cost: Cost{Total: 2}, Context: Context{Tokens: 3},
		Conversations: Conversations{Current: "c"},
	}
	if diff := cmp.Diff(want, line.Snapshot()); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

func TestTimelineRefusesGaps(t *testing.T) {
	var line Timeline
	for _, seq := range []uint64{0, 2, 7} {
		err := line.Apply(Event{Seq: seq, Body: Cost{Total: 1}})
		var gap *GapError
		if !errors.As(err, &gap) || gap.Want != 1 || gap.Got != seq {
			t.Errorf("event %d: %v", seq, err)
		}
	}
	if line.Seq() != 0 || line.Snapshot().Cost.Total != 0 {
		t.Error("an event out of order changed something")
	}
	if err := line.Apply(Event{Seq: 40, Body: Snapshot{Items: []Item{said("i1", "a")}}}); err != nil {
		t.Fatal(err)
	}
	if err := line.Apply(Event{Seq: 41, Body: TextDelta{Item: "i1", Text: "b"}}); err != nil {
		t.Fatal(err)
	}
	if got := line.Snapshot().Items[0].Content.(Answered).Text; got != "ab" {
		t.Errorf("a delta behind a snapshot made %q", got)
	}
}

func TestTimelineKeepsTheNewest(t *testing.T) {
	line := Timeline{MaxItems: 3}
	for i := range 10 {
		if err := line.Apply(Event{Seq: uint64(i + 1), Body: ItemAdded{said(fmt.Sprint(i), "a")}}); err != nil {
			t.Fatal(err)
		}
	}
	if err := line.Apply(Event{Seq: 11, Body: TextDelta{Item: "8", Text: "b"}}); err != nil {
		t.Fatal(err)
	}
	want := Snapshot{Items: []Item{said("7", "a"), said("8", "ab"), said("9", "a")}, Dropped: 7}
	if diff := cmp.Diff(want, line.Snapshot()); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	// A snapshot can be taken up by a smaller timeline.
	small := Timeline{MaxItems: 1}
	if err := small.Apply(Event{Seq: 11, Body: line.Snapshot()}); err != nil {
		t.Fatal(err)
	}
	if err := small.Apply(Event{Seq: 12, Body: TextDelta{Item: "9", Text: "c"}}); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(Snapshot{Items: []Item{said("9", "ac")}, Dropped: 9}, small.Snapshot()); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

// follow keeps a timeline from a listener and returns it at the end.
func follow(ctx context.Context, l *Listener) (Snapshot, uint64, error) {
	var line Timeline
	for e, err := range l.All(ctx) {
		if err != nil {
			return Snapshot{}, 0, err
		}
		if err := line.Apply(e); err != nil {
			return Snapshot{}, 0, err
		}
	}
	return line.Snapshot(), line.Seq(), nil
}

func TestListenersSeeTheSame(t *testing.T) {
	feed := NewFeed(Options{Queue: 8}) // smaller than what comes: slow ones get snapshots
	const emitters, each = 4, 200
	type end struct {
		s   Snapshot
		seq uint64
		err error
	}
	ends := make(chan end, 6)
	for range cap(ends) {
		l := feed.Listen()
		go func() {
			s, seq, err := follow(t.Context(), l)
			ends <- end{s, seq, err}
		}()
	}
	feed.Emit(ItemAdded{said("i", "")})
	var group sync.WaitGroup
	for range emitters {
		group.Go(func() {
			for range each {
				feed.Emit(TextDelta{Item: "i", Text: "x"})
			}
		})
	}
	group.Wait()
	want := feed.Snapshot()
	feed.Close()
	feed.Close()
	if want.Seq != emitters*each+1 {
		t.Errorf("the last number is %d", want.Seq)
	}
	if got := len(want.Body.(Snapshot).Items[0].Content.(Answered).Text); got != emitters*each {
		t.Errorf("%d of %d deltas are in the feed's own timeline", got, emitters*each)
	}
	for range cap(ends) {
		e := <-ends
		if e.err != nil {
			t.Fatal(e.err)
		}
		if diff := cmp.Diff(want.Body.(Snapshot), e.s); diff != "" || e.seq != want.Seq {
			t.Errorf("a listener ended at %d of %d (-want +got):\n%s", e.seq, want.Seq, diff)
		}
	}
	if e := feed.Emit(Cost{}); e.Seq != 0 {
		t.Errorf("a closed feed gave number %d", e.Seq)
	}
	if _, err := feed.Listen().Next(t.Context()); err != nil {
		t.Errorf("who comes after the end does not see how it ended: %v", err)
	}
}

func TestSlowListenerGetsTheStateInstead(t *testing.T) {
	feed := NewFeed(Options{Queue: 2})
	defer feed.Close()
	l := feed.Listen()
	defer l.Close()
	if e, err := l.Next(t.Context()); err != nil || e.Body.Type() != TypeSnapshot || e.Seq != 0 {
		t.Fatalf("the first event is %+v, %v", e, err)
	}
	for range 5 {
		feed.Emit(Cost{Total: 5})
	}
	e, err := l.Next(t.Context())
	if s, ok := e.Body.(Snapshot); err != nil || !ok || e.Seq != 5 || s.Cost.Total != 5 {
		t.Fatalf("after too many events came %+v, %v", e, err)
	}
	feed.Emit(Cost{Total: 6})
	if e, err := l.Next(t.Context()); err != nil || e.Seq != 6 || e.Body != (Cost{Total: 6}) {
		t.Errorf("behind the snapshot came %+v, %v", e, err)
	}
}

func TestListeningEnds(t *testing.T) {
	feed := NewFeed(Options{})
	ctx, cancel := context.WithCancelCause(t.Context())
	defer cancel(nil)
	enough := errors.New("enough")
	var last error
	for e, err := range feed.Listen().All(ctx) {
		if last = err; err == nil && e.Body.Type() == TypeSnapshot {
			cancel(enough)
		}
	}
	if !errors.Is(last, enough) {
		t.Errorf("a cancelled loop ended with %v", last)
	}
	for range feed.Listen().All(t.Context()) {
		break
	}
	if n := len(feed.listeners); n != 0 {
		t.Errorf("%d listeners are left", n)
	}
	l := feed.Listen()
	l.Close()
	l.Close()
	if _, err := l.Next(t.Context()); !errors.Is(err, ErrClosed) {
		t.Errorf("a closed listener got %v", err)
	}
}
