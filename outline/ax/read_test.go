package ax

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/holdfast-go/holdfast/internal/testpage"
	"github.com/holdfast-go/holdfast/internal/treetext"
	"github.com/holdfast-go/holdfast/outline"
	"github.com/holdfast-go/holdfast/outline/dom"
)

// printed prints a tree as these tests compare it.
var printed = treetext.Print

// lines takes the indentation of a table's row off.
func lines(s string) string {
	return strings.TrimPrefix(strings.ReplaceAll(s, "\n\t\t\t", "\n"), "\n")
}

func TestRows(t *testing.T) {
	tests := []struct{ name, html, want, reason string }{
		{"controls", `<button>Save</button><a href="/x">Link</a><input type=checkbox aria-label=Box checked><input type=radio aria-label=Dot>`, `
			*button "Save"
			*link "Link" → /x
			*checkbox "Box" checked
			*radio "Dot"
			`, "roles of ARIA, states that differ from the ordinary"},
		{"states", `<button aria-pressed=true>P</button><button aria-expanded=true aria-haspopup=menu>M</button><button aria-expanded=false>N</button><button disabled>D</button><input aria-label=R required aria-invalid=true readonly value=v><div role=checkbox tabindex=0 aria-checked=mixed>X</div><p aria-busy=true>busy</p><a href=/ aria-current=page>Here</a>`, `
			*button "P" pressed
			*button "M" expanded haspopup
			*button "N" collapsed
			*button "D" disabled
			*textbox "R" = "v" required invalid readonly
			*checkbox "X" mixed
			text "busy"
			*link "Here" → / current
			`, "each property of the tree has its flag"},
		{"values", `<input aria-label=T value=" a  b "><textarea aria-label=A>one</textarea><select aria-label=S><option>x<option selected>y</select><select multiple aria-label=M><option selected>p<option>q</select><input type=range aria-label=G><div role=slider tabindex=0 aria-label=V aria-valuenow=3></div><div contenteditable role=textbox aria-label=E>rich</div>`, `
			*textbox "T" = " a  b "
			*textbox "A" = "one" multiline
			*combobox "S" = "y" (2 options)
			*listbox "M" = "p" multiple (2 options)
			 *option "p" selected
			 *option "q"
			*slider "G" = "50" (0 to 100)
			*slider "V" = "3"
			*textbox "E" = "rich" multiline editable
			`, "exactly what they hold; the options of a closed list are not on the page"},
		{"secrets", `<input type=password aria-label=P value=hunter2><input autocomplete=cc-number aria-label=C value=4111>`, `
			*textbox "P" protected
			*textbox "C" protected
			`, "passwords and card numbers stay in the page"},
		{"parts of controls", `<input type=date aria-label=D value=2026-11-30><input type=file aria-label=F><input type=number aria-label=N value=4><details><summary>More</summary>body</details>`, `
			*textbox "D" = "2026-11-30" (date, YYYY-MM-DD)
			*button "F" = "" (file)
			*spinbutton "N" = "4"
			*button "More" collapsed
			`, "what the browser builds into its controls is no row"},
		{"structure", `<h2>Title</h2><ul><li>One<li><a href=/2>Two</a></ul><nav aria-label=Main><p>text</p></nav><section>plain</section><table><caption>Prices</caption><tr><th>Item<th>EUR<tr><td>Lamp<td>11</table>`, `
			heading "Title" level 2
			list
			 listitem "One"
			 listitem
			  *link "Two" → /2
			navigation "Main"
			 text "text"
			text "plain"
			table "Prices"
			 row
			  columnheader "Item"
			  columnheader "EUR"
			 row
			  cell "Lamp"
			  cell "11"
			`, "rows as the in-page reader makes them"},
		{"text", `<p>Hello <b>bold</b> and <em>more</em>, <a href=/l>link</a> end</p><p>next<br>line</p><p>|</p><q>said</q>`, `
			text "Hello bold and more,"
			*link "link" → /l
			text "end"
			text "next line"
			text "said"
			`, "a line is one row; marks that only part things say nothing"},
		{"labels", `<label>Mail <input type=email></label><fieldset><legend>Size</legend><label><input type=radio name=s>S</label></fieldset><figure><img alt=Pic src="data:,"><figcaption>Cap</figcaption></figure>`, `
			*textbox "Mail" = ""
			group "Size"
			 *radio "S"
			img "Pic"
			text "Cap"
			`, "what names something is said once"},
		{"named by content", `<button><b>Buy</b> <i>now</i></button><a href=/a aria-label="Read more">Read</a><h3><a href=/h>Head</a></h3>`, `
			*button "Buy now"
			*link "Read more" → /a
			heading "Head" level 3
			 *link "Head" → /h
			`, "the words of a name are not said again below it"},
		{"only for the hand", `<div onclick="x()">Card</div><p>press <span style="cursor:pointer">this <b>Hand</b></span> now</p><div id=l>Listens</div><div aria-hidden=true><button>Unseen by the tree</button></div><script>l.addEventListener('click', () => {})</script>`, `
			*generic "Card"
			text "press"
			*generic "this Hand"
			text "now"
			*generic "Listens"
			*button "Unseen by the tree"
			`, "what only a cursor or a listener makes operable is a row here, too"},
		{"nothing to see", `<p style="font-size:0">small</p><a href=/off style="position:absolute;left:-999px">Off</a><p>seen</p>`, `
			text "seen"
			`, "text without a size is a way to hide orders"},
		{"shadow", `<my-a id=a></my-a><my-b id=b><button>Light</button></my-b><script>a.attachShadow({mode:'closed'}).innerHTML='<button>Closed</button>'; b.attachShadow({mode:'open'}).innerHTML='<p>before</p><slot></slot>'</script>`, `
			*button "Closed"
			text "before"
			*button "Light"
			`, "closed roots hide nothing from the tree"},
		{"modal", `<p>behind</p><dialog id=d><button>OK</button></dialog><script>d.showModal()</script>`, `
			*dialog modal
			 *button "OK" focused
			`, "the browser itself leaves out what a modal dialog blocks"},
		{"modal of the page", `<button>behind</button><div role=dialog aria-modal=true aria-label=Ask><button>OK</button></div>`, `
			*button "behind" blocked
			dialog "Ask" modal
			 *button "OK"
			`, "the page's own dialog blocks by word only"},
		{"image map", `<img src="data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7" width=90 height=50 usemap="#m" alt=Plan><map name=m><area href=/a alt=Left coords="0,0,40,50"></map>`, `
			img "Plan"
			 *link "Left" → /a
			`, "a part of an image leads somewhere, too"},
		{"scroller", `<div style="height:60px;overflow:auto"><p style="height:200px">long</p></div>`, `
			*generic scrollable (0 px above, 172 px below)
			 text "long"
			`, "how far it can be scrolled, as far as the world knows"},
		{"frame", `<iframe title=In srcdoc="<button>Inner</button>"></iframe><iframe srcdoc=""></iframe>`, `
			iframe "In"
			 *button "Inner"
			`, "frames of one origin, empty ones left out"},
		{"container", `<div id=a><b tabindex=0>One</b> <b tabindex=0>Two</b></div><script>a.addEventListener('click', () => {})</script>`, `
			*generic "One"
			*generic "Two"
			`, "what listens for what is in it is no thing"},
		{"empty cells", `<table border=1><tr><th>A<th>B<tr><td><td>2<tr><td><td></table>`, `
			table
			 row
			  columnheader "A"
			  columnheader "B"
			 row
			  cell
			  cell "2"
			`, "an empty cell keeps those behind it in their columns"},
	}
	seen := map[string]bool{}
	p := openTab(t)
	for _, test := range tests {
		if seen[test.name] || test.reason == "" {
			t.Errorf("%q: every row has a name of its own and a reason", test.name)
		}
		seen[test.name] = true
		t.Run(test.name, func(t *testing.T) {
			p.show(t, testpage.HTML(t, "<!doctype html><title>table</title>"+test.html), "Page.loadEventFired")
			origin, _, _ := strings.Cut(strings.TrimPrefix(p.url, "http://"), "/")
			got := strings.ReplaceAll(printed(p.read()), "http://"+origin, "")
			if diff := cmp.Diff(lines(test.want), got); diff != "" {
				t.Errorf("%s (-want +got):\n%s", test.reason, diff)
			}
		})
	}
}

