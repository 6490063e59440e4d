package dom

import (
	"strings"
	"testing"

	"github.com/holdfast-go/holdfast/internal/testpage"
	"github.com/holdfast-go/holdfast/internal/treetext"
	"github.com/holdfast-go/holdfast/outline"
)

// read reads the page in its own world.
func (p *livePage) read() *outline.Tree {
	p.t.Helper()
	tree, err := (&Reader{world: p.world}).Read(p.t.Context(), ReadOptions{})
	if err != nil {
		p.t.Fatal(err)
	}
	return tree
}

// text prints a tree as these tests compare it.
var text = treetext.Print

// checkRows reads inline pages and compares their rows.
func checkRows(t *testing.T, table []snippet) {
	t.Helper()
	p := openTab(t)
	for _, row := range table {
		t.Run(row.name, func(t *testing.T) {
			p.show(t, testpage.HTML(t, "<!doctype html><meta charset=utf-8><title>rows</title>"+row.html))
			got := text(p.read())
			page := p.url
			got = strings.ReplaceAll(got, page+"#", "PAGE#")
			got = strings.ReplaceAll(got, page[:strings.Index(page[8:], "/")+8], "SITE")
			want := strings.ReplaceAll(strings.TrimPrefix(row.want, "\n"), "\t", "")
			if got != want {
				t.Errorf("%s\n%s\ngot:\n%s\nwant:\n%s", row.reason, row.html, got, want)
			}
		})
	}
}

