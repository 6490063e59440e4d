package lang

import (
	"fmt"
	"strings"

	"golang.org/x/text/feature/plural"
	"golang.org/x/text/message"
	"golang.org/x/text/message/catalog"

	"github.com/holdfast-go/holdfast/agent/event"
)

// Message is a text that can be said. Its value is a key of the table, not the
// text.
type Message string

// row is an entry of the table. Texts are formats of package fmt.
type row struct {
	key     Message
	english string
	chinese string
	// one is the English text for 1 of what the first argument counts, where that
	// differs. Chinese has no such form.
	one string
}

// table returns all rows.
func table() []row {
	var all []row
	for _, part := range [][]row{
		modelRows(), runRows(), policyRows(), historyRows(), exportRows(), labelRows(), fastPathRows(), toolRows(),
	} {
		all = append(all, part...)
	}
	return all
}

// Printer says messages in one language. It is safe for concurrent use. A nil
// Printer says English.
type Printer struct {
	language Language
	printer  *message.Printer
	known    map[Message]bool
}

// New makes a printer; a language that the agent does not speak is English.
func New(l Language) *Printer {
	if l != Chinese {
		l = English
	}
	p := &Printer{language: l, known: map[Message]bool{}}
	// A catalogue of its own: the default one of golang.org/x/text belongs to the
	// program.
	texts := catalog.NewBuilder(catalog.Fallback(l.tag()))
	for _, r := range table() {
		if err := r.set(texts, l); err == nil {
			p.known[r.key] = true
		}
	}
	p.printer = message.NewPrinter(l.tag(), message.Catalog(texts))
	return p
}

func (r row) set(texts *catalog.Builder, l Language) error {
	switch {
	case l == Chinese:
		return texts.SetString(l.tag(), string(r.key), r.chinese)
	case r.one != "":
		return texts.Set(l.tag(), string(r.key), plural.Selectf(1, "%d", plural.One, r.one, plural.Other, r.english))
	}
	return texts.SetString(l.tag(), string(r.key), r.english)
}

// Language returns the language.
func (p *Printer) Language() Language {
	if p == nil {
		return English
	}
	return p.language
}

// Say says a message. The arguments are those of its verbs; a message that is
// not in the table is its key.
func (p *Printer) Say(m Message, values ...any) event.Words {
	if p == nil {
		p = New(English)
	}
	if !p.known[m] {
		return event.Words(fmt.Sprint(append([]any{string(m)}, values...)...))
	}
	return event.Words(p.printer.Sprintf(string(m), values...))
}

// label names a word of the protocol; one that it does not know, of a later
// version for example, stays as it is.
func (p *Printer) label(kind, code string) event.Words {
	if p == nil {
		p = New(English)
	}
	key := Message(kind + "." + code)
	if code == "" || !p.known[key] {
		return event.Words(code)
	}
	return p.Say(key)
}

// Join puts words together, a blank between what is not empty.
func Join(words ...event.Words) event.Words {
	var said []string
	for _, w := range words {
		if w != "" {
			said = append(said, string(w))
		}
	}
	return event.Words(strings.Join(said, " "))
}
