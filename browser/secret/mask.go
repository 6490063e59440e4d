package secret

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/holdfast-go/holdfast/internal/spelling"
)

// needle is a spelling of a secret, folded.
type needle struct {
	text        string
	placeholder string
}

func needles(name, value string) []needle {
	var out []needle
	texts := spelling.Base64(value)
	for _, w := range spelling.Of(value) {
		texts = append(texts, w.Text)
	}
	for _, text := range texts {
		if text = fold(text).text; len(text) >= MinLength {
			out = append(out, needle{text, Placeholder(name)})
		}
	}
	return out
}

// merge adds needles, the longest first, so that of a secret that begins with
// another one all is masked.
func merge(a, b []needle) []needle {
	all := slices.Concat(b, a) // of equal texts the newest counts
	slices.SortStableFunc(all, func(x, y needle) int {
		if d := len(y.text) - len(x.text); d != 0 {
			return d
		}
		return strings.Compare(x.text, y.text)
	})
	return slices.CompactFunc(all, func(x, y needle) bool { return x.text == y.text })
}

// span is a part of a text that is masked, in bytes.
type span struct {
	from, to    int
	placeholder string
}

// Mask puts placeholders in the place of every secret in a text.
func (s *Store) Mask(text string) string {
	known := s.snapshot()
	if len(known) == 0 || len(text) < MinLength {
		return text
	}
	return replace(text, 0, find(text, known))
}

// MaskAll masks texts that a reader sees one behind the other, in place: a
// secret that is split over several of them is found, too, and each part of it
// becomes the placeholder.
func (s *Store) MaskAll(texts []*string) {
	known := s.snapshot()
	if len(known) == 0 || len(texts) == 0 {
		return
	}
	var all strings.Builder
	starts := make([]int, len(texts)+1)
	for i, t := range texts {
		all.WriteString(*t)
		starts[i+1] = all.Len()
	}
	found := find(all.String(), known)
	for i, t := range texts {
		from, to := starts[i], starts[i+1]
		for len(found) > 0 && found[0].to <= from {
			found = found[1:]
		}
		if len(found) > 0 && found[0].from < to {
			*t = replace(*t, from, found)
		}
	}
}

func (s *Store) snapshot() []needle {
	if s == nil {
		return nil
	}
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.needles
}

// replace masks the parts of a text that begins at an offset of what the spans
// speak of.
func replace(text string, offset int, found []span) string {
	if len(found) == 0 {
		return text
	}
	var b strings.Builder
	at := 0
	for _, f := range found {
		from, to := max(f.from-offset, at), min(f.to-offset, len(text))
		if from >= len(text) {
			break
		}
		if to <= from {
			continue
		}
		b.WriteString(text[at:from])
		b.WriteString(f.placeholder)
		at = to
	}
	b.WriteString(text[at:])
	return b.String()
}

// find lists the parts of a text that are secrets, in order, none over another.
func find(text string, known []needle) []span {
	low := fold(text)
	var found []span
	// Of the characters that are not compared those within a secret go, those
	// around it stay.
	add := func(from, to int, placeholder string) {
		last := int(low.from[to-1])
		_, size := utf8.DecodeRuneInString(text[last:])
		end := last + size
		found = append(found, span{int(low.from[from]), end, placeholder})
	}
	for _, n := range known {
		for at := 0; ; {
			i := strings.Index(low.text[at:], n.text)
			if i < 0 {
				break
			}
			at += i
			add(at, at+len(n.text), n.placeholder)
			at += len(n.text)
		}
	}
	for at := 0; ; {
		i := strings.Index(low.text[at:], ellipsis)
		if i < 0 {
			break
		}
		cut := at + i
		at = cut + len(ellipsis)
		for _, n := range known {
			if part := overlap(low.text[:cut], n.text); part >= MinLength {
				add(cut-part, cut, n.placeholder)
			}
			if part := overlap(n.text, low.text[at:]); part >= MinLength {
				add(at, at+part, n.placeholder)
			}
		}
	}
	return settle(found)
}

// ellipsis is what a text ends with, or begins with, that was cut.
const ellipsis = "…"

// overlap is the length of the longest end of a that b begins with.
func overlap(a, b string) int {
	for n := min(len(a), len(b)); n > 0; n-- {
		if a[len(a)-n:] == b[:n] {
			return n
		}
	}
	return 0
}

// settle orders spans and joins those that lie over one another: what is left
// of a secret beside another one must go, too.
func settle(found []span) []span {
	slices.SortStableFunc(found, func(a, b span) int {
		if d := a.from - b.from; d != 0 {
			return d
		}
		return b.to - a.to
	})
	out := found[:0]
	for _, f := range found {
		if n := len(out); n > 0 && f.from < out[n-1].to {
			out[n-1].to = max(out[n-1].to, f.to)
			continue
		}
		out = append(out, f)
	}
	return out
}
