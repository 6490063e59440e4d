package browser

import (
	"context"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// What the last holder has begun ends, and the new one's calls come after it.
func TestHandoffDuringACall(t *testing.T) {
	for _, how := range []string{"handoff", "release", "takeover"} {
		t.Run(how, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				f := newFakeBrowser("t")
				r, ann, bob := newRuntime(t, f)
				p := openPage(t, ann)
				inner := f.pages[p.ID()]
				ended := make(chan error, 1)
				go func() {
					_, err := p.Wait(t.Context(), WaitRequest{})
					ended <- err
				}()
				synctest.Wait()
				switch how {
				case "handoff":
					handOver(t, ann, bob, p.ID())
				case "release":
					if err := ann.Release(t.Context(), p.ID()); err != nil {
						t.Fatal(err)
					}
					if _, err := bob.Claim(t.Context(), ClaimRequest{Tab: p.ID()}); err != nil {
						t.Fatal(err)
					}
				case "takeover":
					if err := r.TakeOver(t.Context(), p.ID(), "Eve"); err != nil {
						t.Fatal(err)
					}
				}
				if log := inner.reached(); !slices.Equal(log, []string{"wait", "waited"}) {
					t.Errorf("it changed hands when the page had seen %q", log)
				}
				err := <-ended
				code := CodeTabHeld
				if how == "release" {
					code = CodeTabUnclaimed
				}
				wantCode(t, "ann's call", err, code, "")
				if e := AsError(err); e.Details.Receipt == nil || !strings.Contains(e.Message, "half-way") {
					t.Errorf("what was done is not told: %+v", e)
				}
			})
		})
	}
}

// The tab is a caller's from the claim on, but its calls wait for those of the
// last holder that do not end; when they are cancelled instead, they never
// reach the page.
func TestCallsWaitForTheLastHolder(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newFakeBrowser("t")
		_, ann, bob := newRuntime(t, f)
		p := openPage(t, ann)
		inner := f.pages[p.ID()]
		inner.turn.Lock() // a page that is busy and heeds no context
		var calls sync.WaitGroup
		calls.Go(func() {
			if _, err := p.Press(t.Context(), PressRequest{Key: "ann"}); err != nil {
				t.Errorf("a call that succeeded after all: %v", err)
			}
		})
		synctest.Wait()
		h, err := ann.Handoff(t.Context(), p.ID())
		if err != nil {
			t.Fatal(err)
		}
		short, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		if _, err := bob.Claim(short, ClaimRequest{Code: h.Code}); err != nil {
			t.Fatalf("a claim whose context ends while it waits: %v", err)
		}
		if short.Err() == nil {
			t.Error("the claim did not wait for ann's call")
		}
		var mine Page
		calls.Go(func() {
			mine, err = bob.Page(t.Context(), p.ID())
			if err != nil {
				t.Error(err)
				return
			}
			press(t, mine, "bob")
		})
		impatient, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		_, err = bob.Page(impatient, p.ID())
		wantCode(t, "a call that did not wait", AsError(err), CodeCanceled, "")
		inner.turn.Unlock()
		calls.Wait()
		if log := inner.reached(); !slices.Equal(log, []string{"ann", "bob"}) {
			t.Errorf("the page saw %q", log)
		}
	})
}

