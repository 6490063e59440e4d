package tools

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
)

// kind is the type of an argument.
type kind uint8

const (
	kindText kind = iota
	kindRef
	kindRefs
	kindTexts
	kindInteger
	kindFlag
	kindChoice
	kindChoices
	kindNumber
	kindObject
	kindAnyObject
)

// param describes one argument: it is the source of the schema, of the check
// and of the hint.
type param struct {
	name, description string
	kind              kind
	required          bool
	nonempty          bool     // of text
	words             []string // of choices
	least, most       int      // of integers and numbers; of a list, its length
	fields            []param  // of objects
	fallback          json.RawMessage
}

func text(name, description string) param {
	return param{name: name, description: description, kind: kindText}
}

func ref(name, description string) param {
	return param{name: name, description: description, kind: kindRef}
}

// refList takes a list of one to most refs.
func refList(name, description string, most int) param {
	return param{name: name, description: description, kind: kindRefs, least: 1, most: most}
}

// texts takes a list of at most most texts.
func texts(name, description string, most int) param {
	return param{name: name, description: description, kind: kindTexts, most: most}
}

// offset takes a place within an element, in CSS pixels.
func offset(name, description string) param {
	return group(name, description,
		number("x", "to the right", -farthest, farthest).needed(), number("y", "down", -farthest, farthest).needed())
}

func flag(name, description string) param {
	return param{name: name, description: description, kind: kindFlag}
}

// integer takes whole numbers from least to most.
func integer(name, description string, least, most int) param {
	return param{name: name, description: description, kind: kindInteger, least: least, most: most}
}

// number takes numbers from least to most.
func number(name, description string, least, most int) param {
	return param{name: name, description: description, kind: kindNumber, least: least, most: most}
}

// group takes an object with some fields.
func group(name, description string, fields ...param) param {
	return param{name: name, description: description, kind: kindObject, fields: fields}
}

// anyObject takes an object with whatever fields.
func anyObject(name, description string) param {
	return param{name: name, description: description, kind: kindAnyObject}
}

// choice takes one of some words.
func choice[W ~string](name, description string, words ...W) param {
	return param{name: name, description: description, kind: kindChoice, words: plainWords(words)}
}

// choices takes a list of some words, each at most once.
func choices[W ~string](name, description string, words ...W) param {
	return param{name: name, description: description, kind: kindChoices, words: plainWords(words)}
}

func plainWords[W ~string](words []W) []string {
	plain := make([]string, len(words))
	for i, w := range words {
		plain[i] = string(w)
	}
	return plain
}

// needed makes the argument required.
func (p param) needed() param { p.required = true; return p }

// filled refuses the empty text.
func (p param) filled() param { p.nonempty = true; return p }

// word and number tell the model what holds when the argument is not given.
func (p param) word(s string) param { p.fallback = quoteJSON(s); return p }

func (p param) number(n int) param { p.fallback = strconv.AppendInt(nil, int64(n), 10); return p }

// schema writes the JSON schema of arguments, the properties in the order in
// which they were declared: models read them from top to bottom.
func schema(params []param) json.RawMessage {
	return append(appendFields([]byte(`{`), params), '}')
}

// appendFields writes what makes a JSON schema that of an object.
func appendFields(b []byte, params []param) []byte {
	b = append(b, `"type":"object","properties":{`...)
	var required []string
	for i, p := range params {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(append(b, quoteJSON(p.name)...), ':')
		b = p.appendSchema(b)
		if p.required {
			required = append(required, p.name)
		}
	}
	b = append(b, '}')
	if len(required) > 0 {
		b = append(append(b, `,"required":`...), listJSON(required)...)
	}
	return append(b, `,"additionalProperties":false`...)
}

func (p param) appendSchema(b []byte) []byte {
	switch p.kind {
	case kindText:
		b = append(b, `{"type":"string"`...)
		if p.nonempty {
			b = append(b, `,"minLength":1`...)
		}
	case kindRef:
		b = append(b, `{"type":"string","pattern":"^e[1-9][0-9]*$"`...)
	case kindRefs:
		b = fmt.Appendf(b, `{"type":"array","items":{"type":"string","pattern":"^e[1-9][0-9]*$"},"minItems":%d,"maxItems":%d`, p.least, p.most)
	case kindTexts:
		b = fmt.Appendf(b, `{"type":"array","items":{"type":"string"},"maxItems":%d`, p.most)
	case kindInteger:
		b = fmt.Appendf(b, `{"type":"integer","minimum":%d,"maximum":%d`, p.least, p.most)
	case kindNumber:
		b = fmt.Appendf(b, `{"type":"number","minimum":%d,"maximum":%d`, p.least, p.most)
	case kindObject:
		b = appendFields(append(b, '{'), p.fields)
	case kindAnyObject:
		b = append(b, `{"type":"object"`...)
	case kindFlag:
		b = append(b, `{"type":"boolean"`...)
	case kindChoice:
		b = append(append(b, `{"type":"string","enum":`...), listJSON(p.words)...)
	case kindChoices:
		b = append(append(b, `{"type":"array","items":{"type":"string","enum":`...), listJSON(p.words)...)
		b = append(b, `},"uniqueItems":true`...)
	}
	if p.fallback != nil {
		b = append(append(b, `,"default":`...), p.fallback...)
	}
	b = append(append(b, `,"description":`...), quoteJSON(p.description)...)
	return append(b, '}')
}

// quoteJSON writes a string as JSON. The error of Marshal cannot come: every
// string can be encoded.
func quoteJSON(s string) []byte {
	b, _ := json.Marshal(s)
	return b
}

func listJSON(words []string) []byte {
	b, _ := json.Marshal(words)
	return b
}

// want says in words what the argument takes.
func (p param) want() string {
	switch p.kind {
	case kindRef:
		return "a ref such as e12"
	case kindRefs:
		return fmt.Sprintf("a list of %d to %d refs such as e12", p.least, p.most)
	case kindTexts:
		return fmt.Sprintf("a list of at most %d texts", p.most)
	case kindInteger:
		return fmt.Sprintf("a whole number from %d to %d", p.least, p.most)
	case kindNumber:
		return fmt.Sprintf("a number from %d to %d", p.least, p.most)
	case kindObject:
		return "an object with " + list(p.fields)
	case kindAnyObject:
		return "a JSON object"
	case kindFlag:
		return "true or false"
	case kindChoice:
		return orList(p.words)
	case kindChoices:
		return "a list of " + orList(p.words) + ", each at most once"
	}
	if p.nonempty {
		return "a text that is not empty"
	}
	return "a text"
}

func orList(words []string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	last := len(words) - 1
	return strings.Join(words[:last], ", ") + " or " + words[last]
}

// takes lists the arguments of a tool, for a hint.
func (s *spec) takes() string {
	if len(s.params) == 0 {
		return s.Name + " takes no arguments."
	}
	return s.Name + " takes " + list(s.params) + "."
}

// list names parameters and what they take.
func list(params []param) string {
	parts := make([]string, len(params))
	for i, p := range params {
		parts[i] = p.name + " (" + p.want()
		if p.required {
			parts[i] += ", required"
		}
		parts[i] += ")"
	}
	return strings.Join(parts, "; ")
}
