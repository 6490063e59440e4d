package refs

import "testing"

func TestSharedNumbers(t *testing.T) {
	a, b := New(Options{}), New(Options{})
	observe := func(r, other *Registry, table string, n uint32) []Ref {
		r.Skip(other.Last())
		o := Observation{Document: Document{Loader: table}}
		for id := uint32(1); id <= n; id++ {
			o.Targets = append(o.Targets, Target{Node: Node{Table: table, ID: id}, Role: "button", Name: "Go", Identity: uint64(id)})
		}
		return r.Publish(o).Refs
	}
	first := observe(a, b, "a", 3)
	second := observe(b, a, "b", 2)
	third := observe(a, b, "a", 4)
	if first[0] != 1 || second[0] != 4 || third[0] != 1 || third[3] != 6 {
		t.Fatalf("numbers %v, %v, %v", first, second, third)
	}
	for _, tc := range []struct {
		r      *Registry
		ref    Ref
		reason Reason
	}{
		{a, 4, NeverIssued}, {a, 5, NeverIssued}, {a, 7, NeverIssued},
		{b, 1, NeverIssued}, {b, 3, NeverIssued}, {b, 6, NeverIssued},
	} {
		_, err := tc.r.Resolve(tc.ref)
		if stale, ok := err.(*StaleError); !ok || stale.Reason != tc.reason {
			t.Errorf("%s: %v, want %s", tc.ref, err, tc.reason)
		}
	}
	for _, ref := range append(third, first...) {
		if _, err := a.Resolve(ref); err != nil {
			t.Error(err)
		}
	}
	a.Skip(2) // never back
	if a.Last() != 6 {
		t.Errorf("last is %s", a.Last())
	}
}

func TestSpansAreBounded(t *testing.T) {
	var s spans
	for n := Ref(1); n < 10_000; n += 3 {
		s.add(span{n, n + 1})
	}
	if len(s) != mostSpans {
		t.Fatalf("%d spans are kept", len(s))
	}
	newest := s[len(s)-1]
	if !s.has(newest.first) || !s.has(newest.last) || s.has(newest.last+1) || s.has(newest.first-1) || s.has(1) {
		t.Error("the newest are not there, or others are")
	}
	s.add(span{newest.last + 1, newest.last + 5})
	if len(s) != mostSpans || !s.has(newest.last+3) {
		t.Error("adjacent spans are not one")
	}
}
