// Package wire knows the outside of a DevTools message: id, method, sessionId
// and where params, result and error begin and end. It never looks inside
// those; they stay slices of the message, so that a reply of many megabytes is
// passed over once and copied never.
package wire

import (
	"bytes"
	"encoding/json"
	"errors"
)

// ErrMalformed is returned for a message that is not one JSON object.
var ErrMalformed = errors.New("message is not a JSON object")

// Envelope is one message taken apart. All slices point into the message.
type Envelope struct {
	ID        int64 // of a command or its reply, when HasID
	HasID     bool
	Method    []byte // without quotes; empty in a reply
	SessionID []byte // without quotes; empty on the root session
	Params    []byte // raw JSON, or nil
	Result    []byte // raw JSON, or nil
	Error     []byte // raw JSON, or nil
}

// Parse takes the message apart. Unknown members are passed over. It checks
// only as much of the grammar as it needs to find the ends of values: whoever
// decodes a value checks the rest.
func Parse(message []byte) (Envelope, error) {
	var e Envelope
	err := Members(message, e.set)
	return e, err
}

// Members hands the members of a JSON object to visit, in order: the key without
// its quotes and the value as it stands there. It checks as little as [Parse].
func Members(object []byte, visit func(key, raw []byte)) error {
	i := space(object, 0)
	if i >= len(object) || object[i] != '{' {
		return ErrMalformed
	}
	i = space(object, i+1)
	if i < len(object) && object[i] == '}' {
		return tail(object, i+1)
	}
	for {
		keyStart := i
		keyEnd := value(object, i)
		if keyEnd < 0 || object[keyStart] != '"' {
			return ErrMalformed
		}
		i = space(object, keyEnd)
		if i >= len(object) || object[i] != ':' {
			return ErrMalformed
		}
		start := space(object, i+1)
		end := value(object, start)
		if end < 0 {
			return ErrMalformed
		}
		visit(object[keyStart+1:keyEnd-1], object[start:end])
		i = space(object, end)
		if i >= len(object) {
			return ErrMalformed
		}
		switch object[i] {
		case ',':
			i = space(object, i+1)
		case '}':
			return tail(object, i+1)
		default:
			return ErrMalformed
		}
		if i >= len(object) {
			return ErrMalformed
		}
	}
}

// set stores one member of the message. A key with an escape in it is none of
// ours.
func (e *Envelope) set(key, raw []byte) {
	switch string(key) {
	case "id":
		if id, ok := integer(raw); ok {
			e.ID, e.HasID = id, true
		}
	case "method":
		e.Method = Text(raw)
	case "sessionId":
		e.SessionID = Text(raw)
	case "params":
		e.Params = raw
	case "result":
		e.Result = raw
	case "error":
		e.Error = raw
	}
}

// Text returns what a JSON string says, or nil when raw is another value. Only
// a string with an escape is copied; ids and method names have none.
func Text(raw []byte) []byte {
	if len(raw) < 2 || raw[0] != '"' {
		return nil
	}
	inner := raw[1 : len(raw)-1]
	if bytes.IndexByte(inner, '\\') < 0 {
		return inner
	}
	var s string
	if err := json.Unmarshal(raw, &s); err != nil {
		return nil
	}
	return []byte(s)
}

// integer reads a whole number that fits into 64 bits.
func integer(raw []byte) (int64, bool) {
	digits := raw
	if len(digits) > 0 && digits[0] == '-' {
		digits = digits[1:]
	}
	if len(digits) == 0 || len(digits) > 18 {
		return 0, false
	}
	var n int64
	for _, c := range digits {
		if c < '0' || c > '9' {
			return 0, false
		}
		n = n*10 + int64(c-'0')
	}
	if len(digits) < len(raw) {
		n = -n
	}
	return n, true
}

// space returns the index of the first byte from i on that is not white space.
func space(b []byte, i int) int {
	for i < len(b) && (b[i] == ' ' || b[i] == '\t' || b[i] == '\n' || b[i] == '\r') {
		i++
	}
	return i
}

// tail checks that nothing but white space follows the object.
func tail(b []byte, i int) error {
	if space(b, i) != len(b) {
		return ErrMalformed
	}
	return nil
}

// value returns the index behind the value that starts at i, or -1.
func value(b []byte, i int) int {
	if i >= len(b) {
		return -1
	}
	switch b[i] {
	case '"':
		return str(b, i)
	case '{', '[':
		return nested(b, i)
	case ',', ':', '}', ']':
		return -1
	}
	for i < len(b) {
		switch b[i] {
		case ',', '}', ']', ':', '"', '{', '[', ' ', '\t', '\n', '\r':
			return i
		}
		i++
	}
	return i
}

// nested returns the index behind the object or array that starts at i, or -1.
// It counts brackets of both kinds together; a mismatch is the decoder's to
// find.
func nested(b []byte, i int) int {
	depth := 0
	for i < len(b) {
		switch b[i] {
		case '"':
			if i = str(b, i); i < 0 {
				return -1
			}
			continue
		case '{', '[':
			depth++
		case '}', ']':
			if depth--; depth == 0 {
				return i + 1
			}
		}
		i++
	}
	return -1
}

// str returns the index behind the string that starts at i, or -1.
func str(b []byte, i int) int {
	i++
	for {
		n := bytes.IndexByte(b[i:], '"')
		if n < 0 {
			return -1
		}
		quote := i + n
		// A quote is escaped when an odd number of backslashes stands before it.
		k := quote
		for k > i && b[k-1] == '\\' {
			k--
		}
		i = quote + 1
		if (quote-k)%2 == 0 {
			return i
		}
	}
}