func TestRows(t *testing.T) {
	checkRows(t, []snippet{
		{"paragraph", `<p>One <b>two</b> <i>three</i>.</p><p>Four</p>`, `
			text "One two three."
			text "Four"
			`, "runs of inline text are one row"},
		{"links in place", `<p>See <a href="/a">here</a> or <a href="#b">there</a>, please.</p>`, `
			text "See"
			*link "here" → SITE/a
			text "or"
			*link "there" → PAGE#b
			text ", please."
			`, "pieces of text and links in their order"},
		{"separators", `<p><a href=/a>A</a> | <a href=/b>B</a> · <a href=/c>C</a></p>`, `
			*link "A" → SITE/a
			*link "B" → SITE/b
			*link "C" → SITE/c
			`, "what only parts links says nothing"},
		{"heading", `<h2>Orders <small>today</small></h2><div role=heading aria-level=4>Old</div>`, `
			heading "Orders today" level 2
			heading "Old" level 4
			`, "the text of a heading is its name"},
		{"heading with a link", `<h3><a href=/x>Invoice</a> of May</h3>`, `
			heading "Invoice of May" level 3
			 *link "Invoice" → SITE/x
			`, "what can be operated in it is a row"},
		{"list", `<ul><li>One<li><a href=/t>Two</a><li>Three <button>×3</button></ul>`, `
			list
			 listitem "One"
			 listitem
			  *link "Two" → SITE/t
			 listitem
			  text "Three"
			  *button "×3"
			`, "an item that holds nothing but a text says it itself"},
		{"wrappers", `<div><div><section><div><span>deep</span></div></section></div></div>`, `
			text "deep"
			`, "boxes without a meaning are no rows"},
		{"empty structure", `<ul><li></li></ul><nav></nav><table><tr><th><td></table><p></p>`, ``, "nor is structure with nothing in it"},
		{"landmarks", `<header>top</header><nav aria-label=Main><a href=/h>Home</a></nav><main><article><p>text</p></article></main>`, `
			banner "top"
			navigation "Main"
			 *link "Home" → SITE/h
			main
			 article "text"
			`, "landmarks hold what is in them"},
		{"table", `<table><caption>Prices</caption><tr><th>Item<th>Price<tr><td>Lamp<td>5 <button>Buy</button></table>`, `
			table "Prices"
			 row
			  columnheader "Item"
			  columnheader "Price"
			 row
			  cell "Lamp"
			  cell
			   text "5"
			   *button "Buy"
			`, "rows and cells; the caption is the table's name"},
		{"layout table", `<table><tr><td>left<td>right</table>`, `
			text "left"
			text "right"
			`, "a table that only lays out is none"},
		{"form", `<form><label>Mail <input type=email required></label><label for=n>Name</label><input id=n value=Ann>
			<select aria-label=Size><option>S<option selected>M</select><textarea aria-label=Note>hi</textarea>
			<input type=checkbox id=c checked><label for=c>Yes</label><button>Send</button></form>`, `
			*textbox "Mail" = "" required
			*textbox "Name" = "Ann"
			*combobox "Size" = "M" (2 options)
			*textbox "Note" = "hi" multiline
			*checkbox "Yes" checked
			*button "Send"
			`, "labels are not said twice"},
		{"label with a link", `<label><input type=checkbox>I agree to the <a href=/t>terms</a></label>`, `
			*checkbox "I agree to the terms"
			*link "terms" → SITE/t
			`, "a link in a label is a thing of its own"},
		{"fieldset", `<fieldset><legend>Colour</legend><label><input type=radio name=c>Red</label></fieldset>`, `
			group "Colour"
			 *radio "Red"
			`, "a legend is its group's name"},
		{"list box", `<select multiple aria-label=Sizes><option>S<option selected>M</select>`, `
			*listbox "Sizes" = "M" multiple (2 options)
			 *option "S"
			 *option "M" selected
			`, "options that are on the page are rows"},
		{"image", `<img alt="A cat" src=x width=9 height=9><img alt="" src=x width=9 height=9><img src=x width=9 height=9>`, `
			img "A cat"
			`, "images that say something"},
		{"image in a link", `<a href=/><img alt=Home src=x width=9 height=9></a>`, `
			*link "Home" → SITE/
			`, "what is in a link's name is not said again"},
		{"card link", `<a href=/p aria-label="Lamp"><h3>Lamp</h3><p>Now 5 EUR</p></a>`, `
			*link "Lamp" → SITE/p
			 text "Now 5 EUR"
			`, "what a label leaves out is said"},
		{"button in a card", `<div style="cursor:pointer"><b>Lamp</b> <button>Buy</button></div>`, `
			*generic "Lamp Buy"
			 *button "Buy"
			`, "a control in something clickable is a row"},
		{"big card", `<div onclick="1"><h3>Lamp</h3><p>` + long + `</p></div>`, `
			*generic ~"Lamp"
			 text "` + long + `"
			`, "what says too much for a name is called by its heading"},
		{"delegation", `<div onclick="1"><button>A</button><button>B</button></div>`, `
			*button "A"
			*button "B"
			`, "who listens for others is no thing"},
		{"dialog", `<dialog open aria-label=Ask>Sure?<button>Yes</button></dialog>`, `
			*dialog "Ask"
			 text "Sure?"
			 *button "Yes"
			`, "an open dialog; the browser can focus it"},
		{"dialog of several", `<dialog open aria-label=Ask>Sure?<button>Yes</button><button>No</button></dialog>`, `
			dialog "Ask"
			 text "Sure?"
			 *button "Yes"
			 *button "No"
			`, "what holds things is no thing"},
		{"details", `<details><summary>More</summary><p>hidden</p></details><details open><summary>Less</summary><p>shown</p></details>`, `
			*button "More" collapsed
			*button "Less" expanded
			text "shown"
			`, "what is closed is not there"},
		{"canvas and video", `<canvas width=40 height=30 aria-label=Chart></canvas><video controls width=90 height=60></video>`, `
			*canvas "Chart" (40×30)
			*video (paused)
			`, "rows that say what they are"},
		{"editor", `<div contenteditable aria-label=Body><p>Dear <b>you</b></p></div>`, `
			*textbox "Body" = "Dear you" editable
			`, "an editor's text is its value"},
		{"notes of fields", `<input aria-label=a type=date><input aria-label=b type=number min=1 max=9><input aria-label=c type=file multiple>`, `
			*textbox "a" = "" (date, YYYY-MM-DD)
			*spinbutton "b" = "" (1 to 9)
			*button "c" = "" multiple (file)
			`, "how a field wants its value"},
		{"progress", `<progress aria-label=Load value=.5></progress><div role=progressbar aria-label=P aria-valuenow=7>x</div>`, `
			progressbar "Load" = "50%"
			progressbar "P" = "7"
			`, "what shows a value"},
		{"aria-hidden", `<p aria-hidden=true>quiet <button>Ok</button></p>`, `
			*button "Ok"
			`, "what is quiet but can be operated is a row"},
		{"inert", `<div inert><p>text</p><button>No</button></div><button>Yes</button>`, `
			text "text"
			*button "No" blocked
			*button "Yes"
			`, "what cannot be reached now says so"},
		{"protected", `<input type=password aria-label=P value=secret><input type=password aria-label=Q>`, `
			*textbox "P" protected
			*textbox "Q" = "" protected
			`, "whether it is filled, never with what"},
		{"clickable span", `<p>Read <span style="cursor:pointer">more of it</span> now</p>`, `
			text "Read"
			*generic "more of it"
			text "now"
			`, "a row of its own in its place"},
		{"svg shapes", `<svg width=90 height=20><rect tabindex=0 width=20 height=20 aria-label=Texas></rect><text y=15 x=30>Map</text></svg>`, `
			*generic "Texas"
			text "Map"
			`, "shapes that can be operated, and text"},
		{"drag", `<ul><li draggable=true>One<li draggable=true>Two</ul>`, `
			list
			 *listitem "One" draggable
			 *listitem "Two" draggable
			`, "items that can be dragged"},
		{"handle", `<div role=slider tabindex=0 aria-label=Volume aria-valuenow=3 style="width:12px;height:12px"></div>`, `
			*slider "Volume" = "3"
			`, "an empty handle"},
		{"generic label", `<div aria-label="4 of 5 stars">★★★★☆</div>`, `
			group "4 of 5 stars"
			 text "★★★★☆"
			`, "what an author calls a box"},
		{"nested lists", `<ul><li>A<ul><li>B</ul></ul>`, `
			list
			 listitem
			  text "A"
			  list
			   listitem "B"
			`, "lists in lists"},
		{"definition list", `<dl><dt>Size</dt><dd>5 cm</dd></dl>`, `
			term "Size"
			definition "5 cm"
			`, "terms are told from what they mean"},
		{"empty page", ``, ``, "nothing is no rows"},
	})
}

