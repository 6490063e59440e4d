package provider

import (
	"fmt"
	"sync"
	"testing"

	"github.com/holdfast-go/holdfast/refs"
)

// TestNumbersOfManyPages has pages number what they see at the same time: no
// number is on two of them, each page's are in one row, and what is known costs
// none.
func TestNumbersOfManyPages(t *testing.T) {
	const pages, rounds = 32, 20
	var row numbers
	issued := make([][]refs.Ref, pages)
	var wg sync.WaitGroup
	for page := range pages {
		wg.Go(func() {
			r := refs.New(refs.Options{})
			seen := refs.Observation{Document: refs.Document{Loader: fmt.Sprint("D", page)}}
			for round := range rounds {
				seen.Targets = append(seen.Targets, refs.Target{
					Node: refs.Node{Table: "T", ID: uint32(round + 1)}, Role: "button", Name: "Go", Identity: uint64(round + 1),
				})
				if d := row.publish(r, seen); d.New != 1 || d.Kept != round {
					t.Errorf("round %d: %d new and %d known", round, d.New, d.Kept)
				}
				d := row.publish(r, seen)
				if d.New != 0 {
					t.Errorf("round %d: %d new ones of what is known", round, d.New)
				}
				issued[page] = d.Refs
			}
		})
	}
	wg.Wait()
	of := map[refs.Ref]int{}
	for page, list := range issued {
		for i, ref := range list {
			if other, twice := of[ref]; twice {
				t.Errorf("%s is on page %d and on page %d", ref, other, page)
			}
			of[ref] = page
			if i > 0 && ref <= list[i-1] {
				t.Errorf("page %d: %s came after %s", page, ref, list[i-1])
			}
		}
	}
	if len(of) != pages*rounds || row.last != pages*rounds {
		t.Errorf("%d numbers are on pages and %d were set aside, want %d", len(of), row.last, pages*rounds)
	}
}

// A page that numbers what it sees keeps no other one from doing so.
func TestNumbersDoNotWait(t *testing.T) {
	var row numbers
	one, other := refs.New(refs.Options{}), refs.New(refs.Options{})
	see := func(n int) refs.Observation {
		var o refs.Observation
		for i := range n {
			o.Targets = append(o.Targets, refs.Target{Node: refs.Node{Table: "T", ID: uint32(i + 1)}, Identity: uint64(i + 1)})
		}
		return o
	}
	row.with(one, see(3), func() {
		if got := row.publish(other, see(2)).Refs; got[0] != 4 || got[1] != 5 {
			t.Errorf("the other page has got %v", got)
		}
		if got := one.Publish(see(2)).Refs; got[0] != 1 || got[1] != 2 {
			t.Errorf("the page has got %v", got)
		}
	})
	if row.last != 5 { // 3 is left out
		t.Errorf("%d numbers were set aside", row.last)
	}
	row.with(one, see(4), func() {}) // a read that came too late issues none
	if row.last != 5 {
		t.Errorf("%d numbers were set aside after one that needed none", row.last)
	}
}
