package dom

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/holdfast-go/holdfast/internal/testpage"
)

// publish gives numbers to all that could be operated, as a snapshot does.
func (p *livePage) publish() {
	p.t.Helper()
	p.inside(`h => { for (const root of h.roots()) for (const e of h.all(root, '*')) if (h.operable(e)) h.idOf(e) }`, nil)
}

// act presses an element and reads what became of it.
func (p *livePage) act(selector string) (*ProbeResult, *AfterResult) {
	p.t.Helper()
	target := p.target(selector)
	probe := p.probe(ProbeRequest{Target: target, URL: p.url, Scroll: true, Guard: 5 * time.Second})
	if probe.Outcome != OK {
		p.t.Fatalf("probe: %+v", probe)
	}
	p.click(probe.X, probe.Y)
	after, err := p.world.after(p.t.Context(), AfterRequest{Node: target.Node, Identity: probe.Identity, Name: probe.Name, Reidentify: true})
	if err != nil {
		p.t.Fatal(err)
	}
	return probe, after
}

func TestAfter(t *testing.T) {
	t.Parallel()
	tab, site := openTab(t), testpage.New(t)
	// list is a list of records that a page paints into the same nodes.
	list := func(row, paint string) string {
		return `<ul id=l></ul><script>let data = [1001, 1002, 1003, 1004]; const names = {1001: 'Alpha', 1002: 'Beta', 1003: 'Gamma', 1004: 'Delta'};
			const make = () => { const li = document.createElement('li'); li.innerHTML = '` + row + `'; return li };
			const paint = () => { while (l.children.length < data.length) l.append(make()); while (l.children.length > data.length) l.lastChild.remove(); data.forEach((n, i) => { const li = l.children[i]; ` + paint + ` }) };
			const drop = e => { const i = [...l.children].indexOf(e.closest('li')); data.splice(i, 1); paint() }; paint(); l.children[1].querySelector('button').id = 'x'</script>`
	}
	for _, test := range []struct {
		name, reason, html    string
		changed, other, again bool     // whether anything changed; whether the identity did; whether it is the same thing
		others                []string // names of the re-identified things beside it
	}{
		{"dead button", "an action without effect says so", `<button id=x>Go</button>`, false, false, false, nil},
		{"dead text", "the focus that a press takes away is no effect", `<input autofocus aria-label=N><p id=x role=button>Go</p>`, false, false, false, nil},
		{"attribute", "", `<button id=x onclick="this.className='on'">Go</button>`, true, false, false, nil},
		{"elsewhere in the page", "", `<button id=x onclick="i.textContent='done'">Go</button><p id=i>`, true, false, false, nil},
		{"checkbox", "a state is no mutation of the page", `<label><input type=checkbox id=x>On</label>`, true, false, false, nil},
		{"focus elsewhere", "", `<button id=x onclick="y.focus()">Go</button><input id=y aria-label=N>`, true, false, false, nil},
		{"scrolls", "", `<button id=x onclick="window.scrollTo(0,500)">Go</button><div style="height:3000px">`, true, false, false, nil},
		{"removed", "", `<ul><li>Alpha <button id=x onclick="this.closest('li').remove()">Delete</button></ul>`, true, false, false, nil},
		{"toggle", "its label says what it will do next", `<ul><li>Alpha <button id=x onclick="this.textContent='Following'">Follow</button></ul>`, true, true, true, nil},
		{"toggle without an item", "", `<button id=x onclick="this.textContent='Pause'">Play</button><p>song</p>`, true, true, true, nil},
		{"stepper", "its row shows another number; the other controls of the row are the same, too",
			`<table><tr><td>Red shoe<td><button>−</button> <i id=n>1</i> <button id=x onclick="n.textContent=2; s.textContent='$20'; u.textContent='$20'">+</button><td id=s>$10<td><button>Remove</button><tr><td>Hat<td><button>−</button> <i>1</i> <button>+</button><td>$7<td><button>Remove</button><tr><td>Total<td><td id=u>$10<td></table>`,
			true, true, true, []string{"−", "Remove"}},
		{"opens a menu", "the row has more text then", `<ul><li><b>Alpha</b> <button id=x onclick="this.insertAdjacentHTML('afterend','<div role=menu><div role=menuitem tabindex=0>Edit</div><div role=menuitem tabindex=0>Share</div></div>')">More</button><li><b>Beta</b> <button>More</button></ul>`, true, true, true, nil},
		{"error in the form", "what is said about one field changes what is around another",
			`<div><div><h3>Your order</h3><div><button id=x onclick="e.textContent='Please choose a size'">Check</button><i id=e></i></div><button>Buy</button></div><p>x</p></div><p>y</p>`, true, true, true, []string{"Buy"}},
		{"rows used again", "Beta is gone and its node shows Gamma", list(`<b></b> <button>Delete</button>`, `li.firstChild.textContent = names[n]; li.lastChild.onclick = e => drop(e.target)`), true, true, false, nil},
		{"rows with numbers", "records that differ in a number only", list(`Order <b></b> <button>Delete</button>`, `li.children[0].textContent = n; li.lastChild.onclick = e => drop(e.target)`), true, true, false, nil},
		{"rows with a common beginning", "the words before the record's name are the same", list(`<i>Playlist</i> <b></b> <button>Delete</button>`, `li.children[1].textContent = names[n]; li.lastChild.onclick = e => drop(e.target)`), true, true, false, nil},
		{"rows of one button", "nothing but the label tells them apart", list(`<button></button>`, `li.lastChild.textContent = 'Delete ' + names[n]; li.lastChild.onclick = e => drop(e.target)`), true, true, false, nil},
		{"buttons without rows", "", `<div id=l></div><p>end</p><script>let d = ['Alpha','Beta','Gamma']; const paint = () => { while (l.children.length < d.length) l.append(document.createElement('button')); while (l.children.length > d.length) l.lastChild.remove(); d.forEach((n, i) => { const b = l.children[i]; b.textContent = 'Delete ' + n; b.onclick = () => { d.splice(i, 1); paint() } }) }; paint(); l.children[1].id = 'x'</script>`, true, true, false, nil},
		{"changes places", "the old thing is elsewhere now, with nothing beside it that tells", `<div><button id=x onclick="this.textContent='Open Beta'; y.textContent='Open Alpha'">Open Alpha</button></div><section><button id=y>Open Beta</button></section>`, true, true, false, nil},
		{"rows rotate", "the old thing is somewhere else now", list(`<i>Item</i> <b></b> <button>Up</button>`, `li.children[1].textContent = names[n]; li.lastChild.onclick = () => { data.reverse(); paint() }`), true, true, false, nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			tab.show(t, site.Page("", `<!doctype html>`+test.html))
			tab.publish()
			_, after := tab.act("#x")
			e := after.Element
			if !after.Watched || after.Changed != test.changed {
				t.Errorf("%s: changed %v, want %v", test.reason, after.Changed, test.changed)
			}
			if e.ChangedIdentity != test.other || e.Reidentified != test.again {
				t.Errorf("%s: other identity %v, the same thing %v; want %v, %v", test.reason, e.ChangedIdentity, e.Reidentified, test.other, test.again)
			}
			var others []string
			for _, o := range after.Others {
				others = append(others, o.Name)
				if o.From == o.To || o.From == 0 || o.To == 0 || o.ID == 0 {
					t.Errorf("nonsense: %+v", o)
				}
			}
			if !slices.Equal(others, test.others) {
				t.Errorf("%s: also the same: %v, want %v", test.reason, others, test.others)
			}
			if after.Guard == nil || !after.Guard.Pressed || after.Guard.Missed != nil {
				t.Errorf("guard: %+v", after.Guard)
			}
			if e.Connected == (test.name == "removed") {
				t.Errorf("connected: %v", e.Connected)
			}
			// A thing that is the same is what the next probe expects.
			if e.Reidentified {
				target := tab.target("#x")
				if target.Identity != e.Identity || target.Name != e.Name {
					t.Errorf("%+v is not what is there: %+v", e, target)
				}
			}
		})
	}
}

