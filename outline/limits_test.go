package outline

import (
	"strconv"
	"strings"
	"testing"
)

// Every limit that cuts is named in the header, with how to get more; an outline
// that shows all names none.
func TestHeaderNamesWhatCuts(t *testing.T) {
	plain := "button \"One\" ref\nbutton \"Two\" ref\n"
	words := []string{"cut", "dropped", "folded", "not shown", "unread"}
	head := func(tree *Tree, options Options) string {
		text := Build(tree, options).Text(HeaderInfo{Epoch: 1})
		head, _, _ := strings.Cut(text, "\n\n")
		return head
	}
	if got := head(parseTree(t, plain), Options{}); containsAny(got, words) {
		t.Errorf("nothing was cut:\n%s", got)
	}
	clipped, frames := parseTree(t, plain), parseTree(t, plain)
	clipped.Clipped = 7
	for n := range 3 {
		frames.Frames = append(frames.Frames, Frame{ID: "F" + strconv.Itoa(n), Unread: "too many frames", Cut: n > 0})
	}
	var long strings.Builder
	for n := range 300 {
		long.WriteString("button \"Button " + strconv.Itoa(n) + " of many\" ref\ntext \"Words " + strings.Repeat("x", n%7+1) + "\"\n")
	}
	for _, tc := range []struct {
		name    string
		tree    *Tree
		options Options
		fact    string
		advice  string
	}{
		{"clipped", clipped, Options{}, "7 elements unread", "a region (ref or box) reads them"},
		{"frames", frames, Options{}, "2 frames unread", "look again when they have loaded, or open their address"},
		{"folded", parseTree(t, "repeat 9\n group\n  button \"Pay\" ref\n  heading \"H$i\" level=$i\n"), Options{}, "repeats folded (×N)", "find lists what is folded"},
		{"lines", parseTree(t, "list\n repeat 300\n  listitem\n   link \"Lamp $i\" ref href=\"/$i\"\n   text \"$i EUR\"\n   button \"Buy\" ref\n"), Options{}, "table lines not shown", "with refs"},
		{"rows", parseTree(t, long.String()), Options{MaxLines: 40}, "rows cut (", "more max_lines and max_chars"},
		{"characters", parseTree(t, long.String()), Options{MaxChars: 2000}, "refs)", "a region or more max_lines"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if got := head(tc.tree, tc.options); !strings.Contains(got, tc.fact) || !strings.Contains(got, tc.advice) {
				t.Errorf("the header must say %q and %q:\n%s", tc.fact, tc.advice, got)
			}
		})
	}
}

func containsAny(s string, words []string) bool {
	for _, w := range words {
		if strings.Contains(s, w) {
			return true
		}
	}
	return false
}
