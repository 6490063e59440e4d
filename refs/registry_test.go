package refs

import (
	"errors"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// things makes n targets of one document, all different.
func things(n int) []Target {
	out := make([]Target, n)
	for i := range out {
		name := fmt.Sprint("Row ", i)
		out[i] = Target{
			Node:     Node{Table: "w", ID: uint32(i + 1)},
			Frame:    "F",
			Address:  "https://site/",
			Role:     "button",
			Name:     name,
			Identity: Key("identity", name),
			Key:      Key("button", name),
		}
	}
	return out
}

func TestOptions(t *testing.T) {
	tests := []struct {
		name   string
		reason string
		in     Options
		want   Options
	}{
		{"zero", "the zero value has the seed's numbers", Options{}, Options{LiveCap: 2000, ArchiveEpochs: 3, ArchiveEntries: 2000}},
		{"own", "what is given is taken", Options{FreshNumbers: true, LiveCap: 5, ArchiveEpochs: 1, ArchiveEntries: 7}, Options{FreshNumbers: true, LiveCap: 5, ArchiveEpochs: 1, ArchiveEntries: 7}},
		{"negative", "less than none is none, but a table is needed", Options{LiveCap: -1, ArchiveEpochs: -1, ArchiveEntries: -1}, Options{LiveCap: 2000}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if d := cmp.Diff(tt.want, tt.in.withDefaults()); d != "" {
				t.Errorf("%s: want -, got +\n%s", tt.reason, d)
			}
		})
	}
}

func TestHydrateRefuses(t *testing.T) {
	tests := []struct {
		name   string
		reason string
		used   bool // the registry has issued numbers
		in     Bindings
	}{
		{"twice", "one number stands for one thing", false, Bindings{Loader: "L", Last: 9, Keys: []Binding{{Ref: 1, Key: 1}, {Ref: 1, Key: 2}}}},
		{"zero", "the zero Ref is no ref", false, Bindings{Loader: "L", Last: 9, Keys: []Binding{{Ref: 0, Key: 1}}}},
		{"beyond", "a number above the last would be issued again", false, Bindings{Loader: "L", Last: 9, Keys: []Binding{{Ref: 10, Key: 1}}}},
		{"used", "the numbers of two registries would be mixed", true, Bindings{Last: 9}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r := New(Options{})
			if tt.used {
				r.Publish(Observation{Targets: things(1)})
			}
			before := r.Export()
			if err := r.Hydrate(tt.in); err == nil {
				t.Errorf("%s: no error", tt.reason)
			}
			if d := cmp.Diff(before, r.Export()); d != "" {
				t.Errorf("%s: and something was changed: %s", tt.reason, d)
			}
		})
	}
}

// TestHydrateCuts: bindings of a registry with a larger
// table are cut, and the numbers go on behind the last all the same.
func TestHydrateCuts(t *testing.T) {
	r := New(Options{})
	o := Observation{Document: Document{Loader: "L"}, Targets: things(3)}
	r.Publish(o)
	if _, err := r.Resolve(3); err != nil {
		t.Fatal(err)
	}
	small := New(Options{LiveCap: 2})
	if err := small.Hydrate(r.Export()); err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff([]Ref{1, 4, 3}, small.Publish(o).Refs); d != "" {
		t.Errorf("the refs used last are 3 and 1: want -, got +\n%s", d)
	}
}

// TestExportIsBounded: what Export returns does not grow with the page.
func TestExportIsBounded(t *testing.T) {
	r := New(Options{})
	r.Publish(Observation{Document: Document{Loader: "L"}, Targets: things(5000)})
	if b := r.Export(); len(b.Keys) != defaultLiveCap || b.Last != 5000 {
		t.Errorf("%d bindings, last %v; want %d and e5000", len(b.Keys), b.Last, defaultLiveCap)
	}
}

// TestNumbersRunOut: a number is never used twice, not even then.
func TestNumbersRunOut(t *testing.T) {
	r := New(Options{})
	if err := r.Hydrate(Bindings{Last: ^Ref(0) - 1}); err != nil {
		t.Fatal(err)
	}
	three := things(3)
	d := r.Publish(Observation{Targets: three[:2]})
	if want := []Ref{^Ref(0), 0}; !cmp.Equal(d.Refs, want) || d.New != 1 {
		t.Errorf("Publish gave %v, want %v", d.Refs, want)
	}
	d, err := r.Adopt(r.Epoch(), Observation{Targets: three})
	if want := []Ref{^Ref(0), 0, 0}; err != nil || !cmp.Equal(d.Refs, want) || d.New != 0 {
		t.Errorf("Adopt gave %v, %v, want %v", d.Refs, err, want)
	}
	audit(t, r)
}

// TestLargePage is case R11 without a browser: 20,000 rows, far more than the
// table holds. Every row has its number, in every snapshot the same; what is
// over the cap comes back when it is shown; and what the page cost is given
// back when it is left.
func TestLargePage(t *testing.T) {
	r := New(Options{})
	o := Observation{Document: Document{Loader: "L"}, Targets: things(20000)}
	one := r.Publish(o)
	two := r.Publish(o)
	audit(t, r)
	if !cmp.Equal(one.Refs, two.Refs) || two.Kept != 20000 || two.Evicted != 18000 {
		t.Errorf("the second snapshot kept %d refs and evicted %d", two.Kept, two.Evicted)
	}
	var stale *StaleError
	if _, err := r.Resolve(19999); !errors.As(err, &stale) || stale.Reason != Evicted {
		t.Errorf("a row beyond the cap: %v", err)
	}
	d, err := r.Adopt(r.Epoch(), Observation{Document: o.Document, Targets: o.Targets[19998:19999]})
	if err != nil || d.Refs[0] != 19999 {
		t.Errorf("found again as %v, %v", d.Refs, err)
	}
	if _, err := r.Resolve(19999); err != nil {
		t.Errorf("found and shown: %v", err)
	}
	if _, err := r.Resolve(1); err != nil {
		t.Errorf("the first row is printed and stays live: %v", err)
	}
	r.Publish(Observation{Document: Document{Loader: "L2"}, Targets: things(10)})
	audit(t, r)
	if n := len(r.slots); n > 4*(10+defaultArchiveEntries)+slack {
		t.Errorf("%d slots are kept for a page of 10 rows", n)
	}
	if _, ok, _ := r.Archived(1); ok.Loader != "L" {
		t.Errorf("the most recently used rows are archived, the first among them: %+v", ok)
	}
	if ids := r.Nodes("w"); len(ids) == 0 || ids[0] != 1 {
		t.Errorf("nodes that may be asked for: %v", ids)
	}
	if ids := r.Nodes("unknown"); ids != nil {
		t.Errorf("nodes of an unknown table: %v", ids)
	}
}
