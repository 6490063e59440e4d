package openai

import (
	"bytes"
	"encoding/json"
	"strconv"
)

// halfPair joins characters that an endpoint cut in two: programs whose strings
// are UTF-16 cut an emoji between its surrogates, and each half alone would
// decode to a replacement character.
type halfPair struct {
	held string // the escape of a high surrogate
}

// join takes the JSON of the next piece of a text and returns it with the half
// that was held before it and without the half that ends it.
func (h *halfPair) join(raw json.RawMessage) json.RawMessage {
	if len(raw) < 2 || raw[0] != '"' {
		return raw
	}
	if h.held != "" && len(raw) > 2 {
		raw = append([]byte(`"`+h.held), raw[1:]...)
		h.held = ""
	}
	const escape = len(`\ud83d`)
	inner := raw[1 : len(raw)-1]
	at := len(inner) - escape
	if at < 0 || inner[at] != '\\' || inner[at+1] != 'u' || escaped(inner[:at]) {
		return raw
	}
	unit, err := strconv.ParseUint(string(inner[at+2:]), 16, 16)
	if err != nil || unit < 0xd800 || unit > 0xdbff {
		return raw
	}
	h.held = string(inner[at:])
	return append(bytes.Clone(raw[:1+at]), '"')
}

// rest returns what is left of a half whose other half never came.
func (h *halfPair) rest() string {
	if h.held == "" {
		return ""
	}
	h.held = ""
	return "\ufffd"
}

// escaped reports whether the character behind a JSON text is escaped by a
// backslash of its own.
func escaped(before []byte) bool {
	n := len(before) - len(bytes.TrimRight(before, `\`))
	return n%2 == 1
}
