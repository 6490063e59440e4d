package dom

import (
	"strings"
	"testing"
	"time"

	"github.com/holdfast-go/holdfast/internal/testpage"
)

// prelude logs clicks: hit('a') in a handler writes what was really clicked.
const prelude = `<!doctype html><meta charset=utf-8><script>
window.log = top === self ? [] : top.log;
const hit = (what) => top.log.push(String(what));
</script><style>body{margin:8px;font:16px/20px sans-serif}</style>`

// press probes the element for a click and, when that is allowed, clicks where
// the probe says. It gives the probe and what the page logged.
func (p *livePage) press(selector string, change ...func(*ProbeRequest)) (*ProbeResult, string) {
	p.t.Helper()
	target := p.target(selector)
	return p.pressTarget(ProbeRequest{Target: target, URL: p.url}, change...)
}

func (p *livePage) pressTarget(r ProbeRequest, change ...func(*ProbeRequest)) (*ProbeResult, string) {
	p.t.Helper()
	r.Purpose, r.Scroll, r.Relocate, r.Guard, r.Timeout = Click, true, true, 5*time.Second, 2*time.Second
	for _, f := range change {
		f(&r)
	}
	result, err := p.world.probe(p.t.Context(), r)
	if err != nil {
		p.t.Fatal(err)
	}
	if result.Outcome != OK {
		return result, ""
	}
	p.click(result.X, result.Y)
	node := r.Target.Node
	node.ID = result.ID
	after, err := p.world.after(p.t.Context(), AfterRequest{Node: node, Identity: result.Identity})
	if err != nil {
		p.t.Fatal(err)
	}
	if after.Guard != nil && after.Guard.Missed != nil {
		p.t.Errorf("the guard stopped the press: %+v", after.Guard.Missed)
	}
	return result, p.logged()
}

// logged gives what the page logged so far.
func (p *livePage) logged() string {
	p.t.Helper()
	var log []string
	p.run("window.log || []", &log)
	return strings.Join(log, " ")
}

