package dom

import (
	"errors"
	"testing"

	"github.com/holdfast-go/holdfast/refs"
)

func TestRefusedError(t *testing.T) {
	tests := []struct {
		name   string
		found  ProbeResult
		want   string
		reason string
	}{
		{"well", ProbeResult{Outcome: OK}, "", "nothing is wrong"},
		{"address", ProbeResult{Outcome: AddressChanged, URL: "http://a.test/b"}, "dom: the page has another address than when the element was shown: http://a.test/b", "where the page is now helps"},
		{"mismatch", ProbeResult{Outcome: Mismatch, Now: &Thing{Role: "button", Name: "Delete\n\"row\""}}, `dom: the element has become another thing; now it is button "Delete \"row\""`, "words of a page are quoted"},
		{"dialog", ProbeResult{Outcome: Occluded, Occluder: &Occluder{Thing: Thing{Role: "generic"}, Dialog: "Cookies"}}, `dom: the element is covered by the dialog "Cookies"`, "a dialog is what a person would name"},
		{"layer", ProbeResult{Outcome: Occluded, Occluder: &Occluder{Thing: Thing{Role: "generic"}, Text: "Loading"}}, `dom: the element is covered by generic "Loading"`, "a layer without a name says something"},
		{"nothing told", ProbeResult{Outcome: Occluded}, "dom: the element is covered by something else", "no layer is known"},
		{"new outcome", ProbeResult{Outcome: "later"}, `dom: the probe ended with "later"`, "an outcome without a text is no pass"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			err := test.found.Err()
			var got string
			if err != nil {
				got = err.Error()
			}
			var refused *RefusedError
			if got != test.want || (err != nil) != errors.As(err, &refused) {
				t.Errorf("%s: got %s, want %s", test.reason, got, test.want)
			}
		})
	}
}

func TestFollow(t *testing.T) {
	asked := refs.Target{Node: refs.Node{Table: "T", ID: 4}, Role: "button", Name: "Pay", Identity: 9}
	found := ProbeResult{Outcome: OK, ID: 4, Role: "button", Name: "Pay", Identity: 9}
	if now, changed := found.Follow(asked); changed || now != asked {
		t.Errorf("the same thing: %+v, %v", now, changed)
	}
	found.ID, found.Relocated = 6, true
	want := asked
	want.Node.ID = 6
	if now, changed := found.Follow(asked); !changed || now != want {
		t.Errorf("relocated: %+v, %v", now, changed)
	}
	found = ProbeResult{Outcome: Mismatch, ID: 4, Role: "button", Name: "Delete", Identity: 5}
	if now, changed := found.Follow(asked); changed || now != asked {
		t.Errorf("another thing is not followed: %+v, %v", now, changed)
	}
}
