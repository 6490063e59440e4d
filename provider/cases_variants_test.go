package provider_test

import (
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/holdfast-go/holdfast/browser"
	"github.com/holdfast-go/holdfast/internal/testpage"
	"github.com/holdfast-go/holdfast/provider"
)

// The cases' kinds of trouble in other dress: other markup, other widgets, the
// same reports.

// R01 in a table with attributes for labels, in a shadow root, and in an SVG.
func TestVariantR01(t *testing.T) {
	p := newProvider(t)
	const paint = `names=['Alpha','Beta','Gamma'];hits=[];function paint(){rows().forEach((r,i)=>{r.hidden=!names[i];if(names[i])set(r,names[i])})}`
	for _, c := range []struct{ name, page string }{
		{"table with labels by attribute", `<table id=t></table><script>` + paint + `
rows=()=>[...t.rows];set=(r,n)=>{r.cells[0].textContent=n;r.querySelector('button').setAttribute('aria-label','Delete '+n);r.querySelector('button').onclick=()=>hits.push(n)};
t.innerHTML='<tr><td><td><button>×</button>'.repeat(3);paint()</script>`},
		{"shadow root", `<div id=host></div><script>` + paint + `
root=host.attachShadow({mode:'open'});rows=()=>[...root.querySelectorAll('div')];set=(r,n)=>{r.firstChild.textContent=n;r.lastChild.textContent='Delete '+n;r.lastChild.onclick=()=>hits.push(n)};
root.innerHTML='<div role=listitem><b></b> <span role=button tabindex=0></span></div>'.repeat(3);paint()</script>`},
		{"menu items", `<div role=menu id=m></div><script>` + paint + `
rows=()=>[...m.children];set=(r,n)=>{r.textContent='Delete '+n;r.onclick=()=>hits.push(n)};m.innerHTML='<div role=menuitem tabindex=-1></div>'.repeat(3);paint()</script>`},
	} {
		for _, change := range []struct {
			run  string
			acts bool
		}{{"names=['Gamma','Alpha','Beta'];paint()", true}, {"names.shift();paint()", false}} {
			page := open(t, p, testpage.HTML(t, c.page))
			alpha := ref(t, snapshot(t, page), "", "Delete Alpha")
			evalAs[any](t, page, change.run+",0")
			_, err := page.Click(within(t, 10*time.Second), browser.ClickRequest{Ref: alpha})
			hits := evalAs[[]string](t, page, "hits")
			if change.acts && (err != nil || !slices.Equal(hits, []string{"Alpha"})) || !change.acts && (!errors.Is(err, browser.ErrStaleRef) || len(hits) > 0) {
				t.Errorf("%s, %s: reached %q, %v", c.name, change.run, hits, err)
			}
		}
	}
}

// R06 from a link, a change handler and a key.
func TestVariantR06(t *testing.T) {
	page := open(t, newProvider(t, provider.WithDialogs(provider.AskDialogs)), testpage.HTML(t, `<script>r=[]</script>
<a href="javascript:r.push(confirm('Go?'))">Go</a><label>Size <select onchange="r.push(prompt('How many?','3'))"><option>S<option>M</select></label>
<label>Name <input onkeydown="if(event.key==='Enter')alert('Sent')"></label>`))
	snap := snapshot(t, page)
	r, err := page.Click(within(t, 10*time.Second), browser.ClickRequest{Ref: ref(t, snap, "link", "Go")})
	if err != nil {
		t.Fatal(err)
	}
	openIn(t, r, browser.Dialog{Kind: "confirm", Message: "Go?"})
	answer(t, page, browser.AcceptDialog, nil)
	r, err = page.Select(within(t, 10*time.Second), browser.SelectRequest{Ref: ref(t, snap, "combobox", "Size"), Labels: []string{"M"}})
	if err != nil || len(r.Dialogs) != 1 || r.Dialogs[0].Default != "3" {
		t.Fatalf("%v %v", r, err)
	}
	seven := "7"
	answer(t, page, browser.AcceptDialog, &seven)
	r, err = page.Fill(within(t, 10*time.Second), browser.FillRequest{Ref: ref(t, snap, "textbox", "Name"), Value: "Ada", Submit: true})
	if err != nil || len(r.Dialogs) != 1 || r.Dialogs[0].Message != "Sent" {
		t.Fatalf("%v %v", r, err)
	}
	answer(t, page, browser.AcceptDialog, nil)
	holds(t, page, "JSON.stringify(r) === '[true,\"7\"]'")
}

