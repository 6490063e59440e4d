package browser

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"
)

// Many ask for the same tab, or with the same code, at once: one gets it.
func TestClaimIsAtomic(t *testing.T) {
	f := newFakeBrowser("t")
	r, ann, _ := newRuntime(t, f)
	for round := range 50 {
		p := openPage(t, ann)
		request := ClaimRequest{Tab: p.ID()}
		if round%2 == 0 {
			h, err := ann.Handoff(t.Context(), p.ID())
			if err != nil {
				t.Fatal(err)
			}
			request = ClaimRequest{Code: h.Code}
		} else if err := ann.Release(t.Context(), p.ID()); err != nil {
			t.Fatal(err)
		}
		var won []string
		var mu sync.Mutex
		var all sync.WaitGroup
		for i := range 8 {
			name := fmt.Sprint("claimer ", i)
			v := caller(t, r, name)
			all.Go(func() {
				_, err := v.Claim(t.Context(), request)
				mu.Lock()
				defer mu.Unlock()
				if err == nil {
					won = append(won, "agent "+name)
				} else if e := AsError(err); e.Code != CodeTabHeld && e.Reason != ReasonCodeUsed {
					t.Errorf("a loser is told %v", err)
				}
			})
		}
		all.Wait()
		if len(won) != 1 || listed(t, r)[p.ID()] != won[0] {
			t.Fatalf("claimed by %q; held by %q", won, listed(t, r)[p.ID()])
		}
	}
}

// TestInterleavedCallers is the promise: two callers, fifty pages, 2,000 calls
// in any order, with hand-offs between them. No call reaches a page whose
// caller does not hold it, the calls of one goroutine reach a page in their
// order, and nothing is lost or had twice.
func TestInterleavedCallers(t *testing.T) {
	f := newFakeBrowser("t")
	r, ann, bob := newRuntime(t, f)
	const pages, rounds = 50, 40
	views := map[string]*View{"agent ann": ann, "agent bob": bob}
	var all sync.WaitGroup
	for i := range pages {
		first := ann
		if i%2 == 1 {
			first = bob
		}
		p := openPage(t, first)
		inner := f.pages[p.ID()]
		all.Go(func() {
			random := rand.New(rand.NewPCG(uint64(i), 1))
			var want []string
			holder, other := first, bob
			if first == bob {
				other = ann
			}
			for n := range rounds {
				mine, err := holder.Page(t.Context(), p.ID())
				if err != nil {
					t.Errorf("the holder's page: %v", err)
					return
				}
				key := fmt.Sprint(holder.id, " ", n)
				press := func(page Page) error {
					_, err := page.Press(t.Context(), PressRequest{Key: key})
					return err
				}
				if err := press(mine); err != nil {
					t.Errorf("the holder's call: %v", err)
				}
				want = append(want, key)
				if _, err := other.Page(t.Context(), p.ID()); !errors.Is(err, ErrTabHeld) {
					t.Errorf("the other one's page: %v", err)
				}
				if random.IntN(4) > 0 {
					continue
				}
				h, err := holder.Handoff(t.Context(), p.ID())
				if err != nil {
					t.Errorf("hand-off: %v", err)
					return
				}
				if _, err := other.Claim(t.Context(), ClaimRequest{Code: h.Code}); err != nil {
					t.Errorf("claim: %v", err)
					return
				}
				if err := press(mine); !errors.Is(err, ErrTabHeld) {
					t.Errorf("a call after the hand-off: %v", err)
				}
				if _, err := holder.Claim(t.Context(), ClaimRequest{Code: h.Code}); !errors.Is(err, ErrClaimRefused) {
					t.Errorf("a replay: %v", err)
				}
				holder, other = other, holder
			}
			if got := inner.reached(); !slices.Equal(got, want) {
				t.Errorf("page %s saw\n%q\nwant\n%q", p.ID(), got, want)
			}
			if views[listed(t, r)[p.ID()]] != holder {
				t.Errorf("page %s is not held by who got it last", p.ID())
			}
		})
	}
	all.Wait()
}

// Both want the same pages all the time; a page is used by the one who holds it
// or by none, and in the end everything can be had by somebody.
func TestContendingCallers(t *testing.T) {
	f := newFakeBrowser("t")
	r, ann, bob := newRuntime(t, f)
	var ids []TabID
	for range 10 {
		ids = append(ids, openPage(t, ann).ID())
	}
	var codes sync.Map // tab: code
	var all sync.WaitGroup
	for i, v := range []*View{ann, bob, ann, bob} {
		all.Go(func() {
			random := rand.New(rand.NewPCG(uint64(i), 2))
			for range 500 {
				id := ids[random.IntN(len(ids))]
				var err error
				switch random.IntN(6) {
				case 0:
					err = v.Release(t.Context(), id)
				case 1:
					_, err = v.Claim(t.Context(), ClaimRequest{Tab: id})
				case 2:
					var h *Handoff
					if h, err = v.Handoff(t.Context(), id); err == nil {
						codes.Store(id, h.Code)
					}
				case 3:
					if code, ok := codes.Load(id); ok {
						_, err = v.Claim(t.Context(), ClaimRequest{Code: code.(string)})
					}
				default:
					var p Page
					if p, err = v.Page(t.Context(), id); err == nil {
						_, err = p.Press(t.Context(), PressRequest{Key: v.id})
					}
				}
				switch e := AsError(err); {
				case err == nil:
				case e == nil, e.Code != CodeTabHeld && e.Code != CodeTabUnclaimed && e.Code != CodeClaimRefused:
					t.Errorf("%s: %v", v.id, err)
				}
			}
		})
	}
	all.Wait()
	for _, id := range ids {
		switch label := listed(t, r)[id]; label {
		case "agent ann":
			handOver(t, ann, bob, id)
		case "agent bob":
			handOver(t, bob, ann, id)
		default:
			if _, err := ann.Claim(t.Context(), ClaimRequest{Tab: id}); err != nil {
				t.Errorf("%s cannot be had: %v", id, err)
			}
		}
	}
}
