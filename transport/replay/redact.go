package replay

import (
	"bytes"
	"encoding/json"
	"regexp"
	"strings"

	"github.com/holdfast-go/holdfast/internal/spelling"
)

// redacted stands where a secret stood that nobody named.
const redacted = "[redacted]"

// sensitive are the members (and names of headers, in lower case) whose string
// values are secrets by their nature.
var sensitive = map[string]bool{
	"authorization": true, "proxy-authorization": true,
	"cookie": true, "set-cookie": true,
	"x-api-key": true, "x-auth-token": true,
	"password": true, // of Fetch.continueWithAuth
}

// cookieMembers hold cookies as objects, whose members value and cookieLine are
// secrets.
var cookieMembers = map[string]bool{
	"cookie": true, "cookies": true,
	"associatedcookies": true, "blockedcookies": true, "exemptedcookies": true,
}

// rawHeaders are the lines of the same headers in members like headersText.
var rawHeaders = regexp.MustCompile(`(?im)^((?:proxy-)?authorization|(?:set-)?cookie|x-api-key|x-auth-token):[^\r\n]*`)

// redactor takes secrets out of messages. After ready it is safe for concurrent
// use.
type redactor struct {
	user    []func([]byte) []byte
	secrets int
	forms   []form // of the named secrets
	hide    *strings.Replacer
}

// message returns what may be written of a message, and whether that is JSON. It
// returns nil when the user's function leaves the message out.
func (r *redactor) message(m []byte) (out []byte, isJSON bool) {
	if len(r.user) > 0 {
		m = bytes.Clone(m) // the functions may change it
		for _, f := range r.user {
			if m = f(m); m == nil {
				return nil, false
			}
		}
	}
	if !json.Valid(m) {
		return []byte(r.text(string(m))), false
	}
	return r.json(m), true
}

// text replaces the named secrets in plain text.
func (r *redactor) text(s string) string {
	if r.hide == nil {
		return s
	}
	return r.hide.Replace(s)
}

// json redacts valid JSON and takes out its white space, line breaks included.
func (r *redactor) json(in []byte) []byte {
	w := walk{redactor: r, in: in, out: make([]byte, 0, len(in)+64)}
	w.value(0, "", false)
	return w.out
}

// walk copies JSON from in to out, which is valid, once and in one direction.
type walk struct {
	*redactor
	in, out []byte
}

// value copies the value at i and white space before it, and returns the index
// behind it. key is the member that it is the value of, in lower case, or that
// its array is; cookie says that it belongs to a cookie.
func (w *walk) value(i int, key string, cookie bool) int {
	i = w.space(i)
	switch w.in[i] {
	case '{':
		return w.object(i, cookie || cookieMembers[key])
	case '[':
		return w.array(i, key, cookie || cookieMembers[key])
	case '"':
		end := stringEnd(w.in, i)
		w.out = append(w.out, w.member(w.in[i:end], key, cookie)...)
		return end
	}
	start := i
	for i < len(w.in) && !bytes.ContainsRune([]byte(",]} \t\r\n"), rune(w.in[i])) {
		i++
	}
	w.out = append(w.out, w.in[start:i]...)
	return i
}

// member returns what is left of the string that is the value of a member.
func (w *walk) member(raw []byte, key string, cookie bool) []byte {
	switch {
	case sensitive[key], cookie && (key == "value" || key == "cookieline"):
		return []byte(`"` + redacted + `"`)
	case strings.HasSuffix(key, "headerstext"):
		return edit(raw, func(s string) string {
			return w.text(rawHeaders.ReplaceAllString(s, "$1: "+redacted))
		})
	}
	return w.literal(raw)
}

// object copies an object. Two kinds are known as a whole: a header as
// {"name":…, "value":…}, and the command that sets a cookie.
func (w *walk) object(i int, cookie bool) int {
	w.out = append(w.out, '{')
	i = w.space(i + 1)
	if w.in[i] == '}' {
		w.out = append(w.out, '}')
		return i + 1
	}
	secretName, setsCookie := false, false
	var value, params [2]int // where they are in out
	for {
		end := stringEnd(w.in, i)
		raw := w.in[i:end]
		key := string(bytes.ToLower(raw[1 : len(raw)-1]))
		w.out = append(w.out, w.literal(raw)...)
		i = w.space(end)
		w.out = append(w.out, ':')
		start := w.space(i + 1)
		mark := len(w.out)
		i = w.value(start, key, cookie)
		switch key {
		case "name":
			secretName = sensitive[strings.ToLower(strings.Trim(string(w.in[start:i]), `"`))]
		case "value":
			if w.in[start] == '"' {
				value = [2]int{mark, len(w.out)}
			}
		case "method":
			setsCookie = string(w.in[start:i]) == `"Network.setCookie"`
		case "params":
			params = [2]int{mark, len(w.out)}
		}
		i = w.space(i)
		w.out = append(w.out, w.in[i])
		if w.in[i] == '}' {
			break
		}
		i = w.space(i + 1)
	}
	switch {
	case secretName && value[1] > 0:
		w.replace(value, []byte(`"`+redacted+`"`))
	case setsCookie && params[1] > 0:
		again := walk{redactor: w.redactor, in: bytes.Clone(w.out[params[0]:params[1]])}
		again.value(0, "cookie", true)
		w.replace(params, again.out)
	}
	return i + 1
}

// array copies an array.
func (w *walk) array(i int, key string, cookie bool) int {
	w.out = append(w.out, '[')
	i = w.space(i + 1)
	if w.in[i] == ']' {
		w.out = append(w.out, ']')
		return i + 1
	}
	for {
		i = w.space(w.value(i, key, cookie))
		w.out = append(w.out, w.in[i])
		if w.in[i] == ']' {
			return i + 1
		}
		i++
	}
}

// replace puts other text into a range of out.
func (w *walk) replace(at [2]int, with []byte) {
	tail := bytes.Clone(w.out[at[1]:])
	w.out = append(append(w.out[:at[0]], with...), tail...)
}

// space passes over white space, which is not copied.
func (w *walk) space(i int) int {
	for i < len(w.in) && (w.in[i] == ' ' || w.in[i] == '\t' || w.in[i] == '\n' || w.in[i] == '\r') {
		i++
	}
	return i
}

// literal replaces the named secrets in a JSON string.
func (w *walk) literal(raw []byte) []byte {
	if w.hide == nil || len(raw) < minSecret {
		return raw
	}
	return edit(raw, w.text)
}

// edit applies a function to what a JSON string says. A string that it leaves
// as it is keeps its bytes.
func edit(raw []byte, change func(string) string) []byte {
	text := string(raw[1 : len(raw)-1])
	if strings.IndexByte(text, '\\') >= 0 {
		if err := json.Unmarshal(raw, &text); err != nil {
			return raw // cannot be: the message is valid
		}
	}
	changed := change(text)
	if changed == text {
		return raw
	}
	return spelling.Quote(changed)
}

// stringEnd returns the index behind the JSON string that starts at i.
func stringEnd(b []byte, i int) int {
	for i++; i < len(b); i++ {
		switch b[i] {
		case '\\':
			i++
		case '"':
			return i + 1
		}
	}
	return len(b)
}
