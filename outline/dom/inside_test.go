package dom

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/holdfast-go/holdfast/outline"
)

// layouts are pages with a button "go" in a frame of another origin.
var layouts = []struct {
	name, reason, html string
}{
	{"plain", "", `<iframe src="SITE/go" style="width:300px;height:150px"></iframe>`},
	{"below the fold", "both the page and the frame have to scroll", `<p style="height:1500px"></p><iframe src="SITE/low" style="width:300px;height:150px"></iframe><p style="height:1500px">`},
	{"taller than the page", "the frame is in view and its end is not", `<iframe src="SITE/tall" style="width:300px;height:1800px"></iframe>`},
	{"framed, moved and scaled", "", `<div style="transform:translate(13px,700px) scale(.7) rotate(3deg);width:400px"><iframe src="SITE/low" style="width:300px;height:150px;border:7px solid;padding:11px"></iframe></div>`},
	{"zoomed", "", `<div style="zoom:1.6;padding:9px"><iframe src="SITE/low" style="width:300px;height:150px;border:3px solid"></iframe></div>`},
	{"in a scroll container", "", `<div style="height:100px;overflow:auto;border:2px solid"><p style="height:900px"></p><iframe src="SITE/low" style="width:300px;height:150px"></iframe></div>`},
	{"two sites deep", "", `<p style="height:900px"></p><iframe src="FAR/outer" style="width:400px;height:220px;border:5px solid;transform:scale(.9)"></iframe><p style="height:900px">`},
	{"in a frame of the page's own", "", `<iframe style="width:400px;height:250px" srcdoc="<p style='height:600px'></p><iframe src='SITE/low' style='width:300px;height:150px;border:4px solid'></iframe>"></iframe>`},
	{"in a shadow tree", "", `<div id=host></div><script>host.attachShadow({mode: 'open'}).innerHTML = '<p style="height:900px"></p><iframe src="SITE/low" style="width:300px;height:150px"></iframe>'</script>`},
}

func goPages(s sites) {
	s.page("/go", `<!doctype html><title>go</title>`+says("go", "margin:20px"))
	s.page("/low", `<!doctype html><title>low</title><p style="height:900px"></p>`+says("go", "margin:20px")+`<p style="height:300px">`)
	s.page("/tall", `<!doctype html><title>tall</title><p style="height:1700px"></p>`+says("go", ""))
	s.page("/outer", `<!doctype html><p style="height:500px"></p><iframe src="NEAR/low" style="width:300px;height:150px;border:3px dashed"></iframe><p style="height:300px">`)
}

func TestGateInFrames(t *testing.T) {
	t.Parallel()
	s := newSites(t)
	goPages(s)
	p := openFramed(t, "about:blank")
	for _, l := range layouts {
		for _, site := range []string{"FAR", "PORT"} {
			if !strings.Contains(l.html, "SITE") && site == "PORT" {
				continue
			}
			t.Run(l.name+" "+site, func(t *testing.T) {
				html := strings.ReplaceAll(l.html, "SITE", site)
				p.show(t, s.page(fmt.Sprintf("/%p", t), listens+`<title>Top</title>`+html))
				target, _ := published(t, p.until(`*button "go"`), "go")
				found := p.gate(target)
				if found.Outcome != OK || found.URL != p.url || found.Title != "Top" || (found.Frame == "") != (site == "PORT") {
					t.Fatalf("%s: %+v", l.reason, found)
				}
				if in := (found.Box.X >= -1 && found.Box.Y >= -1 && found.Box.X+found.Box.Width <= 801 && found.Box.Y+found.Box.Height <= 601); !in {
					t.Errorf("it is not in the page's view: %+v", found.Box)
				}
				p.press(found)
				if got := p.heard(1); len(got) != 1 || got[0] != "go" {
					t.Errorf("%s: the page heard %q", l.reason, got)
				}
				after, err := p.reader.After(t.Context(), AfterRequest{Node: target.Node, Frame: target.Frame, Identity: target.Identity})
				if err != nil {
					t.Fatal(err)
				}
				if g := after.Guard; after.URL != p.url || after.Title != "Top" || !after.Element.Connected || g == nil || !g.Clicked || g.Missed != nil {
					t.Errorf("after: %+v, guard %+v", after, g)
				}
				// In view already: nothing scrolls, and it takes no more than two rounds.
				if again := p.gate(target); again.Outcome != OK || again.Scrolled {
					t.Errorf("again: %+v", again)
				}
			})
		}
	}
}

