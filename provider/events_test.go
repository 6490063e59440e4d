package provider

import "testing"

func TestCountedForgetsItsBeginningNotItsCount(t *testing.T) {
	var c counted[int]
	for i := range 5 * keep {
		if n := c.add(i); n != i {
			t.Fatalf("item %d got number %d", i, n)
		}
	}
	if c.end() != 5*keep || len(c.items) > 2*keep {
		t.Fatalf("end %d, %d items held", c.end(), len(c.items))
	}
	if v := c.at(c.end() - 1); v == nil || *v != 5*keep-1 {
		t.Errorf("the last item is %v", v)
	}
	if c.at(0) != nil || c.at(c.end()) != nil {
		t.Error("a number that is not held gave an item")
	}
	if got := c.since(c.end() - 3); len(got) != 3 || got[0] != 5*keep-3 {
		t.Errorf("the last three are %v", got)
	}
	if got := c.since(0); len(got) != len(c.items) {
		t.Errorf("since a forgotten item gives %d items, not all that are left", len(got))
	}
}