// TestAfterInFrame watches the documents around a frame, too.
func TestAfterInFrame(t *testing.T) {
	t.Parallel()
	p := openPage(t, `<iframe id=f srcdoc="<button id=x onclick=&quot;parent.i.textContent='done'&quot;>Go</button>"></iframe><p id=i>`)
	if _, after := p.act("#f >>> #x"); !after.Changed || !after.Guard.Clicked {
		t.Errorf("%+v %+v", after, after.Guard)
	}
}

func TestAfterDocument(t *testing.T) {
	t.Parallel()
	tab, site := openTab(t), testpage.New(t)
	tab.show(t, site.Page("", `<button id=x>Go</button>`))
	node := tab.target("#x").Node
	next := site.Page("", `<title>Next</title>`)
	tab.show(t, next)
	after, err := tab.world.after(t.Context(), AfterRequest{Node: node})
	if err != nil {
		t.Fatal(err)
	}
	if !after.Document || after.URL != next || after.Title != "Next" || after.Element.Connected {
		t.Errorf("%+v", after)
	}
}

func TestAfterValue(t *testing.T) {
	t.Parallel()
	tab, site := openTab(t), testpage.New(t)
	for _, test := range []struct {
		name, html, value string
		protected         bool
	}{
		{"kept", `<input id=x aria-label=N>`, "new", false},
		{"cut", `<input id=x aria-label=N maxlength=2>`, "ne", false},
		{"rewritten", `<input id=x aria-label=N oninput="this.value=this.value.toUpperCase()">`, "NEW", false},
		{"password", `<input id=x type=password aria-label=P>`, "", true},
	} {
		t.Run(test.name, func(t *testing.T) {
			tab.show(t, site.Page("", test.html))
			target := tab.target("#x")
			if got := tab.fill("#x", "new"); got.Outcome != OK {
				t.Fatalf("%+v", got)
			}
			after, err := tab.world.after(t.Context(), AfterRequest{Node: target.Node, Identity: target.Identity, Reidentify: true})
			if err != nil {
				t.Fatal(err)
			}
			e := after.Element
			if !e.HasValue || e.Value != test.value || e.Protected != test.protected || !after.Changed || e.ChangedIdentity {
				t.Errorf("%+v", after)
			}
			if after.Active == nil || after.Active.ID != target.Node.ID {
				t.Errorf("the focus is at %+v", after.Active)
			}
			if test.protected && strings.Contains(e.Value, "new") {
				t.Error("a password left the page")
			}
		})
	}
}

