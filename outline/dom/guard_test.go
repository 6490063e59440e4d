package dom

import (
	"testing"
	"time"

	"github.com/holdfast-go/holdfast/internal/testpage"
)

// registered makes the world with every document of the tab from now on, as
// the provider does.
func (p *livePage) registered() {
	p.t.Helper()
	script, name, err := (&Reader{world: p.world}).Script()
	if err != nil {
		p.t.Fatal(err)
	}
	p.call("Page.addScriptToEvaluateOnNewDocument", map[string]any{"source": script, "worldName": name}, nil)
}

func TestGuard(t *testing.T) {
	t.Parallel()
	early, late, site := openTab(t), openTab(t), testpage.New(t)
	early.registered()
	const list = `<ul id=l></ul><script>let data = ['Alpha', 'Beta', 'Gamma']; for (const _ of data) { const li = document.createElement('li'); li.innerHTML = '<b></b> <button>Delete</button>'; li.lastChild.onclick = () => hit(li.firstChild.textContent); l.append(li) }
		const paint = () => data.forEach((n, i) => l.children[i].firstChild.textContent = n); const rotate = () => { data.unshift(data.pop()); paint() }; paint(); l.querySelector('button').id = 'x'</script>`
	for _, test := range []struct {
		name, reason, html string
		logged             string
		pressed, clicked   bool
		event              string // of the miss; "" for none
		hit                string // name of what would have been hit
	}{
		{"quiet", "", list, "Alpha", true, true, "", ""},
		{"rotates under the pointer", "case R01 d", list + `<script>l.addEventListener('pointermove', rotate, {once: true})</script>`, "", false, false, "pointerdown", "Delete"},
		{"rotates on the press", "between press and click the node becomes another thing", list + `<script>l.addEventListener('mousedown', rotate)</script>`, "", true, false, "click", "Delete"},
		{"moves under the pointer", "another element is at the place then", `<div id=d style="height:0" onpointerenter></div><button id=x onclick="hit('x')">Go</button><br><button id=y onclick="hit('y')">No</button><script>addEventListener('pointermove', () => d.style.height = '40px')</script>` + `<style>body{margin-top:60px}#y{margin-top:-60px}</style>`, "", false, false, "pointerdown", ""},
		{"covered under the pointer", "", `<button id=x onclick="hit('x')">Go</button><script>addEventListener('pointermove', () => document.body.insertAdjacentHTML('beforeend', '<div style="position:fixed;inset:0" onclick="hit(1)">Wall</div>'), {once: true})</script>`, "", false, false, "pointerdown", ""},
		{"replaced under the pointer", "the new node has not been looked at", `<div id=d><button id=x onclick="hit('x')">Go</button></div><script>d.addEventListener('pointermove', () => d.innerHTML = d.innerHTML, {once: true})</script>`, "", false, false, "pointerdown", "Go"},
		{"hint on hover", "a hint leaves it the same thing", `<ul><li><b>Alpha</b> <button id=x onpointerenter="this.insertAdjacentHTML('afterend', '<i>Deletes it for good</i>')" onclick="hit('x')">Delete</button></ul>`, "x", true, true, "", ""},
		{"pressed look", "so does a label that changes while it is held", `<ul><li><b>Alpha</b> <button id=x onmousedown="this.textContent='Now'" onclick="hit('x')">Delete</button></ul>`, "x", true, true, "", ""},
		{"closes on the press", "what a press removes gets no click, as under a hand", `<div id=m><button id=x onmousedown="hit('down'); m.remove()" onclick="hit('x')">Pick</button></div><p>below`, "down", true, false, "", ""},
		{"label", "the click that a label passes on is the control's", `<label><input type=checkbox id=x style="display:none" onclick="hit('x')">On</label>`, "x", true, true, "", ""},
		{"term under the pointer", "the term says what a definition is of", `<dl><dt id=d>Alpha<dd><button id=x onclick="hit(d.textContent)">Edit</button><dt>Gamma<dd><button>Edit</button></dl><script>x.addEventListener('pointermove', () => d.textContent = 'Beta')</script>`, "", false, false, "pointerdown", "Edit"},
		{"label under the pointer", "a day of another month", `<div role=grid aria-label=May><div role=row><button>4</button><button id=x onclick="hit(document.querySelector('[role=grid]').ariaLabel)">5</button></div></div><script>x.addEventListener('pointermove', () => document.querySelector('[role=grid]').ariaLabel = 'June')</script>`, "", false, false, "pointerdown", "5"},
		{"bars under the pointer", "a drawing calls its parts by titles", `<svg width=90 height=40><rect id=x width=40 height=40 onclick="hit(x.textContent)"><title>Alpha</title></rect><rect x=45 width=40 height=40 onclick=hit(1)><title>Beta</title></rect></svg><script>x.addEventListener('pointermove', () => { const [a, b] = document.querySelectorAll('title'); a.textContent = 'Beta'; b.textContent = 'Alpha' })</script>`, "", false, false, "pointerdown", "Beta"},
		{"record under the pointer", "most words are the same, but another stands in its place", `<ul><li><b>Order</b> <i id=n>1001</i> <em>is paid</em> <button id=x onclick="hit(n.textContent)">Cancel</button></ul><script>x.addEventListener('pointermove', () => n.firstChild.data = '1002')</script>`, "", false, false, "pointerdown", "Cancel"},
		{"price gives way to a hint", "nothing else stands in its place", `<ul><li id=c><b>Lamp</b> <i>20 dollars</i> <button id=x onclick="hit('x')">Buy</button></ul><script>c.addEventListener('pointerenter', () => c.querySelector('i').outerHTML = '<u>Look at it</u>')</script>`, "x", true, true, "", ""},
		{"shadow root", "", `<my-box id=h></my-box><script>h.attachShadow({mode:'open'}).innerHTML = '<button>Go</button>'; h.shadowRoot.firstChild.onclick = () => hit('x')</script>`, "x", true, true, "", ""},
		{"document written anew", "document.open takes the listener away; the gate puts it back", list + `<script>addEventListener('load', () => setTimeout(() => { document.open(); document.write('<ul><li><b>Alpha</b> <button id=x onclick=&quot;log.push(1)&quot;>Delete</button></ul>'); document.close(); document.addEventListener('pointermove', () => document.querySelector('b').textContent = 'Beta') }))</script>`, "", false, false, "pointerdown", "Delete"},
	} {
		for _, tab := range []*livePage{early, late} {
			when := "late"
			if tab == early {
				when = "early"
			}
			t.Run(test.name+" "+when, func(t *testing.T) {
				tab.show(t, site.Page("", prelude+test.html))
				if test.name == "document written anew" {
					tab.run(`new Promise(r => { const f = () => document.querySelectorAll('li').length === 1 ? r() : setTimeout(f, 5); f() })`, nil)
				}
				selector := "#x"
				if test.name == "shadow root" {
					selector = "#h >>> button"
				}
				target := tab.target(selector)
				probe := tab.probe(ProbeRequest{Target: target, URL: tab.url, Scroll: true, Guard: 5 * time.Second})
				if probe.Outcome != OK {
					t.Fatalf("%+v", probe)
				}
				tab.click(probe.X, probe.Y)
				after, err := tab.world.after(t.Context(), AfterRequest{Node: target.Node, Identity: target.Identity, Reidentify: true})
				if err != nil {
					t.Fatal(err)
				}
				g := after.Guard
				if g == nil {
					t.Fatal("there was no guard")
				}
				if got := tab.logged(); got != test.logged {
					t.Errorf("%s: logged %q, want %q", test.reason, got, test.logged)
				}
				event, hit := "", ""
				if g.Missed != nil {
					event, hit = g.Missed.Event, g.Missed.Name
				}
				if g.Pressed != test.pressed || g.Clicked != test.clicked || event != test.event || test.hit != "" && hit != test.hit {
					t.Errorf("%s: %+v %+v; want %+v", test.reason, g, g.Missed, test)
				}
				if test.name != "document written anew" && g.Late != (when == "late") {
					t.Errorf("late: %v", g.Late)
				}
			})
		}
	}
}

