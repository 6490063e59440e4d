package provider_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/holdfast-go/holdfast/browser"
	"github.com/holdfast-go/holdfast/internal/testbrowser"
	"github.com/holdfast-go/holdfast/internal/testpage"
	"github.com/holdfast-go/holdfast/outline/dom"
	"github.com/holdfast-go/holdfast/provider"
)

// shows takes snapshots until one holds all of the words.
func shows(tb testing.TB, page browser.Page, words ...string) *browser.Snapshot {
	tb.Helper()
	var snap *browser.Snapshot
	var missing string
	deadline := time.Now().Add(10 * time.Second)
	for {
		snap = snapshot(tb, page)
		text := snap.String()
		missing = ""
		for _, w := range words {
			if !strings.Contains(text, w) {
				missing = w
			}
		}
		if missing == "" {
			return snap
		}
		if time.Now().After(deadline) {
			tb.Fatalf("%q does not come:\n%s", missing, text)
		}
	}
}

func TestCaseR04NestedFrames(t *testing.T) {
	cases := testpage.Cases(t)
	for _, tc := range []struct {
		name string
		open func(t *testing.T) *provider.Provider
	}{
		{"browser", func(t *testing.T) *provider.Provider { return newProvider(t) }},
		{"tab host", func(t *testing.T) *provider.Provider { return over(t, tabHost(t)) }},
	} {
		t.Run(tc.name, func(t *testing.T) {
			page := open(t, tc.open(t), cases.URL("/cases/R04-oopif-nested/"))
			snap := shows(t, page, `button "Leaf pay"`, `textbox "Card number"`)
			text := snap.String()
			if !(strings.Index(text, `iframe "mid"`) < strings.Index(text, `iframe "leaf"`) && strings.Index(text, `iframe "leaf"`) < strings.Index(text, `"Leaf pay"`)) {
				t.Errorf("the rows of frames must stand below them:\n%s", text)
			}
			card := ref(t, snap, "textbox", "Card number")
			r, err := page.Click(within(t, 20*time.Second), browser.ClickRequest{Ref: ref(t, snap, "button", "Leaf pay")})
			if err != nil {
				t.Fatal(err)
			}
			if r.Title != "Nested frames" || !strings.HasSuffix(r.URL, "/R04-oopif-nested/") || r.Navigated != nil {
				t.Errorf("the receipt speaks of the frame and not of the page: %s", r)
			}
			if r, err = page.Fill(within(t, 20*time.Second), browser.FillRequest{Ref: card, Value: "4242"}); err != nil {
				t.Fatal(err)
			}
			if r.Value == nil || *r.Value != "4242" {
				t.Errorf("the receipt must tell the value: %s", r)
			}
			if _, err := page.Press(within(t, 20*time.Second), browser.PressRequest{Ref: card, Key: "Enter"}); err != nil {
				t.Fatal(err)
			}
			late := shows(t, page, `button "Late pay"`)
			if again := ref(t, late, "textbox", "Card number"); again != card {
				t.Errorf("the field in the frame has another number: %v, %v", card, again)
			}
			if _, err := page.Click(within(t, 20*time.Second), browser.ClickRequest{Ref: ref(t, late, "button", "Late pay")}); err != nil {
				t.Fatal(err)
			}
			eventually(t, "the page hears of it all", func() bool {
				return evalAs[bool](t, page, "__result.events.some(e => e.what === 'late')")
			})
			holds(t, page, "__result.events.filter(e => e.what === 'pay' && e.trusted && e.inside).length === 1")
			holds(t, page, "__result.events.some(e => e.what === 'card' && e.value === '4242')")
			holds(t, page, "__result.events.some(e => e.what === 'late' && e.trusted)")
			holds(t, page, "__result.strayClicks === 0")
		})
	}
}

// framed serves a page that shows a frame of another site, and the same in
// another origin of its own process.
type framed struct{ near, other *testpage.Server }

func newFramed(t *testing.T) framed { return framed{testpage.New(t), testpage.New(t)} }

func (f framed) page(path, html string) string {
	html = strings.NewReplacer("NEAR", f.near.URL(""), "FAR", f.near.Localhost(""), "PORT", f.other.URL("")).Replace(html)
	f.other.Page(path, html)
	return f.near.Page(path, html)
}

