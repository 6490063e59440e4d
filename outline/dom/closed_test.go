package dom

import (
	"context"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/holdfast-go/holdfast/cdp"
	"github.com/holdfast-go/holdfast/internal/testpage"
	"github.com/holdfast-go/holdfast/outline"
	"github.com/holdfast-go/holdfast/refs"
)

// calls counts the commands of a session.
type calls struct {
	session *cdp.Session
	all     atomic.Int64
	single  atomic.Int64 // those that hand in nodes
}

func (c *calls) Call(ctx context.Context, method string, params, result any) error {
	c.all.Add(1)
	if method == "DOM.resolveNode" || method == "Runtime.callFunctionOn" {
		c.single.Add(1)
	}
	return c.session.Call(ctx, method, params, result)
}

// counted gives a reader of the page's world that counts its commands.
func (p *livePage) counted() (*Reader, *calls) {
	c := &calls{session: p.session}
	p.world.caller = c
	return &Reader{world: p.world}, c
}

func TestClosedShadowCase(t *testing.T) {
	p := openCase(t, "R03-closed-shadow/")
	r, count := p.counted()
	want := strings.TrimPrefix(strings.ReplaceAll(`
		*button "Open save"
		*button "Deep save"
		*button "Closed save"
		*textbox "Code" = ""
		*button "Parsed save"
		text "slot:"
		*button "Slotted save"
		region "First"
		 *button "Save"
		region "Second"
		 *button "Save"
		`, "\t", ""), "\n")
	tree, err := r.Read(t.Context(), ReadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, text(tree)); diff != "" {
		t.Errorf("the first read (-want +got):\n%s", diff)
	}
	// Known roots cost nothing more, and their elements keep their numbers.
	count.all.Store(0)
	again, err := r.Read(t.Context(), ReadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if n := count.all.Load(); n != 1 {
		t.Errorf("the second read took %d commands, want 1", n)
	}
	if diff := cmp.Diff(tree, again, cmpopts.IgnoreUnexported(outline.Tree{})); diff != "" {
		t.Errorf("the second read differs (-first +second):\n%s", diff)
	}
	// The gate knows them and the pointer reaches them.
	observation, _ := tree.Observation()
	for _, target := range observation.Targets {
		if target.Role != "button" {
			continue
		}
		result, err := r.Probe(t.Context(), ProbeRequest{Target: target, URL: p.url, Purpose: Click, Scroll: true})
		if err != nil {
			t.Fatal(err)
		}
		if result.Outcome != OK || result.Identity != target.Identity || result.Role != target.Role {
			t.Errorf("%s: %+v", target.Name, result)
			continue
		}
		p.click(result.X, result.Y)
	}
	var clicks string
	p.run(`__result.clicks.join() + ' ' + __result.untrusted`, &clicks)
	if want := "open,deep,closed,parsed,slotted,first,second 0"; clicks != want {
		t.Errorf("the page saw %q, want %q", clicks, want)
	}
}

func TestClosedRoots(t *testing.T) {
	tests := []struct {
		name, reason string
		html         string // closed(host, html) attaches a root
		want         string
	}{
		{
			name: "custom element", reason: "what a page defines may have one, however it looks",
			html: `<my-a id=a></my-a><script>closed(a, '<button>In</button>')</script>`,
			want: `*button "In"`,
		},
		{
			name: "no box", reason: "display: contents is no room",
			html: `<my-a id=a style="display:contents"></my-a><script>closed(a, '<button>In</button>')</script>`,
			want: `*button "In"`,
		},
		{
			name: "slotted", reason: "light content stands where its slot is, once",
			html: `<my-a id=a><b>middle</b></my-a><script>closed(a, '<button>Before</button><slot></slot><button>After</button>')</script>`,
			want: "*button \"Before\"\ntext \"middle\"\n*button \"After\"",
		},
		{
			name: "unslotted", reason: "light content without a slot is not shown, which gives any host away",
			html: `<section id=a><b>never</b></section><script>closed(a, '<button>In</button>')</script>`,
			want: `*button "In"`,
		},
		{
			name: "plain element", reason: "it takes up room without any content",
			html: "<div id=a>\n  \n</div><script>closed(a, '<button>In</button>')</script>",
			want: `*button "In"`,
		},
		{
			name: "declarative", reason: "the parser makes closed roots, too",
			html: `<div><template shadowrootmode=closed><p>parsed</p><my-b><template shadowrootmode=closed><button>Deep</button></template></my-b></template></div>`,
			want: "text \"parsed\"\n*button \"Deep\"",
		},
		{
			name: "many levels", reason: "roots in roots, closed and open",
			html: `<my-a id=a></my-a><script>let at = a; for (let i = 0; i < 6; i++) { const r = at.attachShadow({mode: i % 2 ? 'open' : 'closed'}); at = document.createElement('my-' + i); r.append(at); } closed(at, '<button>Deepest</button>')</script>`,
			want: `*button "Deepest"`,
		},
		{
			name: "name of a control", reason: "a button whose words stand in a closed root is not called by its class",
			html: `<button class=cart><my-a id=a></my-a></button><script>closed(a, 'Pay now')</script>`,
			want: `*button "Pay now"`,
		},
		{
			name: "control itself", reason: "the same for a custom control",
			html: `<my-a id=a role=button tabindex=0></my-a><script>closed(a, '<i>Pay now</i>')</script>`,
			want: `*button "Pay now"`,
		},
		{
			name: "frame", reason: "documents that scripts reach are looked through",
			html: `<iframe title=f srcdoc="<my-a><template shadowrootmode=closed><button>In</button></template></my-a>"></iframe>`,
			want: "iframe \"f\"\n *button \"In\"",
		},
		{
			name: "none", reason: "custom elements without any root are what they hold",
			html: `<my-a>text</my-a><div style="height:30px"></div>`,
			want: `text "text"`,
		},
	}
	p := openTab(t)
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			p.show(t, testpage.HTML(t, `<!doctype html><script>function closed(host, html) { host.attachShadow({mode: 'closed'}).innerHTML = html; }</script>`+test.html))
			r, count := p.counted()
			tree, err := r.Read(t.Context(), ReadOptions{})
			if err != nil {
				t.Fatal(err)
			}
			got := strings.TrimSpace(strings.ReplaceAll(text(tree), "*iframe", "iframe"))
			if got != test.want {
				t.Errorf("got:\n%s\nwant:\n%s\n%s", got, test.want, test.reason)
			}
			count.all.Store(0)
			if _, err := r.Read(t.Context(), ReadOptions{}); err != nil {
				t.Fatal(err)
			}
			if n := count.all.Load(); n != 1 {
				t.Errorf("the second read took %d commands, want 1", n)
			}
		})
	}
}

