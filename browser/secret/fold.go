package secret

import (
	"unicode"
	"unicode/utf8"
)

// folded is a text as it is compared: in lower case, without blanks and
// invisible characters.
type folded struct {
	text string
	// from[i] is where the character of text's byte i begins in the original.
	from []int32
}

func fold(s string) folded {
	text := make([]byte, 0, len(s))
	from := make([]int32, 0, len(s))
	for i := 0; i < len(s); {
		if c := s[i]; c < utf8.RuneSelf {
			if 'A' <= c && c <= 'Z' {
				c += 'a' - 'A'
			}
			if c > ' ' && c != 0x7f {
				text, from = append(text, c), append(from, int32(i))
			}
			i++
			continue
		}
		r, n := utf8.DecodeRuneInString(s[i:])
		if !ignored(r) {
			at := len(text)
			text = utf8.AppendRune(text, unicode.ToLower(r))
			for range len(text) - at {
				from = append(from, int32(i))
			}
		}
		i += n
	}
	return folded{string(text), from}
}

// ignored are the characters that a page can put between others without anyone
// seeing more than a gap: blanks, format and control characters.
func ignored(r rune) bool {
	return unicode.IsSpace(r) || unicode.In(r, unicode.Cf, unicode.Cc, unicode.Zs, unicode.Variation_Selector)
}