func TestActionsInFrames(t *testing.T) {
	s := newFramed(t)
	s.page("/inner", `<!doctype html><p style="height:700px"></p><button onclick="this.textContent='Saved'">Save</button>
		<select aria-label="Size"><option value=s>Small<option value=l>Large</select>
		<label><input type=checkbox>Agree</label>
		<div id=box tabindex=0 role=button aria-label="Handle" style="width:40px;height:40px;background:#888" onpointermove="if (event.buttons) { this.style.translate = (event.clientX - 20 - this.offsetLeft) + 'px' }" onpointerdown="this.setPointerCapture(1)"></div>
		<button onclick="setTimeout(() => fetch('/inner').then(() => document.title = 'Fetched'))">Fetch</button>
		<button onclick="window.open('/inner')">Pop</button><button onclick="alert('Hello')">Alert</button>
		<button onclick="location.href='/next'">Leave</button>`)
	s.page("/next", `<!doctype html><title>next</title><button>Back</button>`)
	for _, site := range []string{"FAR", "PORT"} {
		t.Run(site, func(t *testing.T) {
			top := s.page("/"+site, `<!doctype html><title>Top</title><p style="height:600px"></p><iframe title="Inner" src="`+site+`/inner" style="width:400px;height:300px;border:6px solid;scale:.9"></iframe><p style="height:900px"></p><button>Last</button>`)
			page := open(t, newProvider(t), top)
			snap := shows(t, page, `button "Save"`, `button "Leave"`)
			if r := click(t, page, "button", "Save"); r.Renamed != "Saved" || r.Title != "Top" || r.NoEffect {
				t.Errorf("%s", r)
			}
			if r := fill(t, page, "combobox", "Size", "Large"); r.Value == nil || *r.Value != "Large" {
				t.Errorf("%s", r)
			}
			if r := fill(t, page, "checkbox", "Agree", "true"); len(r.State) != 1 || r.State[0] != "checked" {
				t.Errorf("%s", r)
			}
			if r := click(t, page, "button", "Pop"); len(r.OpenedTabs) != 1 {
				t.Errorf("%s", r)
			}
			if r := click(t, page, "button", "Alert"); len(r.Dialogs) != 1 || r.Dialogs[0].Message != "Hello" {
				t.Errorf("%s", r)
			}
			if r := click(t, page, "button", "Fetch"); r.Navigated != nil || r.Unconfirmed {
				t.Errorf("%s", r)
			}
			handle := ref(t, snapshot(t, page), "button", "Handle")
			before, err := page.Locate(within(t, 10*time.Second), browser.LocateRequest{Ref: handle, Scroll: true})
			if err != nil {
				t.Fatal(err)
			}
			if _, err := page.Drag(within(t, 20*time.Second), browser.DragRequest{Ref: handle, DX: 90}); err != nil {
				t.Fatal(err)
			}
			after, err := page.Locate(within(t, 10*time.Second), browser.LocateRequest{Ref: handle})
			if err != nil {
				t.Fatal(err)
			}
			if d := after.Box.X - before.Box.X; d < 70 || d > 110 || !before.InViewport {
				t.Errorf("a drag by 90 moved it by %v: %v, %v", d, before, after)
			}
			// The other process may begin to navigate after the receipt, on a machine
			// that is busy enough; not three times.
			leave := ref(t, snap, "button", "Leave")
			var r *browser.Receipt
			for range 3 {
				snap = shows(t, page, `button "Leave"`)
				leave = ref(t, snap, "button", "Leave")
				if r, err = page.Click(within(t, 20*time.Second), browser.ClickRequest{Ref: leave}); err != nil {
					t.Fatal(err)
				}
				if !r.NoEffect {
					break
				}
				if _, err := page.Navigate(within(t, 20*time.Second), browser.NavigateRequest{URL: top}); err != nil {
					t.Fatal(err)
				}
			}
			if text := r.String(); r.Navigated != nil || r.NoEffect || !strings.Contains(text, "/next") {
				t.Errorf("the receipt must tell that the frame went elsewhere, and the page did not: %s", text)
			}
			if _, err := page.Click(within(t, 10*time.Second), browser.ClickRequest{Ref: leave}); !errors.Is(err, browser.ErrStaleRef) || !strings.Contains(err.Error(), "frame") {
				t.Errorf("a ref of a document that its frame has left: %v", err)
			}
			// The page's own refs are what they were.
			if _, err := page.Click(within(t, 10*time.Second), browser.ClickRequest{Ref: ref(t, snap, "button", "Last")}); err != nil {
				t.Error(err)
			}
			shows(t, page, `button "Back"`)
		})
	}
}

