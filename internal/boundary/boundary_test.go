package boundary

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"
)

const here = module + "/internal/boundary/testdata/"

// recorder is a test that only takes notes.
type recorder struct {
	testing.TB
	notes []string
}

func (r *recorder) Helper()           {}
func (r *recorder) Error(args ...any) { r.notes = append(r.notes, fmt.Sprint(args...)) }

func TestCheck(t *testing.T) {
	tests := []struct {
		name   string
		reason string
		pkg    string
		allow  []string
		want   []string // the beginning of each note, in order
	}{{
		name:   "clean",
		reason: "fmt and net/url are not I/O, although they stand on it or below it",
		pkg:    here + "clean",
	}, {
		name:   "dirty",
		reason: "every kind of impurity is found, with the way by which it is reached",
		pkg:    here + "dirty",
		want: []string{
			here + "dirty imports log/slog: a core returns",
			here + "dirty imports os: a core does no I/O",
			here + "dirty imports time: a core reads no clock",
			here + "dirty -> github.com/google/go-cmp/cmp: a core stands on",
			here + "dirty -> " + here + "dirty/helper: a core imports only",
			here + "dirty -> " + here + "dirty/helper -> " + here + "clean: a core imports only",
			"dirty.go:15:1: a core has no init function",
			"dirty.go:19:2: a core starts no goroutine",
			"dirty.go:19:14: a core prints nothing",
		},
	}, {
		name:   "allowed",
		reason: "what the test allows may be imported, with what is below it and not beside it",
		pkg:    here + "dirty",
		allow:  []string{here + "dirty/helper", "github.com/google/go-cmp", here + "clea"},
		want: []string{
			here + "dirty imports log/slog",
			here + "dirty imports os",
			here + "dirty imports time",
			here + "dirty -> " + here + "dirty/helper -> " + here + "clean: a core imports only",
			"dirty.go:15:1: a core has no init function",
			"dirty.go:19:2: a core starts no goroutine",
			"dirty.go:19:14: a core prints nothing",
		},
	}}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r := &recorder{TB: t}
			Check(r, tt.pkg, tt.allow)
			if len(r.notes) != len(tt.want) {
				t.Fatalf("%s: got %d notes, want %d:\n%s", tt.reason, len(r.notes), len(tt.want), strings.Join(r.notes, "\n"))
			}
			for i, got := range r.notes {
				if base := filepath.Base(got); strings.HasPrefix(tt.want[i], "dirty.go") && filepath.IsAbs(got) {
					got = base
				}
				if !strings.HasPrefix(got, tt.want[i]) {
					t.Errorf("%s:\n got %s\nwant %s", tt.reason, got, tt.want[i])
				}
			}
		})
	}
}
