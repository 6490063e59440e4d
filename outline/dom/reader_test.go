package dom

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/holdfast-go/holdfast/internal/testpage"
	"github.com/holdfast-go/holdfast/outline"
)

// The page's own scripts cannot change what is read: the reader's world shares
// the elements and nothing else.
func TestPageCannotDisturbIt(t *testing.T) {
	body := `<!doctype html><title>Shop</title><h1>Shop</h1><ul><li><a href="/a">One</a><li>Two</ul>
		<form id=f><input name=parentNode value=1><input name=nodeType value=2><input name=firstChild value=3>
		<input name=localName value=4><input name=getAttribute value=5><input name=nextSibling value=6><input name=hasAttributes value=7>
		<input name=matches value=8><input name=shadowRoot value=9><input name=ownerDocument><button>Send</button></form><p>end</p>
		<img name=title><img name=URL><img name=activeElement><img name=defaultView><img name=documentElement><img name=body><img name=styleSheets>`
	quiet := openPage(t, body)
	want := quiet.read()
	p := openPage(t, `<script>
		const broken = function () { throw new Error('broken'); };
		const lie = () => 'lie';
		for (const type of [Array, Map, Set, WeakMap, WeakRef, String, RegExp, Object, Promise, Function]) {
			for (const key of Object.getOwnPropertyNames(type.prototype)) {
				if (key === 'constructor') continue;
				try { Object.defineProperty(type.prototype, key, {get: broken, set() {}, configurable: true}); } catch {}
			}
		}
		</script>`+body)
	p.t = t
	loud := openPage(t, body+`<script>
		JSON.stringify = JSON.parse = () => 'lie';
		getComputedStyle = () => ({display: 'none', visibility: 'hidden', cursor: 'pointer'});
		for (const type of [Node, Element, HTMLElement, Document, Range, HTMLInputElement, HTMLAnchorElement, CSSStyleDeclaration]) {
			for (const key of Object.getOwnPropertyNames(type.prototype)) {
				if (key === 'constructor') continue;
				const d = Object.getOwnPropertyDescriptor(type.prototype, key);
				if (!d.configurable) continue;
				if (d.get) Object.defineProperty(type.prototype, key, {get: () => 'lie', configurable: true});
				else if (typeof d.value === 'function') Object.defineProperty(type.prototype, key, {value: () => 'lie', configurable: true});
			}
		}
		Array.prototype.push = Array.prototype.join = Array.prototype[Symbol.iterator] = () => { throw new Error('lie'); };
		Object.defineProperty(Object.prototype, 'installed', {get() { throw new Error('lie'); }});
	</script>`)
	for name, page := range map[string]*livePage{"built-in types": p, "the DOM": loud} {
		got := text(page.read())
		if plain := strings.ReplaceAll(text(want), quiet.origin(), ""); strings.ReplaceAll(got, page.origin(), "") != plain {
			t.Errorf("a page that overrides %s:\n%s\nwant:\n%s", name, got, plain)
		}
	}
	if title := loud.read().Title; title != "Shop" {
		t.Errorf("title %q", title)
	}
}

// origin gives scheme, host and port of the page.
func (p *livePage) origin() string { return p.url[:strings.Index(p.url[8:], "/")+8] }

func TestNothingIsLeftInThePage(t *testing.T) {
	p := openPage(t, `<p>text</p><button>b</button>`)
	p.run(`window.before = [document.documentElement.outerHTML, 0]; before[1] = Object.getOwnPropertyNames(window).join()`, nil)
	p.read()
	var now []bool
	p.run(`[before[0] === document.documentElement.outerHTML, before[1] === Object.getOwnPropertyNames(window).join()]`, &now)
	if !now[0] || !now[1] {
		t.Errorf("the document is as it was: %v, the globals are: %v", now[0], now[1])
	}
}

func TestRoundTrips(t *testing.T) {
	p := openPage(t, `<p>text</p>`)
	count := &counting{session: p.session}
	r, err := New(count)
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []int{-1, 1, 1} {
		count.calls = 0
		if _, err := r.Read(t.Context(), ReadOptions{}); err != nil {
			t.Fatal(err)
		}
		if want > 0 && count.calls != want {
			t.Errorf("read %d took %d round trips, want %d", i, count.calls, want)
		}
	}
}

func TestReadFollowsNavigations(t *testing.T) {
	s := testpage.New(t)
	one := s.Page("/one", `<title>one</title><button>A</button>`)
	two := s.Page("/two", `<title>two</title><button>B</button>`)
	p := openURL(t, one)
	r := &Reader{world: p.world}
	read := func(want string) *outline.Tree {
		t.Helper()
		tree, err := r.Read(t.Context(), ReadOptions{})
		if err != nil {
			t.Fatal(err)
		}
		if tree.Title != want || tree.Document.Loader == "" || tree.Document.URL != s.URL("/"+want) {
			t.Fatalf("read %q, %+v, want %q", tree.Title, tree.Document, want)
		}
		if r.Table() != tree.Frames[0].Table {
			t.Error("Table is not the table of the last read")
		}
		return tree
	}
	first := read("one")
	again := read("one")
	if again.Frames[0].Table != first.Frames[0].Table || again.Nodes[0].ID != first.Nodes[0].ID || again.Document != first.Document {
		t.Error("the same document has another table, element or loader")
	}
	p.show(t, two)
	second := read("two")
	if second.Frames[0].Table == first.Frames[0].Table || second.Document.Loader == first.Document.Loader {
		t.Error("another document has the same table or loader")
	}
	// Another site may mean another process.
	p.show(t, s.Localhost("/one"))
	tree, err := r.Read(t.Context(), ReadOptions{})
	if err != nil || tree.Document.URL != s.Localhost("/one") {
		t.Errorf("on the other site: %v, %v", tree, err)
	}
	p.show(t, one)
	if third := read("one"); third.Frames[0].Table == first.Frames[0].Table {
		t.Error("a reload has the old table")
	}
}

