package wire

import (
	"encoding/json"
	"strconv"
)

// AppendCommand appends a command to dst. params is raw JSON or empty, session
// is empty for the root session. The session stands last, where [SplitSession]
// finds it without reading the rest.
func AppendCommand(dst []byte, id int64, method string, params []byte, session string) []byte {
	dst = append(dst, `{"id":`...)
	dst = strconv.AppendInt(dst, id, 10)
	dst = append(dst, `,"method":`...)
	dst = appendString(dst, method)
	if len(params) > 0 {
		dst = append(dst, `,"params":`...)
		dst = append(dst, params...)
	}
	if session != "" {
		dst = append(dst, `,"sessionId":`...)
		dst = appendString(dst, session)
	}
	return append(dst, '}')
}

// appendString appends s as a JSON string. Names and ids need no escape; a
// method that a model made up may.
func appendString(dst []byte, s string) []byte {
	for i := range len(s) {
		if c := s[i]; c < ' ' || c == '"' || c == '\\' || c > '~' {
			quoted, err := json.Marshal(s)
			if err != nil { // a string always has a JSON form
				quoted = []byte(`""`)
			}
			return append(dst, quoted...)
		}
	}
	dst = append(dst, '"')
	dst = append(dst, s...)
	return append(dst, '"')
}
