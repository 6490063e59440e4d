package provider

import (
	"sort"
	"strings"

	"github.com/holdfast-go/holdfast/outline"
)

// Modifier bits of Input.dispatchKeyEvent and dispatchMouseEvent.
const (
	modAlt = 1 << iota
	modControl
	modMeta
	modShift
)

// key is what a US keyboard reports for a key: the values of UI Events
// (KeyboardEvent key and code) and the virtual key code of Windows, which
// pages read as keyCode.
type key struct {
	key, code string
	vk        int
	text      string // what it types, or empty
	location  int    // 1 left, 2 right, 3 number pad
	shift     bool   // a person would hold Shift for it
}

// named are the keys that have names. Letters, digits and punctuation are
// found by their character.
var named = map[string]key{
	"Enter":       {key: "Enter", code: "Enter", vk: 13, text: "\r"},
	"Tab":         {key: "Tab", code: "Tab", vk: 9},
	"Space":       {key: " ", code: "Space", vk: 32, text: " "},
	"Backspace":   {key: "Backspace", code: "Backspace", vk: 8},
	"Delete":      {key: "Delete", code: "Delete", vk: 46},
	"Insert":      {key: "Insert", code: "Insert", vk: 45},
	"Escape":      {key: "Escape", code: "Escape", vk: 27},
	"ArrowUp":     {key: "ArrowUp", code: "ArrowUp", vk: 38},
	"ArrowDown":   {key: "ArrowDown", code: "ArrowDown", vk: 40},
	"ArrowLeft":   {key: "ArrowLeft", code: "ArrowLeft", vk: 37},
	"ArrowRight":  {key: "ArrowRight", code: "ArrowRight", vk: 39},
	"Home":        {key: "Home", code: "Home", vk: 36},
	"End":         {key: "End", code: "End", vk: 35},
	"PageUp":      {key: "PageUp", code: "PageUp", vk: 33},
	"PageDown":    {key: "PageDown", code: "PageDown", vk: 34},
	"CapsLock":    {key: "CapsLock", code: "CapsLock", vk: 20},
	"ContextMenu": {key: "ContextMenu", code: "ContextMenu", vk: 93},
	"Pause":       {key: "Pause", code: "Pause", vk: 19},
	"Shift":       {key: "Shift", code: "ShiftLeft", vk: 16, location: 1},
	"Control":     {key: "Control", code: "ControlLeft", vk: 17, location: 1},
	"Alt":         {key: "Alt", code: "AltLeft", vk: 18, location: 1},
	"Meta":        {key: "Meta", code: "MetaLeft", vk: 91, location: 1},
	"F1":          {key: "F1", code: "F1", vk: 112},
	"F2":          {key: "F2", code: "F2", vk: 113},
	"F3":          {key: "F3", code: "F3", vk: 114},
	"F4":          {key: "F4", code: "F4", vk: 115},
	"F5":          {key: "F5", code: "F5", vk: 116},
	"F6":          {key: "F6", code: "F6", vk: 117},
	"F7":          {key: "F7", code: "F7", vk: 118},
	"F8":          {key: "F8", code: "F8", vk: 119},
	"F9":          {key: "F9", code: "F9", vk: 120},
	"F10":         {key: "F10", code: "F10", vk: 121},
	"F11":         {key: "F11", code: "F11", vk: 122},
	"F12":         {key: "F12", code: "F12", vk: 123},
}

// aliases are other names that people and models use.
var aliases = map[string]string{
	"return": "Enter", "esc": "Escape", "del": "Delete", "ins": "Insert",
	"up": "ArrowUp", "down": "ArrowDown", "left": "ArrowLeft", "right": "ArrowRight",
	"pgup": "PageUp", "pgdn": "PageDown", "spacebar": "Space", " ": "Space",
	"ctrl": "Control", "cmd": "Meta", "command": "Meta", "super": "Meta", "win": "Meta", "option": "Alt",
}

// modifiers are the keys that can be held, with their bits.
var modifiers = map[string]int{"Alt": modAlt, "Control": modControl, "Meta": modMeta, "Shift": modShift}

// punctuation are the keys beside letters and digits: the plain character, the
// one with Shift, the code and the virtual key code of the US layout.
var punctuation = []struct {
	plain, shifted byte
	code           string
	vk             int
}{
	{'-', '_', "Minus", 189}, {'=', '+', "Equal", 187}, {'[', '{', "BracketLeft", 219},
	{']', '}', "BracketRight", 221}, {'\\', '|', "Backslash", 220}, {';', ':', "Semicolon", 186},
	{'\'', '"', "Quote", 222}, {'`', '~', "Backquote", 192}, {',', '<', "Comma", 188},
	{'.', '>', "Period", 190}, {'/', '?', "Slash", 191},
}