// What lies upon the frame in the page around it is in the way, as for the
// page's own elements.
func TestLayersOverFrames(t *testing.T) {
	t.Parallel()
	s := newSites(t)
	goPages(s)
	s.page("/big", `<!doctype html><body style="margin:0">`+says("go", "width:300px;height:150px"))
	s.page("/covered", `<!doctype html><body style="margin:0"><iframe src="NEAR/big" style="border:0;width:300px;height:150px"></iframe><div style="position:fixed;inset:0;background:#eee" id=mid>In between</div>`)
	frame := `<iframe src="SITE/big" style="border:0;width:300px;height:150px"></iframe>`
	low := `<iframe src="SITE/low" style="border:0;width:300px;height:150px"></iframe>`
	p := openFramed(t, "about:blank")
	for _, test := range []struct {
		name, reason, html string
		outcome            Outcome
		occluder, dialog   string
	}{
		{"wall", "", frame + `<div id=wall style="position:fixed;inset:0;background:#fff">Accept cookies</div>`, Occluded, "div#wall", ""},
		{"dialog", "", frame + `<div style="position:fixed;inset:0" id=back></div><div role=dialog aria-label=Cookies style="position:fixed;top:400px">Hi</div>`, Occluded, "div#back", "Cookies"},
		{"middle covered", "another point of the button is free", frame + `<div style="position:absolute;left:60px;top:40px;width:180px;height:80px;background:#fff">Badge</div>`, OK, "", ""},
		{"passing", "it goes away by itself", frame + `<div style="position:fixed;inset:0;background:#fff" id=wall aria-busy=true>Loading</div><script>setTimeout(() => wall.remove(), 1200)</script>`, OK, "", ""},
		{"let through", "a layer that the pointer goes through", frame + `<div style="position:fixed;inset:0;pointer-events:none">Ghost</div>`, OK, "", ""},
		{"sticky head", "the frame is scrolled out from under it", `<div style="position:sticky;top:0;height:200px;background:#fff">Head</div><p style="height:900px"></p>` + low + `<p style="height:900px">`, OK, "", ""},
		{"closed to the pointer", "", `<div style="pointer-events:none"><iframe src="SITE/go"></iframe></div>`, Occluded, "", ""},
		{"hidden", "", `<iframe src="SITE/go" id=f></iframe>`, Hidden, "", ""},
		{"clipped", "", `<div style="height:20px;overflow:clip"><iframe src="SITE/low" style="width:300px;height:150px;margin-top:100px"></iframe></div>`, OutOfView, "", ""},
		{"in between", "the layer is in the frame around it", `<iframe src="SITE/covered" style="width:400px;height:200px"></iframe>`, Occluded, "div#mid", ""},
	} {
		for _, site := range []string{"FAR", "PORT"} {
			t.Run(test.name+" "+site, func(t *testing.T) {
				p.show(t, s.page(fmt.Sprintf("/%p", t), listens+`<body style="margin:0">`+strings.ReplaceAll(test.html, "SITE", site)))
				tree := p.until(`*button "go"`)
				target, _ := published(t, tree, "go")
				if test.name == "hidden" {
					p.run("document.getElementById('f').style.visibility = 'hidden'; 0", nil)
				}
				found := p.gate(target, func(r *ProbeRequest) { r.Timeout = 4 * time.Second })
				if found.Outcome != test.outcome {
					t.Fatalf("%s: got %+v", test.reason, found)
				}
				if test.outcome == OK {
					p.press(found)
					if got := p.heard(1); len(got) != 1 || got[0] != "go" {
						t.Errorf("%s: the page heard %q", test.reason, got)
					}
				}
				if test.occluder != "" {
					o := found.Occluder
					if o == nil || o.Tag != test.occluder || o.Dialog != test.dialog || o.Table == "" || o.Table == target.Node.Table {
						t.Fatalf("occluder %+v", o)
					}
					// Whoever sends it all the same hits what is in front.
					sent := p.gate(target, func(r *ProbeRequest) { r.SendOccluded = true })
					if sent.Outcome != OK || sent.Occluder == nil || sent.Frame != "" {
						t.Fatalf("sent: %+v", sent)
					}
					p.press(sent)
					want := "stray mousedown,stray click"
					if test.name == "in between" {
						want = "" // it is the frame's own
					}
					if got := strings.Join(p.heard(len(strings.FieldsFunc(want, func(r rune) bool { return r == ',' }))), ","); got != want {
						t.Errorf("the page heard %q", got)
					}
				}
			})
		}
	}
}