func TestAim(t *testing.T) {
	t.Parallel()
	p, site := openTab(t), testpage.New(t)
	for _, test := range []struct {
		name, reason string
		html         string
		selector     string // "#x" unless set
		want         string // what the page logs; "x" unless set
		by           string // "self" unless set
	}{
		{
			name:   "wrapped link",
			reason: "the middle of the rectangle around a link over two lines lies in neither",
			html: `<div style="width:200px"><span onclick="hit('left')">Some words that go before the </span>` +
				`<a id=x href="#" onclick="hit('x')">link that wraps</a><span onclick="hit('right')"> and words after</span></div>`,
		}, {
			name:   "link around a block",
			reason: "its own line boxes are empty; the block between them is its",
			html:   `<span>before <a id=x href="#" onclick="hit('x')"><div style="height:40px;width:120px;background:#ddd">Card</div></a> after</span>`,
		}, {
			name:   "link around a float",
			reason: "the link has no box with an area at all",
			html:   `<a id=x href="#" onclick="hit('x')"><span style="float:left;width:60px;height:30px;background:#ddd"></span></a><p style="clear:both">more</p>`,
		}, {
			name:   "display contents",
			reason: "the element has no box, its text has",
			html:   `<div id=x role=button tabindex=0 style="display:contents" onclick="hit('x')">Plain words</div>`,
		}, {
			name:   "the middle is covered",
			reason: "another point of it is free (case R21)",
			html: `<span style="position:relative"><button id=x style="width:180px;height:30px" onclick="hit('x')">Edge</button>` +
				`<span style="position:absolute;left:60px;top:0;width:110px;height:30px;background:#f99" onclick="hit('badge')">Badge</span></span>`,
		}, {
			name:   "only a rim is free",
			reason: "points close to the edges are tried, too",
			html: `<span style="position:relative"><button id=x style="width:200px;height:40px" onclick="hit('x')">Rim</button>` +
				`<span style="position:absolute;left:10px;top:-5px;width:190px;height:50px;background:#f99" onclick="hit('badge')"></span></span>`,
		}, {
			name:   "pointer-events none above",
			reason: "a layer that lets the pointer through covers nothing",
			html:   `<button id=x onclick="hit('x')">Go</button><div style="position:fixed;inset:0;pointer-events:none;background:#00f3" onclick="hit('glass')"></div>`,
		}, {
			name:   "label of an opacity-0 checkbox",
			reason: "the checkbox itself receives the click where it lies",
			html:   `<label id=l><input type=checkbox id=x style="opacity:0;position:absolute" onchange="hit('x')"> News</label>`,
		}, {
			name:   "label of a clipped checkbox",
			reason: "nobody can hit a pixel that is clipped away (case R25)",
			html:   `<label><input type=checkbox id=x style="position:absolute;width:1px;height:1px;overflow:hidden;clip:rect(0 0 0 0)" onchange="hit('x')"> Terms</label>`,
			by:     "label",
		}, {
			name:   "label of a radio that is not displayed",
			reason: "a control without a box is operated by its label",
			html:   `<label><input type=radio id=x style="display:none" onchange="hit('x')"> Never</label>`,
			by:     "label",
		}, {
			name:   "link in the label of a hidden checkbox",
			reason: "a click on that link would not reach the checkbox",
			html: `<label style="display:inline-block"><input type=checkbox id=x style="display:none" onchange="hit('x')">` +
				`<a href="#" onclick="hit('terms')" style="display:inline-block;width:200px;text-align:center">the terms of use</a> I agree</label>`,
			by: "label",
		}, {
			name:   "row with a button in the middle",
			reason: "the row is meant, not the button in it",
			html: `<table style="width:400px"><tr id=x onclick="event.target.id === 'd' || hit('x')"><td style="text-align:center">` +
				`<button id=d onclick="hit('delete')">Delete</button></td></tr></table>`,
		}, {
			name:   "card that is all link",
			reason: "where a link fills it, that is how a card is clicked",
			html:   `<div id=x role=button tabindex=0 style="width:200px" onclick="hit('x')"><a href="#" style="display:block;height:50px">All of it</a></div>`,
			by:     "nested",
		}, {
			name:   "below the fold",
			reason: "it is scrolled into view first",
			html:   `<div style="height:3000px"></div><button id=x onclick="hit('x')">Far</button><div style="height:3000px"></div>`,
		}, {
			name:   "smooth scrolling",
			reason: "the page's wish for smoothness is overruled (case R20)",
			html: `<style>html{scroll-behavior:smooth}</style><div style="height:3000px"></div>` +
				`<button id=x onclick="hit('x')">Far</button><div style="height:3000px"></div>`,
		}, {
			name:   "in a scroll container",
			reason: "all containers around are scrolled",
			html: `<div style="height:1000px"></div><div style="height:100px;overflow:auto;scroll-behavior:smooth"><div style="height:900px"></div>` +
				`<button id=x onclick="hit('x')">Deep</button><div style="height:900px"></div></div>`,
		}, {
			name:   "partly in a scroll container",
			reason: "the visible part is enough of a target when nothing can scroll further",
			html:   `<div style="height:60px;width:100px;overflow:hidden;position:relative"><button id=x style="position:absolute;top:40px;left:0;width:100px;height:20px" onclick="hit('x')">Cut</button></div><div style="height:80px" onclick="hit('below')"></div>`,
		}, {
			name:   "under a sticky header",
			reason: "it is in the viewport, but the header lies upon it",
			html: `<div style="position:sticky;top:0;height:110px;background:#fd8;z-index:9" onclick="hit('header')">Header</div>` +
				`<div style="height:150px"></div><button id=x onclick="hit('x')">Pick</button><div style="height:3000px"></div>` +
				`<script>scrollTo(0, 170)</script>`,
		}, {
			name:   "under a fixed footer",
			reason: "another place in the view is free",
			html: `<div style="position:fixed;bottom:0;left:0;right:0;height:90px;background:#8df" onclick="hit('footer')">Footer</div>` +
				`<div style="height:560px"></div><button id=x onclick="hit('x')">Pick</button><div style="height:3000px"></div>`,
		}, {
			name:   "larger than the viewport",
			reason: "the part in view is enough",
			html:   `<div id=x role=button tabindex=0 style="height:5000px;background:#eee" onclick="hit('x')">Tall</div>`,
		}, {
			name:   "rotated",
			reason: "the corners of the rectangle around it are not its own",
			html: `<div style="height:150px" onclick="hit('behind')"><button id=x style="transform:translate(150px,60px) rotate(45deg);width:200px;height:20px" ` +
				`onclick="event.stopPropagation(); hit('x')">Slanted</button></div>`,
		}, {
			name:   "css zoom",
			reason: "boxes and points are in the same pixels",
			html:   `<div style="zoom:1.7"><div style="height:120px"></div><button id=x style="margin-left:90px" onclick="hit('x')">Zoomed</button></div>`,
		}, {
			name:     "open shadow root",
			reason:   "the hit test goes through shadow roots",
			html:     `<my-box id=host></my-box><script>host.attachShadow({mode:'open'}).innerHTML='<div style="height:300px"></div><button id=x>In</button>';host.shadowRoot.getElementById('x').onclick=()=>hit('x')</script>`,
			selector: "#host >>> #x",
		}, {
			name:   "slotted",
			reason: "an element in a slot is in the light tree, but lies in the shadow's boxes",
			html:   `<my-box id=host><button id=x onclick="hit('x')">Slotted</button></my-box><script>host.attachShadow({mode:'open'}).innerHTML='<div style="padding:40px;overflow:hidden"><slot></slot></div>'</script>`,
		}, {
			name:   "in a modal dialog",
			reason: "the dialog is on top, everything else is inert",
			html:   `<button onclick="hit('behind')">Behind</button><dialog id=d><button id=x onclick="hit('x')">In front</button></dialog><script>d.showModal()</script>`,
		}, {
			name:   "area of an image map",
			reason: "an area has no box of its own",
			html: `<img usemap="#m" width=200 height=100 style="border:5px solid" src="data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' width='200' height='100'/>">` +
				`<map name=m><area shape=rect coords="0,0,100,100" href="#" onclick="hit('left')"><area id=x shape=circle coords="150,50,30" href="#" onclick="hit('x')"></map>`,
		}, {
			name:   "part of an svg",
			reason: "its shape, not its box, takes the pointer",
			html:   `<svg width=200 height=200 onclick="event.target.id || hit('svg')"><path id=x role=button tabindex=0 d="M0 0 L200 0 L0 200 Z" onclick="hit('x')"></path></svg>`,
		}, {
			name:   "ring",
			reason: "its middle is a hole in which another button lies",
			html: `<div style="position:relative;width:120px;height:120px"><button id=x style="position:absolute;inset:0;border-radius:60px;border:0" onclick="hit('x')"></button>` +
				`<button style="position:absolute;inset:20px;border-radius:40px" onclick="hit('inner')">In</button></div>`,
		}, {
			name:   "right to left",
			reason: "such a page scrolls to negative places",
			html:   `<html dir=rtl><div style="width:3000px"><button id=x style="margin-right:2500px" onclick="hit('x')">Left</button></div></html>`,
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			p.show(t, site.Page("", prelude+test.html))
			selector, want, by := test.selector, test.want, test.by
			if selector == "" {
				selector = "#x"
			}
			if want == "" {
				want = "x"
			}
			if by == "" {
				by = "self"
			}
			result, got := p.press(selector)
			if result.Outcome != OK || got != want || result.By != by {
				t.Errorf("%s: %s by %q, the page logged %q; want ok by %q, %q\n%+v %+v", test.reason, result.Outcome, result.By, got, by, want, result, result.Occluder)
			}
		})
	}
}

