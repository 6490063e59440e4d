package tools

import (
	"bytes"
	"encoding/json"
	"strings"

	"github.com/holdfast-go/holdfast/browser"
)

// Result is the answer of a tool.
type Result struct {
	// Text is for a model: what happened, the evidence, what next. Page text
	// stands between marks. When the page's title and address are others than
	// the caller was told last, the first line names them.
	Text string
	// Structured is the same as a JSON object, for programs. Strings of the page
	// are values of it, so they cannot be taken for anything else; only an
	// outline or a text stands between marks there too.
	Structured json.RawMessage
	// Images go to the model beside the text.
	Images []Image
	// Snapshot is what webpage_snapshot read, nil of other tools, for programs
	// that need its rows.
	Snapshot *browser.Snapshot
}

// Image is a picture in a result.
type Image struct {
	// MIME is its media type.
	MIME string
	// Data is the encoded picture.
	Data []byte
}

// answer puts a result together. Neighbouring pieces of the same kind become
// one.
type answer struct {
	mark       Mark
	text       strings.Builder
	open       []string // lines of the page that are not written yet
	structured any      // a struct of the tool's own
	// long is page text of several lines, a property of its own with this name.
	longName, long string
	images         []Image
	snapshot       *browser.Snapshot
}

// fromPage adds lines that hold page text.
func (a *answer) fromPage(s string) {
	if s != "" {
		a.open = append(a.open, strings.TrimSuffix(s, "\n"))
	}
}

// say adds a line of our own.
func (a *answer) say(s string) {
	if s != "" {
		a.flush()
		a.line(s)
	}
}

func (a *answer) line(s string) {
	if a.text.Len() > 0 {
		a.text.WriteByte('\n')
	}
	a.text.WriteString(s)
}

func (a *answer) flush() {
	if len(a.open) > 0 {
		a.line(a.mark.Wrap(strings.Join(a.open, "\n")))
		a.open = nil
	}
}

// result finishes the answer.
func (a *answer) result() (*Result, error) {
	a.flush()
	structured, err := json.Marshal(a.structured)
	if err != nil {
		return nil, &browser.Error{Code: browser.CodeProtocol, Message: "the result cannot be encoded", Err: err}
	}
	structured = a.mark.cleanJSON(structured)
	if a.long != "" {
		// After the cleaning, which would take the marks away again.
		structured = append(append(structured[:len(structured)-1], ','), quoteJSON(a.longName)...)
		structured = append(append(append(structured, ':'), quoteJSON(a.mark.Wrap(a.long))...), '}')
	}
	return &Result{Text: a.text.String(), Structured: structured, Images: a.images, Snapshot: a.snapshot}, nil
}

// cleanJSON does to all strings of a JSON object what Clean does to a text.
func (m Mark) cleanJSON(object json.RawMessage) json.RawMessage {
	// Neither the id nor the tag has a character that is ever escaped.
	if lower := strings.ToLower(string(object)); !strings.Contains(lower, tag) && !strings.Contains(lower, m.id) {
		return object
	}
	d := json.NewDecoder(bytes.NewReader(object))
	d.UseNumber()
	var value any // whatever the tool's struct holds
	if d.Decode(&value) != nil {
		return object // Marshal wrote it; it decodes
	}
	clean, err := json.Marshal(m.cleanValue(value))
	if err != nil {
		return object
	}
	return clean
}

func (m Mark) cleanValue(value any) any {
	switch v := value.(type) {
	case string:
		return m.Clean(v)
	case []any:
		for i := range v {
			v[i] = m.cleanValue(v[i])
		}
	case map[string]any:
		for k := range v {
			v[k] = m.cleanValue(v[k])
		}
	}
	return value
}