// A layer of the page over a frame is in the way of what is in the frame, and
// has a ref where it is operable.
func TestLayerOverFrame(t *testing.T) {
	s := newFramed(t)
	s.page("/inner", `<!doctype html><button>Pay</button>`)
	page := open(t, newProvider(t), s.page("/", `<!doctype html><iframe title="Inner" src="FAR/inner"></iframe><div id=wall style="position:fixed;inset:0;background:#fff"><button onclick="wall.remove()">Accept</button></div>`))
	snap := shows(t, page, `button "Pay"`)
	pay, accept := ref(t, snap, "button", "Pay"), ref(t, snap, "button", "Accept")
	_, err := page.Click(within(t, 10*time.Second), browser.ClickRequest{Ref: pay})
	if e := browser.AsError(err); !errors.Is(err, browser.ErrOccluded) || e.Details.OccludedBy == nil {
		t.Fatalf("%v", err)
	}
	if _, err := page.Click(within(t, 10*time.Second), browser.ClickRequest{Ref: accept}); err != nil {
		t.Fatal(err)
	}
	if _, err := page.Click(within(t, 10*time.Second), browser.ClickRequest{Ref: pay}); err != nil {
		t.Error(err)
	}
}

// TestSwapUnderThePointer: when rows change between the gate and the press, no other
// row hears anything of it (the right one may, when it is found again), also where the page listens on its window before anyone else, in
// the page and in a frame in another process.
func TestSwapUnderThePointer(t *testing.T) {
	cases := testpage.Cases(t)
	s := newFramed(t)
	rows := `<!doctype html><ul id=l><li><b>Alpha</b> <button>Delete Alpha</button><li><b>Beta</b> <button>Delete Beta</button></ul><script>
		const tell = s => top.postMessage(s, '*');
		addEventListener('pointerdown', e => tell('down ' + e.target.textContent), true);
		addEventListener('click', e => tell('click ' + e.target.textContent), true);
		l.addEventListener('pointermove', () => { for (const e of l.querySelectorAll('b,button')) e.textContent = e.textContent.includes('Alpha') ? e.textContent.replace('Alpha', 'Beta') : e.textContent.replace('Beta', 'Alpha') }, {once: true})</script>`
	s.page("/rows", rows)
	hears := `<script>heard = []; addEventListener('message', e => heard.push(e.data))</script>`
	for _, tc := range []struct{ name, url, run, heard string }{
		{"case", cases.URL("/cases/R01-stale-ref/"), "__hoverSwap()", "__result.deleted"},
		{"listens first", s.page("/own", strings.Replace(rows, "<ul", hears+"<ul", 1)), "0", "heard"},
		{"frame", s.page("/far", `<!doctype html>`+hears+`<iframe src="FAR/rows"></iframe>`), "0", "heard"},
		{"frame of another origin", s.page("/port", `<!doctype html>`+hears+`<iframe src="PORT/rows"></iframe>`), "0", "heard"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			page := open(t, newProvider(t), tc.url)
			alpha := ref(t, shows(t, page, `"Delete Alpha"`), "button", "Delete Alpha")
			evalAs[any](t, page, tc.run+",0")
			_, err := page.Click(within(t, 10*time.Second), browser.ClickRequest{Ref: alpha})
			if err != nil && (!errors.Is(err, browser.ErrStaleRef) || strings.Contains(err.Error(), "may have seen it")) {
				t.Errorf("a refusal must be a stale ref, and the guard must not come late: %v", err)
			}
			got := evalAs[[]string](t, page, tc.heard)
			for _, what := range got {
				if !strings.HasSuffix(what, "Alpha") {
					t.Errorf("the page heard %q", got)
				}
			}
			if err == nil && len(got) == 0 {
				t.Error("success was reported and nothing was pressed")
			}
		})
	}
}