func TestReaderOptions(t *testing.T) {
	s := testpage.New(t)
	s.Page("/in", `<button>In</button>`)
	p := openURL(t, s.Page("/", `<button>Out</button><iframe src=/in></iframe>`))
	var frames struct {
		FrameTree frameTree `json:"frameTree"`
	}
	p.call("Page.getFrameTree", nil, &frames)
	r, err := New(p.session, WithFrame(frames.FrameTree.Children[0].Frame.ID), WithWorldName("mine"))
	if err != nil {
		t.Fatal(err)
	}
	tree, err := r.Read(t.Context(), ReadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if got := text(tree); got != "*button \"In\"\n" || tree.Frames[0].ID != frames.FrameTree.Children[0].Frame.ID {
		t.Errorf("the frame's rows:\n%s", got)
	}
	other, err := New(p.session, WithFrame(frames.FrameTree.Children[0].Frame.ID), WithWorldName("mine"))
	if err != nil {
		t.Fatal(err)
	}
	shared, err := other.Read(t.Context(), ReadOptions{})
	if err != nil || shared.Frames[0].Table != tree.Frames[0].Table || shared.Nodes[0].ID != tree.Nodes[0].ID {
		t.Errorf("a world of one name is one world: %v", err)
	}
	for name, opts := range map[string][]ReaderOption{
		"empty frame": {WithFrame("")}, "bad name": {WithWorldName("a\"b")}, "nil option": {nil},
	} {
		if _, err := New(p.session, opts...); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
	if _, err := New(nil); err == nil {
		t.Error("no caller: no error")
	}
	if _, err := r.Read(t.Context(), ReadOptions{MaxRows: -1}); err == nil {
		t.Error("negative MaxRows: no error")
	}
	gone, err := New(p.session, WithFrame("nosuchframe"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := gone.Read(t.Context(), ReadOptions{}); err == nil || !strings.Contains(err.Error(), "gone") {
		t.Errorf("a frame that is not there: %v", err)
	}
}

func TestReadLimits(t *testing.T) {
	p := openPage(t, `<ul></ul><script>document.querySelector('ul').innerHTML = '<li><button>x</button></li>'.repeat(1000);
		const nest = (e, tags, n) => { for (let i = 0; i < n; i++) { const d = document.createElement(tags[i % tags.length]); e.append(d); e = d; } return e; };
		nest(document.body, ['div'], 1200).textContent = 'deep';
		nest(nest(document.body, ['ul', 'li'], 590), ['button'].concat(Array(400).fill('b')), 400).textContent = 'deep';</script>`)
	r := &Reader{world: p.world}
	tree, err := r.Read(t.Context(), ReadOptions{MaxRows: 100})
	if err != nil {
		t.Fatal(err)
	}
	if n := len(tree.Nodes); n > 100 || n < 98 || tree.Clipped < 900 {
		t.Errorf("%d rows, %d left out", len(tree.Nodes), tree.Clipped)
	}
	tree = p.read()
	if len(operable(tree, "x")) != 1000 || tree.Clipped == 0 || tree.Clipped > 5 {
		t.Errorf("%d buttons, %d left out; elements too deep are counted", len(operable(tree, "x")), tree.Clipped)
	}
}

func TestCancelledRead(t *testing.T) {
	p := openPage(t, `<p>text</p>`)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := (&Reader{world: p.world}).Read(ctx, ReadOptions{}); !errors.Is(err, context.Canceled) {
		t.Errorf("err = %v", err)
	}
}

func TestOverlay(t *testing.T) {
	cover := `position:fixed;inset:0;background:#0008`
	for _, row := range []struct{ name, html, want, reason string }{
		{"none", `<button>A</button>`, "", "nothing covers the page"},
		{"dialog", `<button>A</button><div style="` + cover + `"><div role=dialog aria-label=Cookies><button>Ok</button></div></div>`, "Cookies", "the first row in the layer"},
		{"silent", `<button>A</button><div style="` + cover + `"></div>`, "-", "a layer without rows"},
		{"small", `<button>A</button><div style="position:fixed;inset:40%;background:#0008">small</div>`, "", "it covers too little"},
		{"page of its own", `<div style="position:absolute;z-index:2;inset:0"><button>B</button></div>`, "B", "absolute with a z-index"},
	} {
		t.Run(row.name, func(t *testing.T) {
			tree := openPage(t, "<!doctype html>"+row.html).read()
			got := ""
			if o := tree.Overlay; o != nil && o.Node < 0 {
				got = "-" + o.Name
			} else if o != nil {
				got = tree.Nodes[o.Node].Name
			}
			if got != row.want {
				t.Errorf("%q, want %q (%s)", got, row.want, row.reason)
			}
		})
	}
}

// The table of a page that makes new elements all day stays bounded.
func TestTableForgetsWhatIsGone(t *testing.T) {
	p := openPage(t, `<div id=list></div>`)
	r := &Reader{world: p.world}
	size := func() int {
		var n int
		p.inside(`h => h.tableSize()`, &n)
		return n
	}
	p.call("HeapProfiler.enable", nil, nil)
	for range 6 {
		p.run(`list.innerHTML = '<button>x</button>'.repeat(5000)`, nil)
		if _, err := r.Read(t.Context(), ReadOptions{}); err != nil {
			t.Fatal(err)
		}
		p.call("HeapProfiler.collectGarbage", nil, nil)
	}
	if n := size(); n > 20_000 {
		t.Errorf("the table holds %d elements, the page 5,000", n)
	}
}
