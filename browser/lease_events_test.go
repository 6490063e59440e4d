package browser

import (
	"context"
	"slices"
	"testing"
)

// A tab that is being opened is its caller's before anybody can know it; a
// person can take it even then.
func TestNobodyStepsInWhileATabOpens(t *testing.T) {
	f := newFakeBrowser("t")
	r, ann, bob := newRuntime(t, f)
	taken := false
	f.opening = func(id TabID) {
		if got := listed(t, bob); len(got) > 0 {
			t.Errorf("bob sees %v", got)
		}
		_, err := bob.Claim(t.Context(), ClaimRequest{Tab: id})
		wantCode(t, "a claim of a tab that opens", err, CodeTabUnclaimed, "")
		if e := AsError(err); e == nil || !e.Retryable {
			t.Errorf("it can be tried again: %v", err)
		}
		if taken {
			if err := r.TakeOver(t.Context(), id, "Eve"); err != nil {
				t.Error(err)
			}
		}
		// Its popup is told to bob before ann has the tab.
		f.popup(id)
	}
	p := openPage(t, ann)
	f.opening = nil
	b := openPage(t, bob)
	if r := press(t, b, "x"); len(r.SinceLast) != 0 {
		t.Errorf("bob is told of %v", r.SinceLast)
	}
	if r := press(t, p, "x"); len(r.SinceLast) != 1 || r.SinceLast[0].OpenedTab == nil {
		t.Errorf("ann is told of %v", r.SinceLast)
	}
	before := f.opening
	taken, f.opening = true, func(id TabID) {
		if err := r.TakeOver(t.Context(), id, "Eve"); err != nil {
			t.Error(err)
		}
	}
	q := openPage(t, ann)
	f.opening = before
	_, err := q.Press(t.Context(), PressRequest{Key: "x"})
	wantCode(t, "a page that a person took while it opened", err, CodeTabHeld, "")
	if err := r.GiveBack(t.Context(), q.ID()); err != nil {
		t.Fatal(err)
	}
	press(t, q, "x")
}

// What a provider tells too late reaches the caller it concerns, whoever makes
// the next call.
func TestLateNews(t *testing.T) {
	f := newFakeBrowser("t")
	r, ann, bob := newRuntime(t, f)
	a, b := openPage(t, ann), openPage(t, bob)
	human := f.add("")
	popup := f.popup(a.ID())
	theirs := f.popup(human)
	dialog := Event{Dialog: &Dialog{Kind: "alert"}}
	f.late = append(f.late, dialog, Event{ClosedTab: &Tab{ID: "gone", Opener: a.ID()}})
	told := func(r *Receipt) []string {
		var all []string
		for _, e := range r.SinceLast {
			switch {
			case e.OpenedTab != nil:
				all = append(all, "opened "+string(e.OpenedTab.ID))
			case e.ClosedTab != nil:
				all = append(all, "closed "+string(e.ClosedTab.ID))
			default:
				all = append(all, "dialog")
			}
		}
		return all
	}
	if got, want := told(press(t, b, "x")), []string{"opened " + string(theirs), "dialog"}; !slices.Equal(got, want) {
		t.Errorf("bob is told %q, want %q", got, want)
	}
	if got, want := told(press(t, a, "x")), []string{"opened " + string(popup), "closed gone"}; !slices.Equal(got, want) {
		t.Errorf("ann is told %q, want %q", got, want)
	}
	if got := told(press(t, a, "x")); got != nil {
		t.Errorf("ann is told twice: %q", got)
	}
	// Errors tell, too.
	f.popup(a.ID())
	press(t, b, "x")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := a.Wait(ctx, WaitRequest{})
	if e := AsError(err); e == nil || e.Details.Receipt == nil || len(e.Details.Receipt.SinceLast) != 1 {
		t.Errorf("the error tells nothing: %+v", e)
	}
	// A receipt's own windows belong to who acted, and closed ones to whom they did.
	receipt, err := b.Click(t.Context(), ClickRequest{})
	if err != nil {
		t.Fatal(err)
	}
	if got := listed(t, r)[receipt.OpenedTabs[0].ID]; got != "agent bob" {
		t.Errorf("bob's window is held by %q", got)
	}
	n := Receipt{ClosedTabs: []Tab{{ID: popup}, {ID: receipt.OpenedTabs[0].ID}}}
	bob.door(nil).sort(n.news())
	if len(n.ClosedTabs) != 1 || n.ClosedTabs[0].ID != receipt.OpenedTabs[0].ID {
		t.Errorf("bob is told that these closed: %v", n.ClosedTabs)
	}
	if got, want := told(press(t, a, "x")), []string{"closed " + string(popup)}; !slices.Equal(got, want) {
		t.Errorf("ann is told %q, want %q", got, want)
	}
	// What a person holds is told to nobody.
	if err := r.TakeOver(t.Context(), human, ""); err != nil {
		t.Fatal(err)
	}
	f.popup(human)
	if got := told(press(t, b, "x")); got != nil {
		t.Errorf("bob is told of a person's windows: %q", got)
	}
}
