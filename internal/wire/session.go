package wire

import "bytes"

var sessionKey = []byte(`"sessionId":"`)

// SplitSession looks at the end of the message only, where Chrome (and
// [AppendCommand]) write the session, and returns the id and the index of the
// comma before that member. ok is false when the message does not end like
// this; it may still hold a session elsewhere.
//
// Why the end is proof: the last brace closes the message, so the string before
// it is the value of the last member of the message itself. Going back over it,
// the first quote is its beginning, because a quote inside a string has a
// backslash before it and here a colon stands there; the same holds for the key.
func SplitSession(message []byte) (id []byte, comma int, ok bool) {
	n := len(message)
	if n < len(sessionKey)+4 || message[n-1] != '}' || message[n-2] != '"' {
		return nil, 0, false
	}
	start := bytes.LastIndexByte(message[:n-2], '"')
	key := start + 1 - len(sessionKey)
	if key < 1 || !bytes.Equal(message[key:start+1], sessionKey) || message[key-1] != ',' {
		return nil, 0, false
	}
	id = message[start+1 : n-2]
	if bytes.IndexByte(id, '\\') >= 0 {
		return nil, 0, false
	}
	return id, key - 1, true
}

// Session returns the session of the message, empty on the root session.
func Session(message []byte) ([]byte, error) {
	if id, _, ok := SplitSession(message); ok {
		return id, nil
	}
	e, err := Parse(message)
	return e.SessionID, err
}