func TestAimRefuses(t *testing.T) {
	t.Parallel()
	tab, site := openTab(t), testpage.New(t)
	const cover = `position:absolute;background:#fff`
	for _, test := range []struct{ name, reason, html, occluder string }{
		{"nested control on top", "what is free of the row is another control", `<div style="position:relative"><div id=x role=button tabindex=0 style="height:60px;width:400px" onclick="hit('x')">` +
			`Row <button style="position:relative;z-index:2" onclick="hit('delete')">Delete</button></div><div style="inset:0;` + cover + `">Layer</div></div>`, "Layer"},
		{"another control's label", "a label that passes the click on to another", `<div style="position:relative"><button id=x style="width:90px">Go</button><label style="inset:0;` + cover + `">Agree <input type=checkbox onclick="hit('box')"></label></div>`, "Agree"},
		{"sibling in a shadow root", "", `<my-box id=h></my-box><script>h.attachShadow({mode:'open'}).innerHTML='<div style="position:relative"><button id=x>Go</button><div style="inset:0;` + cover + `">Veil</div></div>'</script>`, "Veil"},
		{"frame", "a frame lies upon it", `<div style="position:relative"><button id=x>Go</button><iframe srcdoc="<p>Ad" title=Ad style="left:0;top:0;width:300px;height:100px;` + cover + `"></iframe></div>`, "Ad"},
	} {
		t.Run(test.name, func(t *testing.T) {
			tab.show(t, site.Page("", prelude+test.html))
			selector := "#x"
			if strings.Contains(test.html, "my-box") {
				selector = "#h >>> #x"
			}
			result, logged := tab.press(selector, func(r *ProbeRequest) { r.Timeout = 0 })
			if result.Outcome != Occluded || logged != "" || !strings.Contains(result.Occluder.Text+result.Occluder.Name, test.occluder) {
				t.Errorf("%s: %s, logged %q, by %+v", test.reason, result.Outcome, logged, result.Occluder)
			}
		})
	}
}

