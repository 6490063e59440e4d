package dom

import (
	"math"
	"strings"
	"testing"

	"github.com/holdfast-go/holdfast/internal/testpage"
	"github.com/holdfast-go/holdfast/outline"
)

// A click at the middle of a row's box hits the row's element, wherever its
// frame is and however it is framed, moved and scaled.
func TestBoxesInFrames(t *testing.T) {
	s := testpage.New(t)
	inner := `<!doctype html><title>inner</title><body style="margin:13px;height:3000px">
		<button style="margin:40px 0 0 25px" onclick="top.hits.push(this.textContent)">%s</button>
		<script>if (location.hash === '#scrolled') scrollTo(0, 30)</script>`
	s.Page("/plain", strings.ReplaceAll(inner, "%s", "plain"))
	s.Page("/framed", strings.ReplaceAll(inner, "%s", "framed"))
	s.Page("/scaled", strings.ReplaceAll(inner, "%s", "scaled"))
	s.Page("/deep", strings.ReplaceAll(inner, "%s", "deep"))
	s.Page("/middle", `<!doctype html><body style="margin:7px"><iframe src="/deep#scrolled" style="border:4px solid;padding:6px;width:200px;height:120px;transform:scale(.8);transform-origin:0 0"></iframe>`)
	url := s.Page("/", `<!doctype html><body style="margin:0"><script>hits = []</script>
		<iframe src="/plain" style="border:0;width:200px;height:120px"></iframe>
		<iframe src="/framed#scrolled" style="border:9px solid;padding:5px 11px;width:200px;height:120px;margin:3px"></iframe><br>
		<div style="transform:scale(1.5) translate(20px,10px);transform-origin:0 0"><iframe src="/scaled" style="border:5px solid;padding:3px;width:180px;height:110px"></iframe></div>
		<div style="position:absolute;left:400px;top:180px;zoom:1.25"><iframe src="/middle" style="border:2px solid;width:230px;height:170px"></iframe></div>`)
	p := openURL(t, url)
	p.run(`new Promise(done => { const look = () => frames.length === 4 && Array.from(frames).every(f => f.document.readyState === 'complete') ? requestAnimationFrame(() => requestAnimationFrame(done)) : setTimeout(look, 5); look(); })`, nil)
	tree := p.read()
	if len(tree.Frames) != 6 {
		t.Fatalf("%d documents, want 6:\n%s", len(tree.Frames), text(tree))
	}
	for _, name := range []string{"plain", "framed", "scaled", "deep"} {
		rows := operable(tree, name)
		if len(rows) != 1 {
			t.Fatalf("%q is there %d times:\n%s", name, len(rows), text(tree))
		}
		box := rows[0].Box
		// The corners tell more than the middle: the box is no larger than the
		// button by more than rounding.
		for _, at := range [][2]float32{{.5, .5}, {.06, .5}, {.94, .5}, {.5, .12}, {.5, .88}} {
			p.run(`hits.length = 0`, nil)
			p.click(float64(box.X+box.Width*at[0]), float64(box.Y+box.Height*at[1]))
			var hit string
			p.run(`new Promise(done => requestAnimationFrame(() => done(hits.join())))`, &hit)
			if hit != name {
				t.Errorf("a click at %v of %q's box %v hit %q", at, name, box, hit)
			}
		}
	}
}

