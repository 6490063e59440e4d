package dom

import (
	"strings"
	"testing"
	"time"

	"github.com/holdfast-go/holdfast/internal/testbrowser"
	"github.com/holdfast-go/holdfast/internal/testpage"
)

// probe runs a probe for a click with all that the provider asks for.
func (p *livePage) probe(r ProbeRequest) *ProbeResult {
	p.t.Helper()
	if r.Purpose == "" {
		r.Purpose = Click
	}
	result, err := p.world.probe(p.t.Context(), r)
	if err != nil {
		p.t.Fatal(err)
	}
	return result
}

func TestStaleCase(t *testing.T) {
	t.Parallel()
	tab, cases := openTab(t), testpage.Cases(t)
	for _, test := range []struct {
		name, reason, change string
		outcome              Outcome
		relocated            bool
		deleted, now         string
	}{
		{"a", "same labels, every node is new", "__replace()", OK, true, "Alpha", ""},
		{"b", "same nodes, labels and data rotated", "__recycle()", OK, true, "Alpha", ""},
		{"c", "Alpha is gone and its node says Delete Beta", "__removeFirst()", Mismatch, false, "", "Delete Beta"},
	} {
		t.Run(test.name, func(t *testing.T) {
			tab.show(t, cases.URL("/cases/R01-stale-ref/"))
			target := tab.target("button")
			tab.run(test.change+";0", nil)
			result, _ := tab.pressTarget(ProbeRequest{Target: target, URL: tab.url})
			if result.Outcome != test.outcome || result.Relocated != test.relocated {
				t.Errorf("%s: %s, relocated %v", test.reason, result.Outcome, result.Relocated)
			}
			var deleted string
			tab.run("__result.deleted.join()", &deleted)
			if deleted != test.deleted {
				t.Errorf("%s: deleted %q, want %q", test.reason, deleted, test.deleted)
			}
			if test.now != "" && (result.Now == nil || result.Now.Name != test.now) {
				t.Errorf("the refusal says %+v is there now, want %q", result.Now, test.now)
			}
		})
	}
}

func TestAddress(t *testing.T) {
	t.Parallel()
	tab, site := openTab(t), testpage.New(t)
	const page = `<h2 id=part>Part</h2><a name="old style">Old</a><ul><li>Alpha <button id=x>Go</button></ul><iframe id=f srcdoc="<button id=y>Inner</button>"></iframe>`
	inner := site.Page("/inner", `<button id=y>Inner</button>`)
	for _, test := range []struct {
		name, reason string
		before       string // script before publication
		change       string
		selector     string
		outcome      Outcome
	}{
		{"same", "", ``, ``, "#x", OK},
		{"route", "a route that uses the node again", ``, `history.pushState(0, '', '/other')`, "#x", AddressChanged},
		{"query", "every part of an address counts", ``, `history.replaceState(0, '', '?page=2')`, "#x", AddressChanged},
		{"hash route", "a fragment that names nothing is a route", ``, `history.pushState(0, '', '#/orders/2')`, "#x", AddressChanged},
		{"between hash routes", "", `history.pushState(0, '', '#/orders/1')`, `history.pushState(0, '', '#/orders/2')`, "#x", AddressChanged},
		{"anchor", "a fragment that names an element is a place in the page", ``, `location.hash = 'part'`, "#x", OK},
		{"named anchor", "also by the old way and with escapes", ``, `location.hash = 'old style'`, "#x", OK},
		{"anchor taken away", "back to the page itself", `location.hash = 'part'`, `history.pushState(0, '', location.pathname)`, "#x", OK},
		{"route taken away", "that is another route", `history.pushState(0, '', '#/orders/1')`, `history.pushState(0, '', location.pathname)`, "#x", AddressChanged},
		{"anchor after a route", "it may have replaced the route", `history.pushState(0, '', '#/orders/1')`, `location.hash = 'part'`, "#x", AddressChanged},
		{"route of a frame", "the frame's own address counts for what is in it", ``, `new Promise(r => { f.onload = () => { f.contentWindow.history.pushState(0, '', '/inner?2'); r() }; })`, "#f >>> #y", FrameAddressChanged},
		{"route of another frame", "and for nothing else", ``, `new Promise(r => { f.onload = r; f.src = '/inner' })`, "#x", OK},
	} {
		t.Run(test.name, func(t *testing.T) {
			tab.show(t, site.Page("", page))
			if strings.HasPrefix(test.selector, "#f") {
				tab.run(`new Promise(r => { f.onload = r; f.removeAttribute('srcdoc'); f.src = '`+inner+`' })`, nil)
				test.change = `f.contentWindow.history.pushState(0, '', '/inner?2')`
			}
			tab.run(test.before+";0", nil)
			var url string
			tab.run("location.href", &url)
			target := tab.target(test.selector)
			tab.run(test.change+";0", nil)
			got := tab.probe(ProbeRequest{Target: target, URL: url, Relocate: true})
			if got.Outcome != test.outcome {
				t.Errorf("%s: %s, want %s", test.reason, got.Outcome, test.outcome)
			}
			if test.outcome == OK {
				return
			}
			target.Address = ""
			if got := tab.probe(ProbeRequest{Target: target, URL: ""}); got.Outcome != OK {
				t.Errorf("without evidence of an address: %s, want ok", got.Outcome)
			}
		})
	}
}

