// Package spelling lists the ways in which a secret stands in a text that
// programs wrote: plain, escaped for JSON, HTML or an address, in base64.
// What hides secrets looks for all of them.
package spelling

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"html"
	"net/url"
	"strings"
)

// Kind says how a spelling came about. Kinds are letters, so that they fit
// behind a name.
type Kind byte

// The kinds. Some give the same text for most secrets.
const (
	Plain     Kind = 'p'
	JSON      Kind = 'j' // between the quotes of a JSON string
	TwiceJSON Kind = 'k' // a JSON string within a JSON string
	SafeJSON  Kind = 'h' // JSON that may stand in HTML
	Query     Kind = 'q' // a value in the query of an address, as Go writes it
	Form      Kind = 'f' // a value of a form that was sent
	Component Kind = 'c' // JavaScript's encodeURIComponent
	Path      Kind = 's' // a segment of a path
	HTML      Kind = 'x' // character references
)

// Spelling is one way to write a secret.
type Spelling struct {
	Kind Kind
	Text string
}

// Of lists the spellings of a secret, the plain one first. Equal texts of
// several kinds are all listed.
func Of(secret string) []Spelling {
	once := Inside(secret)
	query := url.QueryEscape(secret)
	return []Spelling{
		{Plain, secret},
		{JSON, once},
		{TwiceJSON, Inside(once)},
		{SafeJSON, insideHTML(secret)},
		{Query, query},
		{Form, strings.NewReplacer("%2A", "*", "~", "%7E").Replace(query)},
		{Component, strings.NewReplacer("+", "%20", "%21", "!", "%27", "'", "%28", "(", "%29", ")", "%2A", "*").Replace(query)},
		{Path, url.PathEscape(secret)},
		{HTML, html.EscapeString(secret)},
	}
}

// minBase64 is the shortest base64 text that is taken for a secret's: shorter
// ones turn up in pictures by chance.
const minBase64 = 8

// Base64 lists the characters of base64 text, in both alphabets, that depend on
// the secret only, for each of the three places where it can begin in a group.
// Those too short to tell are left out.
func Base64(secret string) []string {
	var out []string
	known := map[string]bool{}
	for shift := range 3 {
		data := append(make([]byte, shift), secret...)
		// Of a group of three bytes the first 8*shift bits belong to others, and
		// so does the last character unless the end is the end of a group.
		from := (8*shift + 5) / 6
		to := len(data) * 8 / 6
		for _, e := range []*base64.Encoding{base64.RawStdEncoding, base64.RawURLEncoding} {
			text := e.EncodeToString(data)
			if to-from < minBase64 || known[text[from:to]] {
				continue
			}
			known[text[from:to]] = true
			out = append(out, text[from:to])
		}
	}
	return out
}

// Quote returns the JSON string that says text, without the escapes that HTML
// would need.
func Quote(text string) []byte {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(text); err != nil { // a string always has a JSON form
		return []byte(`""`)
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n"))
}

// Inside returns a text as it stands between the quotes of a JSON string.
func Inside(text string) string {
	q := Quote(text)
	return string(q[1 : len(q)-1])
}

// insideHTML is Inside with the escapes that keep it out of the way of HTML.
func insideHTML(text string) string {
	q, err := json.Marshal(text)
	if err != nil {
		return Inside(text)
	}
	return string(q[1 : len(q)-1])
}
