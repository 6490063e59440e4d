package dom

import (
	"strings"
	"testing"

	"github.com/holdfast-go/holdfast/internal/testpage"
	"github.com/holdfast-go/holdfast/outline"
)

// listened reads the page with its listeners.
func (p *livePage) listened() *outline.Tree {
	p.t.Helper()
	tree, err := (&Reader{world: p.world}).Read(p.t.Context(), ReadOptions{Listeners: true})
	if err != nil {
		p.t.Fatal(err)
	}
	return tree
}

func TestClickableDivsCaseWithListeners(t *testing.T) {
	got := text(openCase(t, "R05-clickable-divs/").listened())
	want := strings.TrimPrefix(strings.ReplaceAll(`
		*generic "Card inline"
		*generic "Card listener price 12"
		*generic "Card delegated"
		*generic "Card focusable"
		*img "Settings icon"
		*generic "No hint"
		text "Plain text"
		iframe "inner"
		 *generic "Frame card"
		 *button "Frame button"
		`, "\t", ""), "\n")
	if got != want {
		t.Errorf("got:\n%s\nwant:\n%s", got, want)
	}
}

func TestListeners(t *testing.T) {
	tests := []struct {
		name, reason string
		html         string // on(selector, type) makes a listener
		want         string
	}{
		{
			name: "click", reason: "the plain case",
			html: `<div id=a>Go</div><script>on('#a', 'click')</script>`,
			want: `*generic "Go"`,
		},
		{
			name: "press", reason: "what reacts to the press reacts to a click",
			html: `<div id=a>Go</div><p id=b>There</p><script>on('#a', 'mousedown'); on('#b', 'pointerup')</script>`,
			want: "*generic \"Go\"\n*paragraph \"There\"",
		},
		{
			name: "other events", reason: "loading, keys and moves are no clicks",
			html: `<div id=a>Go</div><img id=b alt=Pic width=20 height=20><script>on('#a', 'mousemove'); on('#a', 'keydown'); on('#b', 'load')</script>`,
			want: "text \"Go\"\nimg \"Pic\"",
		},
		{
			name: "the page's own", reason: "document, html and body listen for everything",
			html: `<p>text</p><script>addEventListener('click', () => {}); for (const e of [document, document.documentElement, document.body]) e.addEventListener('click', () => {})</script>`,
			want: `text "text"`,
		},
		{
			name: "two inside", reason: "a container listens for what is in it",
			html: `<div id=a>List <b tabindex=0>One</b> <b tabindex=0>Two</b></div><script>on('#a', 'click')</script>`,
			want: "text \"List\"\n*generic \"One\"\n*generic \"Two\"",
		},
		{
			name: "two that listen inside", reason: "the same, known by listeners only",
			html: `<div id=a><div id=b>One</div><div id=c>Two</div></div><script>on('#a', 'click'); on('#b', 'click'); on('#c', 'click')</script>`,
			want: "*generic \"One\"\n*generic \"Two\"",
		},
		{
			name: "wrapper", reason: "around one thing of the same name it is that thing",
			html: `<div id=a><button>Save</button></div><script>on('#a', 'click')</script>`,
			want: `*button "Save"`,
		},
		{
			name: "card", reason: "a card with a button in it is a thing of its own",
			html: `<div id=a><h3>Lamp</h3><button>Buy</button></div><script>on('#a', 'click')</script>`,
			want: "*generic \"Lamp Buy\"\n *button \"Buy\"",
		},
		{
			name: "list", reason: "a list lays out its items, and listens for them",
			html: `<ul id=a><li>One</ul><script>on('#a', 'click')</script>`,
			want: "list\n *listitem \"One\"",
		},
		{
			name: "list of links", reason: "items that hold controls leave it to them",
			html: `<ul id=a><li><a href="javascript:1">One</a> more<li><a href="javascript:2">Two</a></ul><script>on('#a', 'click')</script>`,
			want: "list\n listitem\n  *link \"One\"\n  text \"more\"\n listitem\n  *link \"Two\"",
		},
		{
			name: "table and fieldset", reason: "they lay out the page",
			html: `<table id=a border=1><tr><td>One<td>Two<tr><td>3<td>4</table><fieldset id=b>Three</fieldset><script>on('#a', 'click'); on('#b', 'click')</script>`,
			want: "table\n row\n  cell \"One\"\n  cell \"Two\"\n row\n  cell \"3\"\n  cell \"4\"\ntext \"Three\"",
		},
		{
			name: "in a closed root", reason: "its listener gives away a root that its host's look does not",
			html: `<div id=a><p>light</p></div><script>{ const r = a.attachShadow({mode: 'closed'}); r.innerHTML = '<button>In</button><slot></slot><b>Go</b>'; r.lastChild.addEventListener('click', () => {}); }</script>`,
			want: "*button \"In\"\ntext \"light\"\n*generic \"Go\"",
		},
		{
			name: "hidden control in a container", reason: "it stands where its label is, also on the second walk",
			html: `<div id=a><div id=b>One</div><label><input type=checkbox style="display:none">Agree</label></div><script>on('#a', 'click'); on('#b', 'click')</script>`,
			want: "*generic \"One\"\n*checkbox \"Agree\"",
		},
		{
			name: "wrappers in wrappers", reason: "each is walked twice at most",
			html: strings.Repeat(`<div class=w><i></i>`, 40) + `<b tabindex=0>One</b>` + strings.Repeat(`</div>`, 40) + `<script>for (const e of document.querySelectorAll('.w')) e.addEventListener('click', () => {})</script>`,
			want: `*generic "One"`,
		},
		{
			name: "frames in a container", reason: "a container that is walked twice has its frames once",
			html: `<div id=a><div id=b>One</div><iframe title=f srcdoc="<p>text</p>"></iframe><div id=c>Two</div></div><script>for (const e of ['#a', '#b', '#c']) on(e, 'click')</script>`,
			want: "*generic \"One\"\niframe \"f\"\n text \"text\"\n*generic \"Two\"",
		},
	}
	p := openTab(t)
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			p.show(t, testpage.HTML(t, `<!doctype html><script>function on(selector, type) { document.querySelector(selector).addEventListener(type, () => {}); }</script>`+test.html))
			r, count := p.counted()
			tree, err := r.Read(t.Context(), ReadOptions{Listeners: true})
			if err != nil {
				t.Fatal(err)
			}
			if got := strings.TrimSpace(text(tree)); got != test.want {
				t.Errorf("got:\n%s\nwant:\n%s\n%s", got, test.want, test.reason)
			}
			if want := 1 + strings.Count(test.want, "iframe"); len(tree.Frames) != want {
				t.Errorf("%d documents, want %d: %+v", len(tree.Frames), want, tree.Frames)
			}
			count.all.Store(0)
			if _, err := r.Read(t.Context(), ReadOptions{Listeners: true}); err != nil {
				t.Fatal(err)
			}
			if n := count.all.Load(); n != 2 {
				t.Errorf("the second read took %d commands, want the read and the question beside it", n)
			}
		})
	}
}