// What one reader prints is what the other knows: same elements, identities and
// tables, so that the registry gives the same numbers and the gate lets pass.
func TestSharedTable(t *testing.T) {
	p := openHTML(t, `<!doctype html><title>Shop</title><ul><li>Lamp <button>Buy</button><li>Chair <button>Buy</button></ul><a href=/x>Terms</a>
		<script>hits = []; for (const b of document.querySelectorAll('button')) b.onclick = e => hits.push(b.parentNode.firstChild.data.trim() + e.isTrusted)</script>`)
	exact, scripts := p.read(), p.readByScripts()
	if exact.Document != scripts.Document || exact.Title != scripts.Title || exact.Viewport != scripts.Viewport {
		t.Errorf("%+v %q, want %+v %q", exact.Document, exact.Title, scripts.Document, scripts.Title)
	}
	one, at := exact.Observation()
	two, _ := scripts.Observation()
	if diff := cmp.Diff(two, one); diff != "" || len(one.Targets) != 3 {
		t.Fatalf("%d targets; dom - ax +:\n%s", len(one.Targets), diff)
	}
	for i, target := range one.Targets[:2] {
		result, err := p.page.Probe(t.Context(), dom.ProbeRequest{Target: target, URL: exact.Document.URL, Purpose: dom.Click, Scroll: true, Timeout: time.Second})
		if err != nil {
			t.Fatal(err)
		}
		if result.Outcome != dom.OK || result.Relocated {
			t.Fatalf("%+v", result)
		}
		box := exact.Nodes[at[i]].Box
		if x, y := float32(result.X), float32(result.Y); x < box.X || y < box.Y || x > box.X+box.Width || y > box.Y+box.Height {
			t.Errorf("the gate points at %v, %v, outside of %v", x, y, box)
		}
		for _, kind := range []string{"mouseMoved", "mousePressed", "mouseReleased"} {
			p.call("Input.dispatchMouseEvent", map[string]any{"type": kind, "x": result.X, "y": result.Y, "button": "left", "clickCount": 1}, nil)
		}
	}
	var hits []string
	p.run(`hits`, &hits)
	if want := []string{"Lamptrue", "Chairtrue"}; !slices.Equal(hits, want) {
		t.Errorf("the page saw %v, want %v", hits, want)
	}
}

