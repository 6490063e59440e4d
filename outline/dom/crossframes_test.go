package dom

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/holdfast-go/holdfast/cdp"
	"github.com/holdfast-go/holdfast/internal/testbrowser"
	"github.com/holdfast-go/holdfast/internal/testpage"
	"github.com/holdfast-go/holdfast/outline"
	"github.com/holdfast-go/holdfast/refs"
)

// framedPage is a page with the sessions of its frames in other processes.
type framedPage struct {
	*livePage
	reader *Reader
	frames *testbrowser.Frames

	mu    sync.Mutex
	calls []string // methods of the last read

	trees map[string][]axNode // accessibility trees of the page, by frame id
}

// openFramed opens a page whose frames in other processes are lent to the
// reader.
func openFramed(t *testing.T, url string, options ...ReaderOption) *framedPage {
	t.Helper()
	p := &framedPage{livePage: openTab(t)}
	p.frames = testbrowser.AttachFrames(t, p.session)
	var err error
	p.reader, err = New(countedCaller{p.session, p}, append([]ReaderOption{WithFrames(p.lend)}, options...)...)
	if err != nil {
		t.Fatal(err)
	}
	p.world = p.reader.world
	p.show(t, url)
	return p
}

// show is as of a page without other processes. The frames of the last page are
// nobody's any more.
func (p *framedPage) show(t *testing.T, url string) {
	t.Helper()
	p.leave()
	p.livePage.show(t, url)
}

// leave forgets what belongs to the page.
func (p *framedPage) leave() {
	p.trees = map[string][]axNode{}
	p.frames.Forget()
}

func (p *framedPage) lend(_ context.Context, frame string) (Caller, error) {
	if s := p.frames.Of(frame); s != nil {
		return countedCaller{s, p}, nil
	}
	return nil, nil
}

// countedCaller notes what is called.
type countedCaller struct {
	session *cdp.Session
	page    *framedPage
}

func (c countedCaller) Call(ctx context.Context, method string, params, result any) error {
	c.page.mu.Lock()
	c.page.calls = append(c.page.calls, method)
	c.page.mu.Unlock()
	return c.session.Call(ctx, method, params, result)
}