// The rules of what is not seen: text that no person reads must not reach an
// agent, while controls that a person reaches must.
func TestHidden(t *testing.T) {
	const gone = ""
	hide := func(name, style, reason string) snippet {
		return snippet{name, `<style>#x{` + style + `}</style><p>one</p><div id=x>HID <b>DEN</b></div>`, "\ntext \"one\"\n", reason}
	}
	checkRows(t, []snippet{
		hide("display", "display:none", "no box"),
		hide("visibility", "visibility:hidden", "not painted"),
		hide("opacity", "opacity:0", "painted with nothing"),
		hide("font size", "font-size:0", "letters of no size"),
		hide("off to the left", "position:absolute;left:-9999px", "no scrolling gets there"),
		hide("off above", "position:absolute;top:-9999px", "no scrolling gets there"),
		hide("indent", "text-indent:-9999px;overflow:hidden", "the text is moved out of its box"),
		hide("no height", "height:0;overflow:hidden", "a box without an inside"),
		hide("no width", "width:0;overflow:hidden;white-space:nowrap", "a box without an inside"),
		hide("one pixel", "position:absolute;width:1px;height:1px;overflow:hidden;clip:rect(0 0 0 0)", "text for screen readers only"),
		hide("scale", "transform:scale(0)", "of no size"),
		hide("content-visibility", "content-visibility:hidden", "skipped"),
		{"inline opacity", `<p>a <span style="opacity:0">HID</span> b</p>`, "\ntext \"a b\"\n", "in the middle of a line"},
		{"inline size", `<p>a <span style="font-size:0">HID</span> b</p>`, "\ntext \"a b\"\n", "in the middle of a line"},
		{"attribute", `<p hidden>HID</p>`, gone, "by attribute"},
		{"until found", `<p hidden=until-found>HID</p>`, gone, "shown by a search only"},
		{"comment", `<!-- HID --><p>a</p>`, "\ntext \"a\"\n", "a comment is no text"},
		{"code", `<script>"HID"</script><style>HID{}</style><template>HID</template><noscript>HID</noscript>`, gone, "nor is code"},
		{"heading off the page", `<h2 style="position:absolute;left:-9999px">HID</h2>`, gone, "headings, too"},
		{"item of no height", `<ul style="height:0;overflow:hidden"><li>HID</ul>`, gone, "structure, too"},
		{"link off the page", `<a href=x style="position:absolute;left:-9999px">HID</a>`, gone, "what no pointer reaches"},
		{"link of one pixel", `<a href=x style="position:absolute;width:1px;height:1px;overflow:hidden">HID</a>`, gone, "what no pointer reaches"},
		{"faint and dead", `<div style="opacity:0;pointer-events:none"><button>HID</button></div>`, gone, "neither seen nor reached"},
		{"faint anchor", `<a style="opacity:0">HID</a>`, gone, "no control, so it is text"},
		{"faint", `<div style="opacity:0"><button>Soon</button></div>`, "\n*button \"Soon\"\n", "fades in when it is scrolled to; it can be clicked"},
		{"link around a float", `<a href=/x><div style="float:left;width:30px;height:30px">in</div></a>`, "\n*link \"in\" → SITE/x\n", "its own box is flat, its content is not"},
		{"fixed in flat", `<div style="height:0;overflow:hidden"><div style="position:fixed;top:0">shown</div></div>`, "\ntext \"shown\"\n", "fixed boxes are not cut off"},
		{"visible in hidden", `<div style="visibility:hidden">HID<p style="visibility:visible">shown</p></div>`, "\ntext \"shown\"\n", "it comes back"},
		{"body cuts off", `<style>html,body{height:0;overflow:hidden}</style><p>shown</p>`, "\ntext \"shown\"\n", "the body's overflow is the window's"},
		{"right to left", `<html dir=rtl><p style="position:absolute;right:-9999px">HID</p><p style="position:absolute;left:-300px;top:50px">shown</p>`, "\ntext \"shown\"\n", "there the left is what scrolling gets to"},
		{"scrolled out", `<div style="height:50px;overflow:auto" id=s><p style="height:40px">one</p><p style="height:400px">two</p></div><script>s.scrollTop = 300</script>`, `
			*generic scrollable (300 px above, 138 px below)
			 text "one"
			 text "two"
			`, "a scroll container brings it back"},
	})
}