// A component that attaches its root late is found when it does.
func TestClosedRootThatComesLate(t *testing.T) {
	p := openPage(t, `<!doctype html><my-a id=a><b>light</b></my-a><div id=d></div>`)
	r, _ := p.counted()
	read := func(want string) {
		t.Helper()
		tree, err := r.Read(t.Context(), ReadOptions{})
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.TrimSpace(text(tree)); got != want {
			t.Errorf("got:\n%s\nwant:\n%s", got, want)
		}
	}
	read(`text "light"`)
	p.run(`customElements.define('my-a', class extends HTMLElement { constructor() { super(); this.attachShadow({mode: 'closed'}).innerHTML = '<button>A</button>'; } }),
		d.attachShadow({mode: 'closed'}).innerHTML = '<button>D</button>'`, nil)
	read("*button \"A\"\n*button \"D\"")
}

// An empty element that changes all the time costs three questions, not one
// for each read.
func TestRestlessSuspect(t *testing.T) {
	p := openPage(t, `<!doctype html><div id=d style="height:10px"></div>`)
	r, count := p.counted()
	for i := range 8 {
		p.run(fmt.Sprintf(`d.style.height = '%dpx'`, 20+i), nil)
		count.all.Store(0)
		if _, err := r.Read(t.Context(), ReadOptions{}); err != nil {
			t.Fatal(err)
		}
		if n := count.all.Load(); i > 3 && n != 1 {
			t.Errorf("read %d took %d commands", i, n)
		}
	}
}

// What stands in a closed root has the identity that the gate computes.
func TestIdentityInClosedRoots(t *testing.T) {
	p := openPage(t, `<!doctype html><ul><li>One <my-a></my-a><li>Two <my-a></my-a></ul>
		<script>for (const e of document.querySelectorAll('my-a')) { const r = e.attachShadow({mode: 'closed'}); r.innerHTML = '<button>Buy</button>'; }</script>`)
	r, _ := p.counted()
	tree, err := r.Read(t.Context(), ReadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	observation, _ := tree.Observation()
	if len(observation.Targets) != 2 || observation.Targets[0].Identity == observation.Targets[1].Identity {
		t.Fatalf("want two buttons told apart by their items, got %+v", observation.Targets)
	}
	for _, target := range observation.Targets {
		result, err := r.Probe(t.Context(), ProbeRequest{Target: target, URL: p.url, Purpose: Click})
		if err != nil || result.Outcome != OK || result.Relocated {
			t.Errorf("%v: %+v, %v", target, result, err)
		}
	}
	// And a thing whose node is gone is found again, also in there.
	p.run(`{ const li = document.querySelector('li'), copy = document.createElement('my-a'); copy.attachShadow({mode: 'closed'}).innerHTML = '<button>Buy</button>'; li.querySelector('my-a').replaceWith(copy); }`, nil)
	if _, err := r.Read(t.Context(), ReadOptions{}); err != nil {
		t.Fatal(err)
	}
	result, err := r.Probe(t.Context(), ProbeRequest{Target: observation.Targets[0], URL: p.url, Purpose: Click, Relocate: true})
	if err != nil || result.Outcome != OK || !result.Relocated {
		t.Errorf("after the change: %+v, %v", result, err)
	}
	if _, err := r.Probe(t.Context(), ProbeRequest{Target: refs.Target{}, URL: p.url, Purpose: Click}); err != nil {
		t.Error(err)
	}
}
