package replay

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"strconv"
	"strings"
)

// pair says that one text stands for another.
type pair struct{ from, to string }

// command is what a command is looked up by.
type command struct {
	stream  int
	session string
	id      int64 // as the program numbered it
	method  string
	params  []byte // canonical and normalised
	print          // of the method and params
}

// hash is the part of a fingerprint that can be looked up.
type hash = [sha256.Size]byte

// print is the fingerprint of a command: what it says with its tokens taken out,
// and the tokens in their order.
type print struct {
	hash   hash
	tokens []string
}

// reduce makes params comparable.
func (c *openConfig) reduce(method string, params []byte) []byte {
	out := sameForms(canonical(params))
	for _, f := range c.normalise {
		out = f(method, out)
	}
	return out
}

// printOf takes the tokens out of params.
func (c *openConfig) printOf(method string, params []byte) print {
	h := sha256.New()
	piece := func(text []byte) {
		var size [8]byte
		binary.LittleEndian.PutUint64(size[:], uint64(len(text)))
		h.Write(size[:])
		h.Write(text)
	}
	piece([]byte(method))
	var p print
	last := 0
	for _, at := range c.pattern.FindAllIndex(params, -1) {
		piece(params[last:at[0]])
		p.tokens = append(p.tokens, string(params[at[0]:at[1]]))
		last = at[1]
	}
	piece(params[last:])
	h.Sum(p.hash[:0])
	return p
}

// canonical returns the params with sorted members, the shortest escapes and no
// white space. No params are empty ones.
func canonical(params []byte) []byte {
	if len(params) == 0 {
		return []byte("{}")
	}
	d := json.NewDecoder(bytes.NewReader(params))
	d.UseNumber()
	var value any // of no known type
	if err := d.Decode(&value); err != nil {
		return bytes.Clone(params)
	}
	if value == nil {
		return []byte("{}")
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(plainNumbers(value)); err != nil {
		return bytes.Clone(params)
	}
	return bytes.TrimRight(b.Bytes(), "\n")
}

// plainNumbers gives numbers that are equal the same text: encoders write
// fractions differently.
func plainNumbers(value any) any {
	switch v := value.(type) {
	case map[string]any:
		for k, member := range v {
			v[k] = plainNumbers(member)
		}
	case []any:
		for i, element := range v {
			v[i] = plainNumbers(element)
		}
	case json.Number:
		if !strings.ContainsAny(v.String(), ".eE") {
			return v
		}
		if f, err := v.Float64(); err == nil {
			return json.Number(strconv.FormatFloat(f, 'f', -1, 64))
		}
	}
	return value
}

// shownParams is how much of params an error shows.
const shownParams = 200

// around cuts both texts to the surroundings of their first difference.
func around(a, b []byte) (string, string) {
	i := 0
	for i < len(a) && i < len(b) && a[i] == b[i] {
		i++
	}
	from := max(0, i-shownParams/2)
	return excerpt(a, from), excerpt(b, from)
}

// excerpt returns a piece of the text and marks what is left out.
func excerpt(text []byte, from int) string {
	from = min(from, max(0, len(text)-shownParams))
	to := min(len(text), from+shownParams)
	s := strings.ToValidUTF8(string(text[from:to]), "")
	if from > 0 {
		s = "…" + s
	}
	if to < len(text) {
		s += "…"
	}
	return s
}

// substitute replaces each from by its to where it is a whole token, or
// wherever it stands when whole is nil. Nothing that was put in is looked at
// again. Without a hit it returns the message itself.
func substitute(message []byte, pairs []pair, whole func(message []byte, at, end int) bool) []byte {
	var out []byte
	last := 0
	next := make([]int, len(pairs)) // where each pair's next hit is; -1 = none
	for i, p := range pairs {
		next[i] = bytes.Index(message, []byte(p.from))
	}
	for {
		best := -1
		for i, p := range pairs {
			for next[i] >= 0 && (next[i] < last || whole != nil && !whole(message, next[i], next[i]+len(p.from))) {
				from := max(next[i]+1, last)
				if next[i] = bytes.Index(message[from:], []byte(p.from)); next[i] >= 0 {
					next[i] += from
				}
			}
			if next[i] >= 0 && (best < 0 || next[i] < next[best]) {
				best = i
			}
		}
		if best < 0 {
			break
		}
		out = append(out, message[last:next[best]]...)
		out = append(out, pairs[best].to...)
		last = next[best] + len(pairs[best].from)
	}
	if out == nil {
		return message
	}
	return append(out, message[last:]...)
}

// wholeToken reports whether the text at that place is a token, and not the
// part of a longer one.
func (c *openConfig) wholeToken(message []byte, at, end int) bool {
	const context = 64
	from := max(0, at-context)
	for _, hit := range c.pattern.FindAllIndex(message[from:min(len(message), end+context)], -1) {
		if from+hit[0] == at && from+hit[1] == end {
			return true
		}
	}
	return false
}
