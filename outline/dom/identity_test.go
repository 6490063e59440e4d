package dom

import (
	"testing"

	"github.com/holdfast-go/holdfast/internal/testpage"
	"github.com/holdfast-go/holdfast/refs"
)

// locate probes without any wish to act.
func (p *livePage) locate(target refs.Target, relocate bool) *ProbeResult {
	p.t.Helper()
	result, err := p.world.probe(p.t.Context(), ProbeRequest{Target: target, URL: p.url, Purpose: Locate, Relocate: relocate})
	if err != nil {
		p.t.Fatal(err)
	}
	return result
}

func TestIdentity(t *testing.T) {
	t.Parallel()
	p, site := openTab(t), testpage.New(t)
	const (
		rows = `<table><tr id=r1><td>Alpha<td>12<td><button id=x>Delete</button><tr id=r2><td>Beta<td>7<td><button id=y>Delete</button></table>`
		list = `<ul><li id=r1><span>Alpha</span> <a href="#" id=x>Open</a><li id=r2><span>Beta</span> <a href="#" id=y>Open</a></ul>`
	)
	for _, test := range []struct {
		name, reason string
		html         string
		change       string // a script of the page
		same         bool   // whether #x is still the same thing
	}{
		{"nothing", "", rows, ``, true},
		{"row text", "the row shows another record", rows, `r1.cells[0].textContent = 'Gamma'`, false},
		{"row number", "records may differ in a number only", rows, `r1.cells[1].textContent = '13'`, false},
		{"digits move between cells", "1|23 is not 12|3", `<table><tr id=r1><td>1<td>23<td><button id=x>Delete</button></table>`,
			`r1.cells[0].textContent = '12'; r1.cells[1].textContent = '3'`, false},
		{"other row", "what happens to the neighbours is theirs", rows, `r2.cells[0].textContent = 'Gamma'; r2.before(r2.cloneNode(true))`, true},
		{"moved", "where a row stands makes it no other", rows, `r2.after(r1)`, true},
		{"white space", "text is folded", rows, `r1.cells[0].innerHTML = '\n  Alpha\u00a0 '`, true},
		{"list item", "as for rows", list, `r1.firstChild.textContent = 'Gamma'`, false},
		{"label of the item", "an item may be called by an attribute only", `<ul><li id=r1 aria-label=Alpha><button id=x>Delete</button></ul>`, `r1.setAttribute('aria-label', 'Beta')`, false},
		{"own name", "the label is part of the thing", list, `x.textContent = 'Close'`, false},
		{"own name by attribute", "so is one that is not text", list, `x.setAttribute('aria-label', 'Shut')`, false},
		{"role", "and the role", list, `x.setAttribute('role', 'button')`, false},
		{"class", "looks are not", list, `x.className = 'hot'; r1.className = 'odd'; r1.style.color = 'red'`, true},
		{"state", "nor are states", `<ul><li>Alpha <input type=checkbox id=x aria-label=Done></ul>`, `x.checked = true; x.disabled = true`, true},
		{"typed value", "what people type is no part", `<ul><li>Alpha <input id=x aria-label=Amount value=1> <textarea>a</textarea> <div contenteditable>b</div></ul>`,
			`x.value = '2'; document.querySelector('textarea').textContent = 'c'; document.querySelector('[contenteditable]').textContent = 'd'`, true},
		{"chosen option", "nor what they choose", `<ul><li>Alpha <select id=x aria-label=Size><option>S<option>M</select></ul>`, `x.selectedIndex = 1; x.append(new Option('L'))`, true},
		{"minutes later", "relative times are folded", `<ul><li>Alpha <i id=i>2 min ago</i> <button id=x>Reply</button></ul>`, `i.textContent = '1 hour ago'`, true},
		{"minutes later in its name", "also in names", `<ul><li>Alpha <button id=x>Answer of 2 minutes ago</button></ul>`, `x.textContent = 'Answer of 3 minutes ago'`, true},
		{"time with a date", "a machine-readable time counts instead", `<ul><li>Alpha <time id=i datetime="2031-01-02">yesterday</time> <button id=x>Reply</button></ul>`, `i.textContent = '2 days'`, true},
		{"time with another date", "and tells records apart", `<ul><li>Alpha <time id=i datetime="2031-01-02">yesterday</time> <button id=x>Reply</button></ul>`, `i.setAttribute('datetime', '2031-01-03')`, false},
		{"nothing but a time", "then the time tells the rows apart", `<ul><li><i id=i>2 min ago</i> <button id=x>Reply</button> <button>Share</button></ul>`, `i.textContent = '1 hour ago'`, false},
		{"a choice of times", "a name that is a time is all there is", `<div role=listbox><div role=option id=x tabindex=0>1 hour ago</div></div>`, `x.textContent = '2 hours ago'`, false},
		{"day", "single words stand", `<ul><li><i id=i>Today</i> <button id=x>Details</button></ul>`, `i.textContent = 'Yesterday'`, false},
		{"live region", "what is announced comes and goes", `<ul><li>Alpha <button id=x>Save</button> <span role=status id=i></span></ul>`, `i.textContent = 'Saved'`, true},
		{"hidden menu shows", "hidden text counts, so showing it changes nothing", `<ul><li>Alpha <button id=x>More</button> <span id=i hidden>Edit Share</span></ul>`, `i.hidden = false`, true},
		{"picture", "an alternative text is text", `<ul><li><img id=i alt="Red shoe"> <button id=x>Add</button></ul>`, `i.alt = 'Blue shoe'`, false},
		{"card", "without any item, a container that adds a little counts",
			`<main><div class=c><h3 id=i>Red shoe</h3><div><button id=x>Add</button></div></div><div class=c><h3>Blue shoe</h3><div><button>Add</button></div></div></main>`, `i.textContent = 'Green shoe'`, false},
		{"card among others", "the other cards are no part of it",
			`<main><div class=c><h3>Red shoe</h3><div><button id=x>Add</button></div></div><div class=c><h3 id=i>Blue shoe</h3><div><button>Add</button></div></div></main>`, `i.textContent = 'Green shoe'`, true},
		{"card with a linked title", "links are text of a card",
			`<main><div class=c><a href="#" id=i>Red shoe</a><button id=x>Add</button></div><div class=c><a href="#">Blue shoe</a><button>Add</button></div></main>`, `i.textContent = 'Green shoe'`, false},
		{"linked title of another card", "a container with its like in it tells nothing",
			`<main><p>Shoes</p><div><div class=c><a href="#">Red shoe</a><button id=x>Add</button></div><div class=c><a href="#" id=i>Blue shoe</a><button>Add</button></div></div></main>`, `i.textContent = 'Green shoe'`, true},
		{"actions of a card", "other buttons are passed over",
			`<main><p>Intro</p><div><h2 id=i>Alpha</h2><div><button>Edit</button><button id=x>Delete</button></div></div></main>`, `i.textContent = 'Beta'`, false},
		{"application root", "the page is no thing", `<div id=root><h1>Shop</h1><p id=i>3 visitors</p><button id=x>Buy</button></div>`, `i.textContent = '4 visitors'`, true},
		{"dialog", "a dialog asks about one thing", `<div role=dialog aria-label="Sure?"><p id=i>Delete Alpha?</p><button id=x>OK</button></div>`, `i.textContent = 'Delete Beta?'`, false},
		{"dialog's label", "", `<div role=dialog aria-labelledby=i><h2 id=i>Delete Alpha</h2><form>` + "<p>words that are many </p>" + `<button id=x>OK</button></form></div>`, `i.textContent = 'Delete Beta'`, false},
		{"long article", "its beginning tells", `<article><h2 id=i>Alpha</h2><p id=p></p><button id=x>Share</button></article><script>p.textContent = 'many words '.repeat(100)</script>`, `i.textContent = 'Beta'`, false},
		{"end of a long article", "its end does not", `<article><h2>Alpha</h2><p id=p></p><button id=x>Share</button><p id=i>1 comment</p></article><script>p.textContent = 'many words '.repeat(100)</script>`, `i.textContent = '2 comments'`, true},
		{"month of a calendar", "a table's label counts", `<h3 id=i>May</h3><table aria-labelledby=i><tr><td><button>1</button><td><button id=x>2</button></table>`, `i.textContent = 'June'`, false},
		{"count in a label", "but no numbers in it", `<section><table aria-label="Cart, 3 items" id=i><tr><td>Shoe<td><button id=x>Remove</button></table></section>`, `i.setAttribute('aria-label', 'Cart, 2 items')`, true},
		{"group", "the address it belongs to", `<fieldset><legend id=i>Billing</legend><label>Street <input id=x></label></fieldset>`, `i.textContent = 'Shipping'`, false},
		{"definition", "a term's definition", `<dl><dt id=i>Alpha<dd><button id=x>Delete</button><dt>Beta<dd><button>Delete</button></dl>`, `i.textContent = 'Gamma'`, false},
		{"expanded tree item", "nested items are things of their own", `<ul><li id=i>Folder <button id=x>Toggle</button></ul>`, `i.insertAdjacentHTML('beforeend', '<ul><li>File</ul>')`, true},
		{"menu item in a row", "a menu's item belongs to the row around", `<ul><li><b id=i>Alpha</b> <div role=menu><div role=menuitem tabindex=0 id=x>Delete</div></div></ul>`, `i.textContent = 'Beta'`, false},
		{"slotted item", "the flat tree is what people see", `<my-row id=i><button id=x>Delete</button></my-row><script>i.attachShadow({mode:'open'}).innerHTML='<div role=listitem><b>Alpha</b><slot></slot></div>'</script>`,
			`i.shadowRoot.querySelector('b').textContent = 'Beta'`, false},
		{"form that shadows properties", "names of fields hide nothing", `<form><ul><li><b id=i>Alpha</b> <input name=parentNode><input name=firstChild><button id=x>Go</button></ul></form>`, `i.textContent = 'Beta'`, false},
	} {
		t.Run(test.name, func(t *testing.T) {
			p.show(t, site.Page("", test.html))
			target := p.target("#x")
			if test.change != "" {
				p.run(test.change+";0", nil)
			}
			got := p.locate(target, false)
			want := Mismatch
			if test.same {
				want = OK
			}
			if got.Outcome != want {
				t.Errorf("%s: %s, want %s", test.reason, got.Outcome, want)
			}
			if want == Mismatch && (got.Now == nil || got.Now.ID != target.Node.ID) {
				t.Errorf("the refusal does not say what is there now: %+v", got.Now)
			}
		})
	}
}

