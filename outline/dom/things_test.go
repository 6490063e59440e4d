package dom

import (
	"regexp"
	"strings"
	"testing"

	"github.com/holdfast-go/holdfast/internal/testpage"
)

// What pages are operated by, apart from plain links and controls: each is one
// row, called right, that the gate takes; Chrome knows of nothing else to
// operate.
func TestThings(t *testing.T) {
	const listen = `<!doctype html><script>function on(types, ...elements) { for (const e of elements) for (const type of types.split(' ')) e.addEventListener(type, () => {}) }</script>`
	const icon = `<svg width=20 height=20><path d="M0 0h20v20h-20z"/></svg>`
	address := regexp.MustCompile(`http://127\.0\.0\.1:\d+`)
	tests := []struct{ name, reason, html, want string }{
		{"delegation to items", "the items are the things, not what listens for them", `
			<ul id=a><li>One<li>Two</ul><table border=1><thead><tr><th>No<th>Name</thead><tbody id=b><tr><td>1<td>Ann<tr><td>2<td>Bob</table>
			<script>on('click', a, b)</script>`, `
			list
			 *listitem "One"
			 *listitem "Two"
			table
			 row
			  columnheader "No"
			  columnheader "Name"
			 *row "1 Ann"
			 *row "2 Bob"
			`},
		{"delegation to boxes", "three of a make are items, two are not, nor are the lines of a card", `
			<div id=a><div>First</div><div>Second</div><div>Third</div></div>
			<div id=b><div class="tab on">Left</div><div class=tab>Middle</div><div class=tab>Right</div></div>
			<div id=c><div>Name</div><div>Price</div></div>
			<div id=d><p>Title</p><p>Text</p><p>More</p></div>
			<script>on('pointerdown', a); on('click', b, c, d)</script>`, `
			*generic "First"
			*generic "Second"
			*generic "Third"
			*generic "Left"
			*generic "Middle"
			*generic "Right"
			*generic "Name Price"
			*generic "Title Text More"
			`},
		{"SVG", "shapes are called by their title, or by what their makers call them", `
			<svg width=300 height=40><path id=a aria-label=Texas d="M0 0h20v20h-20z"/><path id=b d="M40 0h20v20h-20z"><title>Utah</title></path>
			<g id=c class=zoom-in><rect x=80 width=20 height=20 /><circle cx=110 cy=10 r=9 /></g><defs><symbol id=star><rect width=20 height=20 /></symbol></defs>
			<use id=d data-name=favourite href="#star" x=140></use><line id=e class=axis x1=180 x2=220 y1=10 y2=10 stroke=red stroke-width=6 /></svg>
			<svg id=f class=icon-close width=20 height=20><path d="M0 0h20v20h-20z"/></svg>
			<script>on('click', a, b, c, d, e, f)</script>`, `
			*generic "Texas"
			*generic "Utah"
			*generic ~"zoom"
			*generic ~"favourite"
			*generic ~"axis"
			*generic ~"close"
			`},
		{"handlers by script", "a property is a listener, too", `
			<p>Read <span id=a>more of it</span> now, or <span id=b>less</span>.</p><script>a.onclick = b.onmousedown = () => {}</script>`, `
			text "Read"
			*generic "more of it"
			text "now, or"
			*generic "less"
			`},
		{"delegation to the document", "a hand is all that tells", `
			<p>Text <span style="cursor:pointer" data-action=go>Go</span> <span data-action=go>Stay</span></p><script>on('click', document, document.body)</script>`, `
			text "Text"
			*generic "Go"
			text "Stay"
			`},
		{"wrappers", "a wrapper is what fills it, wherever its words stand", `
			<div id=a><div><span><b>Deep</b></span></div></div><div id=b><div id=c><div id=d>Thrice</div></div></div>
			<script>on('click', a, b, c, d)</script>`, `
			*generic "Deep"
			*generic "Thrice"
			`},
		{"focus by script", "Chrome calls it focusable; in a control it is a part of that", `
			<h2 tabindex=-1>Head</h2><div tabindex=-1>Box</div><button><span tabindex=-1>Save</span></button>
			<div role=dialog tabindex=-1 aria-label=Ask><p>Sure?</p><button>OK</button></div>
			<div tabindex=-1><a href=/1>One</a> <a href=/2>Two</a></div><main tabindex=-1><p>Text</p></main>`, `
			*heading "Head" level 2
			*generic "Box"
			*button "Save"
			*dialog "Ask"
			 text "Sure?"
			 *button "OK"
			*link "One" → /1
			*link "Two" → /2
			*main "Text"
			`},
		{"custom checkboxes", "a hidden input is a row, once, where its label is", `
			<label><input type=checkbox style="opacity:0;position:absolute"><span style="display:inline-block;width:16px;height:16px"></span> Opacity</label>
			<label><input type=checkbox style="position:absolute;clip:rect(0 0 0 0)"> Clip</label>
			<label><input type=radio style="position:absolute;width:1px;height:1px;overflow:hidden"> Pixel</label>
			<label tabindex=0 id=a><input type=checkbox style="display:none">Gone</label>
			<label for=far>Far</label><input id=far type=checkbox style="position:absolute;left:-9999px">
			<script>on('click', a)</script>`, `
			*checkbox "Opacity"
			*checkbox "Clip"
			*radio "Pixel"
			*checkbox "Gone"
			*checkbox "Far"
			`},
		{"image map", "an area stands where its image shows it", `
			<img src="data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7" width=100 height=50 usemap="#m" alt=Plan>
			<map name=m><area href=/a alt=Left coords="0,0,50,50"><area href=/b title=Right coords="50,0,100,50"><area id=c alt=Dead nohref coords="0,0,9,9"></map>
			<map name=none><area href=/c alt=Nowhere></map>`, `
			img "Plan"
			*link "Left" → /a
			*link "Right" → /b
			`},
		{"lists", "options that are on the page", `
			<select size=2 aria-label=S><option>A<option disabled>B</select><select aria-label=T><option>A</select>
			<div role=listbox aria-label=L tabindex=0><div role=option>One</div><div role=option aria-selected=true>Two</div></div>`, `
			*listbox "S" = "" (2 options)
			 *option "A"
			 *option "B" disabled
			*combobox "T" = "A" (1 option)
			*listbox "L"
			 *option "One"
			 *option "Two" selected
			`},
		{"roles alone", "an author says so", `
			<div role=button>B</div><div role=link>L</div><div role=checkbox aria-checked=true>C</div><div role=tablist><div role=tab>T</div></div>
			<div role=menu><div role=menuitem>M</div></div><div role=tree><div role=treeitem>I</div></div><div role=slider aria-label=V aria-valuenow=3 style="width:9px;height:9px"></div>
			<div role=grid><div role=row><div role=gridcell id=a>G</div></div></div><script>on('dblclick', a)</script>`, `
			*button "B"
			*link "L"
			*checkbox "C" checked
			tablist
			 *tab "T"
			menu
			 *menuitem "M"
			tree
			 *treeitem "I"
			*slider "V" = "3"
			grid
			 row
			  *gridcell "G"
			`},
		{"editors and media", "each once", `
			<div contenteditable aria-label=Body>Hi <b>you</b></div><video controls width=200 height=100 aria-label=Film></video><audio controls aria-label=Song></audio>
			<video width=200 height=90 id=a aria-label=Clip></video><script>on('click', a)</script>`, `
			*textbox "Body" = "Hi you" editable
			*video "Film" (paused)
			*audio "Song" (paused)
			*video "Clip" (paused)
			`},
		{"drag and drop", "what can be dragged, and where it can be dropped", `
			<ul><li draggable=true>One<li draggable=true>Two</ul><div id=a class=trash style="height:40px"></div><form id=b>Drop files here</form>
			<script>on('dragover drop', a, b)</script>`, `
			list
			 *listitem "One" draggable
			 *listitem "Two" draggable
			*generic ~"trash"
			*generic "Drop files here"
			`},
		{"handles", "nothing in them, and yet things", `
			<div id=a class=slider-thumb style="width:12px;height:12px"></div><div class=resize-grip style="cursor:se-resize;width:10px;height:10px"></div>
			<div class=splitter style="cursor:col-resize;width:4px;height:60px"></div><script>on('pointerdown', a)</script>`, `
			*generic ~"slider thumb"
			*generic ~"resize grip"
			*generic ~"splitter"
			`},
		{"icons", "a hint where there is no name", `
			<button class=icon-bell style="width:20px;height:20px"></button><input type=image alt=Send src=/go.png width=30 height=20><a href=/cart>` + icon + `</a>
			<img id=a class=thumb src="data:," width=40 height=40><script>on('click', a)</script>`, `
			*button ~"bell"
			*button "Send"
			*link ~"cart" → /cart
			*img ~"thumb"
			`},
		{"made by styles", "words before and after, and boxes that are none", `
			<style>.x::before{content:"Close"}.y::after{content:"";display:block;width:20px;height:20px}.z{display:contents}</style>
			<button class=x></button><span class="y star" id=a></span><button class=z>Bare</button><div class=z id=b><span>Inner</span></div><a class=z href=/q><span>Link</span></a>
			<script>on('click', a, b)</script>`, `
			*button "Close"
			*generic ~"star"
			*button "Bare"
			*generic "Inner"
			*link "Link" → /q
			`},
		{"closed roots", "the debugger sees in", `
			<x-a></x-a><div id=a></div><script>
			customElements.define('x-a', class extends HTMLElement { constructor() { super(); const r = this.attachShadow({ mode: 'closed' }); r.innerHTML = '<button>In</button><span>Span</span>'; on('click', r.lastChild) } });
			{ const r = a.attachShadow({ mode: 'closed' }); r.innerHTML = '<div>Listens</div>'; on('click', r.firstChild) }</script>`, `
			*button "In"
			*generic "Span"
			*generic "Listens"
			`},
		{"popover", "on top, in its place", `
			<button popovertarget=p>Menu</button><div id=p popover style="inset:auto;top:100px"><a href=/1>One</a> <span id=a>Two</span></div><script>on('click', a); p.showPopover()</script>`, `
			*button "Menu" expanded
			*link "One" → /1
			*generic "Two"
			`},
		{"aria-hidden", "hidden from one kind of reader only", `
			<div aria-hidden=true>quiet <button>Button</button><span id=a>Span</span><div tabindex=0>Focus</div><a href=/x>Link</a></div><script>on('click', a)</script>`, `
			*button "Button"
			*generic "Span"
			*generic "Focus"
			*link "Link" → /x
			`},
		{"right to left", "a scroller brings all of it into view", `
			<body dir=rtl><div style="overflow-x:auto;width:200px"><div style="width:360px;display:flex"><button style="flex:none;width:180px">A</button><span id=a style="flex:none;width:180px">B</span></div></div><script>on('click', a)</script>`, `
			*generic scrollable (160 px left, 0 px right)
			 *button "A"
			 *generic "B"
			`},
		{"hands in handlers", "what is in a thing inherits the hand over it, whatever makes it one", `
			<style>.h{cursor:pointer}</style><div class=h onclick=1><b>One</b> there</div><div class=h tabindex=0><i>Two</i></div>
			<div class=h onclick=1><p>Three</p><p>more</p></div><div class=h onclick=1><b>Four</b><button>Five</button></div>`, `
			*generic "One there"
			*generic "Two"
			*generic "Three more"
			*generic "Four Five"
			 *button "Five"
			`},
		{"sideways scrollers", "they may hide what leaves them above and below, and be one line high", `
			<body dir=rtl style="font:15px/17px sans-serif"><div style="overflow:auto hidden;width:200px"><div style="width:360px;display:flex"><button style="flex:none;width:180px">A</button><button style="flex:none;width:180px">B</button></div></div>
			<div style="overflow-x:auto;width:200px;white-space:nowrap"><span style="display:inline-block;width:290px">Tabs</span><a href=/x style="display:inline-block;width:60px">Last</a></div>`, `
			*generic scrollable (160 px left, 0 px right)
			 *button "A"
			 *button "B"
			*generic scrollable (150 px left, 0 px right)
			 text "Tabs"
			 *link "Last" → /x
			`},
		{"focusable scrollers", "what the keyboard can scroll is a scroller, not a thing of that text", `
			<div tabindex=0 style="height:60px;overflow:auto"><p style="height:300px;margin:0">text <a href=/x>one</a></p></div>
			<div tabindex=0 style="height:60px;overflow:auto">Fits</div>`, `
			*generic scrollable (0 px above, 240 px below)
			 text "text"
			 *link "one" → /x
			*generic "Fits"
			`},
		{"canvas", "it is clicked at an offset", `
			<canvas id=a width=90 height=40></canvas><canvas width=90 height=40 aria-label=Chart></canvas><script>on('mousedown', a)</script>`, `
			*canvas (90×40)
			*canvas "Chart" (90×40)
			`},
		{"frame for the eye", "what one kind of reader does not get can be operated all the same", `
			<div aria-hidden=true>quiet<iframe srcdoc="<p>quiet</p><button>Button</button>"></iframe><iframe srcdoc="<p>quiet"></iframe></div>`, `
			iframe
			 *button "Button"
			`},
		{"frame", "as on the page itself", `
			<iframe title=f srcdoc="<p id=a>Go</p><map name=m><area shape=default href=/a alt=Part></map><img src='data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7' width=50 height=50 usemap='#m'><script>a.onclick = () => {}</script>"></iframe>`, `
			iframe "f"
			 *paragraph "Go"
			 *link "Part" → /a
			`},
		{"in a control", "what acts by itself there", `
			<a href=/x>Link <i id=a>delete</i></a><div role=button tabindex=0>Chip <span id=b class=remove>×</span></div><script>on('click', a, b)</script>`, `
			*link "Link delete" → /x
			 *generic "delete"
			*button "Chip ×"
			 *generic "×"
			`},
		{"layers", "an empty thing over a card", `
			<div style="position:relative;height:60px"><h3>Card</h3><a href=/c style="position:absolute;inset:0"></a></div>
			<table border=1><tr><th id=a>Name<th>Age<tr id=b><td>Ann<td>3<tr><td>Bob<td id=c>4</table><script>on('click', a, b, c)</script>`, `
			heading "Card" level 3
			*link ~"Card" → /c
			table
			 row
			  *columnheader "Name"
			  columnheader "Age"
			 *row "Ann 3"
			 row
			  cell "Bob"
			  *cell "4"
			`},
	}
	p := openFramed(t, "about:blank")
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			p.show(t, testpage.HTML(t, listen+test.html))
			tree, err := p.reader.Read(t.Context(), ReadOptions{Listeners: true})
			if err != nil {
				t.Fatal(err)
			}
			got := address.ReplaceAllString(text(tree), "")
			if want := strings.TrimPrefix(strings.ReplaceAll(test.want, "\t", ""), "\n"); got != want {
				t.Errorf("got:\n%s\nwant:\n%s\n%s", got, want, test.reason)
			}
			observation, _ := tree.Observation()
			for _, target := range observation.Targets {
				found := p.gate(target, func(r *ProbeRequest) { r.Guard = 0 })
				if found.Outcome != OK && found.Outcome != IsDisabled || found.Relocated {
					t.Errorf("the gate says of %s %q: %+v", target.Role, target.Name, found)
				}
			}
			if c := p.cover(); len(c.missing) > 0 {
				t.Errorf("%s: %q", c.String(), c.missing)
			}
		})
	}
}
