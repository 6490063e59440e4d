package outline

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

func TestClean(t *testing.T) {
	for _, test := range []struct{ name, reason, in, want string }{
		{"plain", "the same string comes back", "Add to cart", "Add to cart"},
		{"spaces", "white space folds", "  a \t\n b\u00a0c\u2003 ", "a b c"},
		{"line breaks", "a name stays on its line", "a\r\nb\u0085c\u2028d\u2029e\vf\ff", "a b c d e f f"},
		{"controls", "nothing invisible", "a\x00b\x1b[31mc\x7fd\u009be", "ab[31mcde"},
		{"bidi", "no overrides, isolates or marks", "a\u202ab\u202ec\u2066d\u2069e\u200ef\u061cg", "abcdefg"},
		{"zero width", "no hidden cuts", "De\u200blete\u2060 \ufeffn\u00adow", "Delete now"},
		{"tags", "no hidden words", "Plain\U000e0061\U000e0070\U000e007f\U000e0001", "Plain"},
		{"private use", "an icon font's glyph is no letter", "\ue901\U000f0000 Cart", "Cart"},
		{"family", "joiners in emoji stay", "👨\u200d👩\u200d👧", "👨\u200d👩\u200d👧"},
		{"fire heart", "behind a variation selector too", "❤\ufe0f\u200d🔥", "❤\ufe0f\u200d🔥"},
		{"flag", "two letters that join without a joiner", "🇫🇷", "🇫🇷"},
		{"persian", "a non-joiner between letters stays", "می\u200cخواهم", "می\u200cخواهم"},
		{"devanagari", "a joiner behind a sign stays", "क्\u200dष", "क्\u200dष"},
		{"latin joiners", "they join nothing and hide a word", "De\u200dle\u200cte", "Delete"},
		{"joiners in a row", "data can hide in them", "ख\u200d\u200c\u200d\u200d", "ख\u200d"},
		{"selectors in a row", "data can hide in them", "😀\ufe0f\ufe01\ufe02\U000e0100\U000e0101", "😀\ufe0f"},
		{"ideographic selector", "it picks a form of a letter", "葛\U000e0100\U000e0101", "葛\U000e0100"},
		{"keycap", "a digit takes a selector", "1\ufe0f\u20e3", "1\ufe0f\u20e3"},
		{"fillers", "blank letters are blank", "a\u3164b\u115fc\u034fd", "abcd"},
		{"arabic number sign", "it shows", "\u0600\u0661", "\u0600\u0661"},
		{"bad bytes", "the result is UTF-8", "a\xffb\xc3", "a\ufffdb\ufffd"},
		{"new emoji", "unassigned for this Go, drawn by the browser", "\U0001fae9", "\U0001fae9"},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := Clean(test.in); got != test.want {
				t.Errorf("%s: %q, want %q", test.reason, got, test.want)
			}
		})
	}
}

func TestQuote(t *testing.T) {
	if got := Quote("say \"hi\" \\ \n\u202enow"); got != `"say \"hi\" \\ now"` {
		t.Errorf("got %s", got)
	}
}

func TestCut(t *testing.T) {
	for _, test := range []struct {
		name, reason, in string
		n                int
		want             string
	}{
		{"short", "nothing to cut", "abc", 3, "abc"},
		{"long", "at the limit", "abcdef", 3, "abc"},
		{"marks", "a letter keeps its marks", "ae\u0301\u0328bc", 2, "ae\u0301\u0328"},
		{"emoji", "no half of a joined one ends with a joiner", "ab👨\u200d👩\u200d👧", 4, "ab👨"},
		{"endless marks", "a stack of marks ends", "a" + strings.Repeat("\u0301", 100), 3, "a" + strings.Repeat("\u0301", 6)},
	} {
		t.Run(test.name, func(t *testing.T) {
			got, shorter := cut(test.in, test.n)
			if got != test.want || shorter != (got != test.in) {
				t.Errorf("%s: %q %v, want %q", test.reason, got, shorter, test.want)
			}
		})
	}
	if got, _ := cutWords("one two three four", 15); got != "one two three" {
		t.Errorf("cutWords ends inside of a word: %q", got)
	}
}