// TestGuardBeforePageListeners shows why the guard should be there from the
// document's beginning: a page that listens on its window first has acted when
// the guard sees the event. It reports it then.
func TestGuardBeforePageListeners(t *testing.T) {
	t.Parallel()
	tab, site := openTab(t), testpage.New(t)
	page := site.Page("", prelude+`<ul id=l><li><b>Alpha</b> <button id=x>Delete</button><li><b>Beta</b> <button>Delete</button></ul><script>
		addEventListener('pointerdown', e => hit(e.target.previousElementSibling.textContent), true);
		addEventListener('pointermove', () => { const [a, b] = l.querySelectorAll('b'); [a.textContent, b.textContent] = ['Beta', 'Alpha'] }, {once: true})</script>`)
	for _, test := range []struct {
		name, logged string
	}{{"late", "Beta"}, {"early", ""}} {
		t.Run(test.name, func(t *testing.T) {
			if test.name == "early" {
				tab.t = t
				tab.registered()
			}
			tab.show(t, page)
			target := tab.target("#x")
			probe := tab.probe(ProbeRequest{Target: target, URL: tab.url, Guard: 5 * time.Second})
			tab.click(probe.X, probe.Y)
			after, err := tab.world.after(t.Context(), AfterRequest{Node: target.Node, Identity: target.Identity})
			if err != nil {
				t.Fatal(err)
			}
			if got := tab.logged(); got != test.logged || after.Guard.Missed == nil || after.Guard.Late != (test.name == "late") {
				t.Errorf("logged %q, want %q; %+v", got, test.logged, after.Guard)
			}
		})
	}
}

