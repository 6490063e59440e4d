package provider

import (
	"strconv"
	"strings"

	"github.com/chromedp/cdproto/cdp/jsonv2"
)

// remoteObject is a value of a page as the protocol describes it.
type remoteObject struct {
	Type           string         `json:"type"`
	Subtype        string         `json:"subtype"`
	Value          jsonv2.Value   `json:"value"`
	Unserializable string         `json:"unserializableValue"`
	Description    string         `json:"description"`
	ObjectID       string         `json:"objectId"`
	Preview        *objectPreview `json:"preview"`
}

type objectPreview struct {
	Type        string            `json:"type"`
	Subtype     string            `json:"subtype"`
	Description string            `json:"description"`
	Overflow    bool              `json:"overflow"`
	Properties  []propertyPreview `json:"properties"`
	Entries     []entryPreview    `json:"entries"`
}

type propertyPreview struct {
	Name    string         `json:"name"`
	Type    string         `json:"type"`
	Subtype string         `json:"subtype"`
	Value   string         `json:"value"`
	Preview *objectPreview `json:"valuePreview"`
}

type entryPreview struct {
	Key   *objectPreview `json:"key"`
	Value objectPreview  `json:"value"`
}

// text is the value as a console shows it when it stands alone.
func (o remoteObject) text() string {
	if o.Type == "string" {
		var s string
		if jsonv2.Unmarshal(o.Value, &s, jsonv2.AllowInvalidUTF8(true)) == nil {
			return s
		}
	}
	switch {
	case o.Unserializable != "":
		return o.Unserializable
	case o.Type == "undefined":
		return "undefined"
	case o.Type == "function":
		head, _, _ := strings.Cut(o.Description, "\n")
		return head
	case o.Preview != nil && o.Subtype != "error" && o.Subtype != "node" && o.Subtype != "date" && o.Subtype != "regexp":
		var b strings.Builder
		o.Preview.write(&b)
		return b.String()
	case o.Description != "":
		return o.Description
	case len(o.Value) > 0:
		return string(o.Value)
	}
	return o.Type
}

// write prints a preview: the class where it is not Object or Array, then what
// it holds, as far as the browser told.
func (p *objectPreview) write(b *strings.Builder) {
	array := p.Subtype == "array" || p.Subtype == "typedarray"
	holds := len(p.Properties) > 0 || len(p.Entries) > 0
	if p.Description != "Object" && !(array && holds) || p.Description == "" {
		b.WriteString(p.Description)
		if !holds {
			return
		}
		b.WriteString(" ")
	}
	open, end := "{", "}"
	if array {
		open, end = "[", "]"
	}
	b.WriteString(open)
	for i, e := range p.Entries {
		comma(b, i)
		if e.Key != nil {
			e.Key.writeValue(b)
			b.WriteString(" => ")
		}
		e.Value.writeValue(b)
	}
	for i, v := range p.Properties {
		if len(p.Entries) > 0 {
			break // what follows is the size, which the class says
		}
		comma(b, i)
		if !array || !index(v.Name) {
			b.WriteString(v.Name + ": ")
		}
		switch {
		case v.Preview != nil:
			v.Preview.write(b)
		case v.Type == "string":
			b.WriteString(strconv.Quote(v.Value))
		case v.Type == "function":
			b.WriteString("function")
		default:
			b.WriteString(v.Value)
		}
	}
	if p.Overflow {
		b.WriteString(", …")
	}
	b.WriteString(end)
}

// writeValue prints a key or a value of a map, which may be no object.
func (p *objectPreview) writeValue(b *strings.Builder) {
	switch p.Type {
	case "object":
		p.write(b)
	case "string":
		b.WriteString(strconv.Quote(p.Description))
	default:
		b.WriteString(p.Description)
	}
}

func comma(b *strings.Builder, i int) {
	if i > 0 {
		b.WriteString(", ")
	}
}

func index(name string) bool {
	_, err := strconv.Atoi(name)
	return err == nil
}

// printed joins the arguments of a call as consoles do: the first may be a
// format with %s, %d, %i, %f, %o, %O, %j and %c, the others follow.
func printed(args []remoteObject) string {
	if len(args) == 0 {
		return ""
	}
	var b strings.Builder
	rest := args[1:]
	format := args[0].text()
	if args[0].Type != "string" || len(rest) == 0 {
		b.WriteString(format)
	} else {
		rest = substitute(&b, format, rest)
	}
	for _, a := range rest {
		b.WriteString(" ")
		b.WriteString(a.text())
	}
	return b.String()
}

// substitute writes a format with its arguments and returns those that are left.
func substitute(b *strings.Builder, format string, args []remoteObject) []remoteObject {
	for {
		i := strings.IndexByte(format, '%')
		if i < 0 || i+1 == len(format) {
			b.WriteString(format)
			return args
		}
		b.WriteString(format[:i])
		verb := format[i+1]
		format = format[i+2:]
		switch {
		case verb == '%':
			b.WriteByte('%')
		case len(args) > 0 && strings.IndexByte("sdifoOj", verb) >= 0:
			b.WriteString(args[0].text())
			args = args[1:]
		case len(args) > 0 && verb == 'c':
			args = args[1:] // a style
		default:
			b.WriteByte('%')
			b.WriteByte(verb)
		}
	}
}

// exceptionDetails are of an exception that nobody caught.
type exceptionDetails struct {
	Text       string        `json:"text"`
	URL        string        `json:"url"`
	Line       int           `json:"lineNumber"`
	Column     int           `json:"columnNumber"`
	Exception  *remoteObject `json:"exception"`
	Context    int           `json:"executionContextId"`
	StackTrace *stackTrace   `json:"stackTrace"`
}

type stackTrace struct {
	Frames []struct {
		URL    string `json:"url"`
		Line   int    `json:"lineNumber"`
		Column int    `json:"columnNumber"`
	} `json:"callFrames"`
}

// words say what was thrown, with the stack that the error carries.
func (d exceptionDetails) words() string {
	if d.Exception == nil {
		return d.Text
	}
	thrown := d.Exception.text()
	if d.Exception.Type == "string" {
		thrown = strconv.Quote(thrown)
	}
	return d.Text + " " + thrown
}