const shiftedDigits = ")!@#$%^&*("

// keyOf finds a key by its name or its character.
func keyOf(name string) (key, bool) {
	for full, k := range named {
		if strings.EqualFold(full, name) {
			return k, true
		}
	}
	if full, ok := aliases[strings.ToLower(name)]; ok {
		return named[full], true
	}
	if len(name) != 1 {
		return key{}, false
	}
	return charKey(name[0])
}

// charKey finds the key that types an ASCII character.
func charKey(c byte) (key, bool) {
	k := key{key: string(c), text: string(c)}
	switch {
	case c >= 'a' && c <= 'z':
		k.code, k.vk = "Key"+string(c-'a'+'A'), int(c-'a'+'A')
	case c >= 'A' && c <= 'Z':
		k.code, k.vk, k.shift = "Key"+string(c), int(c), true
	case c >= '0' && c <= '9':
		k.code, k.vk = "Digit"+string(c), int(c)
	case c == ' ':
		return named["Space"], true
	default:
		if i := strings.IndexByte(shiftedDigits, c); i >= 0 {
			k.code, k.vk, k.shift = "Digit"+string(rune('0'+i)), '0'+i, true
			return k, true
		}
		for _, p := range punctuation {
			if c == p.plain || c == p.shifted {
				k.code, k.vk, k.shift = p.code, p.vk, c == p.shifted
				return k, true
			}
		}
		return key{}, false
	}
	return k, true
}

// withShift is what the key types while Shift is held.
func (k key) withShift() key {
	if len(k.key) != 1 {
		return k
	}
	c := k.key[0]
	switch {
	case c >= 'a' && c <= 'z':
		c = c - 'a' + 'A'
	case c >= '0' && c <= '9':
		c = shiftedDigits[c-'0']
	default:
		for _, p := range punctuation {
			if c == p.plain {
				c = p.shifted
				break
			}
		}
	}
	k.key = string(c)
	if k.text != "" {
		k.text = k.key
	}
	return k
}

// combination is a key and the modifiers that are held with it.
type combination struct {
	key  key
	held []string // names of modifiers, in the order in which they go down
	bits int
}

// parseKey reads what a caller wrote: a name, a character, or a combination
// such as Control+Shift+A. "+" itself is a key, alone or at the end.
func parseKey(s string) (combination, error) {
	var c combination
	last, front := s, ""
	if i := strings.LastIndexByte(strings.TrimSuffix(s, "+"), '+'); i >= 0 && len(s) > 1 {
		last, front = s[i+1:], s[:i]
	} else if strings.HasSuffix(s, "++") {
		last, front = "+", s[:len(s)-2]
	}
	if front != "" {
		for _, m := range strings.Split(front, "+") {
			name, bit, ok := modifierOf(m)
			if !ok {
				return c, unknownKey(s, m)
			}
			if c.bits&bit == 0 {
				c.held = append(c.held, name)
			}
			c.bits |= bit
		}
	}
	k, ok := keyOf(last)
	if !ok {
		return c, unknownKey(s, last)
	}
	if k.shift && c.bits&modShift == 0 && c.bits == 0 {
		c.held, c.bits = append(c.held, "Shift"), c.bits|modShift
	}
	if c.bits&modShift != 0 {
		k = k.withShift()
	}
	if c.bits&(modAlt|modControl|modMeta) != 0 {
		k.text = "" // a command, not a text
	}
	c.key = k
	return c, nil
}

func modifierOf(name string) (string, int, bool) {
	for full, bit := range modifiers {
		if strings.EqualFold(full, name) {
			return full, bit, true
		}
	}
	full, ok := aliases[strings.ToLower(name)]
	bit := modifiers[full]
	return full, bit, ok && bit != 0
}

// modifierBits reads a list of modifiers, as a click takes them.
func modifierBits(names []string) (held []string, bits int, err error) {
	for _, n := range names {
		name, bit, ok := modifierOf(n)
		if !ok {
			return nil, 0, invalid("%s is no modifier; there are Alt, Control, Meta and Shift", outline.Quote(n))
		}
		if bits&bit == 0 {
			held = append(held, name)
		}
		bits |= bit
	}
	return held, bits, nil
}

func unknownKey(whole, part string) error {
	names := make([]string, 0, len(named))
	for n := range named {
		names = append(names, n)
	}
	sort.Strings(names)
	e := invalid("%s is not a key", outline.Quote(part))
	if whole != part {
		e.Message += " (in " + outline.Quote(whole) + ")"
	}
	e.Hint = "One ASCII character, or a name: " + strings.Join(names, ", ") +
		"; with modifiers as in Control+A. Text, other scripts included, goes in with fill."
	return e
}