func TestFrames(t *testing.T) {
	s := testpage.New(t)
	s.Page("/in", `<!doctype html><title>in</title><p>inside</p><a href="/x">link</a><a href="rel">relative</a>`)
	s.Page("/empty", `<!doctype html>`)
	s.Page("/nested", `<!doctype html><p>outer</p><iframe src="/in" title="Deep"></iframe>`)
	far := strings.Replace(s.URL("/in"), "127.0.0.1", "localhost", 1)
	url := s.Page("/", `<!doctype html><title>frames</title>
		<p>top</p>
		<iframe src="/nested" title="Near"></iframe>
		<iframe src="`+far+`" title="Far"></iframe>
		<iframe src="/empty"></iframe>
		<iframe srcdoc="<button>Doc</button>"></iframe>
		<iframe src="/in" style="display:none"></iframe>
		<iframe src="/in" width=1 height=1></iframe>
		<object data="/in" type="text/html" width=200 height=100></object>
		<object data="`+far+`" type="text/html" title="Far object"></object>
		<object data="data:image/gif;base64,R0lGODlhAQABAAAAACw=" type="image/gif" width=40 height=40></object>
		<p>end</p>`)
	p := openURL(t, url)
	tree := p.read()
	got := strings.ReplaceAll(text(tree), s.URL(""), "SITE")
	want := strings.TrimPrefix(strings.ReplaceAll(`
		text "top"
		iframe "Near"
		 text "outer"
		 iframe "Deep"
		  text "inside"
		  *link "link" → SITE/x
		  *link "relative" → SITE/rel
		iframe "Far" (a page of another site, which cannot be read here)
		iframe
		 *button "Doc"
		iframe
		 text "inside"
		 *link "link" → SITE/x
		 *link "relative" → SITE/rel
		iframe "Far object" (a page of another site, which cannot be read here)
		text "end"
		`, "\t", ""), "\n")
	if got != want {
		t.Errorf("got:\n%s\nwant:\n%s", got, want)
	}
	type frame struct{ url, unread, owner string }
	var frames []frame
	for i, f := range tree.Frames {
		owner := ""
		if f.Owner >= 0 {
			owner = tree.Nodes[f.Owner].Name
			if numbered := tree.Nodes[f.Owner].ID != 0; numbered != (f.Unread == unreadForeign) {
				t.Errorf("the owner of frame %d (%s) has an element id: %v", i, f.Unread, numbered)
			}
		}
		frames = append(frames, frame{strings.ReplaceAll(f.URL, s.URL(""), "SITE"), f.Unread, owner})
		if read := f.Unread == ""; read != (f.Table != "") || read && (f.Table != tree.Frames[0].Table || f.ID != tree.Frames[0].ID) {
			t.Errorf("frame %d: id %q, table %q", i, f.ID, f.Table)
		}
	}
	wantFrames := []frame{
		{"SITE/", "", ""}, {"SITE/nested", "", "Near"}, {"SITE/in", "", "Deep"},
		{far, "cross-origin", "Far"}, {"about:srcdoc", "", ""}, {"SITE/in", "", ""},
		{far, "cross-origin", "Far object"},
	}
	if len(frames) != len(wantFrames) {
		t.Fatalf("frames %q", frames)
	}
	for i := range frames {
		if frames[i] != wantFrames[i] {
			t.Errorf("frame %d is %q, want %q", i, frames[i], wantFrames[i])
		}
	}
	for i := range tree.Nodes {
		n := &tree.Nodes[i]
		if f := tree.Frames[n.Frame]; n.Role == "text" && n.Name == "inside" && f.URL != s.URL("/in") {
			t.Errorf("%q belongs to %s", n.Name, f.URL)
		}
	}
}

func TestFrameThatIsStillLoading(t *testing.T) {
	s := testpage.Cases(t)
	p := openURL(t, testpage.HTML(t, `<!doctype html><p>top</p>`))
	p.run(`{ const f = document.createElement('iframe'); f.title = 'Slow'; f.src = '`+s.URL("/_hang")+`'; document.body.append(f); }`, nil)
	tree := p.read()
	if len(tree.Frames) != 2 || tree.Frames[1].Unread == "" {
		t.Errorf("frames: %+v", tree.Frames)
	}
}

func TestClippedByItsFrame(t *testing.T) {
	s := testpage.New(t)
	s.Page("/in", `<!doctype html><body style="margin:0"><button>one</button><div style="height:500px"></div><button>two</button>`)
	p := openURL(t, s.Page("/", `<!doctype html><iframe src="/in" style="height:100px"></iframe>`))
	tree := p.read()
	one, two := operable(tree, "one"), operable(tree, "two")
	if len(one) != 1 || len(two) != 1 {
		t.Fatal(text(tree))
	}
	if one[0].State.Has(outline.Offscreen) || !two[0].State.Has(outline.Offscreen) {
		t.Errorf("%v and %v: the second is below the edge of its frame", one[0], two[0])
	}
	if math.Abs(float64(two[0].Box.Y-one[0].Box.Y)) < 500 {
		t.Errorf("boxes %v and %v", one[0].Box, two[0].Box)
	}
}

func TestShadowTrees(t *testing.T) {
	checkRows(t, []snippet{
		{"open root", `<my-a><template shadowrootmode=open><button>In</button></template></my-a>`, `
			*button "In"
			`, "open roots are walked"},
		{"slots", `<my-a><template shadowrootmode=open><p>before <slot name=s></slot></p><slot></slot></template><button>Free</button><b slot=s>named</b></my-a>`, `
			text "before named"
			*button "Free"
			`, "light content once, in the place of its slot"},
		{"unassigned", `<my-a><template shadowrootmode=open>shadow</template><button>Never</button></my-a>`, `
			text "shadow"
			`, "what no slot shows is not shown"},
		{"fallback", `<my-a><template shadowrootmode=open><slot>fallback</slot></template></my-a>`, `
			text "fallback"
			`, "a slot's own content"},
		{"nested", `<my-a><template shadowrootmode=open><my-b><template shadowrootmode=open><button>Deep</button></template></my-b></template></my-a>`, `
			*button "Deep"
			`, "roots in roots"},
		{"link around", `<a href="/x"><my-a><template shadowrootmode=open>text</template></my-a></a>`, `
			*link "text" → SITE/x
			`, "a name goes through a root"},
		{"label", `<my-a><template shadowrootmode=open><label for=i>Mail</label><input id=i></template></my-a>`, `
			*textbox "Mail" = ""
			`, "ids are of their own tree"},
		{"button of slots", `<my-a><template shadowrootmode=open><button><slot></slot></button></template>Go</my-a>`, `
			*button "Go"
			`, "slotted text names a button"},
	})
}
