package jsonwalk

import (
	"fmt"
	"strings"
	"testing"

	"github.com/mailru/easyjson/jlexer"
)

// walked says what a walk comes by: a line for each number, with the way to it.
func walked(l *jlexer.Lexer, at string, b *strings.Builder) {
	switch {
	case l.IsDelim('{'):
		Members(l, func(key string) { walked(l, at+"."+strings.Clone(key), b) })
	case l.IsDelim('['):
		n := 0
		Elements(l, func() { walked(l, fmt.Sprint(at, "[", n, "]"), b); n++ })
	default:
		fmt.Fprintf(b, "%s=%d ", at, l.Int())
	}
}

func TestWalk(t *testing.T) {
	for _, c := range []struct{ json, want string }{
		{`{"a":1,"b":{"c":[2,{"d":3}],"e":null},"f":[]}`, ".a=1 .b.c[0]=2 .b.c[1].d=3 "},
		{`{}`, ""},
		{`[[1],[2,3]]`, "[0][0]=1 [1][0]=2 [1][1]=3 "},
	} {
		var b strings.Builder
		l := jlexer.Lexer{Data: []byte(c.json)}
		walked(&l, "", &b)
		if b.String() != c.want || l.Error() != nil {
			t.Errorf("%s: %q, %v; want %q", c.json, b.String(), l.Error(), c.want)
		}
	}
}

// TestOthersArePassedOver: what is no object, or no array, is skipped whole, and
// what is cut off is an error and no endless walk.
func TestOthersArePassedOver(t *testing.T) {
	for _, json := range []string{`[1,{"a":2}]`, `"text"`, `7`} {
		l := jlexer.Lexer{Data: []byte(json)}
		Members(&l, func(key string) { t.Errorf("%s has a member %q", json, key) })
		if l.Consumed(); l.Error() != nil {
			t.Errorf("%s: %v", json, l.Error())
		}
	}
	for _, json := range []string{`{"a":[1]}`, `"text"`, `7`} {
		l := jlexer.Lexer{Data: []byte(json)}
		Elements(&l, func() { t.Errorf("%s has an element", json) })
		if l.Consumed(); l.Error() != nil {
			t.Errorf("%s: %v", json, l.Error())
		}
	}
	for _, json := range []string{`{"a":[1,`, `{"a"`, `[`, ``} {
		l := jlexer.Lexer{Data: []byte(json)}
		var b strings.Builder
		walked(&l, "", &b)
		if l.Error() == nil {
			t.Errorf("%s is whole", json)
		}
	}
}
