package dom

import (
	"testing"

	"github.com/holdfast-go/holdfast/internal/testpage"
	"github.com/holdfast-go/holdfast/outline"
)

// TestReadAndGateAgree asks the gate about what was read: as nothing has changed,
// every element is what it was. TestSavedPages does so on real pages.
func TestReadAndGateAgree(t *testing.T) {
	t.Parallel()
	tab, site := openTab(t), testpage.New(t)
	for _, page := range []struct{ name, html string }{
		{"nested lists", `<ul><li><a href="#1">One</a><ul><li><a href="#11">One one</a><li><button>Two</button> more</ul><li>Other <button>Two</button></ul>`},
		{"nested tables", `<table><tr><td>Left<table><tr><td>Inner<td><button>Go</button></table><td><button>Go</button></table>`},
		{"cards", `<main><p>Shop</p><div><div><a href="/a">Shoe</a><div><button>Add</button><button>Save</button></div></div><div><a href="/b">Hat</a><div><button>Add</button><button>Save</button></div></div></div></main>`},
		{"form", `<form aria-label=Order><fieldset><legend>Billing</legend><label>Street <input value=1></label><label><input type=checkbox> Same</label></fieldset><p><select aria-label=Size><option>S</select> <textarea placeholder=Note></textarea> <button>Buy</button></p></form>`},
		{"clickable", `<div onclick="1" style="cursor:pointer" class=card>Alpha <span title=Star>☆</span></div><i onclick="1" class="icon-trash"></i><p role=presentation tabindex=0>Plain</p><p role=none onclick="1">None</p>`},
		{"shadow roots", `<ul><li><my-name id=a></my-name><button>Open</button></ul><my-box id=b><button>Slotted</button></my-box><script>a.attachShadow({mode:'open'}).innerHTML='<b>Alpha</b>';b.attachShadow({mode:'open'}).innerHTML='<div role=listitem>Beta <slot></slot><button>In</button></div>'</script>`},
		{"frame", `<iframe srcdoc="<ul><li>Alpha <button>Go</button></ul>"></iframe>`},
		{"dialog", `<button>Behind</button><dialog id=d aria-labelledby=h><h2 id=h>Sure?</h2><ul><li>Alpha</ul><button>OK</button></dialog><script>d.showModal()</script>`},
	} {
		t.Run(page.name, func(t *testing.T) {
			tab.show(t, site.Page("", page.html))
			tab.agree(1000)
		})
	}
}

// agree reads the page and probes about so many of its elements, spread over
// it.
func (p *livePage) agree(sample int) {
	t := p.t
	t.Helper()
	reader := &Reader{world: p.world}
	tree, err := reader.Read(t.Context(), ReadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	observation, at := tree.Observation()
	step := max(1, len(observation.Targets)/sample)
	wrong, asked := 0, 0
	for i := 0; i < len(observation.Targets); i += step {
		target := observation.Targets[i]
		if target.Identity == 0 {
			continue // a frame
		}
		asked++
		result, err := reader.Probe(t.Context(), ProbeRequest{Target: target, URL: tree.Document.URL, Purpose: Locate, Relocate: true})
		if err != nil {
			t.Fatal(err)
		}
		node := tree.Nodes[at[i]]
		switch {
		case result.Outcome != OK || result.Relocated || result.Identity != target.Identity || result.Role != target.Role:
			t.Logf("%s %q: %s as %q, %+v", target.Role, target.Name, result.Outcome, result.Role, result.Now)
		case !result.Hidden && !near(node.Box, result.Box):
			t.Logf("%s %q: read at %v, measured at %v", target.Role, target.Name, node.Box, result.Box)
		default:
			continue
		}
		wrong++
	}
	if wrong > 0 || asked == 0 {
		t.Errorf("%d of %d disagree", wrong, asked)
	}
}

// near allows for the rounding of the read. A read may know a larger box than
// the probe's, which is that of the element alone.
func near(a outline.Box, b WireBox) bool {
	const by = 2
	return float64(a.X)-by <= b.X+b.Width && b.X <= float64(a.X+a.Width)+by &&
		float64(a.Y)-by <= b.Y+b.Height && b.Y <= float64(a.Y+a.Height)+by
}
