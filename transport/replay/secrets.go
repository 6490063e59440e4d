package replay

import (
	"bytes"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/holdfast-go/holdfast/internal/spelling"
)

// form is one way in which a named secret stands in a text, and what is written
// in its place. Places are plain words, so that they mean the same in JSON, in
// a script and in an address.
type form struct {
	text, place string
	final       bool // nothing can be put back
	twin        bool // looks like an earlier form, so only that is found
}

// add names a secret.
func (r *redactor) add(secret string) {
	r.secrets++
	place := "holdfast-secret-" + strconv.Itoa(r.secrets)
	known := map[string]bool{}
	for _, w := range spelling.Of(secret) {
		r.forms = append(r.forms, form{text: w.Text, place: place + string(w.Kind), twin: known[w.Text]})
		known[w.Text] = true
	}
	for _, text := range spelling.Base64(secret) {
		if !known[text] {
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
			out = append(out, pair{from: f.place, to: spelling.Inside(f.text)})
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