func TestHints(t *testing.T) {
	icon := `<svg width=9 height=9><path d="M0 0h9v9z"/></svg>`
	checkRows(t, []snippet{
		{"tooltip", `<button data-tooltip="Delete row">` + icon + `</button>`, "\n*button ~\"Delete row\"\n", "what a library shows on hover"},
		{"icon class", `<button><i class="fa fa-trash"></i></button>`, "\n*button ~\"trash\"\n", "an icon font's class"},
		{"sprite", `<button><svg width=9 height=9><use href="/icons.svg#icon-arrow-left"/></svg></button>`, "\n*button ~\"arrow left\"\n", "the name in a sprite"},
		{"image file", `<button><img src="/img/shopping-cart.png" width=9 height=9></button>`, "\n*button ~\"shopping cart\"\n", "the name of an image file"},
		{"data image", `<button id=play-video><img src="data:image/gif;base64,R0lGODlhAQABAAAAACw=" width=9 height=9></button>`, "\n*button ~\"play video\"\n", "no file name; the id"},
		{"class words", `<button class="btn btn-primary css-1x2y3z closeDialog">` + icon + `</button>`, "\n*button ~\"close dialog\"\n", "words that someone chose, not those of a framework"},
		{"test id", `<button class="css-1ab2c3d" data-testid="add-to-cart">` + icon + `</button>`, "\n*button ~\"add cart\"\n", "what the makers call it"},
		{"text before a field", `<p>Street</p><input>`, "\ntext \"Street\"\n*textbox ~\"Street\" = \"\"\n", "the text beside it"},
		{"cell before a field", `<table><tr><th>City<td><input></table>`, `
			table
			 row
			  rowheader "City"
			  cell
			   *textbox ~"City" = ""
			`, "the cell beside it"},
		{"field name", `<input name="user_email">`, "\n*textbox ~\"user email\" = \"\"\n", "what the server calls it"},
		{"link address", `<a href="/account/settings"><img src="data:," width=9 height=9></a>`, "\n*link ~\"settings\" → SITE/account/settings\n", "where it leads"},
		{"nothing", `<div onclick="1" style="width:9px;height:9px"></div>`, "\n*generic\n", "no hint is better than a wrong one"},
	})
}
