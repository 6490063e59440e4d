package dom

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/holdfast-go/holdfast/outline"
	"github.com/holdfast-go/holdfast/refs"
)

// numbered reads the page and gives its rows refs from a registry.
func (p *livePage) numbered(r *refs.Registry, o ReadOptions) *outline.Tree {
	p.t.Helper()
	tree, err := (&Reader{world: p.world}).Read(p.t.Context(), o)
	if err != nil {
		p.t.Fatal(err)
	}
	observation, at := tree.Observation()
	if o == (ReadOptions{}) {
		tree.SetRefs(at, r.Publish(observation).Refs)
	} else {
		tree.SetRefs(at, r.Recognise(observation))
	}
	return tree
}

// rowsOf writes all rows of a tree, one per line, with what identifies them.
func rowsOf(t *outline.Tree) string {
	var b strings.Builder
	for i := range t.Nodes {
		n := &t.Nodes[i]
		fmt.Fprintf(&b, "%s%v %s %q", strings.Repeat(" ", int(n.Depth)), n.Ref, n.Role, n.Name)
		if n.State&outline.Blocked != 0 {
			b.WriteString(" blocked")
		}
		if n.State&outline.Offscreen != 0 {
			b.WriteString(" offscreen")
		}
		if n.Role == "text" && n.ID == 0 {
			// Words behind a link have boxes of their own in reads of parts only.
			fmt.Fprintf(&b, " %s\n", t.Frames[n.Frame].URL)
			continue
		}
		fmt.Fprintf(&b, " %v %s\n", n.Box, t.Frames[n.Frame].URL)
	}
	return b.String()
}

const regionPage = `<!doctype html><title>Parts</title>
<style>
  #far { position: absolute; top: 3000px; left: 0; width: 200px; height: 40px }
  #far .up { position: relative; top: -2900px }
  .zero { height: 0 }
  #bar { position: fixed; top: 0; right: 0 }
  #scroll { height: 120px; overflow: auto; width: 300px }
  li { height: 30px }
</style>
<nav><a href="#one">One</a> <a href="#two">Two</a></nav>
<main>
  <h1>Parts of a page</h1>
  <section aria-label="Orders"><ul>
    <li>First <button>Open</button></li><li>Second <button>Open</button></li>
  </ul></section>
  <div id="scroll" aria-label="Messages" role="region" tabindex="0"><ol>` + regionItems + `</ol></div>
  <div class="zero"><div id="bar"><button>Help</button></div></div>
  <div inert><button id="asleep">Asleep</button></div>
  <div aria-hidden="true">Not said <button id="mute">Mute</button></div>
  <p>A <b>bold</b> word and <a href="#p">a link in it</a> and more.</p>
  <div id="host"><button id="lent">Lent</button></div>
  <iframe title="Inner" srcdoc="<h2>Inside</h2><form aria-label=Inner><button id=in>In</button></form>" width="300" height="120"></iframe>
  <label for="hid">Agree</label><input id="hid" type="checkbox" style="position:absolute;opacity:0;width:1px;height:1px">
  <div style="height:2500px"></div>
  <footer><button id="end">The end</button></footer>
</main>
<div id="far"><button>Far</button><button class="up">Moved up</button></div>
<script>
  document.getElementById('host').attachShadow({ mode: 'open' }).innerHTML = '<style>:host{display:block}</style><section aria-label="Shadow"><slot></slot></section>';
</script>`

const regionItems = `<li><button>Item 1</button></li><li><button>Item 2</button></li><li><button>Item 3</button></li>` +
	`<li><button>Item 4</button></li><li><button>Item 5</button></li><li><button>Item 6</button></li>`

// A read that begins at an element gives what a read of the page gives of it.
func TestReadFromElement(t *testing.T) {
	p := openPage(t, regionPage)
	registry := refs.New(refs.Options{})
	full := p.numbered(registry, ReadOptions{})
	tried := 0
	for i := range full.Nodes {
		n := &full.Nodes[i]
		if n.Ref == 0 {
			continue
		}
		tried++
		target, err := registry.Resolve(n.Ref)
		if err != nil {
			t.Fatal(err)
		}
		want, _ := full.Subtree(n.Ref)
		got := p.numbered(registry, ReadOptions{Root: target})
		if d := cmp.Diff(rowsOf(want), rowsOf(got)); d != "" {
			t.Errorf("%v %s %q (-of the page +by itself)\n%s", n.Ref, n.Role, n.Name, d)
		}
	}
	if tried < 20 {
		t.Errorf("the page has %d elements with refs:\n%s", tried, rowsOf(full))
	}
}

// What a read of a part leaves out is not in the part: the same rows come out
// as from a read of the page, wherever the page puts its boxes.
func TestReadOfRectangle(t *testing.T) {
	p := openPage(t, regionPage)
	registry := refs.New(refs.Options{})
	for _, scroll := range []int{0, 200, 2600} {
		p.run(fmt.Sprintf("scrollTo(0, %d)", scroll), nil)
		full := p.numbered(registry, ReadOptions{})
		for _, box := range []outline.Box{
			{}, {X: 0, Y: 0, Width: 800, Height: 60}, {X: 0, Y: 100, Width: 400, Height: 200}, {X: 0, Y: 2900, Width: 800, Height: 400},
			{X: 0, Y: -500, Width: 800, Height: 450}, {X: 700, Y: 0, Width: 100, Height: 50}, {X: 5000, Y: 0, Width: 10, Height: 10},
		} {
			options, part := ReadOptions{Box: box}, func(t *outline.Tree) *outline.Tree { r, _ := t.InBox(box); return r }
			if box == (outline.Box{}) {
				options, part = ReadOptions{Viewport: true}, func(t *outline.Tree) *outline.Tree { r, _ := t.InViewport(); return r }
			}
			read := p.numbered(registry, options)
			if d := cmp.Diff(rowsOf(part(full)), rowsOf(part(read))); d != "" {
				t.Errorf("scrolled to %d, %v (-of the page +by itself)\n%s", scroll, box, d)
			}
			if len(read.Nodes) > len(full.Nodes) || box.X == 5000 && len(part(read).Nodes) != 0 {
				t.Errorf("%v: %d rows of %d", box, len(read.Nodes), len(full.Nodes))
			}
		}
	}
}

