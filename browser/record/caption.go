package record

import (
	"strings"
	"unicode/utf8"

	"github.com/holdfast-go/holdfast/browser"
	"github.com/holdfast-go/holdfast/outline"
)

// Names and values longer than this many characters are shortened.
const longestName = 48

// caption says in a line what was done; at is where the page is after it.
func (c config) caption(a browser.Act, at string) string {
	words := []string{a.Action}
	receipt := a.Receipt
	if receipt == nil && a.Ref != 0 {
		words = append(words, a.Ref.String())
	}
	switch a.Action {
	case "press":
		words = append(words, c.key(a.Input))
	case "navigate":
		if history := browser.History(a.Input); history == browser.Back || history == browser.Forward || history == browser.Reload {
			words = append(words, a.Input)
			break
		}
		fallthrough
	case "open":
		// What was asked for may hold a secret's value; what the provider tells
		// does not. A query may hold what nobody should read over a shoulder.
		address, _, _ := strings.Cut(at, "?")
		address, _, _ = strings.Cut(address, "#")
		words = append(words, short(outline.Address(address)))
	}
	if receipt != nil {
		if t := receipt.Target; t.Role != "" || t.Name != "" {
			words = append(words, thing(t))
		}
		if receipt.To != nil {
			words = append(words, "onto", thing(*receipt.To))
		}
	}
	text := strings.Join(words, " ")
	if c.typed && a.Action == "fill" && receipt != nil && receipt.Value != nil && !receipt.Protected {
		text += ": " + short(*receipt.Value)
	}
	if a.Err != nil {
		text += " — refused"
		if e := browser.AsError(a.Err); e != nil {
			text = strings.TrimSuffix(text, "refused") + string(e.Code)
		}
	}
	return text
}

// key is a key's name. A character is typed text like any other.
func (c config) key(name string) string {
	last := name
	if at := strings.LastIndexByte(name, '+'); at > 0 && at < len(name)-1 {
		if name[:at] != "Shift" {
			return short(name) // a shortcut types nothing
		}
		last = name[at+1:]
	}
	if utf8.RuneCountInString(last) <= 1 && !c.typed {
		return "a key"
	}
	return short(name)
}

func thing(t browser.Thing) string {
	role := t.Role
	if role == "" {
		role = "element"
	}
	if t.Name == "" {
		return short(role)
	}
	return short(role) + " “" + short(t.Name) + "”"
}

// short cleans text of a page and bounds its length.
func short(s string) string {
	s = outline.Clean(s)
	if utf8.RuneCountInString(s) <= longestName {
		return s
	}
	return string([]rune(s)[:longestName-1]) + "…"
}
