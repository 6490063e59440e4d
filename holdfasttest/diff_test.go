package holdfasttest

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

func TestDiff(t *testing.T) {
	numbered := func(n int) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, "line %d\n", i)
		}
		return b.String()
	}
	tests := []struct{ name, want, got, diff, reason string }{
		{"same", "a\nb", "a\nb", "", "nothing differs"},
		{"a line", "a\nb\nc", "a\nx\nc", "  a\n- b\n+ x\n  c\n", "old before new"},
		{"added", "a\nc", "a\nb\nc", "  a\n+ b\n  c\n", "what is new alone"},
		{"far", numbered(20), strings.Replace(numbered(20), "line 10\n", "", 1),
			"  … 7 equal lines\n  line 7\n  line 8\n  line 9\n- line 10\n  line 11\n  line 12\n  line 13\n  … 7 equal lines\n", "three lines around, the others counted"},
		{"too much to compare", numbered(3000), "x\n" + strings.ToUpper(numbered(3000)), "", "large texts are compared as blocks"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got := Diff(test.want, test.got)
			if test.name == "too much to compare" {
				if n := strings.Count(got, "\n"); n != 6002 {
					t.Errorf("%s: %d lines", test.reason, n)
				}
				return
			}
			if got != test.diff {
				t.Errorf("%s: got\n%s", test.reason, got)
			}
		})
	}
}

// What a comparison says leads from the one text to the other.
func TestDiffLeadsThere(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 300 {
		a, b := make([]string, r.IntN(8)), make([]string, r.IntN(8))
		for i := range a {
			a[i] = string(rune('a' + r.IntN(3)))
		}
		for i := range b {
			b[i] = string(rune('a' + r.IntN(3)))
		}
		var from, to []string
		for _, e := range between(a, b) {
			if e.kind != '+' {
				from = append(from, e.line)
			}
			if e.kind != '-' {
				to = append(to, e.line)
			}
		}
		if strings.Join(from, "") != strings.Join(a, "") || strings.Join(to, "") != strings.Join(b, "") {
			t.Fatalf("%q to %q: %q, %q", a, b, from, to)
		}
	}
}
