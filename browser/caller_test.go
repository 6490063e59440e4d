package browser

import (
	"context"
	"errors"
	"maps"
	"strings"
	"testing"
	"time"
)

func press(t *testing.T, p Page, key string) *Receipt {
	t.Helper()
	r, err := p.Press(t.Context(), PressRequest{Key: key})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestCallersSeeTheirOwn(t *testing.T) {
	f := newFakeBrowser("t")
	human := f.add("")
	r, ann, bob := newRuntime(t, f)
	a, b := openPage(t, ann), openPage(t, bob)
	popup := f.add(a.ID())
	for _, tc := range []struct {
		name string
		who  interface {
			Tabs(context.Context) ([]Tab, error)
		}
		want map[TabID]string
	}{
		{"ann", ann, map[TabID]string{human: "", a.ID(): "agent ann", popup: "agent ann"}},
		{"bob", bob, map[TabID]string{human: "", b.ID(): "agent bob"}},
		{"the program", r, map[TabID]string{human: "", a.ID(): "agent ann", popup: "agent ann", b.ID(): "agent bob"}},
	} {
		if got := listed(t, tc.who); !maps.Equal(got, tc.want) {
			t.Errorf("%s sees %v, want %v", tc.name, got, tc.want)
		}
	}
	again, err := ann.Page(t.Context(), a.ID())
	if err != nil || again != a {
		t.Errorf("the same tab asked for twice is another page: %v, %v", again, err)
	}
	_, err = ann.Page(t.Context(), human)
	wantCode(t, "a person's tab", err, CodeTabUnclaimed, "")
	wantCode(t, "closing a person's tab", ann.CloseTab(t.Context(), human), CodeTabUnclaimed, "")
	_, err = ann.Page(t.Context(), "nowhere")
	wantCode(t, "no tab", err, CodePageClosed, "")
	_, err = ann.Page(t.Context(), b.ID())
	wantCode(t, "bob's tab", err, CodeTabHeld, "")
	if strings.Contains(err.Error(), ".test") || AsError(err).Details.URL != "" {
		t.Errorf("the error tells what bob looks at: %v", err)
	}
	if tab, err := ann.Claim(t.Context(), ClaimRequest{Tab: human}); err != nil || tab.Label != "agent ann" || tab.URL == "" {
		t.Errorf("claim: %+v, %v", tab, err)
	}
	_, err = bob.Claim(t.Context(), ClaimRequest{Tab: human})
	wantCode(t, "the second claim", err, CodeTabHeld, "")
	if err := ann.CloseTab(t.Context(), human); err != nil {
		t.Error(err)
	}
	_, err = bob.Page(t.Context(), human)
	wantCode(t, "a closed tab", err, CodePageClosed, "")
	if err := a.Close(t.Context()); err != nil {
		t.Error(err)
	}
	_, err = bob.Claim(t.Context(), ClaimRequest{Tab: a.ID()})
	wantCode(t, "a tab that its page closed", err, CodePageClosed, "")
	// Its popups are ann's all the same, and so are those that come now.
	late := f.add(a.ID())
	if got := listed(t, ann); got[popup] != "agent ann" || got[late] != "agent ann" {
		t.Errorf("ann sees %v", got)
	}
	if got := listed(t, bob); len(got) != 1 {
		t.Errorf("bob sees %v", got)
	}
}

func TestCallerNames(t *testing.T) {
	r, ann, _ := newRuntime(t, newFakeBrowser("t"))
	_, err := r.Caller(Caller{Label: "nobody"})
	wantCode(t, "a caller without an ID", err, CodeInvalidArgument, "")
	if again := caller(t, r, "ann"); again != ann {
		t.Error("one caller has two views")
	}
	plain, err := r.Caller(Caller{ID: "cy"})
	if err != nil {
		t.Fatal(err)
	}
	p := openPage(t, plain)
	_, err = ann.Page(t.Context(), p.ID())
	if e := AsError(err); e == nil || e.Details.HeldBy != "cy" {
		t.Errorf("a caller without a label: %v", err)
	}
}

func TestIdleLease(t *testing.T) {
	clock := newHandClock()
	r, ann, bob := newRuntime(t, newFakeBrowser("t"), WithClock(clock.Now), WithIdleLease(time.Minute))
	p := openPage(t, ann)
	clock.turn(time.Minute - 1)
	if _, shown := listed(t, bob)[p.ID()]; shown {
		t.Error("a lease that has not ended is shown to bob")
	}
	clock.turn(1)
	if label, shown := listed(t, bob)[p.ID()]; !shown || label != "" {
		t.Error("bob does not see that the lease has ended")
	}
	if label := listed(t, r)[p.ID()]; label != "" {
		t.Errorf("the program sees %q", label)
	}
	press(t, p, "a") // nobody took it: it is ann's again
	_, err := bob.Claim(t.Context(), ClaimRequest{Tab: p.ID()})
	wantCode(t, "claim after ann came back", err, CodeTabHeld, "")
	clock.turn(time.Minute)
	if _, err := bob.Claim(t.Context(), ClaimRequest{Tab: p.ID()}); err != nil {
		t.Fatal(err)
	}
	_, err = p.Press(t.Context(), PressRequest{Key: "a"})
	wantCode(t, "ann after bob's claim", err, CodeTabHeld, "")
	select {
	case <-p.Done():
		t.Error("the tab was closed")
	default:
	}
}

// A call that lasts longer than the lease keeps it.
func TestLeaseOfALongCall(t *testing.T) {
	clock := newHandClock()
	f := newFakeBrowser("t")
	_, ann, bob := newRuntime(t, f, WithClock(clock.Now), WithIdleLease(time.Minute))
	p := openPage(t, ann)
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() {
		_, err := p.Wait(ctx, WaitRequest{})
		ended <- err
	}()
	until(t, func() bool { return len(f.pages[p.ID()].reached()) > 0 })
	clock.turn(time.Hour)
	_, err := bob.Claim(t.Context(), ClaimRequest{Tab: p.ID()})
	wantCode(t, "claim during a call", err, CodeTabHeld, "")
	cancel()
	if err := <-ended; !errors.Is(err, ErrCanceled) {
		t.Errorf("the caller's own cancelling gave %v", err)
	}
	_, err = bob.Claim(t.Context(), ClaimRequest{Tab: p.ID()})
	wantCode(t, "claim right after a call", err, CodeTabHeld, "")
}

// until waits for a condition that other goroutines bring about.
func until(t *testing.T, condition func() bool) {
	t.Helper()
	tick := time.NewTicker(time.Millisecond)
	defer tick.Stop()
	for deadline := time.After(5 * time.Second); !condition(); {
		select {
		case <-tick.C:
		case <-deadline:
			t.Fatal("not within 5 s")
		}
	}
}

func TestCloseOfACaller(t *testing.T) {
	f := newFakeBrowser("t")
	human := f.add("")
	r, ann, bob := newRuntime(t, f)
	if err := caller(t, r, "cy").Close(); err != nil { // before there is a browser
		t.Error(err)
	}
	own := openPage(t, ann)
	given, got := openPage(t, ann), openPage(t, bob)
	handOver(t, ann, bob, given.ID())
	handOver(t, bob, ann, got.ID())
	if _, err := ann.Claim(t.Context(), ClaimRequest{Tab: human}); err != nil {
		t.Fatal(err)
	}
	popup := f.add(own.ID()) // nobody has listed it yet
	for range 2 {
		if err := ann.Close(); err != nil {
			t.Error(err)
		}
	}
	callAll(t, ann, own.ID(), func(method string, err error) {
		code := CodeConnectionLost
		if method == "Claim" {
			code = CodeInvalidArgument
		}
		if e := AsError(err); e == nil || e.Code != code {
			t.Errorf("%s of a closed caller: %v", method, err)
		}
	})
	_, err := own.Press(t.Context(), PressRequest{})
	if !errors.Is(err, ErrConnectionLost) {
		t.Errorf("a page of a closed caller: %v", err)
	}
	left := listed(t, r)
	if _, open := left[own.ID()]; open {
		t.Error("a tab that ann opened is open")
	}
	if _, open := left[popup]; open {
		t.Error("a window of ann's page is open")
	}
	for id, want := range map[TabID]string{human: "", given.ID(): "agent bob", got.ID(): ""} {
		if label, open := left[id]; !open || label != want {
			t.Errorf("%s: open %v, held by %q, want %q", id, open, label, want)
		}
	}
	if again := caller(t, r, "ann"); again == ann {
		t.Error("the ID of a closed caller cannot be used anew")
	}
}