func TestRelocate(t *testing.T) {
	t.Parallel()
	p, site := openTab(t), testpage.New(t)
	const list = `<ul id=l><li><span>Alpha</span> <button id=x>Delete</button><li><span>Beta</span> <button>Delete</button></ul>`
	for _, test := range []struct {
		name, reason string
		html         string
		change       string
		outcome      Outcome
		candidates   int
		row          string // text of the item of the element that was found
	}{
		{"replaced", "every node is new", list, `l.innerHTML = l.innerHTML`, OK, 0, "Alpha Delete"},
		{"rotated", "the same nodes show other records", list, `[...l.querySelectorAll('span')].reverse().forEach((s, i) => s.textContent = ['Alpha', 'Beta'][i])`, OK, 0, "Alpha Delete"},
		{"gone", "no element has the identity", list, `l.firstElementChild.remove()`, Gone, 0, ""},
		{"recycled and gone", "the node shows another record and the old one is nowhere", list,
			`l.lastElementChild.remove(); l.querySelector('span').textContent = 'Beta'`, Mismatch, 0, ""},
		{"several", "two have it: which one was meant is unknown", list, `const a = l.firstElementChild; l.append(a.cloneNode(true), a.cloneNode(true)); a.remove()`, Gone, 2, ""},
		{"into a shadow root", "other trees of the document are searched", list + `<my-box id=b></my-box>`,
			`b.attachShadow({mode:'open'}).append(...l.childNodes)`, OK, 0, "Alpha Delete"},
		{"hidden twin", "what nobody can see is no candidate", list + `<ul hidden id=h></ul>`, `h.innerHTML = l.innerHTML; l.innerHTML = l.innerHTML`, OK, 0, "Alpha Delete"},
		{"name by attribute", "names do not come from text only", `<ul id=l><li>Alpha <button id=x aria-label="Delete Alpha">🗑</button></ul>`, `l.innerHTML = l.innerHTML`, OK, 0, "Alpha 🗑"},
		{"labelled field", "nor from the element's own attributes", `<form id=l><label for=x>City</label><input id=x></form>`, `l.innerHTML = l.innerHTML`, OK, 0, ""},
		{"clickable without a role", "any element may be a thing", `<ul id=l><li>Alpha <div id=x style="cursor:pointer" onclick="1">open</div></ul>`, `l.innerHTML = l.innerHTML`, OK, 0, "Alpha open"},
	} {
		t.Run(test.name, func(t *testing.T) {
			p.show(t, site.Page("", test.html))
			target := p.target("#x")
			p.run("{"+test.change+"};0", nil)
			got := p.locate(target, true)
			if got.Outcome != test.outcome || got.Candidates != test.candidates {
				t.Fatalf("%s: %s, %d candidates; want %s, %d\n%+v", test.reason, got.Outcome, got.Candidates, test.outcome, test.candidates, got)
			}
			if got.Outcome != OK {
				return
			}
			if got.Relocated != (got.ID != target.Node.ID) {
				t.Error("the result names another element without saying so")
			}
			var row string
			p.inside(`h => { const e = h.elementOf(`+itoa(got.ID)+`).closest('li'); return e ? e.textContent.replace(/\s+/g, ' ').trim() : '' }`, &row)
			if row != test.row {
				t.Errorf("%s: found in %q, want %q", test.reason, row, test.row)
			}
			if got.Identity != target.Identity || got.Role != target.Role || got.Name != target.Name {
				t.Errorf("found another thing: %+v for %+v", got, target)
			}
		})
	}
}
