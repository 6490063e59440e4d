package system1

import (
	"strings"
	"unicode/utf8"
)

// maxCandidates is how many elements a model chooses among at most.
const maxCandidates = 120

// Candidate is an element that the model may choose.
type Candidate struct {
	// Ref is its ref, e12.
	Ref string
	// Role and Name are those of the outline.
	Role, Name string
	// Value is what it holds, Href where it leads.
	Value, Href string
	// InView: a person sees it without scrolling.
	InView bool
	// Disabled elements are not offered.
	Disabled bool
	// Sensitive: a password field, or something else that the fast path must not
	// touch. It is offered, so that the model does not take its neighbour for it,
	// and leads to the slow path when it is chosen. Its value is never sent.
	Sensitive bool
}

// choose picks what is offered of a page: at most most elements (0 or more than
// maxCandidates: that), those in view first, otherwise in the page's order. An
// element without a ref, a disabled one and the second of a ref are left out.
func choose(all []Candidate, most int) []Candidate {
	if most <= 0 || most > maxCandidates {
		most = maxCandidates
	}
	chosen := make([]Candidate, 0, min(most, len(all)))
	seen := map[string]bool{}
	for _, inView := range []bool{true, false} {
		for _, c := range all {
			if len(chosen) == most {
				return chosen
			}
			if c.InView != inView || c.Disabled || c.Ref == "" || seen[c.Ref] {
				continue
			}
			seen[c.Ref] = true
			chosen = append(chosen, c)
		}
	}
	return chosen
}

// Most characters of a name, a value and an address that are sent. They tell
// elements apart; whole texts would only fill the state.
const (
	nameLimit = 100
	hrefLimit = 120
)

// String describes the candidate to a model in a line, without its ref.
func (c Candidate) String() string {
	parts := []string{c.Role}
	if c.Name != "" {
		parts = append(parts, `"`+line(c.Name, nameLimit)+`"`)
	}
	if c.Value != "" && !c.Sensitive {
		parts = append(parts, `value="`+line(c.Value, nameLimit)+`"`)
	}
	if c.Href != "" {
		parts = append(parts, "→ "+line(c.Href, hrefLimit))
	}
	if !c.InView {
		parts = append(parts, "(out of view)")
	}
	return strings.TrimSpace(strings.Join(parts, " "))
}

// line folds white space and shortens to so many characters.
func line(s string, most int) string {
	s = strings.Join(strings.Fields(strings.ToValidUTF8(s, "")), " ")
	if utf8.RuneCountInString(s) <= most {
		return s
	}
	return string([]rune(s)[:most-1]) + "…"
}
