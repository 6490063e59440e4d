package replay

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// form is one way in which a named secret stands in a text, and what is written
// in its place. Places are plain words, so that they mean the same in JSON, in
// a script and in an address.
type form struct {
	text, place string
	final       bool // nothing can be put back
	twin        bool // looks like an earlier form, so only that is found
}

// minBase64 is the shortest base64 text that is taken for a secret's: shorter
// ones turn up in pictures by chance.
const minBase64 = 8

// add names a secret.
func (r *redactor) add(secret string) {
	r.secrets++
	place := "holdfast-secret-" + strconv.Itoa(r.secrets)
	known := map[string]bool{}
	add := func(letter, text string) {
		r.forms = append(r.forms, form{text: text, place: place + letter, twin: known[text]})
		known[text] = true
	}
	add("p", secret)
	once := inside(secret)
	add("j", once)         // in JSON in a string: the arguments of a script
	add("k", inside(once)) // and once more
	add("h", insideHTML(secret))
	add("q", url.QueryEscape(secret))
	add("f", formEscape(secret))
	add("c", componentEscape(secret))
	add("s", url.PathEscape(secret))
	for _, text := range base64Forms(secret) {
		if len(text) >= minBase64 && !known[text] {
			known[text] = true
			// Whoever decodes it shall be able to.
			r.forms = append(r.forms, form{text: text, place: strings.Repeat("A", len(text)), final: true})
		}
	}
}

// ready is called when all secrets are known.
func (r *redactor) ready() {
	if len(r.forms) == 0 {
		return
	}
	// A secret may begin with another one: the longest wins.
	slices.SortStableFunc(r.forms, func(a, b form) int { return len(b.text) - len(a.text) })
	pairs := make([]string, 0, 2*len(r.forms))
	for _, f := range r.forms {
		if !f.twin {
			pairs = append(pairs, f.text, f.place)
		}
	}
	r.hide = strings.NewReplacer(pairs...)
}

// shown returns the pairs (place, what to put there in JSON text) that undo the
// replacing of secrets.
func (r *redactor) shown() []pair {
	var out []pair
	for _, f := range r.forms {
		if !f.final {
			out = append(out, pair{from: f.place, to: inside(f.text)})
		}
	}
	return out
}

// places are the places of secrets with the letter of their form.
var places = regexp.MustCompile(`(holdfast-secret-[0-9]+)[a-z]`)

// sameForms makes commands comparable whose secrets are others: of the one the
// plain form may need escaping, of the other not.
func sameForms(params []byte) []byte {
	if !bytes.Contains(params, []byte("holdfast-secret-")) {
		return params
	}
	return places.ReplaceAll(params, []byte("$1"))
}

// inside returns the text as it stands between the quotes of a JSON string.
func inside(text string) string {
	q := quote(text)
	return string(q[1 : len(q)-1])
}

// insideHTML is inside with the escapes that keep it out of the way of HTML.
func insideHTML(text string) string {
	q, err := json.Marshal(text)
	if err != nil {
		return inside(text)
	}
	return string(q[1 : len(q)-1])
}

// formEscape is how a form is sent.
func formEscape(text string) string {
	return strings.NewReplacer("%2A", "*", "~", "%7E").Replace(url.QueryEscape(text))
}

// componentEscape is JavaScript's encodeURIComponent.
func componentEscape(text string) string {
	return strings.NewReplacer("+", "%20", "%21", "!", "%27", "'", "%28", "(", "%29", ")", "%2A", "*").
		Replace(url.QueryEscape(text))
}

// base64Forms returns the characters of base64 text that depend on the secret
// only, for each of the three places where it can begin in a group.
func base64Forms(secret string) []string {
	var out []string
	for shift := range 3 {
		data := append(make([]byte, shift), secret...)
		// Of a group of three bytes the first 8*shift bits belong to others, and
		// so does the last character unless the end is the end of a group.
		from := (8*shift + 5) / 6
		to := len(data) * 8 / 6
		for _, e := range []*base64.Encoding{base64.RawStdEncoding, base64.RawURLEncoding} {
			if text := e.EncodeToString(data); from < to {
				out = append(out, text[from:to])
			}
		}
	}
	return out
}