// TestLate changes pages after the after-read of an action, and probes again
// with what that gave.
func TestLate(t *testing.T) {
	t.Parallel()
	tab, site := openTab(t), testpage.New(t)
	for _, test := range []struct {
		name, reason, html, late string
		outcome                  Outcome
	}{
		{"suggestions", "a list that comes in a field's own box leaves it the same field",
			`<header><div><p>Find</p><div id=d><input id=x aria-label=Search><button>Go</button></div></div></header><p>page`,
			`d.insertAdjacentHTML('beforeend', '<ul><li>red shoe<li>red hat</ul>')`, OK},
		{"suggestions change", "as often as they like",
			`<header><div><p>Find</p><div id=d><input id=x aria-label=Search><ul id=u></ul></div></div></header><p>page`,
			`u.innerHTML = '<li>red shoe'; u.innerHTML = '<li>red hat'`, OK},
		{"validation", "so does what is said about it", `<form><ul><li><label for=x>Name</label> <input id=x> <span id=e></span></ul></form>`, `e.textContent = 'This name is taken'`, OK},
		{"badge in a row", "", `<ul><li id=r><b>Alpha</b> <button id=x>Like</button><li><b>Beta</b> <button>Like</button></ul>`, `r.insertAdjacentHTML('beforeend', '<i>new</i>')`, OK},
		{"late toggle", "its label changes when the answer is there", `<ul><li><b>Alpha</b> <button id=x>Like</button><li><b>Beta</b> <button>Like</button></ul>`, `x.textContent = 'Unlike'`, OK},
		{"record changes", "the row shows another one", `<ul><li><b id=b>Alpha</b> <button id=x>Like</button><li><b>Beta</b> <button>Like</button></ul>`, `b.textContent = 'Gamma'`, Mismatch},
		{"record changes in its text node", "", `<ul><li><b id=b>Alpha</b> <button id=x>Like</button><li><b>Beta</b> <button>Like</button></ul>`, `b.firstChild.data = 'Gamma'`, Mismatch},
		{"record and label change", "", `<ul><li><b id=b>Alpha</b> <button id=x>Like Alpha</button></ul>`, `b.textContent = 'Gamma'; x.textContent = 'Like Gamma'`, Mismatch},
		{"only labels", "nothing but its label tells the thing from the next", `<ul><li><button id=x>Like Alpha</button><li><button>Like Beta</button></ul>`, `x.textContent = 'Like Gamma'`, Mismatch},
		{"only labels, two in a row", "", `<ul><li><button>Open Alpha</button> <button id=x>Like Alpha</button></ul>`, `x.textContent = 'Like Gamma'`, Mismatch},
		{"other role", "", `<ul><li><b>Alpha</b> <button id=x>Like</button></ul>`, `x.setAttribute('role', 'switch')`, Mismatch},
		{"moved to another row", "it has other words around it", `<ul><li id=r><b>Alpha</b> <button id=x>Like</button><li id=s><b>Beta</b></ul>`, `s.append(x)`, Mismatch},
	} {
		t.Run(test.name, func(t *testing.T) {
			tab.show(t, site.Page("", `<!doctype html>`+test.html))
			tab.publish()
			target := tab.target("#x")
			_, after := tab.act("#x")
			if after.Element.ChangedIdentity {
				t.Fatalf("changed too early: %+v", after.Element)
			}
			tab.run(test.late+";0", nil)
			for _, again := range []string{"first", "second"} {
				got := tab.probe(ProbeRequest{Target: target, URL: tab.url})
				if got.Outcome != test.outcome {
					t.Errorf("%s: the %s probe gave %s, want %s", test.reason, again, got.Outcome, test.outcome)
				}
			}
		})
	}
}

// TestSetWhileCounting sets a field whose item counts its letters, after typing
// did not do.
func TestSetWhileCounting(t *testing.T) {
	t.Parallel()
	p := openPage(t, `<ul><li><b>Note</b> <input id=x aria-label=Text oninput="n.textContent = this.value.length + ' of 100'"> <i id=n>0 of 100</i></ul>`)
	target := p.target("#x")
	if got := p.fill("#x", "new"); got.Outcome != OK {
		t.Fatalf("%+v", got)
	}
	set, err := p.world.setValue(t.Context(), SetValueRequest{Target: target, URL: p.url, Value: "newer"})
	if err != nil {
		t.Fatal(err)
	}
	if set.Outcome != OK || set.Value != "newer" {
		t.Errorf("%+v", set)
	}
}