// TestGuardInFrames presses in a frame of the page's origin whose own scripts
// listen first of all.
func TestGuardInFrames(t *testing.T) {
	t.Parallel()
	tab, site := openTab(t), testpage.New(t)
	tab.registered()
	site.Page("/inner", prelude+`<script>addEventListener('pointerdown', e => hit(e.target.previousElementSibling.textContent), true)</script>
		<ul id=l><li><b>Alpha</b> <button id=x onclick="hit('clicked')">Delete</button><li><b>Beta</b> <button>Delete</button></ul>`)
	for _, test := range []struct{ name, change, logged string }{
		{"quiet", ``, "Alpha clicked"},
		{"changed", `f.contentDocument.addEventListener('pointermove', () => { f.contentDocument.querySelector('b').textContent = 'Beta' })`, ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			tab.show(t, site.Page("", prelude+`<iframe id=f src="/inner"></iframe>`))
			target := tab.target("#f >>> #x")
			probe := tab.probe(ProbeRequest{Target: target, URL: tab.url, Guard: 5 * time.Second})
			tab.run(test.change+";0", nil)
			tab.click(probe.X, probe.Y)
			after, err := tab.world.after(t.Context(), AfterRequest{Node: target.Node, Identity: target.Identity})
			if err != nil {
				t.Fatal(err)
			}
			if got := tab.logged(); got != test.logged || (after.Guard.Missed != nil) != (test.logged == "") {
				t.Errorf("logged %q, want %q; %+v", got, test.logged, after.Guard)
			}
		})
	}
}

// TestGuardEnds presses without a probe after the watch is over.
func TestGuardEnds(t *testing.T) {
	t.Parallel()
	p := openPage(t, prelude+`<button id=x onclick="hit('x')">Go</button> <button id=y onclick="hit('y')">Other</button>`)
	first := p.probe(ProbeRequest{Target: p.target("#x"), URL: p.url, Guard: 10 * time.Second})
	other := p.probe(ProbeRequest{Target: p.target("#y"), URL: p.url, Purpose: Locate})
	if first.Outcome != OK || other.Outcome != OK {
		t.Fatal(first, other)
	}
	if _, err := p.world.after(t.Context(), AfterRequest{Node: p.target("#x").Node}); err != nil {
		t.Fatal(err)
	}
	p.click(other.X, other.Y)
	if got := p.logged(); got != "y" {
		t.Errorf("after the after-read a person may press what they like: %q", got)
	}
}
