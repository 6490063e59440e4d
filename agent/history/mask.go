package history

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"net/http"
	"strings"
)

// Mask takes secrets out of a text, as secret.Store.Mask does.
type Mask func(text string) string

// ours are properties whose values are words of our own: masked, a secret that
// is spelled like one of them would make the file unreadable.
var ours = map[string]bool{
	"type": true, "kind": true, "role": true, "id": true, "time": true, "created": true, "updated": true,
	"state": true, "outcome": true, "answer": true, "subject": true, "level": true, "mime": true,
}

// over masks every text of a JSON value and leaves the rest, the order of
// properties included, as it is.
func (mask Mask) over(text []byte) []byte {
	if mask == nil {
		return text
	}
	var out bytes.Buffer
	out.Grow(len(text))
	name := ""
	for i := 0; i < len(text); {
		if text[i] != '"' {
			out.WriteByte(text[i])
			i++
			continue
		}
		end := i + 1
		for ; end < len(text) && text[end] != '"'; end++ {
			if text[end] == '\\' {
				end++
			}
		}
		end = min(end+1, len(text))
		literal := text[i:end]
		i = end
		var s string
		if json.Unmarshal(literal, &s) != nil {
			out.Write(literal) // cannot be: Marshal wrote it
			continue
		}
		if isName(text[end:]) {
			name = s
			out.Write(literal)
			continue
		}
		masked := s
		if !ours[name] && !isPicture(name, s) {
			masked = mask(s)
		}
		if masked == s {
			out.Write(literal)
			continue
		}
		quoted, err := json.Marshal(masked)
		if err != nil {
			quoted = []byte(`""`) // rather nothing than the secret
		}
		out.Write(quoted)
	}
	return out.Bytes()
}

func isName(after []byte) bool {
	after = bytes.TrimLeft(after, " \t\r\n")
	return len(after) > 0 && after[0] == ':'
}

// isPicture reports whether a text is the data of a picture, in which a secret
// could only be found by chance, and whose masking would break it.
func isPicture(name, s string) bool {
	if name != "data" || len(s)%4 != 0 {
		return false
	}
	data, err := base64.StdEncoding.DecodeString(s)
	return err == nil && strings.HasPrefix(http.DetectContentType(data), "image/")
}
