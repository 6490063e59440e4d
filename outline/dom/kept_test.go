package dom

import (
	"testing"

	"github.com/holdfast-go/holdfast/internal/testpage"
)

// TestKeptIdentities changes a page between two reads in every way that an
// identity depends on: none may be taken over from the read before.
func TestKeptIdentities(t *testing.T) {
	const page = `<!doctype html><title>Kept</title>
<table><caption id=cap>Orders</caption><tr id=row><td id=cell>Invoice 1<td><button id=b>Pay</button></table>
<div id=far></div>`
	p, address := openTab(t), testpage.HTML(t, page)
	for _, tc := range []struct{ name, change string }{
		{"nothing", ``},
		{"a text node", `cell.firstChild.data = 'Invoice 2'`},
		{"an element", `cell.innerHTML = '<b>Invoice 3</b>'`},
		{"an attribute of the row", `row.setAttribute('aria-label', 'Second')`},
		{"the label around it", `cap.textContent = 'Refunds'`},
		{"its place", `far.innerHTML = '<ul><li>Other words <span></span></ul>'; far.querySelector('span').append(b)`},
		{"a shadow tree, which no observer sees", `{ const s = document.createElement('div'); s.attachShadow({mode: 'open'}).innerHTML = 'Invoice 4'; cell.replaceChildren(s) }`},
		{"text in that shadow tree", `cell.firstChild.shadowRoot.textContent = 'Invoice 5'`},
		{"a style only", `document.body.style.zoom = '1.1'`},
	} {
		t.Run(tc.name, func(t *testing.T) {
			p.show(t, address)
			r, err := New(p.session)
			if err != nil {
				t.Fatal(err)
			}
			identity := func(r *Reader) uint64 {
				t.Helper()
				tree, err := r.Read(t.Context(), ReadOptions{})
				if err != nil {
					t.Fatal(err)
				}
				for _, n := range tree.Nodes {
					if n.Role == "button" {
						return n.Identity
					}
				}
				t.Fatal("no button")
				return 0
			}
			if tc.name == "text in that shadow tree" {
				p.run(`{ const s = document.createElement('div'); s.attachShadow({mode: 'open'}).innerHTML = 'Invoice 4'; cell.replaceChildren(s) }`, nil)
			}
			before := identity(r)
			if again := identity(r); again != before {
				t.Errorf("%x, then %x of the same page", before, again)
			}
			if tc.change != "" {
				p.run(tc.change, nil)
			}
			fresh, err := New(p.session) // a world that remembers nothing
			if err != nil {
				t.Fatal(err)
			}
			after, want := identity(r), identity(fresh)
			if after != want {
				t.Errorf("after the change %x, a fresh reader says %x", after, want)
			}
			if changed := after != before; changed != (tc.change != "" && tc.name != "a style only") {
				t.Errorf("before %x, after %x", before, after)
			}
		})
	}
}

// TestPlayersOwnRoots looks at a player with a fallback content: what the
// browser itself draws in it is no part of the page.
func TestPlayersOwnRoots(t *testing.T) {
	p := openPage(t, `<!doctype html><audio controls id=a><p>Your browser <a href="/x">plays nothing</a></p></audio><button>After</button>`)
	r, err := New(p.session)
	if err != nil {
		t.Fatal(err)
	}
	tree, err := r.Read(t.Context(), ReadOptions{Listeners: true})
	if err != nil {
		t.Fatal(err)
	}
	var rows []string
	for _, n := range tree.Nodes {
		rows = append(rows, n.Role+" "+n.Name)
	}
	if len(rows) != 2 || tree.Nodes[0].Role != "audio" || tree.Nodes[1].Name != "After" {
		t.Errorf("rows %q", rows)
	}
	var reply objectReply[bool]
	if err := r.world.call(t.Context(), "anyClosed", nil, &reply); err != nil {
		t.Fatal(err)
	}
	closed, err := reply.value("anyClosed")
	if err != nil {
		t.Fatal(err)
	}
	if *closed {
		t.Error("the player's own root was taken for a closed one")
	}
}