// Texts have boxes, wherever their frame is.
func TestTextBoxes(t *testing.T) {
	s := testpage.New(t)
	s.Page("/in", `<!doctype html><body style="margin:0"><p style="margin:10px">inner words</p>`)
	url := s.Page("/", `<!doctype html><body style="margin:0;height:4000px"><p style="margin:100px 0 0 50px">outer words</p>
		<iframe src="/in" style="position:absolute;left:200px;top:300px;border:5px solid;padding:3px;transform:scale(2);transform-origin:0 0"></iframe>
		<p style="position:absolute;top:3000px">far words</p><script>scrollTo(0, 40)</script>`)
	p := openPage(t, url)
	exact, scripts := p.read(), p.readByScripts()
	places := func(tree *outline.Tree) map[string]outline.Box {
		found := map[string]outline.Box{}
		for _, n := range tree.Nodes {
			if n.Role == "text" {
				found[fmt.Sprint(n.Name, n.State.Has(outline.Offscreen))] = n.Box
			}
		}
		return found
	}
	one, two := places(exact), places(scripts)
	if len(one) != 3 {
		t.Fatalf("%v", one)
	}
	for name, a := range one {
		b, ok := two[name]
		if !ok || abs(a.X-b.X) > 1 || abs(a.Y-b.Y) > 1 || a.Height <= 0 || abs(a.Height-b.Height) > 2 {
			t.Errorf("%s: %v, by scripts %v", name, a, two)
		}
	}
}

func abs(f float32) float32 { return max(f, -f) }