func TestDetached(t *testing.T) {
	t.Parallel()
	tab, site := openTab(t), testpage.New(t)
	frame := site.Page("/frame", `<button id=y>Inner</button>`)
	for _, test := range []struct {
		name, reason, html, selector, change string
		outcome                              Outcome
	}{
		{"removed", "", `<button id=x>Go</button>`, "#x", `x.remove()`, Gone},
		{"frame removed", "what is in it is still connected to its own document", `<iframe id=f src="` + frame + `"></iframe>`, "#f >>> #y", `window.kept = f.contentDocument; f.remove()`, Gone},
		{"frame navigated", "the old document lives on without a window", `<iframe id=f src="` + frame + `"></iframe>`, "#f >>> #y",
			`window.kept = f.contentDocument; new Promise(r => { f.onload = r; f.src = 'about:blank' })`, Gone},
		{"frame reloaded", "the next document may say the same of another thing", `<iframe id=f src="` + frame + `"></iframe>`, "#f >>> #y",
			`window.kept = f.contentDocument; new Promise(r => { f.onload = r; f.contentWindow.location.reload() })`, Gone},
		{"document written anew", "", `<button id=x>Go</button>`, "#x", `document.open(); document.write('<p>other'); document.close()`, Gone},
	} {
		t.Run(test.name, func(t *testing.T) {
			tab.show(t, site.Page("", test.html))
			target := tab.target(test.selector)
			tab.run(test.change, nil)
			got := tab.probe(ProbeRequest{Target: target, URL: tab.url, Relocate: true})
			if got.Outcome != test.outcome {
				t.Errorf("%s: %s, want %s", test.reason, got.Outcome, test.outcome)
			}
		})
	}
	t.Run("navigated", func(t *testing.T) {
		url := site.Page("/same", `<button id=x>Go</button>`)
		tab.show(t, url)
		target := tab.target("#x")
		tab.show(t, url)
		if got := tab.probe(ProbeRequest{Target: target, URL: url, Relocate: true}); got.Outcome != DocumentChanged {
			t.Errorf("a reload makes a new document with a new table: %s", got.Outcome)
		}
	})
	t.Run("allowed", func(t *testing.T) {
		tab.show(t, site.Page("", `<button id=x>Go</button>`))
		target := tab.target("#x")
		tab.run(`x.replaceWith(x.cloneNode(true))`, nil)
		if got := tab.probe(ProbeRequest{Target: target, URL: tab.url, Relocate: true, AllowDetached: true, Purpose: Locate}); got.Outcome != Gone {
			t.Errorf("who waits for an element to go is not shown another: %s", got.Outcome)
		}
	})
}