// R21 by a layer without words in a closed shadow root, and by one that lets the
// pointer through.
func TestVariantR21(t *testing.T) {
	page := open(t, newProvider(t), testpage.HTML(t, `<style>button{position:relative;width:200px;height:60px;display:block}</style>
<script>hits=[]</script><button onclick="hits.push('Buy')">Buy</button><button onclick="hits.push('Corner')">Corner<i style="position:absolute;inset:0 0 0 60px;pointer-events:none;background:#eee"></i></button>
<div id=host></div><script>const r=host.attachShadow({mode:'closed'});r.innerHTML='<div style="position:fixed;left:0;top:0;width:400px;height:69px;z-index:5"></div>';r.firstChild.onclick=()=>hits.push('layer')</script>`))
	_, err := page.Click(within(t, 10*time.Second), browser.ClickRequest{Ref: ref(t, snapshot(t, page), "button", "Buy")})
	if !errors.Is(err, browser.ErrOccluded) || !strings.Contains(err.Error(), "host") {
		t.Errorf("a layer in a closed root: %v", err)
	}
	click(t, page, "button", "Corner")
	holds(t, page, "hits.join() === 'Corner'")
}

// R20 with snapping, content that is not rendered before it is in view, and a
// footer that sticks.
func TestVariantR20(t *testing.T) {
	page := open(t, newProvider(t), testpage.HTML(t, `<style>html{scroll-behavior:smooth;scroll-snap-type:y mandatory}section{scroll-snap-align:start;content-visibility:auto;contain-intrinsic-size:auto 300px;height:340px}
header,footer{position:sticky;height:120px;background:#ddd;top:0;z-index:3}footer{bottom:0;top:auto}</style><script>hits=[]</script>
<header onclick="hits.push('header')">Shop</header><main></main><footer onclick="hits.push('footer')">Cart</footer>
<script>document.querySelector('main').innerHTML=Array.from({length:60},(_,i)=>'<section><h2>Part '+i+'</h2><button onclick="hits.push('+i+')">Pick '+i+'</button></section>').join('')</script>`))
	snap := snapshot(t, page)
	for _, name := range []string{"Pick 50", "Pick 2", "Pick 33"} {
		r, err := page.Click(within(t, 10*time.Second), browser.ClickRequest{Ref: ref(t, snap, "button", name)})
		if err != nil || r.Elapsed > 3*time.Second {
			t.Fatalf("%s: %v %v", name, r, err)
		}
	}
	if hits := evalAs[string](t, page, "hits.join()"); hits != "50,2,33" {
		t.Errorf("the page heard %s", hits)
	}
}

// R18 with a state that lags behind, and one that formats what is typed.
func TestVariantR18(t *testing.T) {
	page := open(t, newProvider(t), testpage.HTML(t, `<label>Card <input id=c></label><label>Note <textarea id=n></textarea></label><script>
state='';n.addEventListener('input',()=>{const v=n.value;n.value=state;setTimeout(()=>{state=v;n.value=v},30)});
c.addEventListener('input',()=>{c.value=c.value.replace(/\D/g,'').replace(/(.{4})(?=.)/g,'$1 ')})</script>`))
	if r := fill(t, page, "textbox", "Card", "4111111111111111"); r.Value == nil || *r.Value != "4111 1111 1111 1111" {
		t.Errorf("%v", r)
	}
	fill(t, page, "textbox", "Note", "late")
	eventually(t, "the state has the text", func() bool { return evalAs[bool](t, page, "state === 'late' && n.value === 'late'") })
}