// Listeners that come and go are noticed, each once.
func TestListenersChange(t *testing.T) {
	p := openPage(t, `<!doctype html><div id=a>One</div><div id=b>Two</div><script>f = () => {}; a.addEventListener('click', f)</script>`)
	read := func(want string) {
		t.Helper()
		if got := strings.TrimSpace(text(p.listened())); got != want {
			t.Errorf("got:\n%s\nwant:\n%s", got, want)
		}
	}
	read("*generic \"One\"\ntext \"Two\"")
	p.run(`b.addEventListener('click', f)`, nil)
	read("*generic \"One\"\n*generic \"Two\"")
	p.run(`a.removeEventListener('click', f)`, nil)
	read("text \"One\"\n*generic \"Two\"")
	p.run(`{ const c = document.createElement('div'); c.textContent = 'Three'; c.onclick = f; b.replaceWith(c); }`, nil)
	read("text \"One\"\n*generic \"Three\"")
	p.show(t, p.url)
	read("*generic \"One\"\ntext \"Two\"")
}

// The gate takes what only a listener makes operable.
func TestClickOnListener(t *testing.T) {
	p := openPage(t, `<!doctype html><p>before</p><div id=a>Go</div><script>hits = 0; a.addEventListener('click', () => hits++)</script>`)
	observation, _ := p.listened().Observation()
	if len(observation.Targets) != 1 {
		t.Fatalf("want one target, got %+v", observation.Targets)
	}
	result := p.probe(ProbeRequest{Target: observation.Targets[0], URL: p.url, Purpose: Click, Scroll: true})
	if result.Outcome != OK {
		t.Fatalf("%+v", result)
	}
	p.click(result.X, result.Y)
	var hits int
	p.run(`hits`, &hits)
	if hits != 1 {
		t.Errorf("%d clicks arrived", hits)
	}
}

// TestListenersAreAskedForAgain reads a page so often that its renderer
// collects garbage in between.
func TestListenersAreAskedForAgain(t *testing.T) {
	p := openPage(t, `<div id=box></div><script>
for (let k = 0; k < 20; k++) { const d = document.createElement('div'); d.textContent = 'Item ' + k; d.onclick = () => { window.q = k }; box.append(d) }
</script>`)
	for range 60 {
		if rows := len(p.listened().Nodes); rows != 20 {
			t.Fatalf("%d rows, want 20", rows)
		}
		p.run("Array.from({ length: 5000 }, (_, i) => ({ i })).length", nil)
	}
}