// What changes between the read and the gate is noticed, and what is not the
// page's doing leaves the page's other elements alone.
func TestFrameChangesBeforeGate(t *testing.T) {
	t.Parallel()
	s := newSites(t)
	goPages(s)
	s.page("/other", `<!doctype html><title>other</title>`+says("go", "margin:20px"))
	p := openFramed(t, "about:blank")
	for _, test := range []struct {
		name, reason string
		change       string // in the page
		inside       string // in the frame
		outcome      Outcome
	}{
		{"nothing", "", ``, ``, OK},
		{"frame navigated", "the same button is there, in another document", `document.querySelector('iframe').src = 'SITE/other'`, ``, FrameChanged},
		{"frame navigated to another site", "", `document.querySelector('iframe').src = 'NEAR/other'`, ``, FrameChanged},
		{"frame navigates itself", "", ``, `location.href = '/other'`, FrameChanged},
		{"frame reloads", "", ``, `location.reload()`, FrameChanged},
		{"frame removed", "", `document.querySelector('iframe').remove()`, ``, FrameChanged},
		{"frame put elsewhere", "that makes it a new frame", `document.body.append(document.querySelector('iframe'))`, ``, FrameChanged},
		{"frame moved", "", `document.querySelector('iframe').style.marginTop = '222px'`, ``, OK},
		{"page pushState", "", `history.pushState(0, '', '/elsewhere')`, ``, AddressChanged},
		{"frame pushState", "", ``, `history.pushState(0, '', '/elsewhere')`, FrameAddressChanged},
		{"element removed", "", ``, `document.querySelector('button').remove()`, Gone},
		{"element replaced", "it is looked for in its frame", ``, `document.querySelector('button').outerHTML = document.querySelector('button').outerHTML`, OK},
		{"element relabelled", "", ``, `document.querySelector('button').textContent = 'stop'`, Mismatch},
		{"element disabled", "", ``, `document.querySelector('button').disabled = true`, IsDisabled},
		{"page replaced", "", `document.open(); document.write('<iframe src="SITE/go"></iframe>'); document.close()`, ``, FrameChanged},
	} {
		for _, site := range []string{"FAR", "PORT"} {
			t.Run(test.name+" "+site, func(t *testing.T) {
				change := s.fill(strings.ReplaceAll(test.change, "SITE", site))
				p.show(t, s.page(fmt.Sprintf("/%p", t), listens+strings.ReplaceAll(`<iframe src="SITE/go"></iframe>`, "SITE", site)))
				target, _ := published(t, p.until(`*button "go"`), "go")
				if change != "" {
					p.run(change+";0", nil)
				}
				if test.inside != "" {
					p.insideFrame(target.Frame, test.inside+";0")
				}
				// A navigation takes its time.
				var found *ProbeResult
				eventually(t, test.name+": "+string(test.outcome), func() bool {
					found = p.gate(target, func(r *ProbeRequest) { r.Timeout, r.Relocate = 100*time.Millisecond, true })
					return found.Outcome == test.outcome
				})
				if test.outcome != OK {
					return
				}
				if found.Relocated != (test.name == "element replaced") {
					t.Errorf("relocated: %v", found.Relocated)
				}
				p.press(found)
				if got := p.heard(1); len(got) != 1 || got[0] != "go" {
					t.Errorf("%s: the page heard %q", test.reason, got)
				}
			})
		}
	}
}

// insideFrame evaluates in the frame's own world.
func (p *framedPage) insideFrame(frame, expression string) {
	p.t.Helper()
	s := p.frames.Of(frame)
	params := map[string]any{"expression": expression}
	if s == nil { // the page's session has it: its main world through an isolated one
		s = p.session
		var made struct {
			ID int64 `json:"executionContextId"`
		}
		p.call("Page.createIsolatedWorld", map[string]string{"frameId": frame, "worldName": "test"}, &made)
		params["contextId"] = made.ID
	}
	if err := s.Call(p.t.Context(), "Runtime.evaluate", params, nil); err != nil {
		p.t.Fatal(err)
	}
}