// No frame is left waiting for the provider, however many come and go at once,
// and snapshots meanwhile hold the page itself.
func TestManyFramesAtOnce(t *testing.T) {
	s := newFramed(t)
	s.page("/leaf", `<!doctype html><button>leaf</button><script>top.postMessage(location.search, '*')</script>`)
	page := open(t, newProvider(t), s.page("/", `<!doctype html><button>first</button><div id=d></div><script>
		heard = new Set();
		addEventListener('message', e => heard.add(e.data));
		add = (from, to) => { for (let n = from; n < to; n++) { const f = document.createElement('iframe'); f.width = f.height = 60; f.src = 'FAR/leaf?' + n; d.append(f) } };
		swap = () => { for (const f of [...d.children]) f.remove(); add(12, 24) };
	</script>`))
	evalAs[int](t, page, "add(0, 12), 0")
	if got := snapshot(t, page).String(); !strings.Contains(got, `button "first"`) {
		t.Errorf("got:\n%s", got)
	}
	evalAs[int](t, page, "swap(), 0")
	eventually(t, "the last twelve frames have run", func() bool {
		return evalAs[int](t, page, "Array.from({length: 12}, (_, i) => '?' + (12 + i)).filter(s => heard.has(s)).length") == 12
	})
	var last *browser.Snapshot
	for deadline := time.Now().Add(5 * time.Second); ; {
		if last = snapshot(t, page); last.Refs == 13 {
			break
		}
		if time.Now().After(deadline) {
			t.Fatalf("%d refs, want 13:\n%s", last.Refs, last)
		}
	}
}

// A frame that does not answer costs its own row; its refs are kept for when it
// does.
func TestBusyFrame(t *testing.T) {
	s := newFramed(t)
	s.page("/busy", `<!doctype html><button onclick="this.textContent='Done'">Go</button><script>addEventListener('message', e => { const end = Date.now() + e.data; while (Date.now() < end); })</script>`)
	p := newProvider(t, provider.WithFrameLimits(dom.FrameLimits{Timeout: 500 * time.Millisecond}))
	page := open(t, p, s.page("/", `<!doctype html><iframe title="Busy" src="FAR/busy"></iframe><button>Own</button>`))
	snap := shows(t, page, `button "Go"`)
	busy := ref(t, snap, "button", "Go")
	evalAs[int](t, page, "frames[0].postMessage(3000, '*'), 0")
	snap = shows(t, page, "it did not answer in time")
	if _, err := page.Click(within(t, 10*time.Second), browser.ClickRequest{Ref: ref(t, snap, "button", "Own")}); err != nil {
		t.Error(err)
	}
	shows(t, page, `button "Go"`)
	r, err := page.Click(within(t, 10*time.Second), browser.ClickRequest{Ref: busy})
	if err != nil || r.Renamed != "Done" {
		t.Errorf("%v, %v", r, err)
	}
	if _, err := provider.New(within(t, 10*time.Second), testbrowser.Host(t), provider.WithSharedHost(), provider.WithFrameLimits(dom.FrameLimits{Depth: -1})); !errors.Is(err, browser.ErrInvalidArgument) {
		t.Errorf("a negative limit: %v", err)
	}
}

// What is scrolled from under a frame of another process is hit, and not the
// frame that was at its place before.
func TestScrolledFromUnderFrame(t *testing.T) {
	s := newFramed(t)
	s.page("/wall", `<!doctype html><body onmousedown="top.postMessage('wall', '*')" style="height:100vh">`)
	page := open(t, newProvider(t), s.page("/", `<!doctype html><body style="margin:0"><script>heard = []; addEventListener('message', e => heard.push(e.data))</script>
		<iframe src="FAR/wall" style="border:0;width:100%;height:95vh;display:block"></iframe><div style="height:2000px;padding-top:600px"><button style="width:100%;height:300px" onclick="heard.push('go')">Go</button></div>`))
	snap := shows(t, page, `button "Go"`)
	for range 5 {
		evalAs[int](t, page, "heard.length = 0, scrollTo(0, 0), 0")
		if _, err := page.Click(within(t, 10*time.Second), browser.ClickRequest{Ref: ref(t, snap, "button", "Go")}); err != nil {
			t.Fatal(err)
		}
		if got := evalAs[[]string](t, page, "heard"); len(got) != 1 || got[0] != "go" {
			t.Errorf("the page heard %q", got)
		}
	}
}
