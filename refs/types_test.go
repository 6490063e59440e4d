package refs

import (
	"strings"
	"testing"
)

func TestParse(t *testing.T) {
	tests := []struct {
		name   string
		reason string
		in     string
		want   Ref // 0: an error
	}{
		{name: "small", reason: "the form that agents see", in: "e1", want: 1},
		{name: "largest", reason: "the numbers have 32 bits", in: "e4294967295", want: 4294967295},
		{name: "too large", reason: "a number must not wrap round into another one's", in: "e4294967296"},
		{name: "long", reason: "not even with many digits", in: "e18446744073709551617"},
		{name: "zero", reason: "the zero Ref is no ref", in: "e0"},
		{name: "leading zero", reason: "one ref has one form", in: "e01"},
		{name: "bare", reason: "a number may be anything: a row, a price", in: "12"},
		{name: "letter", reason: "there is no number", in: "e"},
		{name: "empty", reason: "there is nothing", in: ""},
		{name: "upper case", reason: "refs are copied, not spelled", in: "E12"},
		{name: "sign", reason: "strconv would take it", in: "e+12"},
		{name: "underscore", reason: "strconv might take it", in: "e1_2"},
		{name: "blank", reason: "a list of refs is not a ref", in: "e1 e2"},
		{name: "other digits", reason: "digits are ASCII", in: "e1٢"},
		{name: "brackets", reason: "the row grammar of others", in: "[e12]"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := Parse(tt.in)
			if got != tt.want || (err == nil) != (tt.want != 0) {
				t.Errorf("%s: Parse(%q) = %v, %v, want %v", tt.reason, tt.in, uint32(got), err, uint32(tt.want))
			}
		})
	}
}

// FuzzParse checks that one ref has one form.
func FuzzParse(f *testing.F) {
	for _, s := range []string{"e1", "e4294967295", "e0", "e", "", "e1e1", "e99999999999"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if ref, err := Parse(s); err == nil && ref.String() != s {
			t.Errorf("Parse(%q) is %v", s, ref)
		}
	})
}

func TestErrors(t *testing.T) {
	tests := []struct {
		name   string
		reason string
		err    error
		want   string
	}{{
		name:   "known",
		reason: "an agent reads what it was and why it is not",
		err:    &StaleError{Ref: 12, Reason: Outlived, Target: Target{Role: "button", Name: "Pay"}},
		want:   `refs: e12 (button "Pay"): outlived`,
	}, {
		name:   "unknown",
		reason: "of a number that was never issued nothing else can be said",
		err:    &StaleError{Ref: 12, Reason: NeverIssued},
		want:   `refs: e12: never_issued`,
	}, {
		name:   "zero",
		reason: "the zero Ref has no form",
		err:    &StaleError{Reason: NeverIssued},
		want:   `refs: no ref: never_issued`,
	}, {
		name:   "hostile name",
		reason: "names are the page's: no line breaks, no reversed text, no end",
		err:    &StaleError{Ref: 1, Reason: Evicted, Target: Target{Role: "link", Name: "a\n\u202e" + strings.Repeat("x", 1000)}},
		want:   `refs: e1 (link "a\n\u202e` + strings.Repeat("x", 80-3) + `"): evicted`,
	}, {
		name:   "late",
		reason: "which epoch it was and which it is",
		err:    &LateError{Epoch: 1, Current: 3},
		want:   "refs: late reply: it belongs to epoch 1, and the table is of epoch 3",
	}, {
		name:   "other document",
		reason: "the epoch may be right and the document wrong",
		err:    &LateError{Epoch: 3, Current: 3, Loader: "L2"},
		want:   `refs: late reply: it saw document "L2", which is not that of epoch 3`,
	}}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := tt.err.Error(); got != tt.want {
				t.Errorf("%s:\n got %s\nwant %s", tt.reason, got, tt.want)
			}
		})
	}
}