// R34 with rows that are dragged by a handle of their own.
func TestVariantR34(t *testing.T) {
	page := open(t, newProvider(t), testpage.HTML(t, `<style>li{height:40px;width:200px}b{cursor:grab;padding:8px}</style><ul id=l>
<li><b aria-label="Move Ann" role=button tabindex=0>::</b> Ann<li><b aria-label="Move Bea" role=button tabindex=0>::</b> Bea<li><b aria-label="Move Cid" role=button tabindex=0>::</b> Cid</ul><script>
for (const b of l.querySelectorAll('b')) b.onmousedown = () => {
  const li = b.parentNode;
  const move = e => { const at = [...l.children].find(o => o !== li && e.clientY < o.getBoundingClientRect().top + 20); l.insertBefore(li, at || null) };
  addEventListener('mousemove', move); addEventListener('mouseup', () => removeEventListener('mousemove', move), {once: true});
}</script>`))
	snap := snapshot(t, page)
	drag(t, page, browser.DragRequest{Ref: ref(t, snap, "button", "Move Cid"), To: ref(t, snap, "button", "Move Ann"), ToOffset: &browser.Offset{X: 8, Y: 2}})
	if got := evalAs[string](t, page, "[...l.children].map(n => n.textContent.slice(3).trim()).join()"); got != "Cid,Ann,Bea" {
		t.Errorf("the rows are %s", got)
	}
}

// R25 with a switch made of a hidden box beside its label, and a radio card.
func TestVariantR25(t *testing.T) {
	page := open(t, newProvider(t), testpage.HTML(t, `<script>changes=0;addEventListener('change',()=>changes++)</script>
<style>.v{position:absolute;clip-path:inset(50%);width:1px;height:1px}.k{display:inline-block;width:40px;height:20px;background:#ccc}</style>
<div><input class=v type=checkbox role=switch id=s><label for=s><span class=k></span>Alerts</label></div>
<label><input type=radio name=p id=p1 style="appearance:none;width:0;height:0"><div style="border:1px solid;width:200px;height:60px">Team plan</div></label>
<label><input type=radio name=p style="appearance:none;width:0;height:0" checked><div>Solo plan</div></label>`))
	for _, c := range []struct{ role, name string }{{"switch", "Alerts"}, {"radio", "Team plan"}} {
		if r := click(t, page, c.role, c.name); !slices.Contains(r.State, "checked") {
			t.Errorf("%s: %v", c.name, r)
		}
	}
	holds(t, page, "s.checked && p1.checked && changes === 2")
}