func TestWait(t *testing.T) {
	t.Parallel()
	tab, site := openTab(t), testpage.New(t)
	// Changes begin when the element has been published, whatever else the
	// machine does.
	later := func(script string) string {
		return `<script>addEventListener('published', () => setTimeout(() => { ` + script + ` }, 250))</script>`
	}
	for _, test := range []struct {
		name, reason, html string
		timeout            time.Duration
		outcome            Outcome
		logged             string
	}{
		{"disabled", "", `<button id=x disabled onclick="hit('x')">Go</button>`, 100 * time.Millisecond, IsDisabled, ""},
		{"enabled later", "it is worth to wait", `<button id=x disabled onclick="hit('x')">Go</button>` + later(`x.disabled = false`), 5 * time.Second, OK, "x"},
		{"fieldset", "a fieldset disables what is in it", `<fieldset disabled><button id=x onclick="hit('x')">Go</button></fieldset>`, 100 * time.Millisecond, IsDisabled, ""},
		{"aria-disabled", "so does an author", `<div role=toolbar aria-disabled=true><div role=button tabindex=0 id=x onclick="hit('x')">Go</div></div>`, 100 * time.Millisecond, IsDisabled, ""},
		{"not displayed", "", `<button id=x style="display:none" onclick="hit('x')">Go</button>`, 100 * time.Millisecond, Hidden, ""},
		{"shown later", "what is hidden has no name, which is no contradiction", `<button id=x onclick="hit('x')">Go</button>` + `<script>addEventListener('published', () => { x.hidden = true; setTimeout(() => { x.hidden = false }, 250) })</script>`, 5 * time.Second, OK, "x"},
		{"no room", "", `<button id=x style="width:0;height:0;padding:0;border:0;overflow:hidden" onclick="hit('x')"></button>`, 100 * time.Millisecond, NoBox, ""},
		{"far outside", "nothing scrolls there", `<button id=x style="position:absolute;left:-5000px" onclick="hit('x')">Go</button>`, 100 * time.Millisecond, OutOfView, ""},
		{"pointer-events none", "the pointer goes through it", `<div onclick="hit('behind')"><button id=x style="pointer-events:none" onclick="hit('x')">Go</button></div>`, 100 * time.Millisecond, Occluded, ""},
		{"slides in", "an animation moves it; the place it ends at counts",
			`<style>@keyframes in{from{transform:translateX(500px)}}#x{animation:in .4s linear}</style><button id=x onclick="hit('x')">Go</button>`, 5 * time.Second, OK, "x"},
		{"a row above opens", "an animation beside it moves it, too",
			`<style>#a{height:0;background:#ddd}#a.o{height:200px;transition:height .4s linear}</style><div id=a onclick="hit('a')"></div><button id=x onclick="hit('x')">Go</button><script>a.offsetTop; a.className = 'o'</script>`, 5 * time.Second, OK, "x"},
		{"never at rest", "it cannot be hit", `<style>@keyframes m{to{transform:translateX(300px)}}#x{animation:m 2s linear infinite alternate}</style><button id=x onclick="hit('x')">Go</button>`, 300 * time.Millisecond, Moving, ""},
		{"spinner inside", "what turns inside of it moves it not", `<style>@keyframes m{to{transform:rotate(1turn)}}i{display:inline-block;animation:m 1s linear infinite}</style><button id=x onclick="hit('x')"><i>o</i> Go</button>`, time.Second, OK, "x"},
		{"cover fades", "a cover that is on its way out is waited for",
			`<style>@keyframes out{to{opacity:0}}#c{position:fixed;inset:0;background:#fff;animation:out 1s}</style><button id=x onclick="hit('x')">Go</button><div id=c onanimationend="this.remove()" onclick="hit('c')"></div>`, 5 * time.Second, OK, "x"},
		{"page is busy", "as is one that says so", `<button id=x onclick="hit('x')">Go</button><div id=c aria-busy=true style="position:fixed;inset:0" onclick="hit('c')">Loading</div><script>addEventListener('published', () => setTimeout(() => c.remove(), 1200))</script>`, 5 * time.Second, OK, "x"},
		{"covered", "any other cover stays", `<button id=x onclick="hit('x')">Go</button><div style="position:fixed;inset:0" onclick="hit('c')">Wall</div>`, 5 * time.Second, Occluded, ""},
		{"replaced while waiting", "the wait is where a page renders anew", `<div id=d><button id=x disabled onclick="hit('x')">Go</button></div>` + later(`d.innerHTML = d.innerHTML.replace('disabled', '')`), 5 * time.Second, OK, "x"},
		{"another thing while waiting", "and where a node becomes another thing", `<ul><li><b id=b>Alpha</b> <button id=x disabled onclick="hit('x')">Go</button></ul>` + later(`b.textContent = 'Beta'; x.disabled = false`), 5 * time.Second, Mismatch, ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			tab.show(t, site.Page("", prelude+test.html))
			target := tab.target("#x")
			tab.run("dispatchEvent(new Event('published')); 0", nil)
			result, logged := tab.pressTarget(ProbeRequest{Target: target, URL: tab.url}, func(r *ProbeRequest) { r.Timeout = test.timeout })
			if result.Outcome != test.outcome || logged != test.logged {
				t.Errorf("%s: %s, logged %q; want %s, %q\n%+v", test.reason, result.Outcome, logged, test.outcome, test.logged, result)
			}
		})
	}
}

