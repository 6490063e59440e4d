package refs

import "testing"

func TestKey(t *testing.T) {
	type thing struct {
		role, name string
		path       []string
	}
	at := func(path ...string) thing { return thing{"button", "Pay", path} }
	tests := []struct {
		name   string
		reason string
		a, b   thing
		same   bool
	}{
		{"equal", "the same parts make the same key", at("main", "list"), at("main", "list"), true},
		{"role", "a link is not a button", at("main"), thing{"link", "Pay", []string{"main"}}, false},
		{"name", "names differ", at("main"), thing{"button", "Cancel", []string{"main"}}, false},
		{"path", "two forms with a button each", at("form Login"), at("form Sign up"), false},
		{"order", "a list in a region is not a region in a list", at("list", "region"), at("region", "list"), false},
		{"boundaries", "parts do not run into each other", thing{"button", "PayNow", nil}, thing{"buttonPay", "Now", nil}, false},
		{"empty part", "an unnamed ancestor is one more ancestor", at("", "main"), at("main"), false},
		{"forged boundary", "a zero byte in a name is no end of a part", thing{"button", "Pay\x00main", nil}, at("main"), false},
		{"uuid", "identifiers change at every load", at("main", "row 3f2504e0-4f89-11d3-9a0c-0305e82c3301"), at("main"), true},
		{"hash class", "so do the class names of a bundler", at("css-1x9yq8z7k"), at(), true},
		{"hex", "and hashes", at("sha e3b0c44298fc"), at(), true},
		{"react id", "and React's ids", at("tabs :r1f:"), at(), true},
		{"time stamp", "and times in milliseconds", at("row 1722470400000"), at(), true},
		{"order number", "ten digits in a row", at("order 4711471147"), at(), true},
		{"short number", "an order number of eight digits is a name", at("order 47114711"), at("order 47114712"), false},
		{"ordinary words", "words with a digit at the end are names", at("section2"), at("section3"), false},
		{"version", "and so are short mixtures", at("h264 video"), at("h265 video"), false},
		{"hex word", "a word of the letters a to f is a word", at("facade decade"), at(), false},
		{"not a react id", "a ratio is no id", at("1:r2"), at(), false},
		{"other scripts", "what is not ASCII is text", at("注文一覧一覧一覧"), at(), false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			a, b := Key(tt.a.role, tt.a.name, tt.a.path...), Key(tt.b.role, tt.b.name, tt.b.path...)
			if (a == b) != tt.same {
				t.Errorf("%s: %q has key %x, %q has %x", tt.reason, tt.a, a, tt.b, b)
			}
			if a == 0 || b == 0 {
				t.Errorf("%s: a key is 0", tt.reason)
			}
		})
	}
}

// TestKeyIsStable: keys are stored by Export, so that a later version of the
// library has to make the same ones.
func TestKeyIsStable(t *testing.T) {
	h := uint64(5381)
	for _, c := range []byte("button\x00Pay\x00main\x00") {
		h = h*33 + uint64(c)
	}
	if got := Key("button", "Pay", "main"); got != h {
		t.Errorf("Key is %x, djb2 by hand is %x", got, h)
	}
}
