package provider

import "testing"

func TestParseKey(t *testing.T) {
	for _, tc := range []struct {
		in, reason      string
		key, code, text string
		vk, bits        int
		held            int
	}{
		{"Enter", "a named key types a carriage return", "Enter", "Enter", "\r", 13, 0, 0},
		{"enter", "names are read in any case", "Enter", "Enter", "\r", 13, 0, 0},
		{"Space", "the advertised name works", " ", "Space", " ", 32, 0, 0},
		{" ", "and so does the character", " ", "Space", " ", 32, 0, 0},
		{"esc", "an alias", "Escape", "Escape", "", 27, 0, 0},
		{"a", "a letter", "a", "KeyA", "a", 65, 0, 0},
		{"A", "a capital holds Shift", "A", "KeyA", "A", 65, modShift, 1},
		{"!", "so does shifted punctuation", "!", "Digit1", "!", 49, modShift, 1},
		{"?", "on every key", "?", "Slash", "?", 191, modShift, 1},
		{"+", "plus alone is a key", "+", "Equal", "+", 187, modShift, 1},
		{"Control++", "plus at the end is a key", "+", "Equal", "", 187, modControl, 1},
		{"Control+A", "a command types nothing", "A", "KeyA", "", 65, modControl, 1},
		{"ctrl+shift+k", "aliases as modifiers, Shift changes the key", "K", "KeyK", "", 75, modControl | modShift, 2},
		{"Shift+Tab", "a named key keeps its name", "Tab", "Tab", "", 9, modShift, 1},
		{"Shift+1", "Shift on a digit", "!", "Digit1", "!", 49, modShift, 1},
		{"F5", "a function key", "F5", "F5", "", 116, 0, 0},
	} {
		t.Run(tc.in, func(t *testing.T) {
			c, err := parseKey(tc.in)
			if err != nil {
				t.Fatalf("%s: %v", tc.reason, err)
			}
			if c.key.key != tc.key || c.key.code != tc.code || c.key.text != tc.text || c.key.vk != tc.vk || c.bits != tc.bits || len(c.held) != tc.held {
				t.Errorf("%s: got %+v", tc.reason, c)
			}
		})
	}
	for _, bad := range []string{"", "NoSuchKey", "Hyper+A", "Control+", "é", "你", "ab"} {
		if c, err := parseKey(bad); err == nil {
			t.Errorf("%q was read as %+v", bad, c)
		}
	}
}