func TestAimInFrames(t *testing.T) {
	t.Parallel()
	p, site := openTab(t), testpage.New(t)
	inner := strings.ReplaceAll(prelude+`<body style="margin:0"><div style="height:60px" onclick="hit('above')">above</div>`+
		`<button id=x style="margin-left:30px;width:80px;height:24px" onclick="hit('x')">Inner</button>`+
		`<div style="height:400px" onclick="hit('below')">below</div>`, `"`, `&quot;`)
	for _, test := range []struct{ name, reason, style, around string }{
		{"plain", "the frame's place counts", "", ""},
		{"bordered", "so do border and padding", "border:13px solid;padding:7px", ""},
		{"scaled", "and a scale", "border:4px solid;transform:scale(.6);transform-origin:0 0", ""},
		{"scaled around", "also of what holds the frame", "", "transform:scale(1.4);transform-origin:0 0"},
		{"individual scale", "however it is written", "scale:.7", ""},
		{"rotated", "a turn moves the point sideways", "transform:rotate(20deg)", "margin:80px"},
		{"skewed", "any affine transform is followed", "transform:skewX(25deg) scale(.8)", "margin:60px"},
		{"zoomed", "CSS zoom makes inner pixels larger", "", "zoom:1.5"},
		{"far below", "the outer page is scrolled, too", "", "margin-top:2000px;margin-bottom:2000px"},
		{"small", "and the inner one", "height:40px", "margin-top:900px"},
	} {
		t.Run(test.name, func(t *testing.T) {
			p.show(t, site.Page("", prelude+`<div style="`+test.around+`"><iframe id=f style="`+test.style+`" srcdoc="`+inner+`"></iframe></div>`))
			result, got := p.press("#f >>> #x")
			if result.Outcome != OK || got != "x" {
				t.Errorf("%s: %s, the page logged %q\n%+v", test.reason, result.Outcome, got, result)
			}
		})
	}
	t.Run("frame in a frame", func(t *testing.T) {
		middle := strings.ReplaceAll(prelude+`<div style="height:500px"></div><iframe id=g style="border:9px solid" srcdoc="`+inner+`"></iframe>`, "&", "&amp;")
		p.show(t, site.Page("", prelude+`<iframe id=f style="border:11px solid;height:200px" srcdoc="`+strings.ReplaceAll(middle, `"`, "&quot;")+`"></iframe>`))
		if result, got := p.press("#f >>> #g >>> #x"); result.Outcome != OK || got != "x" {
			t.Errorf("%s, the page logged %q\n%+v", result.Outcome, got, result)
		}
	})
}

func TestAimUnderPinch(t *testing.T) {
	t.Parallel()
	p := openPage(t, prelude+`<body style="width:2000px;height:2000px"><button id=x style="position:absolute;left:500px;top:400px" onclick="hit('x')">Pinched</button>`)
	p.call("Emulation.setPageScaleFactor", map[string]any{"pageScaleFactor": 2}, nil)
	p.call("Input.synthesizeScrollGesture", map[string]any{"x": 100, "y": 100, "xDistance": -300, "yDistance": -200, "gestureSourceType": "mouse"}, nil)
	var offset float64
	p.run("visualViewport.offsetLeft", &offset)
	if offset == 0 {
		t.Fatal("the page is not pinched")
	}
	if result, got := p.press("#x"); result.Outcome != OK || got != "x" {
		t.Errorf("input counts from the corner of what pinching leaves visible: %s, the page logged %q\n%+v", result.Outcome, got, result)
	}
}

func TestAimAtOffset(t *testing.T) {
	t.Parallel()
	at := func(x, y float64) func(*ProbeRequest) {
		return func(r *ProbeRequest) { r.Offset = &Point{x, y} }
	}
	p := openPage(t, prelude+`<div style="height:900px"></div><canvas id=x width=300 height=2000 onclick="hit(event.offsetX+','+event.offsetY)"></canvas><div style="height:900px"></div>`)
	if result, got := p.press("#x", at(20, 30)); got != "20,30" {
		t.Errorf("logged %q, %+v", got, result)
	}
	if result, got := p.press("#x", at(250, 1900)); got != "20,30 250,1900" {
		t.Errorf("a far point of something large was not scrolled to: logged %q, %+v", got, result)
	}
}