// Frames of other origins are read in worlds of their own, stitched in place.
func TestFramesOfOtherOrigins(t *testing.T) {
	s := testpage.New(t)
	s.Page("/far", `<!doctype html><title>far</title><p>far words</p><button onclick="parent.postMessage('hit', '*')">Far</button><iframe srcdoc="<a href=/d>Deep</a>"></iframe>`)
	url := s.Page("/", `<!doctype html><title>near</title><script>hits = 0; addEventListener('message', () => hits++)</script><p>before</p><iframe title=Far src="`+s.Localhost("/far")+`" style="border:7px solid;margin:11px"></iframe><p>after</p>`)
	p := openPage(t, url)
	want := lines(`
			text "before"
			iframe "Far"
			 text "far words"
			 *button "Far"
			 iframe
			  *link "Deep" → FAR/d
			text "after"
			`)
	tree := p.read()
	if diff := cmp.Diff(want, strings.ReplaceAll(printed(tree), s.Localhost(""), "FAR")); diff != "" {
		t.Fatalf("(-want +got):\n%s", diff)
	}
	inScripts := p.readByScripts()
	scripts, _ := inScripts.Observation()
	observation, _ := tree.Observation()
	if diff := cmp.Diff(scripts, observation); diff != "" {
		t.Errorf("dom - ax +:\n%s", diff)
	}
	for i := range tree.Nodes {
		a, b := tree.Nodes[i], inScripts.Nodes[i]
		if a.Box != b.Box && a.Role != "text" {
			t.Errorf("%s %q is at %v, by scripts at %v", a.Role, a.Name, a.Box, b.Box)
		}
	}
	result, err := p.page.Probe(t.Context(), dom.ProbeRequest{Target: observation.Targets[0], URL: tree.Document.URL, Purpose: dom.Click, Scroll: true, Timeout: time.Second})
	if err != nil || result.Outcome != dom.OK {
		t.Fatalf("%+v, %v", result, err)
	}
}

// The number of round trips does not depend on the number of elements.
func TestRoundTrips(t *testing.T) {
	for _, rows := range []int{10, 2000} {
		p := openHTML(t, `<!doctype html><table>`+strings.Repeat(`<tr><td><button>Buy</button><td><a href=/x>More</a>`, rows)+`</table>`)
		p.read()
		p.calls()
		tree := p.read()
		if n := len(tree.Nodes); n < 2*rows {
			t.Fatalf("%d rows", n)
		}
		calls := p.calls()
		slices.Sort(calls)
		want := []string{"Accessibility.getFullAXTree", "DOMDebugger.getEventListeners", "DOMSnapshot.captureSnapshot",
			"Runtime.evaluate", "Runtime.evaluate", "Runtime.releaseObjectGroup", "Runtime.releaseObjectGroup"}
		if diff := cmp.Diff(want, calls); diff != "" {
			t.Errorf("%d rows (-want +got):\n%s", rows, diff)
		}
	}
}

// A document that is left in the middle of a read is read again.
func TestNavigation(t *testing.T) {
	s := testpage.New(t)
	two := s.Page("/two", `<!doctype html><title>two</title><button>Two</button>`)
	p := openPage(t, s.Page("/one", `<!doctype html><title>one</title><button>One</button>`))
	if got := printed(p.read()); got != "*button \"One\"\n" {
		t.Fatal(got)
	}
	loaded := p.session.Listen("Page.loadEventFired")
	p.call("Page.navigate", map[string]string{"url": two}, nil)
	<-loaded.C()
	loaded.Close()
	tree := p.read()
	if got := printed(tree); got != "*button \"Two\"\n" || tree.Title != "two" || tree.Document.URL != two {
		t.Errorf("%q %+v\n%s", tree.Title, tree.Document, got)
	}
}

func TestMaxRows(t *testing.T) {
	p := openHTML(t, `<!doctype html>`+strings.Repeat(`<p>text</p>`, 50))
	tree, err := p.reader.Read(t.Context(), ReadOptions{MaxRows: 10})
	if err != nil {
		t.Fatal(err)
	}
	if len(tree.Nodes) != 10 || tree.Clipped != 40 {
		t.Errorf("%d rows, %d clipped", len(tree.Nodes), tree.Clipped)
	}
	if _, err := p.reader.Read(t.Context(), ReadOptions{MaxRows: -1}); err == nil {
		t.Error("a negative MaxRows passed")
	}
	if _, err := New(nil); err == nil {
		t.Error("no page reader passed")
	}
}
