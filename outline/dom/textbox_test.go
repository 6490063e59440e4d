package dom

import (
	"strings"
	"testing"

	"github.com/holdfast-go/holdfast/outline"
)

// What stands behind a link is where it is, where that matters: the text of a
// link above the viewport may reach into it, and a rectangle that only the link
// touches does not hold what stands on the next line.
func TestTextBehindALinkHasItsPlace(t *testing.T) {
	long := strings.Repeat("many words that go on ", 60)
	for _, test := range []struct{ name, before, after string }{
		{"in the page", `<div>`, `</div><div style="height:3000px"></div><script>scrollTo(0, 60)</script>`},
		{"in a scroller", `<div id="s" style="height:200px;overflow:auto;margin-top:90px">`, `</div><script>s.scrollTop = 60</script>`},
	} {
		t.Run(test.name, func(t *testing.T) {
			p := openPage(t, `<!doctype html><title>t</title><style>body{margin:0} p{margin:0;width:300px;font:16px/20px monospace}</style>`+
				test.before+`<p><a href="#a">First</a> `+long+`</p>`+test.after)
			tree := p.read()
			region, _ := tree.InViewport()
			found := false
			for _, n := range region.Nodes {
				found = found || n.Role == "text" && strings.HasPrefix(n.Name, "many words")
			}
			if !found {
				t.Errorf("the text that the viewport shows is not there:\n%s", rowsOf(tree))
			}
		})
	}
	p := openPage(t, `<!doctype html><title>t</title><style>body{margin:0} p{margin:0;width:600px;font:16px/40px monospace}</style>
		<p><a href="#a">First</a><br>stands on the second line</p>`)
	for _, test := range []struct {
		box  outline.Box
		want string
	}{
		{outline.Box{Width: 600, Height: 30}, `*link "First" → URL#a` + "\n"},
		{outline.Box{Y: 45, Width: 600, Height: 30}, `text "stands on the second line"` + "\n"},
	} {
		tree, err := (&Reader{world: p.world}).Read(t.Context(), ReadOptions{Box: test.box})
		if err != nil {
			t.Fatal(err)
		}
		region, _ := tree.InBox(test.box)
		if got := strings.ReplaceAll(text(region), p.url, "URL"); got != test.want {
			t.Errorf("%v holds\n%swant\n%s", test.box, got, test.want)
		}
	}
}
