package outline

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Everything that comes from a page is untrusted. The functions of this file
// make a string harmless before it is printed: it stays on its line, it shows
// what a person would see, and it carries nothing that only a machine reads.

// Quote returns a name of the page as it is printed: on one line, without
// invisible characters, in double quotes.
func Quote(s string) string { return string(appendQuoted(nil, Clean(s))) }

// Clean folds white space and line breaks to single spaces and takes out what
// nobody sees: control characters, bidi marks, zero-width and tag characters,
// private-use glyphs. What joins visible letters (in emoji, Arabic,
// Devanagari) stays. It returns s itself when there is nothing to do.
func Clean(s string) string {
	clean := cleanPrefix(s)
	if clean == len(s) {
		return s
	}
	var b strings.Builder
	b.Grow(len(s))
	space := false
	last := rune(0) // what was written last
	for _, r := range s {
		switch {
		case unicode.IsSpace(r):
			space = true
			continue
		case !visible(r, last):
			continue
		}
		if space {
			if b.Len() > 0 {
				b.WriteByte(' ')
			}
			space = false
		}
		b.WriteRune(r)
		last = r
	}
	return b.String()
}

// cleanLine is Clean for a line whose spaces matter, such as program text: they
// stay, tabs as four.
func cleanLine(s string) string {
	var b strings.Builder
	last := rune(0)
	for _, r := range s {
		switch {
		case r == '\t':
			b.WriteString("    ")
		case r == '\n' || r == '\r':
			continue
		case unicode.IsSpace(r):
			b.WriteByte(' ')
		case !visible(r, last):
			continue
		default:
			b.WriteRune(r)
		}
		last = r
	}
	return strings.TrimRight(b.String(), " ")
}

// cleanPrefix returns how much of s Clean would not touch; len(s) is the fast
// path that most names of most pages take.
func cleanPrefix(s string) int {
	last := ' '
	for i, r := range s {
		switch {
		case r > ' ' && r < 0x7f:
		case r == ' ':
			if last == ' ' || i == len(s)-1 {
				return i
			}
		case r == utf8.RuneError || unicode.IsSpace(r) || !visible(r, last):
			return i
		}
		last = r
	}
	return len(s)
}

const (
	zwnj = '\u200c'
	zwj  = '\u200d'
)

// visible reports whether r shows, given the visible rune before it. Joiners
// and variation selectors show by what they do to that rune, so one of them
// stays behind a letter of a script that has such forms; a row of them is a
// way to hide data and is cut to the first.
func visible(r, last rune) bool {
	switch {
	case r < utf8.RuneSelf:
		return r >= ' ' && r != 0x7f
	case r == zwnj || r == zwj:
		return last >= 0x300 && last != zwnj && last != zwj
	case r >= 0xfe00 && r <= 0xfe0f:
		return last != 0 && !invisibleAlone(last)
	case r >= 0xe0100 && r <= 0xe01ef:
		return unicode.Is(unicode.Han, last)
	case unicode.Is(unicode.Other_Default_Ignorable_Code_Point, r):
		return false
	case strconv.IsPrint(r) || unicode.Is(unicode.Prepended_Concatenation_Mark, r):
		return true
	}
	// What is left is not assigned in this version's tables (new emoji) or bad.
	return !unicode.In(r, unicode.Cc, unicode.Cf, unicode.Co, unicode.Z)
}

// invisibleAlone reports whether r is a joiner or a variation selector.
func invisibleAlone(r rune) bool {
	return r == zwnj || r == zwj || unicode.Is(unicode.Variation_Selector, r)
}

// appendQuoted puts an already clean string in quotes. Only the quote and the
// backslash are escaped, so the quoted string ends where it seems to end.
func appendQuoted(dst []byte, s string) []byte {
	dst = append(dst, '"')
	for {
		i := strings.IndexAny(s, `"\`)
		if i < 0 {
			break
		}
		dst = append(dst, s[:i]...)
		dst = append(dst, '\\', s[i])
		s = s[i+1:]
	}
	dst = append(dst, s...)
	return append(dst, '"')
}

// appendExact puts a value in quotes and shows it exactly: spaces as they are,
// line breaks as \n, tabs as \t, and invisible characters by their number.
// Tag characters are left out all the same: they spell hidden words.
func appendExact(dst []byte, s string) []byte {
	dst = append(dst, '"')
	last := rune(0)
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			dst = append(dst, '\\', byte(r))
		case r == '\n':
			dst = append(dst, `\n`...)
		case r == '\t':
			dst = append(dst, `\t`...)
		case r == '\r':
			dst = append(dst, `\r`...)
		case r >= ' ' && r < 0x7f:
			dst = append(dst, byte(r))
		case r >= 0xe0000 && r <= 0xe007f:
			continue
		case r < utf8.RuneSelf || !visible(r, last) && !unicode.Is(unicode.Co, r):
			dst = appendCodePoint(dst, r)
		default:
			dst = utf8.AppendRune(dst, r)
		}
		last = r
	}
	return append(dst, '"')
}

// appendCodePoint writes r as \u{200b}.
func appendCodePoint(dst []byte, r rune) []byte {
	const hex = "0123456789abcdef"
	dst = append(dst, `\u{`...)
	started := false
	for shift := 20; shift >= 0; shift -= 4 {
		digit := r >> shift & 15
		if digit != 0 || started || shift == 0 {
			dst = append(dst, hex[digit])
			started = true
		}
	}
	return append(dst, '}')
}

// cut returns the first n runes of s, and whether that is less than all. It
// does not leave half of a joined letter behind.
func cut(s string, n int) (string, bool) {
	if len(s) <= n {
		return s, false
	}
	count := 0
	for i, r := range s {
		if count >= n && !unicode.Is(unicode.M, r) && !invisibleAlone(r) || count > 2*n {
			return strings.TrimRight(s[:i], " \u200d"), true
		}
		count++
	}
	return s, false
}

// cutWords is cut at the end of a word when one ends in the last fifth.
func cutWords(s string, n int) (string, bool) {
	head, shorter := cut(s, n)
	if !shorter {
		return s, false
	}
	if i := strings.LastIndexByte(head, ' '); i >= len(head)*4/5 {
		head = head[:i]
	}
	return head, true
}

// once returns a name that says the same thing twice, as a link around a
// picture and its title does, as said once.
func once(s string) string {
	n := len(s)
	if n > 8 && n%2 == 1 && s[n/2] == ' ' && s[:n/2] == s[n/2+1:] {
		return s[:n/2]
	}
	return s
}
