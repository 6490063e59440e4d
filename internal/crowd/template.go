package crowd

import (
	"bytes"
	"encoding/hex"
)

// Ids of targets, sessions, frames, loaders and browser contexts are this many
// upper-case hexadecimal digits. The last of them are replaced by the number of
// the copy, so that an id says whose it is and no table is needed.
const (
	idDigits     = 32
	numberDigits = 8
	stemDigits   = idDigits - numberDigits
)

// A name of a world is this: w and 16 lower-case hexadecimal digits, random in
// each run of a program.
const nameLength = 17

// template is a text with the places in it that differ from copy to copy.
type template struct {
	text  []byte
	ids   []int // where numbers of copies stand
	names []int // where names of worlds stand
}

// newTemplate finds the ids and the names in a text, which it keeps.
func newTemplate(text []byte) template {
	t := template{text: text}
	for i := 0; i < len(text); {
		n := word(text[i:])
		switch {
		case n == idDigits && isID(text[i:i+n]):
			t.ids = append(t.ids, i+stemDigits)
		case n == nameLength && isName(text[i:i+n]):
			t.names = append(t.names, i)
		}
		i += max(n, 1)
	}
	return t
}

// word returns how many letters and digits a text begins with.
func word(text []byte) int {
	for i, c := range text {
		if (c < '0' || c > '9') && (c < 'A' || c > 'Z') && (c < 'a' || c > 'z') {
			return i
		}
	}
	return len(text)
}

func isID(text []byte) bool {
	for _, c := range text {
		if (c < '0' || c > '9') && (c < 'A' || c > 'F') {
			return false
		}
	}
	return true
}

func isName(text []byte) bool {
	if text[0] != 'w' {
		return false
	}
	for _, c := range text[1:] {
		if (c < '0' || c > '9') && (c < 'a' || c > 'f') {
			return false
		}
	}
	return true
}

// appendTo appends the text as a copy says it.
func (t *template) appendTo(dst []byte, number uint32, name string) []byte {
	at := len(dst)
	dst = append(dst, t.text...)
	for _, i := range t.ids {
		putNumber(dst[at+i:], number)
	}
	if name != "" {
		for _, i := range t.names {
			copy(dst[at+i:], name)
		}
	}
	return dst
}

func putNumber(dst []byte, number uint32) {
	const digits = "0123456789ABCDEF"
	for i := numberDigits - 1; i >= 0; i-- {
		dst[i] = digits[number&15]
		number >>= 4
	}
}

// numberOf reads the number of the copy in an id.
func numberOf(id []byte) (uint32, bool) {
	if len(id) != idDigits || !isID(id) {
		return 0, false
	}
	var raw [numberDigits / 2]byte
	if _, err := hex.Decode(raw[:], id[stemDigits:]); err != nil {
		return 0, false
	}
	return uint32(raw[0])<<24 | uint32(raw[1])<<16 | uint32(raw[2])<<8 | uint32(raw[3]), true
}

// print is what params are compared by: how long they are and the sum of their
// bytes, without what differs from copy to copy. Neither depends on the order of
// members.
type print struct {
	length int
	sum    uint64
}

// printOf gives the print of params whose template is known.
func (t *template) printOf() print {
	p := print{len(t.text), total(t.text)}
	for _, i := range t.ids {
		p.sum -= total(t.text[i : i+numberDigits])
	}
	for _, i := range t.names {
		p.sum -= total(t.text[i : i+nameLength])
	}
	return p
}

func total(text []byte) uint64 {
	sum := uint64(0)
	for _, c := range text {
		sum += uint64(c)
	}
	return sum
}

// printLike gives the print of params that may be those of the template, as a
// copy says them: only what stands there is looked for. name is the copy's name
// of a world, or empty while that is not known.
func (t *template) printLike(params []byte, name string) print {
	p := print{len(params), total(params)}
	if len(t.ids) > 0 {
		// An id of the copy has the stem of the recorded one.
		seen := map[string]bool{}
		for _, i := range t.ids {
			stem := t.text[i-stemDigits : i]
			if seen[string(stem)] {
				continue
			}
			seen[string(stem)] = true
			each(params, stem, func(at int) {
				if end := at + idDigits; end <= len(params) {
					p.sum -= total(params[at+stemDigits : end])
				}
			})
		}
	}
	if len(t.names) > 0 && name != "" {
		each(params, []byte(name), func(int) { p.sum -= total([]byte(name)) })
	}
	return p
}

// each calls visit with every place of a word in a text.
func each(text, word []byte, visit func(at int)) {
	for from := 0; ; {
		i := bytes.Index(text[from:], word)
		if i < 0 {
			return
		}
		visit(from + i)
		from += i + len(word)
	}
}

// firstName returns the first name of a world in a text, or nothing.
func firstName(text []byte) string {
	if t := newTemplate(text); len(t.names) > 0 {
		return string(text[t.names[0] : t.names[0]+nameLength])
	}
	return ""
}