// R37 by a form that is sent and by a script's object URL in a frame.
func TestVariantR37(t *testing.T) {
	site := testpage.Cases(t)
	p := launched(t, provider.WithDownloads(t.TempDir()))
	page := open(t, p, site.Page("", `<!doctype html><title>Get</title><form action="/_download" method=get><input type=hidden name=name value=form.bin><input type=hidden name=size value=9><button>Export</button></form>
<iframe srcdoc="<button onclick=&quot;const a=document.createElement('a');a.href=window.URL.createObjectURL(new Blob(['hello']));a.download='../../up.txt';a.click()&quot;>Save</button>"></iframe>`))
	for name, size := range map[string]int64{"Export": 9, "Save": 5} {
		d := downloaded(t, page, click(t, page, "button", name))
		if d.State != browser.DownloadDone || d.Size != size || strings.ContainsAny(d.Name, `/\`) {
			t.Errorf("%s: %+v", name, d)
		}
	}
	holds(t, page, "document.title === 'Get'")
}

// R09 by links that a person opens in a tab of their own: of such a tab the page
// is not the opener, and it stays where it is.
func TestVariantR09(t *testing.T) {
	p := newProvider(t)
	site := testpage.New(t)
	site.Page("/report", `<title>Report</title>`)
	site.Handle("/moved", http.RedirectHandler("/report", http.StatusFound))
	page := open(t, p, site.Page("/", `<title>Main</title><a href=/moved>Report</a><iframe srcdoc="<base href=/><a href=/report>Framed</a>"></iframe><button onclick="document.title='Used'">Use</button>`))
	snap := snapshot(t, page)
	for _, r := range []browser.ClickRequest{
		{Ref: ref(t, snap, "link", "Report"), Modifiers: []string{"Control"}},
		{Ref: ref(t, snap, "link", "Report"), Button: browser.ButtonMiddle},
		{Ref: ref(t, snap, "link", "Framed"), Modifiers: []string{"Control", "Shift"}},
	} {
		receipt, err := page.Click(within(t, 10*time.Second), r)
		if err != nil {
			t.Fatal(err)
		}
		if receipt.Navigated != nil || receipt.Unconfirmed || len(receipt.OpenedTabs) != 1 || receipt.Elapsed > 3*time.Second {
			t.Errorf("%v %v: %s", r.Modifiers, r.Button, receipt)
			continue
		}
		other, err := p.Page(within(t, 10*time.Second), receipt.OpenedTabs[0].ID)
		if err != nil {
			t.Fatal(err)
		}
		eventually(t, "the new tab is at the report", func() bool { return snapshot(t, other).Title == "Report" })
	}
	if r := click(t, page, "button", "Use"); r.Unconfirmed || r.Title != "Used" {
		t.Errorf("the page that stayed: %s", r)
	}
}

// R14 by a list that the page draws itself: its options are boxes of the page
// while it is open.
func TestVariantR14(t *testing.T) {
	page := open(t, newProvider(t), testpage.HTML(t, `<style>.own,.own::picker(select){appearance:base-select}</style>
<label>Fruit <select id=f class=own><button><selectedcontent></selectedcontent></button><option value=a>Apple<option value=b>Banana<option value=c>Cherry</select></label>
<script>seen=[];f.onchange=e=>seen.push(f.value+e.isTrusted)</script>`))
	if s := snapshot(t, page).String(); strings.Contains(s, "Banana") || strings.Contains(s, "button") || !strings.Contains(s, `combobox "Fruit" value="Apple" (3 options)`) {
		t.Errorf("a closed list:\n%s", s)
	}
	if r := click(t, page, "combobox", "Fruit"); !slices.Contains(r.State, "expanded") || len(r.Notes) > 0 {
		t.Errorf("the click opened the list: %s", r)
	}
	click(t, page, "option", "Banana")
	holds(t, page, "f.value === 'b' && seen.join() === 'btrue'")
	if s := snapshot(t, page).String(); strings.Contains(s, "Cherry") {
		t.Errorf("the list is closed again:\n%s", s)
	}
}

// R10 by containers that begin at their far end: a chat, a strip, vertical text.
func TestVariantR10(t *testing.T) {
	page := open(t, newProvider(t), testpage.HTML(t, `<style>section{height:100px;width:100px;overflow:auto}i{display:block;width:300px;height:300px;flex:none}</style>
<section aria-label=Chat style="display:flex;flex-direction:column-reverse"><i></i></section>
<section aria-label=Strip style="display:flex;flex-direction:row-reverse"><i></i></section>
<section aria-label=Both dir=rtl style="display:flex;flex-direction:row-reverse"><i></i></section>
<section aria-label=Wrapped style="display:flex;flex-wrap:wrap-reverse"><i></i></section>
<section aria-label=Vertical style="writing-mode:vertical-rl"><i></i></section>
<section aria-label=Sideways style="writing-mode:sideways-lr"><i></i></section>`))
	snap := snapshot(t, page)
	real := evalAs[map[string]string](t, page, `Object.fromEntries([...document.querySelectorAll('section')].map(e => {
const was = [e.scrollLeft, e.scrollTop];
e.scrollTo(-999, -999); const low = [e.scrollLeft, e.scrollTop];
e.scrollTo(999, 999); const high = [e.scrollLeft, e.scrollTop];
e.scrollTo(...was);
return [e.ariaLabel, (was[1] - low[1]) + ' px above, ' + (high[1] - was[1]) + ' px below, ' + (was[0] - low[0]) + ' px left, ' + (high[0] - was[0]) + ' px right'] }))`)
	for name, room := range real {
		if want := `"` + name + `" (` + room + ")"; !strings.Contains(snap.String(), want) {
			t.Errorf("no %s in\n%s", want, snap)
		}
	}
	chat := row(t, snap, "Chat")
	if r := scroll(t, page, browser.ScrollRequest{Ref: chat, DY: -50}); r.Scroll == nil || r.Scroll.Y != -50 || r.Scroll.Below != 50 || r.Scroll.End {
		t.Errorf("up in the chat: %+v %s", r.Scroll, r)
	}
	if r := scroll(t, page, browser.ScrollRequest{Ref: chat, To: browser.ToTop}); r.Scroll == nil || r.Scroll.Above != 0 {
		t.Errorf("to the top of the chat: %+v %s", r.Scroll, r)
	}
	if r := scroll(t, page, browser.ScrollRequest{Ref: chat, To: browser.ToBottom}); r.Scroll == nil || r.Scroll.Below != 0 {
		t.Errorf("to the bottom of the chat: %+v %s", r.Scroll, r)
	}
}

// R15 by values that a field holds and its form will not take.
func TestVariantR15(t *testing.T) {
	page := open(t, newProvider(t), testpage.HTML(t, `<label>Guests <input type=number max=10></label><label>Mail <input type=email></label><label>Code <input pattern="[A-Z]{3}"></label><label>Pass <input type=password minlength=8></label>`))
	for _, c := range []struct{ name, value, says string }{
		{"Guests", "11", "less than or equal to 10"}, {"Guests", "9", ""}, {"Mail", "nobody", "'@'"}, {"Code", "abc", "requested format"}, {"Pass", "short", ""},
	} {
		r := fill(t, page, "", c.name, c.value)
		said := strings.Contains(r.String(), "the browser says of the value")
		if said != (c.says != "") || !strings.Contains(r.String(), c.says) {
			t.Errorf("%s = %s: %s", c.name, c.value, r)
		}
	}
}

// R27 by empty lines in an editor, which holds them as it likes.
func TestVariantR27(t *testing.T) {
	page := open(t, newProvider(t), testpage.HTML(t, `<div contenteditable role=textbox aria-label=Note></div>`))
	for _, keys := range []bool{false, true} {
		r, err := page.Fill(within(t, 10*time.Second), browser.FillRequest{Ref: ref(t, snapshot(t, page), "textbox", "Note"), Value: "Dear all,\n\nsee you\n\n\nAnn", Keystrokes: keys})
		if err != nil || r.ValueDiffers {
			t.Errorf("typed: %v: %v %v", keys, r, err)
		}
	}
	if r := fill(t, page, "textbox", "Note", "one\ntwo"); r.ValueDiffers {
		t.Errorf("%s", r)
	}
}

// R35 by a page that is inert behind a dialog which does not say that it is
// modal: a small budget goes to what can be operated.
func TestVariantR35(t *testing.T) {
	var behind strings.Builder
	for i := range 40 {
		fmt.Fprintf(&behind, `<h%[1]d>Part %[2]d</h%[1]d><p style="margin:0">%[3]s</p><button>Open %[2]d</button>`, 2+i%4, i, strings.Repeat("word ", 3+i%5))
	}
	page := open(t, newProvider(t), testpage.HTML(t, `<body style="font-size:4px"><main inert>`+behind.String()+`</main>
<div role=dialog aria-label="Create post" style="position:fixed;inset:40px;background:#fff"><label>Message <input></label><button>Send</button></div>`))
	snap, err := page.Snapshot(within(t, 10*time.Second), browser.SnapshotRequest{MaxChars: 1000})
	if err != nil {
		t.Fatal(err)
	}
	if s := snap.String(); !strings.Contains(s, `"Message"`) || !strings.Contains(s, `"Send"`) {
		t.Errorf("the dialog is not there:\n%s", s)
	}
}

// R35 by layers that are no dialogs: what lies over the page is what a person
// sees, and comes before the page behind it when the budget is small.
func TestVariantR35Layers(t *testing.T) {
	p := newProvider(t)
	var behind strings.Builder
	for i := range 40 {
		fmt.Fprintf(&behind, `<h%[1]d>Part %[2]d</h%[1]d><p style="margin:0">%[3]s</p><button>Open %[2]d</button>`, 2+i%4, i, strings.Repeat("word ", 3+i%5))
	}
	form := `<h2>Create post</h2><label>Message <input></label><button>Send</button>`
	for name, layer := range map[string]string{
		"backdrop": `<div style="position:fixed;inset:0;background:#0008;z-index:9"><div style="position:absolute;inset:100px;background:#fff">` + form + `</div></div>`,
		"popover":  `<div id=pop popover=manual style="width:90vw;height:80vh">` + form + `</div><script>pop.showPopover()</script>`,
	} {
		page := open(t, p, testpage.HTML(t, `<body style="font-size:4px"><main>`+behind.String()+`</main>`+layer))
		snap, err := page.Snapshot(within(t, 10*time.Second), browser.SnapshotRequest{MaxChars: 1000})
		if err != nil {
			t.Fatal(err)
		}
		if s := snap.String(); !strings.Contains(s, `"Message"`) || !strings.Contains(s, `"Send"`) {
			t.Errorf("%s: the layer is not there:\n%s", name, s)
		}
	}
}