// FuzzClean demands that no string leaves its line or its quotes.
func FuzzClean(f *testing.F) {
	for _, s := range []string{"a\nb", "De\u200blete", "👨\u200d👩", "\xff\"\\", "a\u0301\u200d\u202e", "\U000e0061"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		c := Clean(s)
		if !utf8.ValidString(c) || strings.TrimSpace(c) != c || strings.Contains(c, "  ") {
			t.Errorf("%q is not clean", c)
		}
		if again := Clean(c); again != c {
			t.Errorf("twice gives %q, once %q", again, c)
		}
		value := string(appendExact(nil, s))
		for _, r := range c + value + shownHref(s) {
			if unicode.IsControl(r) || strings.ContainsRune("\u2028\u2029\u200b\u2060\ufeff\u00ad", r) ||
				r >= 0x202a && r <= 0x202e || r >= 0x2066 && r <= 0x2069 || r >= 0xe0000 && r <= 0xe007f {
				t.Errorf("%U is left of %q", r, s)
			}
		}
		for _, quoted := range []string{Quote(s), value} {
			if end := closing(quoted); end != len(quoted)-1 {
				t.Errorf("%s ends at %d", quoted, end)
			}
		}
	})
}

func shownHref(s string) string {
	o := &Outline{origin: "http://shop.test"}
	if s == "" {
		return ""
	}
	return o.shortHref(s, "") + o.shortHref("http://shop.test/"+s, "name") + o.address(s)
}

// closing returns where the quotes that open at 0 close.
func closing(quoted string) int {
	for i := 1; i < len(quoted); i++ {
		switch quoted[i] {
		case '\\':
			i++
		case '"':
			return i
		}
	}
	return -1
}

func TestShortHref(t *testing.T) {
	o := &Outline{origin: "http://shop.test", url: "http://shop.test/lamps?page=2#top", home: "cdn.test"}
	for _, test := range []struct{ href, name, want, whole string }{
		{"http://shop.test/orders/1001", "Invoice 1001", "/orders/1001", "http://shop.test/orders/1001"},
		{"/orders/1001", "Invoice 1001", "/orders/1001", "http://shop.test/orders/1001"},
		{"/orders/1001?session=99", "Invoice", "/orders/1001?…", "http://shop.test/orders/1001?session=99"},
		{"/speak-freely", "Speak Freely", "", "http://shop.test/speak-freely"},
		{"/wiki/Main_Page.html", "Main page", "", "http://shop.test/wiki/Main_Page.html"},
		{"/a/very/long/path/to/some/thing", "Thing 1", "", "http://shop.test/a/very/long/path/to/some/thing"},
		{"/a/very/long/path/to/some/thing", "", "/a/very/long/path/to/some/thing", "http://shop.test/a/very/long/path/to/some/thing"},
		{"#details", "More", "#details", "http://shop.test/lamps?page=2#details"},
		{"?page=3", "Next", "?page=3", "http://shop.test/lamps?page=3"},
		{"http://shop.test", "Home", "/", "http://shop.test"},
		{"http://shop.test.evil.example/", "Home", "shop.test.evil.example", "http://shop.test.evil.example/"},
		{"https://www.other.test/a/b?c", "Other", "other.test", "https://www.other.test/a/b?c"},
		{"//www.other.test/a/b", "Other", "other.test", "http://www.other.test/a/b"},
		{"https://cdn.test/x", "File", "", "https://cdn.test/x"},
		{"mailto:a@b.test?subject=hi", "Mail", "mailto:a@b.test", "mailto:a@b.test?subject=hi"},
		{"javascript:alert(1)", "Go", "javascript:…", "javascript:alert(1)"},
		{"data:text/html,<b>", "Go", "data:…", "data:text/html,<b>"},
		{"about:blank", "Go", "about:blank", "about:blank"},
	} {
		if got := o.shortHref(test.href, test.name); got != test.want {
			t.Errorf("%s of %q is shown as %q, want %q", test.href, test.name, got, test.want)
		}
		if got := o.address(test.href); got != test.whole {
			t.Errorf("%s leads to %q, want %q", test.href, got, test.whole)
		}
	}
}