// readOnce reads and returns what was called for it.
func (p *framedPage) readOnce() (*outline.Tree, []string) {
	p.t.Helper()
	p.mu.Lock()
	p.calls = nil
	p.mu.Unlock()
	tree, err := p.reader.Read(p.t.Context(), ReadOptions{})
	if err != nil {
		p.t.Fatal(err)
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	return tree, p.calls
}

// until reads until the tree's text holds all of the words.
func (p *framedPage) until(words ...string) *outline.Tree {
	p.t.Helper()
	deadline := time.Now().Add(10 * time.Second)
	for {
		tree, _ := p.readOnce()
		got, missing := text(tree), ""
		for _, w := range words {
			if !strings.Contains(got, w) {
				missing = w
			}
		}
		if missing == "" {
			return tree
		}
		if time.Now().After(deadline) {
			p.t.Fatalf("%q does not come:\n%s", missing, got)
		}
	}
}

// published gives what a registry would hold of the one operable row of a name.
func published(t *testing.T, tree *outline.Tree, name string) (refs.Target, *outline.Node) {
	t.Helper()
	o, at := tree.Observation()
	found := -1
	for i, target := range o.Targets {
		if target.Name == name {
			if found >= 0 {
				t.Fatalf("%q is there twice:\n%s", name, text(tree))
			}
			found = i
		}
	}
	if found < 0 {
		t.Fatalf("%q is not there:\n%s", name, text(tree))
	}
	return o.Targets[found], &tree.Nodes[at[found]]
}

// gate probes an element as a click does.
func (p *framedPage) gate(target refs.Target, change ...func(*ProbeRequest)) *ProbeResult {
	p.t.Helper()
	r := ProbeRequest{Target: target, URL: p.url, Purpose: Click, Scroll: true, Timeout: 2 * time.Second, Guard: 5 * time.Second}
	for _, c := range change {
		c(&r)
	}
	found, err := p.reader.Probe(p.t.Context(), r)
	if err != nil {
		p.t.Fatal(err)
	}
	return found
}

// press clicks where the gate says, in the session that it says.
func (p *framedPage) press(found *ProbeResult) {
	p.t.Helper()
	s := p.session
	if found.Frame != "" {
		if s = p.frames.Of(found.Frame); s == nil {
			p.t.Fatalf("nobody is attached to the frame of %+v", found)
		}
	}
	(&livePage{t: p.t, session: s}).click(found.X, found.Y)
}

// heard waits for n messages that frames have posted to the top and takes them.
func (p *framedPage) heard(n int) []string {
	p.t.Helper()
	var got []string
	p.run(fmt.Sprintf(`new Promise(done => { const look = () => heard.length >= %d ? done(heard.splice(0)) : setTimeout(look, 5); setTimeout(() => done(heard.splice(0)), 3000); look(); })`, n), &got)
	return got
}

const listens = `<!doctype html><script>heard = []; addEventListener('message', e => heard.push(e.data));
	for (const type of ['mousedown', 'click', 'keydown']) addEventListener(type, () => heard.push('stray ' + type), true)</script>`

// says is a button that tells the top page where it was pressed.
func says(name, style string) string {
	return fmt.Sprintf(`<button style="%s" onclick="{ const r = this.getBoundingClientRect(); top.postMessage('%s' + (event.isTrusted && event.clientX >= r.left && event.clientX <= r.right && event.clientY >= r.top && event.clientY <= r.bottom ? '' : ' outside'), '*') }">%s</button>`, style, name, name)
}

// sites serves pages under three origins: two sites, and another origin of the
// first, which shares its process.
type sites struct {
	*testpage.Server
	other *testpage.Server
}

func newSites(t *testing.T) sites { return sites{testpage.New(t), testpage.New(t)} }

// fill puts the addresses into a page: NEAR is the page's own site, FAR another
// one, PORT another origin of the page's site.
func (s sites) fill(html string) string {
	return strings.NewReplacer("NEAR", s.URL(""), "FAR", s.Localhost(""), "PORT", s.other.URL("")).Replace(html)
}

func (s sites) page(path, html string) string {
	html = s.fill(html)
	s.other.Page(path, html)
	return s.Page(path, html)
}

// The rows of frames of other origins stand below the rows of their frames,
// however deep, and are where the page shows them.
func TestCrossOriginFrames(t *testing.T) {
	s := newSites(t)
	for _, name := range []string{"one", "two", "three", "four", "deep", "sand"} {
		s.page("/"+name, `<!doctype html><body style="margin:13px;height:3000px">`+says(name, "margin:40px 0 0 25px")+
			`<script>if (location.hash === '#scrolled') scrollTo(0, 30)</script>`)
	}
	s.page("/middle", `<!doctype html><body style="margin:7px"><p>between</p><iframe title="Deep" src="NEAR/deep#scrolled" style="border:4px solid;padding:6px;width:200px;height:110px;transform:scale(.8);transform-origin:0 0"></iframe>`)
	url := s.page("/", listens+`<title>Top</title><body style="margin:0"><p style="margin:0">above</p>
		<iframe title="One" src="FAR/one" style="border:0;width:200px;height:120px"></iframe>
		<iframe title="Two" src="PORT/two#scrolled" style="border:9px solid;padding:5px 11px;width:200px;height:120px;margin:3px"></iframe><br>
		<div style="transform:scale(1.5) translate(20px,10px);transform-origin:0 0"><iframe title="Three" src="FAR/three" style="border:5px solid;padding:3px;width:180px;height:110px"></iframe></div>
		<div style="position:absolute;left:480px;top:30px;zoom:1.25"><iframe title="Middle" src="FAR/middle" style="border:2px solid;width:230px;height:190px"></iframe></div>
		<iframe title="Sand" sandbox="allow-scripts" src="/sand" style="position:absolute;left:480px;top:330px;width:200px;height:120px"></iframe>
		<iframe title="Four" srcdoc="<iframe title=Inner src='PORT/four' style='width:200px;height:120px;border:3px solid'></iframe>" style="position:absolute;left:20px;top:400px;width:250px;height:150px"></iframe>
		<p style="margin-top:400px">below</p>`)
	p := openFramed(t, url)
	tree := p.until(`button "one"`, `button "two"`, `button "three"`, `button "four"`, `button "deep"`, `button "sand"`)
	want := strings.TrimPrefix(strings.ReplaceAll(`
		text "above"
		iframe "One"
		 *button "one"
		iframe "Two"
		 *button "two"
		iframe "Three"
		 *button "three"
		iframe "Middle"
		 text "between"
		 iframe "Deep"
		  *button "deep"
		iframe "Sand"
		 *button "sand"
		iframe "Four"
		 iframe "Inner"
		  *button "four"
		text "below"
		`, "\t", ""), "\n")
	if got := text(tree); got != want {
		t.Fatalf("got:\n%s\nwant:\n%s", got, want)
	}
	for i, f := range tree.Frames {
		if f.Unread != "" || f.ID == "" || f.Table == "" || (i == 0) != (f.Owner < 0) || i > 0 && tree.Nodes[f.Owner].Role != "iframe" {
			t.Errorf("frame %d: %+v", i, f)
		}
	}
	for _, name := range []string{"one", "two", "three", "four", "deep", "sand"} {
		target, row := published(t, tree, name)
		if !strings.Contains(target.Address, "/"+name) || tree.Frames[row.Frame].ID != target.Frame {
			t.Errorf("%s belongs to %s: %+v", name, target.Address, tree.Frames[row.Frame])
		}
		// The corners tell more than the middle: the box is no larger than the
		// button by more than rounding.
		box := row.Box
		for _, at := range [][2]float32{{.5, .5}, {.06, .5}, {.94, .5}, {.5, .15}, {.5, .85}} {
			p.click(float64(box.X+box.Width*at[0]), float64(box.Y+box.Height*at[1]))
			if got := p.heard(1); len(got) != 1 || got[0] != name {
				t.Errorf("a click at %v of %q's box %v was %q", at, name, box, got)
			}
		}
	}
}

// A known page with frames is read in one round trip per level.
func TestFrameRoundTrips(t *testing.T) {
	s := newSites(t)
	s.page("/leaf", `<!doctype html>`+strings.Repeat("<button>leaf</button>", 50))
	s.page("/mid", `<!doctype html><p>mid</p><iframe title="Leaf" src="NEAR/leaf" style="width:200px;height:200px"></iframe>`)
	p := openFramed(t, s.page("/", `<!doctype html><iframe title="A" src="FAR/mid" style="height:250px"></iframe><iframe title="B" src="PORT/leaf"></iframe>`))
	p.until(`iframe "Leaf"`)
	eventually(t, "both leaves are read", func() bool {
		tree, _ := p.readOnce()
		return strings.Count(text(tree), `*button "leaf"`) == 100
	})
	if _, calls := p.readOnce(); strings.Join(calls, " ") != strings.TrimSpace(strings.Repeat("Runtime.evaluate ", 4)) {
		t.Errorf("a read of four documents in three levels called %v", calls)
	}
}

// eventually waits until a condition holds.
func eventually(t *testing.T, what string, condition func() bool) {
	t.Helper()
	for deadline := time.Now().Add(10 * time.Second); !condition(); {
		if time.Now().After(deadline) {
			t.Fatalf("not within 10 s: %s", what)
		}
	}
}
