package provider_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/holdfast-go/holdfast/browser"
	"github.com/holdfast-go/holdfast/internal/testpage"
)

// A page is read as a person reads it out: lines go on behind links and over
// the ends of lines, marks stay, program text stands as it was written.
func TestTextAsAPersonReads(t *testing.T) {
	var b strings.Builder
	for i := range 900 {
		fmt.Fprintf(&b, "word %d ", i)
	}
	long := b.String()
	page := open(t, newProvider(t), testpage.HTML(t, `<!doctype html><meta charset=utf-8><title>Text</title><body style="width:400px"><main><h1>How to <a href="/x">use it</a> <a href="#h">#</a></h1>
<p>See <a href="/d">the docs</a>, <a href="/f">FAQ</a> or (<a href="/c">the code</a>). Many <a href="/s">link</a>s, and <b>bold</b> words that go on and on until the line is at its end, then <a href="/e">more of them behind</a>.</p>
<p>One<br>two</p><p>`+long+`</p>
<pre>func main() {
	if x {
		return  // now
	}
}
</pre><pre><code><span>const</span> a = <span>1</span>;
  b();</code></pre>
<ul><li>First <a href="/1">one</a>.<li>Second<ul><li>inner one<li>inner two</ul></ul>
<dl><dt>Kelp<dd>30 m <a href="/k">tall</a>.<dt>Bull<dd>36 m</dl>
<blockquote>Quote <i>me</i> <a href="/q">now</a>!</blockquote>
<table><tr><th>A<th>B<tr><td>1<br>2<td><a href="/t">x</a>, y</table>
<p>日本<a href="/j">語</a>です。</p></main><nav><a href="/a">A</a> | <a href="/b">B</a></nav>`))
	want := `# How to use it #
See the docs, FAQ or (the code). Many links, and bold words that go on and on until the line is at its end, then more of them behind.
One
two
` + strings.TrimSpace(long) + `
func main() {
    if x {
        return  // now
    }
}
const a = 1;
  b();
- First one.
- Second
  - inner one
  - inner two
Kelp
: 30 m tall.
Bull
: 36 m
> Quote me now!
A | B
1 2 | x, y
日本語です。
---
A | B
`
	text, err := page.Text(within(t, 10*time.Second), browser.TextRequest{})
	if err != nil {
		t.Fatal(err)
	}
	if got := strings.TrimSpace(text.Text); got != strings.TrimSpace(want) {
		short := strings.NewReplacer(strings.TrimSpace(long), "LONG")
		t.Errorf("got:\n%s\nwant:\n%s", short.Replace(got), short.Replace(want))
	}
	// Links stand where their words do; parts join to the whole.
	var whole strings.Builder
	for offset := 0; ; {
		part, err := page.Text(within(t, 10*time.Second), browser.TextRequest{Links: true, MaxChars: 500, Offset: offset})
		if err != nil {
			t.Fatal(err)
		}
		whole.WriteString(part.Text)
		if offset = part.Next; offset == 0 {
			break
		}
	}
	origin := evalAs[string](t, page, "location.origin")
	linked := strings.ReplaceAll(whole.String(), origin, "")
	for _, said := range []string{"# How to [use it](/x) [#](/page-1#h)\n", "See [the docs](/d), [FAQ](/f) or ([the code](/c)). Many [link](/s)s, and", "then [more of them behind](/e).\n", "日本[語](/j)です。"} {
		if !strings.Contains(linked, said) {
			t.Errorf("with links it lacks %q:\n%s", said, linked)
		}
	}
	// A snapshot is spared all that.
	if outline := snapshot(t, page).String(); strings.Contains(outline, `"|"`) || strings.Contains(outline, "\t") {
		t.Errorf("the outline holds what only running text needs:\n%s", outline)
	}
}