// Fields in frames take focus, text and values; the page's address is checked
// before they are touched.
func TestFieldsInFrames(t *testing.T) {
	t.Parallel()
	s := newSites(t)
	s.page("/form", `<!doctype html><script>const tell = s => top.postMessage(s, '*')</script><p style="height:900px"></p>
		<label>Name <input onfocus="tell('focus')" oninput="tell('input ' + this.value)" onkeydown="tell('key ' + event.key + ' ' + event.isTrusted)"></label>
		<label>Day <input type=date onchange="tell('day ' + this.value)"></label>
		<label>Size <select onchange="tell('size ' + this.value)"><option value=s>Small<option value=l>Large</select></label>`)
	for _, site := range []string{"FAR", "PORT"} {
		t.Run(site, func(t *testing.T) {
			p := openFramed(t, s.page(fmt.Sprintf("/%p", t), listens+`<title>Top</title><p style="height:900px"></p><iframe style="height:120px" src="`+site+`/form"></iframe>`))
			tree := p.until(`"Name"`, `"Day"`, `"Size"`)
			name, _ := published(t, tree, "Name")
			found := p.gate(name, func(r *ProbeRequest) { r.Purpose, r.Prepare = Focus, PrepareSelect })
			if found.Outcome != OK || found.Control.Kind != TextField {
				t.Fatalf("%+v", found)
			}
			// Keys and text go to what has the focus, whichever session they come by.
			p.call("Input.insertText", map[string]string{"text": "Ada"}, nil)
			p.call("Input.dispatchKeyEvent", map[string]string{"type": "rawKeyDown", "key": "Enter", "code": "Enter"}, nil)
			p.call("Input.dispatchKeyEvent", map[string]string{"type": "keyUp", "key": "Enter", "code": "Enter"}, nil)
			if got := strings.Join(p.heard(3), ","); got != "focus,input Ada,key Enter true" {
				t.Errorf("the page heard %q", got)
			}
			after, err := p.reader.After(t.Context(), AfterRequest{Node: name.Node, Frame: name.Frame, Identity: name.Identity})
			if err != nil || after.Element.Value != "Ada" || after.URL != p.url || after.Title != "Top" {
				t.Errorf("after: %+v, %v", after, err)
			}
			for _, set := range []struct{ name, value, heard string }{{"Day", "2026-05-03", "day 2026-05-03"}, {"Size", "Large", "size l"}} {
				target, _ := published(t, tree, set.name)
				r, err := p.reader.SetValue(t.Context(), SetValueRequest{Target: target, URL: p.url, Value: set.value, Scroll: true, Timeout: time.Second})
				if err != nil || r.Outcome != OK || !r.Changed || r.URL != p.url {
					t.Fatalf("%s: %+v, %v", set.name, r, err)
				}
				if got := p.heard(1); len(got) != 1 || got[0] != set.heard {
					t.Errorf("%s: the page heard %q", set.name, got)
				}
			}
			p.run(`history.pushState(0, '', '/elsewhere'); 0`, nil)
			day, _ := published(t, tree, "Day")
			r, err := p.reader.SetValue(t.Context(), SetValueRequest{Target: day, URL: p.url, Value: "2026-01-01", Timeout: time.Second})
			if err != nil || r.Outcome != AddressChanged {
				t.Errorf("at another address: %+v, %v", r, err)
			}
			if focus := p.gate(name, func(r *ProbeRequest) { r.Purpose, r.Prepare = Focus, PrepareSelect }); focus.Outcome != AddressChanged {
				t.Errorf("at another address: %+v", focus)
			}
			if got := p.heard(0); len(got) != 0 {
				t.Errorf("at another address the page heard %q", got)
			}
		})
	}
}

