package provider

import (
	"context"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/holdfast-go/holdfast/browser"
	"github.com/holdfast-go/holdfast/outline/dom"
)

// chunk is how many characters are written back to back; the page's answer to
// them is awaited before the next ones.
const chunk = 20

// keystrokes are what a keyboard sends for a text, in chunks. What the US
// keyboard lacks is inserted character by character, as an input method would.
// A line break is Enter where a field has lines, and nothing where it has not.
func keystrokes(text string, lines bool) ([]step, error) {
	var steps []step
	var batch []command
	n := 0
	for text != "" {
		c := cluster(text)
		text = text[len(c):]
		switch {
		case c == "\n":
			if !lines {
				continue
			}
			enter, err := parseKey("Enter")
			if err != nil {
				return nil, err
			}
			batch = append(batch, keyCommands(enter)...)
		case len(c) == 1 && c[0] >= ' ' && c[0] < 0x7f:
			k, ok := charKey(c[0])
			if !ok {
				batch = append(batch, insertion(c))
				break
			}
			press := combination{key: k}
			if k.shift {
				press.held, press.bits = []string{"Shift"}, modShift
			}
			batch = append(batch, keyCommands(press)...)
		default:
			batch = append(batch, insertion(c))
		}
		if n++; n%chunk == 0 {
			steps = append(steps, step{batch: batch})
			batch = nil
		}
	}
	if len(batch) > 0 {
		steps = append(steps, step{batch: batch})
	}
	return steps, nil
}

func insertion(text string) command {
	return command{method: "Input.insertText", params: map[string]string{"text": text}}
}

// cluster returns the first character of a text as people see it: with its
// combining marks and variation selectors, an emoji with its skin tone and
// whatever is joined to it, a flag with both its halves. It follows the rules
// of Unicode Standard Annex 29 that matter for typing; Hangul that is written
// in parts is typed in parts, as keyboards do.
func cluster(text string) string {
	first, n := utf8.DecodeRuneInString(text)
	joined := false
	for n < len(text) {
		r, size := utf8.DecodeRuneInString(text[n:])
		switch {
		case extends(r):
			joined = r == zeroWidthJoiner
		case joined && r >= 0x203c && !unicode.IsLetter(r):
			joined = false
		case regional(first) && regional(r) && n == utf8.RuneLen(first):
		default:
			return text[:n]
		}
		n += size
	}
	return text[:n]
}

const zeroWidthJoiner = '\u200d'

// extends reports whether a rune belongs to the character before it.
func extends(r rune) bool {
	switch {
	case r == zeroWidthJoiner, r == '\u200c',
		r >= 0xfe00 && r <= 0xfe0f,   // variation selectors
		r >= 0x1f3fb && r <= 0x1f3ff, // skin tones
		r >= 0xe0020 && r <= 0xe007f: // tags of flags
		return true
	}
	return unicode.In(r, unicode.Mn, unicode.Me, unicode.Mc)
}

func regional(r rune) bool { return r >= 0x1f1e6 && r <= 0x1f1ff }

// typeKeys types a text over the selection of a field, key by key.
func (p *page) typeKeys(ctx context.Context, r *browser.Receipt, a *aim, found *dom.ProbeResult, text string) (*dom.AfterResult, error) {
	lines := found.Control.Kind == dom.RichField || found.Control.Tag == "textarea"
	if !lines && strings.Contains(text, "\n") {
		r.Notes = append(r.Notes, "line breaks were left out: the field has one line")
	}
	steps, err := keystrokes(text, lines)
	if err != nil {
		return nil, err
	}
	after, err := p.actBy(ctx, r, p.now(), a, found, func(ctx context.Context) (bool, error) { return p.walk(ctx, steps) })
	if err == nil && after != nil && after.Active != nil && after.Active.ID != found.ID && after.Element.Connected {
		if now := p.thing(after.Active, a.target.Node.Table); now.Ref != r.Target.Ref {
			r.Notes = append(r.Notes, "the focus went on to "+now.String()+" while typing")
		}
	}
	return after, err
}