func TestHandoffCodes(t *testing.T) {
	clock := newHandClock()
	f := newFakeBrowser("t")
	r, ann, bob := newRuntime(t, f, WithClock(clock.Now), WithCodeLife(time.Minute), WithIdleLease(time.Second))
	cy := caller(t, r, "cy")
	p := openPage(t, ann)
	claim := func(v *View, code string) error {
		_, err := v.Claim(t.Context(), ClaimRequest{Code: code})
		return err
	}
	offer := func(v *View) string {
		t.Helper()
		h, err := v.Handoff(t.Context(), p.ID())
		if err != nil {
			t.Fatal(err)
		}
		if h.Tab != p.ID() || !h.Expires.Equal(clock.Now().Add(time.Minute)) || len(h.Code) < 26 {
			t.Errorf("a hand-off of %+v", h)
		}
		return h.Code
	}
	wantCode(t, "a code that was never given", claim(bob, "AAAA"), CodeClaimRefused, ReasonCodeUnknown)
	first := offer(ann)
	second := offer(ann)
	wantCode(t, "a code with a successor", claim(bob, first), CodeClaimRefused, ReasonCodeWithdrawn)
	press(t, p, "a") // it is ann's until it is claimed
	clock.turn(time.Minute - 1)
	_, err := cy.Claim(t.Context(), ClaimRequest{Tab: p.ID()})
	wantCode(t, "a tab that is promised to somebody", err, CodeTabHeld, "")
	_, err = bob.Claim(t.Context(), ClaimRequest{Code: second, Tab: "other"})
	wantCode(t, "the wrong tab", err, CodeClaimRefused, ReasonCodeOtherTab)
	tab, err := bob.Claim(t.Context(), ClaimRequest{Code: " " + strings.ToLower(second) + "\n", Tab: p.ID()})
	if err != nil || tab.ID != p.ID() || tab.Label != "agent bob" {
		t.Errorf("claimed %+v, %v", tab, err)
	}
	wantCode(t, "a replay", claim(cy, second), CodeClaimRefused, ReasonCodeUsed)
	wantCode(t, "a replay by the same", claim(bob, second), CodeClaimRefused, ReasonCodeUsed)
	_, err = ann.Handoff(t.Context(), p.ID())
	wantCode(t, "a hand-off by who does not hold it", err, CodeTabHeld, "")

	late := offer(bob)
	clock.turn(time.Minute)
	wantCode(t, "a late claim", claim(ann, late), CodeClaimRefused, ReasonCodeExpired)
	mine, err := bob.Page(t.Context(), p.ID()) // and nothing is lost
	if err != nil {
		t.Fatal(err)
	}
	press(t, mine, "b")
	back := offer(bob)
	if err := claim(bob, back); err != nil {
		t.Errorf("taking back what was offered: %v", err)
	}
	for what, end := range map[string]func() error{
		"release":  func() error { return bob.Release(t.Context(), p.ID()) },
		"takeover": func() error { return r.TakeOver(t.Context(), p.ID(), "") },
	} {
		code := offer(bob)
		if err := end(); err != nil {
			t.Fatal(err)
		}
		wantCode(t, "a code after "+what, claim(ann, code), CodeClaimRefused, ReasonCodeWithdrawn)
		if err := r.GiveBack(t.Context(), p.ID()); err != nil {
			t.Fatal(err)
		}
		if _, err := bob.Claim(t.Context(), ClaimRequest{Tab: p.ID()}); err != nil {
			t.Fatal(err)
		}
	}
	_, err = bob.Claim(t.Context(), ClaimRequest{})
	wantCode(t, "a claim of nothing", err, CodeInvalidArgument, "")
}

func TestTakeOver(t *testing.T) {
	clock := newHandClock()
	f := newFakeBrowser("t")
	r, ann, bob := newRuntime(t, f, WithClock(clock.Now))
	p := openPage(t, ann)
	for _, person := range []string{"", "Eve"} { // the second takes it from the first
		if err := r.TakeOver(t.Context(), p.ID(), person); err != nil {
			t.Fatal(err)
		}
	}
	clock.turn(24 * time.Hour) // people take their time
	for _, v := range []*View{ann, bob} {
		_, err := v.Page(t.Context(), p.ID())
		wantCode(t, "a page in a person's hands", err, CodeTabHeld, "")
		if !strings.Contains(err.Error(), "person") || AsError(err).Details.HeldBy != "Eve" {
			t.Errorf("%v", err)
		}
		_, err = v.Claim(t.Context(), ClaimRequest{Tab: p.ID()})
		wantCode(t, "claim from a person", err, CodeTabHeld, "")
	}
	popup := f.add(p.ID())
	if got := listed(t, ann); len(got) != 0 {
		t.Errorf("ann sees %v", got)
	}
	if got := listed(t, r); got[p.ID()] != "Eve" || got[popup] != "Eve" {
		t.Errorf("the program sees %v", got)
	}
	if err := r.GiveBack(t.Context(), p.ID()); err != nil {
		t.Fatal(err)
	}
	if r := press(t, p, "a"); len(r.SinceLast) == 0 || r.SinceLast[0].Takeover == nil || !strings.Contains(r.String(), "look at it again") {
		t.Errorf("who gets the tab back is not told to look again: %s", r)
	}
	if err := r.GiveBack(t.Context(), p.ID()); err != nil { // nobody has it: nothing happens
		t.Fatal(err)
	}
	if r := press(t, p, "b"); len(r.SinceLast) != 0 {
		t.Errorf("told twice: %s", r)
	}
	wantCode(t, "taking what there is not", r.TakeOver(t.Context(), "nowhere", ""), CodePageClosed, "")
	if err := p.Close(t.Context()); err != nil {
		t.Fatal(err)
	}
	wantCode(t, "taking what is closed", r.TakeOver(t.Context(), p.ID(), ""), CodePageClosed, "")
	// Who is gone gets nothing back.
	q := openPage(t, ann)
	if err := r.TakeOver(t.Context(), q.ID(), ""); err != nil {
		t.Fatal(err)
	}
	if err := ann.Close(); err != nil {
		t.Fatal(err)
	}
	if err := r.GiveBack(t.Context(), q.ID()); err != nil {
		t.Fatal(err)
	}
	if got := listed(t, r); got[q.ID()] != "" {
		t.Errorf("the tab is held by %q", got[q.ID()])
	}
}
