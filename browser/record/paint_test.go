package record

import "testing"

// Letters that the font does not have are no boxes.
func TestKnownLetters(t *testing.T) {
	p, err := newPainter()
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]string{
		"click button “Größe”": "click button “Größe”", "click button “登录 now”": "click button “… now”", "Заказ Ω": "Заказ Ω", "👨‍👩‍👧 x": "… x", "": "",
	} {
		if got := p.known(text); got != want {
			t.Errorf("%q is drawn as %q, not %q", text, got, want)
		}
	}
}