// TestScrollHandler scrolls pages that change their layout when they are
// scrolled: what is measured before they did is not where things end up.
func TestScrollHandler(t *testing.T) {
	t.Parallel()
	tab, site := openTab(t), testpage.New(t)
	// Browsers keep what is in view in its place when something above it
	// changes; not all pages let them.
	rows := `<style>html{overflow-anchor:none}</style><ul id=l style="padding:0"></ul><script>for (let i = 0; i < 100; i++) l.insertAdjacentHTML('beforeend', '<li style="height:24px">Row ' + i + ' <button id=b' + i + ' onclick="hit(' + i + ')">Pick</button></li>')</script>`
	virtual := `<div id=v style="height:240px;overflow:auto;position:relative"><div style="height:24000px"></div></div><script>
		for (let i = 0; i < 14; i++) { const r = document.createElement('div'); r.setAttribute('role', 'listitem'); r.style.cssText = 'position:absolute;height:24px;top:0'; r.innerHTML = '<span></span> <button>Pick</button>'; r.lastChild.onclick = () => hit(r.dataset.n); v.append(r) }
		const paint = () => { const from = Math.floor(v.scrollTop / 24); [...v.querySelectorAll('[role]')].forEach((r, i) => { r.dataset.n = from + i; r.firstChild.textContent = 'Row ' + (from + i); r.style.top = (from + i) * 24 + 'px' }) };
		v.onscroll = paint; paint()</script>`
	for _, test := range []struct{ name, reason, html, selector, change, logged string }{
		{"header shrinks", "everything below moves up by its difference",
			`<div id=h style="height:200px;background:#fd8;position:sticky;top:0" onclick="hit('h')"></div>` + rows + `<script>onscroll = () => h.style.height = scrollY > 10 ? '48px' : '200px'</script>`, "#b60", "", "60"},
		{"banner comes", "everything moves down", rows + `<script>onscroll = () => { if (!window.n) { n = document.createElement('div'); n.style.height = '30px'; document.body.prepend(n) } }</script>`, "#b60", "", "60"},
		{"late banner", "also a frame later", rows + `<script>onscroll = () => { if (!window.n) { n = document.createElement('div'); requestAnimationFrame(() => { n.style.height = '30px'; document.body.prepend(n) }) } }</script>`, "#b60", "", "60"},
		{"snaps back", "a page that scrolls on by itself", rows + `<style>html{scroll-snap-type:y mandatory}li{scroll-snap-align:start}</style>`, "#b60", "", "60"},
		{"lazy rows", "rows above get their height when they come near", rows + `<script>onscroll = () => { for (const li of l.children) if (Math.abs(li.getBoundingClientRect().top) < 900) li.style.height = '40px' }</script>`, "#b60", "", "60"},
		{"virtual list", "the row that comes to a node's place is another; the thing is found where it is", virtual, "#v [role]:nth-of-type(12) button", "v.scrollTop = 24; new Promise(r => requestAnimationFrame(() => requestAnimationFrame(r)))", "10"},
	} {
		t.Run(test.name, func(t *testing.T) {
			tab.show(t, site.Page("", prelude+test.html))
			target := tab.target(test.selector)
			if test.change != "" {
				tab.run(test.change, nil)
			}
			result, logged := tab.pressTarget(ProbeRequest{Target: target, URL: tab.url})
			if logged != test.logged {
				t.Errorf("%s: %s, logged %q, want %q\n%+v", test.reason, result.Outcome, logged, test.logged, result)
			}
		})
	}
}