// A press that would reach the page around the frame, because the frame moved
// after the gate, is stopped there.
func TestFrameMovesBeforePress(t *testing.T) {
	t.Parallel()
	s := newSites(t)
	goPages(s)
	p := openFramed(t, s.page("/", listens+`<body style="margin:0"><button style="width:300px;height:150px" onclick="heard.push('behind')">behind</button><iframe src="PORT/go" style="position:absolute;left:0;top:0;border:0"></iframe>`))
	target, _ := published(t, p.until(`*button "go"`), "go")
	found := p.gate(target)
	if found.Outcome != OK {
		t.Fatalf("%+v", found)
	}
	p.run(`document.querySelector('iframe').style.top = '300px'; 0`, nil)
	p.press(found)
	after, err := p.reader.After(t.Context(), AfterRequest{Node: target.Node, Frame: target.Frame, Identity: target.Identity})
	if err != nil {
		t.Fatal(err)
	}
	if g := after.Guard; g == nil || g.Missed == nil || g.Missed.Name != "behind" || g.Missed.Table == "" || g.Missed.Table == target.Node.Table {
		t.Errorf("guard %+v, missed %+v", g, g.Missed)
	}
	if got := p.heard(0); strings.Contains(strings.Join(got, ","), "behind") {
		t.Errorf("the page heard %q", got)
	}
}

// A part of a frame is read like a part of the page, in the page's coordinates.
func TestPartsOfFrames(t *testing.T) {
	t.Parallel()
	s := newSites(t)
	s.page("/list", `<!doctype html><body style="margin:0"><ul aria-label="Things" style="margin:0;height:100px;overflow:auto"><li><button>Alpha</button><li><button>Beta</button><li style="height:200px"></ul><p>outside</p><iframe title="Inner" src="NEAR/leaf"></iframe>`)
	s.page("/leaf", `<!doctype html><button>Leaf</button>`)
	p := openFramed(t, s.page("/", `<!doctype html><title>Top</title><body style="margin:0"><p>above</p><div style="transform:scale(.5);transform-origin:0 0"><iframe src="FAR/list" style="border:10px solid;width:300px;height:500px"></iframe></div><p style="margin-top:900px"><button>Last</button>`))
	tree := p.until(`"Things"`, `"Leaf"`)
	things, _ := published(t, tree, "Things")
	part, err := p.reader.Read(t.Context(), ReadOptions{Root: things})
	if err != nil {
		t.Fatal(err)
	}
	if got, want := text(part), "*list \"Things\" scrollable (0 px above, 142 px below)\n listitem\n  *button \"Alpha\"\n listitem\n  *button \"Beta\"\n"; got != want {
		t.Errorf("got:\n%s\nwant:\n%s", got, want)
	}
	for _, name := range []string{"Alpha", "Beta"} {
		whole, row := published(t, tree, name)
		again, same := published(t, part, name)
		if whole != again || row.Box.X-same.Box.X > 1 || row.Box.Y-same.Box.Y > 1 || same.Box.X-row.Box.X > 1 || same.Box.Y-row.Box.Y > 1 {
			t.Errorf("%s: %+v %v, in the part %+v %v", name, whole, row.Box, again, same.Box)
		}
	}
	if part.Title != "Top" || part.Document != tree.Document || part.Viewport != tree.Viewport {
		t.Errorf("%q %+v %+v", part.Title, part.Document, part.Viewport)
	}
	view, err := p.reader.Read(t.Context(), ReadOptions{Viewport: true})
	if err != nil {
		t.Fatal(err)
	}
	if got := text(view); !strings.Contains(got, `"Leaf"`) || !strings.Contains(got, `"Beta"`) || strings.Contains(got, `"Last"`) {
		t.Errorf("the viewport:\n%s", got)
	}
	alpha, row := published(t, tree, "Alpha")
	near, err := p.reader.Read(t.Context(), ReadOptions{Box: outline.Box{X: row.Box.X, Y: row.Box.Y, Width: 4, Height: 4}})
	if err != nil {
		t.Fatal(err)
	}
	if got := text(near); !strings.Contains(got, `"Alpha"`) || strings.Contains(got, `"Leaf"`) || strings.Contains(got, `text "above"`) {
		t.Errorf("a box in the frame:\n%s", got)
	}
	p.run(`document.querySelector('iframe').remove(); 0`, nil)
	if _, err := p.reader.Read(t.Context(), ReadOptions{Root: alpha}); !isGone(err) {
		t.Errorf("a part of a frame that is gone: %v", err)
	}
	// The whole page is still there, and its other elements.
	last, _ := published(t, p.until(`"Last"`), "Last")
	if found := p.gate(last); found.Outcome != OK {
		t.Errorf("%+v", found)
	}
	if found := p.gate(alpha); found.Outcome != FrameChanged || found.URL != p.url {
		t.Errorf("%+v", found)
	}
}

func isGone(err error) bool {
	e, ok := err.(*RootError)
	return ok && e.Outcome == Gone
}
