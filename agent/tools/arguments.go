package tools

import (
	"bytes"
	"encoding/json"
	"errors"
	"slices"
	"strconv"
	"strings"

	"github.com/holdfast-go/holdfast/browser"
	"github.com/holdfast-go/holdfast/outline"
	"github.com/holdfast-go/holdfast/refs"
)

// argument is a property of the arguments object.
type argument struct {
	name  string
	value json.RawMessage
}

// parse checks arguments against the parameters of the tool and decodes them.
// It finds all that is wrong, so that a model can put it right at once. The
// second result is the arguments as one clean object, for the guard.
//
// null is taken as "not given": many clients fill in what is optional that way.
func (s *spec) parse(raw json.RawMessage) (action, json.RawMessage, error) {
	clean, problems, err := gather(s.params, "", raw)
	if err != nil {
		return nil, nil, s.wrong("the arguments " + err.Error())
	}
	if len(problems) > 0 {
		return nil, nil, s.wrong(strings.Join(problems, "; "))
	}
	a, err := s.decode(clean)
	if err != nil {
		return nil, nil, s.wrong("the arguments cannot be read")
	}
	if c, ok := a.(checker); ok {
		if err := c.check(); err != nil {
			return nil, nil, s.wrong(err.Error())
		}
	}
	return a, clean, nil
}

// gather checks an object against parameters and writes the properties that
// are given as one clean object. A problem names the property with the path
// before it. What is no object at all is an error.
func gather(params []param, path string, raw json.RawMessage) (clean json.RawMessage, problems []string, err error) {
	given, err := object(raw)
	if err != nil {
		return nil, nil, err
	}
	seen := map[string]bool{}
	clean = []byte{'{'}
	for _, a := range given {
		if seen[a.name] {
			// Which of the two counts is a matter of taste among parsers: a guard
			// could approve the one and the tool take the other.
			problems = append(problems, quoted(path+a.name)+" is given twice")
			continue
		}
		seen[a.name] = true
		i := slices.IndexFunc(params, func(p param) bool { return p.name == a.name })
		if i < 0 {
			problems = append(problems, "there is no argument "+quoted(path+a.name))
			continue
		}
		if isNull(a.value) {
			seen[a.name] = false
			continue
		}
		value, wrong := params[i].take(path, a.value)
		if len(wrong) > 0 {
			problems = append(problems, wrong...)
			continue
		}
		if len(clean) > 1 {
			clean = append(clean, ',')
		}
		clean = append(append(append(clean, quoteJSON(a.name)...), ':'), value...)
	}
	for _, p := range params {
		if p.required && !seen[p.name] {
			problems = append(problems, path+p.name+" is missing")
		}
	}
	return append(clean, '}'), problems, nil
}

// take checks a value that is given and returns it clean.
func (p param) take(path string, v json.RawMessage) (clean json.RawMessage, problems []string) {
	if p.kind == kindObject {
		if clean, problems, err := gather(p.fields, path+p.name+".", v); err == nil && !isBlank(v) {
			return clean, problems
		}
	} else if p.accepts(v) {
		return v, nil
	}
	return nil, []string{path + p.name + " must be " + p.want() + ", not " + shown(v)}
}

// wrong is the error for arguments that make no sense; it lists the right ones.
func (s *spec) wrong(problem string) error {
	return &browser.Error{Code: browser.CodeInvalidArgument, Message: s.Name + ": " + problem, Hint: s.takes()}
}

// object reads the properties of a JSON object in their order, doubles
// included. No arguments at all are an empty object.
func object(raw json.RawMessage) ([]argument, error) {
	if isBlank(raw) || isNull(raw) {
		return nil, nil
	}
	if !json.Valid(raw) {
		return nil, errors.New("are not valid JSON")
	}
	d := json.NewDecoder(bytes.NewReader(raw))
	if t, err := d.Token(); err != nil || t != json.Delim('{') {
		return nil, errors.New("must be a JSON object, not " + shown(raw))
	}
	var given []argument
	for d.More() {
		t, err := d.Token()
		if err != nil {
			return nil, err
		}
		name, _ := t.(string) // in an object, More is followed by a key
		var value json.RawMessage
		if err := d.Decode(&value); err != nil {
			return nil, err
		}
		given = append(given, argument{name: name, value: value})
	}
	return given, nil
}

func isBlank(v json.RawMessage) bool { return len(bytes.TrimSpace(v)) == 0 }

func isNull(v json.RawMessage) bool { return string(bytes.TrimSpace(v)) == "null" }

// accepts reports whether a value is what the argument takes.
func (p param) accepts(v json.RawMessage) bool {
	switch p.kind {
	case kindObject:
		_, problems := p.take("", v)
		return len(problems) == 0
	case kindAnyObject:
		_, err := object(v)
		return err == nil && !isBlank(v)
	case kindNumber:
		n, err := strconv.ParseFloat(string(v), 64)
		return err == nil && json.Valid(v) && float64(p.least) <= n && n <= float64(p.most)
	case kindFlag:
		return string(v) == "true" || string(v) == "false"
	case kindInteger:
		n, err := strconv.Atoi(string(v))
		return err == nil && p.least <= n && n <= p.most
	case kindRefs:
		var list []*string
		if json.Unmarshal(v, &list) != nil || len(list) < p.least || len(list) > p.most {
			return false
		}
		for _, r := range list {
			if r == nil {
				return false
			}
			if _, err := refs.Parse(*r); err != nil {
				return false
			}
		}
		return true
	case kindTexts:
		var list []*string
		return json.Unmarshal(v, &list) == nil && len(list) <= p.most && !slices.Contains(list, nil)
	case kindChoices:
		var words []*string
		if json.Unmarshal(v, &words) != nil {
			return false
		}
		used := map[string]bool{}
		for _, w := range words {
			if w == nil || used[*w] || !slices.Contains(p.words, *w) {
				return false
			}
			used[*w] = true
		}
		return true
	}
	var s string
	if json.Unmarshal(v, &s) != nil {
		return false
	}
	switch p.kind {
	case kindRef:
		_, err := refs.Parse(s)
		return err == nil
	case kindChoice:
		return slices.Contains(p.words, s)
	}
	return !p.nonempty || s != ""
}

// shownLimit is how much of a wrong value an error repeats, in bytes: enough to
// recognise it.
const shownLimit = 40

// shown gives a wrong value as an error repeats it.
func shown(v json.RawMessage) string {
	var s string
	if json.Unmarshal(v, &s) == nil && !isNull(v) {
		return quoted(s)
	}
	return short(outline.Clean(string(v)))
}

func quoted(s string) string { return outline.Quote(short(outline.Clean(s))) }

func short(s string) string {
	if len(s) <= shownLimit {
		return s
	}
	return strings.ToValidUTF8(s[:shownLimit], "") + "…"
}

// refText decodes a ref from the text that models write. Absent, it is zero.
type refText refs.Ref

// UnmarshalText reads "e12".
func (r *refText) UnmarshalText(text []byte) error {
	n, err := refs.Parse(string(text))
	*r = refText(n)
	return err
}