func TestStickyCase(t *testing.T) {
	t.Parallel()
	p := openURL(t, testpage.Cases(t).URL("/cases/R20-sticky-smooth/"))
	for _, name := range []string{"Pick 40", "Pick 3", "Pick 60", "Inner 25"} {
		p.run(`document.getElementById('x')?.removeAttribute('id'); [...document.querySelectorAll('button')].find(b => b.textContent === '`+name+`').id = 'x'; 0`, nil)
		if result, _ := p.press("#x"); result.Outcome != OK {
			t.Errorf("%s: %+v", name, result)
		}
	}
	var got string
	p.run(`__result.picked.join() + ' ' + __result.header + __result.footer + __result.innerHeader`, &got)
	if want := "40,3,60,i25 000"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestOverlayCase(t *testing.T) {
	t.Parallel()
	p := openURL(t, testpage.Cases(t).URL("/cases/R21-overlay/"))
	pick := func(name string) *ProbeResult {
		t.Helper()
		p.run(`document.getElementById('x')?.removeAttribute('id'); [...document.querySelectorAll('button')].find(b => b.textContent === '`+name+`').id = 'x'; 0`, nil)
		result, _ := p.press("#x")
		return result
	}
	blocked := pick("Checkout")
	if blocked.Outcome != Occluded || blocked.Occluder == nil {
		t.Fatalf("under the backdrop: %+v", blocked)
	}
	if o := blocked.Occluder; o.Tag != "div#bd" || o.Dialog != "Cookie notice" || o.DialogID == 0 {
		t.Errorf("the occluder is not told apart: %+v", o)
	}
	for _, name := range []string{"Accept all", "Checkout", "Subscribe", "Edge"} {
		if got := pick(name); got.Outcome != OK {
			t.Errorf("%s: %+v", name, got)
		}
	}
	var got string
	p.run(`JSON.stringify(__result)`, &got)
	if want := `{"checkout":1,"subscribe":1,"edge":1,"badge":0,"backdrop":0}`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestHiddenCheckboxCase(t *testing.T) {
	t.Parallel()
	p := openURL(t, testpage.Cases(t).URL("/cases/R25-hidden-checkbox/"))
	for _, id := range []string{"v1", "nl", "tm", "dm", "ps"} {
		if result, _ := p.press("#" + id); result.Outcome != OK {
			t.Errorf("%s: %+v", id, result)
		}
	}
	var got string
	p.run(`[v1.checked, nl.checked, tm.checked, dm.checked, ps.checked, __result.change].join()`, &got)
	if want := "true,true,true,true,false,5"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestSendOccluded(t *testing.T) {
	t.Parallel()
	p := openPage(t, prelude+`<button id=x onclick="hit('x')">Go</button><div style="position:fixed;inset:0" onclick="hit('wall')">Wall</div>`)
	result, logged := p.press("#x", func(r *ProbeRequest) { r.SendOccluded = true })
	if result.Outcome != OK || result.Occluder == nil || result.Occluder.Text != "Wall" || logged != "wall" {
		t.Errorf("a policy that sends still tells what is in the way: %+v, logged %q", result, logged)
	}
}

// TestHiddenDocument probes a tab behind another: no frames are painted there.
func TestHiddenDocument(t *testing.T) {
	t.Parallel()
	p := openPage(t, prelude+`<div style="height:3000px"></div><button id=x onclick="hit('x')">Far</button>`)
	front := p.session.Conn().Session("")
	var made struct {
		TargetID string `json:"targetId"`
	}
	var info struct {
		Info struct {
			Context string `json:"browserContextId"`
		} `json:"targetInfo"`
	}
	p.call("Target.getTargetInfo", nil, &info)
	if err := front.Call(t.Context(), "Target.createTarget", map[string]any{"url": "about:blank", "browserContextId": info.Info.Context}, &made); err != nil {
		t.Fatal(err)
	}
	// The world's context is known before, so that only the probe is timed.
	target := p.target("#x")
	var state string
	p.run(`new Promise(r => { const f = () => document.hidden ? r('hidden') : setTimeout(f, 10); f(); setTimeout(() => r('visible'), 3000) })`, &state)
	if state != "hidden" {
		testbrowser.Lacks(t, "a browser that hides a tab behind another one")
	}
	start := time.Now()
	got := p.probe(ProbeRequest{Target: target, URL: p.url, Scroll: true, Timeout: 5 * time.Second})
	if got.Outcome != OK || !got.Scrolled || !got.InView {
		t.Errorf("%+v", got)
	}
	if took := time.Since(start); took > time.Second {
		t.Errorf("the probe waited %v for frames that never come", took)
	}
}