// refsOf lists the refs of a tree with what they are.
func refsOf(t *outline.Tree) string {
	var b strings.Builder
	for i := range t.Nodes {
		if n := &t.Nodes[i]; n.Ref != 0 {
			fmt.Fprintf(&b, "%v %s %q %v\n", n.Ref, n.Role, n.Name, n.Box)
		}
	}
	return b.String()
}

func TestReadFromElementThatChanged(t *testing.T) {
	p := openPage(t, `<ul><li><a href="#a">Alpha</a> <button>Delete</button></li><li><a href="#b">Beta</a> <button>Delete</button></li></ul>
<script>window.rows = [...document.querySelectorAll('li')]</script>`)
	for _, tc := range []struct {
		name, run string
		want      Outcome
		row       string
	}{
		{"moved", "rows[0].outerHTML = rows[0].outerHTML, rows = [...document.querySelectorAll('li')], 0", "", "button \"Delete\""},
		{"recycled", "rows[0].firstChild.textContent = 'Gamma', 0", Mismatch, ""},
		{"removed", "rows[0].remove(), 0", Gone, ""},
	} {
		t.Run(tc.name, func(t *testing.T) {
			p.show(t, p.url)
			target := p.target("li button")
			p.run(tc.run, nil)
			tree, err := (&Reader{world: p.world}).Read(t.Context(), ReadOptions{Root: target})
			var refused *RootError
			switch {
			case tc.want == "" && err != nil:
				t.Fatal(err)
			case tc.want == "":
				if len(tree.Nodes) != 1 || tree.Nodes[0].Identity != target.Identity || tree.Nodes[0].ID == target.Node.ID {
					t.Errorf("got %s", rowsOf(tree))
				}
			case !errors.As(err, &refused) || refused.Outcome != tc.want:
				t.Errorf("got %v, want %s", err, tc.want)
			case tc.want == Mismatch && (refused.Now == nil || refused.Now.Name != "Delete"):
				t.Errorf("what is there now: %+v", refused.Now)
			}
		})
	}
	t.Run("left", func(t *testing.T) {
		p.show(t, p.url)
		target := p.target("button")
		p.show(t, p.url)
		_, err := (&Reader{world: p.world}).Read(t.Context(), ReadOptions{Root: target})
		var refused *RootError
		if !errors.As(err, &refused) || refused.Outcome != DocumentChanged {
			t.Errorf("got %v", err)
		}
	})
	t.Run("hidden", func(t *testing.T) {
		p.show(t, p.url)
		target := p.target("li button")
		p.run("rows[0].style.display = 'none', 0", nil)
		tree, err := (&Reader{world: p.world}).Read(t.Context(), ReadOptions{Root: target})
		if err != nil || len(tree.Nodes) != 0 {
			t.Errorf("got %v, %v", tree, err)
		}
	})
}

// A part that an open modal dialog blocks says so though the dialog is no part
// of it.
func TestReadOfBlockedPart(t *testing.T) {
	p := openPage(t, `<button id="back">Back</button><dialog aria-label="Ask"><button>Yes</button></dialog>
<iframe title="F" srcdoc="<button id=in>In</button>"></iframe><script>document.querySelector('dialog').showModal()</script>`)
	read := func(o ReadOptions) *outline.Tree {
		t.Helper()
		return p.numbered(refs.New(refs.Options{}), o)
	}
	blocked := func(tree *outline.Tree, name string) bool {
		t.Helper()
		for _, n := range tree.Nodes {
			if n.Name == name {
				return n.State.Has(outline.Blocked)
			}
		}
		t.Fatalf("no %q in\n%s", name, rowsOf(tree))
		return false
	}
	if !blocked(read(ReadOptions{Root: p.target("#back")}), "Back") {
		t.Error("behind the dialog, by itself: not blocked")
	}
	if blocked(read(ReadOptions{Root: p.target("dialog button")}), "Yes") {
		t.Error("in the dialog: blocked")
	}
	if !blocked(read(ReadOptions{Root: p.target("iframe >>> #in")}), "In") {
		t.Error("in a frame behind the dialog: not blocked")
	}
	if !blocked(read(ReadOptions{Box: outline.Box{X: 0, Y: 0, Width: 50, Height: 200}}), "Back") {
		t.Error("in a rectangle without the dialog: not blocked")
	}
}

func TestReadOptionsThatMakeNoSense(t *testing.T) {
	root := refs.Target{Node: refs.Node{Table: "w", ID: 1}}
	for _, o := range []ReadOptions{
		{MaxRows: -1},
		{Root: root, Viewport: true},
		{Viewport: true, Box: outline.Box{Width: 1, Height: 1}},
		{Box: outline.Box{X: 10, Y: 10, Width: 0, Height: 5}},
		{Box: outline.Box{Width: 5, Height: -1}},
	} {
		if _, err := o.args(); err == nil {
			t.Errorf("%+v is accepted", o)
		}
	}
}
