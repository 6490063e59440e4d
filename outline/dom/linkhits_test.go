package dom

import (
	"flag"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/holdfast-go/holdfast/internal/testpage"
	"github.com/holdfast-go/holdfast/refs"
)

var (
	aimLinks  = flag.Int("aim.links", 60, "links of each saved page that TestLinksOfSavedPages aims at; 0 for all")
	aimLayout = flag.Int("aim.layout", 0, "which of its layouts the first page gets")
)

// TestLinksOfSavedPages aims a click at the links of saved pages, the wrapped
// ones first, and asks the browser itself what lies at the point: it is the link
// or a part of it. Where the gate says that a link is covered, or that nothing
// of it can be clicked, no point of its boxes gives the link. The pages are laid
// out in turn as they are, at another device scale, zoomed, and transformed
// below a header that sticks, with smooth scrolling.
func TestLinksOfSavedPages(t *testing.T) {
	p := openTab(t)
	var asked, missed, needless int
	layouts := []struct {
		name   string
		scale  float64
		script string
	}{
		{"as it is", 1, ""},
		{"at scale 2.5", 2.5, ""},
		{"zoomed", 1, "document.documentElement.style.zoom = '1.3'"},
		{"transformed", 1, `{
			document.documentElement.style.scrollBehavior = 'smooth';
			document.body.style.cssText += ';transform: scale(.8) rotate(1deg); transform-origin: 0 0; position: relative';
			const bar = document.createElement('div');
			bar.style.cssText = 'position:fixed;inset:0 0 auto 0;height:90px;background:#ddd;z-index:2147483647';
			document.documentElement.append(bar);
		}`},
	}
	for i, saved := range testpage.Saved(t) {
		layout := layouts[(i+*aimLayout)%len(layouts)]
		t.Run(saved.Name+" "+layout.name, func(t *testing.T) {
			p.show(t, saved.URL)
			p.call("Emulation.setDeviceMetricsOverride", map[string]any{"width": 1000, "height": 700, "deviceScaleFactor": layout.scale, "mobile": false}, nil)
			p.run(layout.script+";0", nil)
			reader := &Reader{world: p.world}
			tree, err := reader.Read(t.Context(), ReadOptions{})
			if err != nil {
				t.Fatal(err)
			}
			observation, _ := tree.Observation()
			links := map[uint32]refs.Target{}
			for _, target := range observation.Targets {
				if target.Role == "link" {
					links[target.Node.ID] = target
				}
			}
			order := p.linksToAimAt(links, *aimLinks)
			outcomes := map[Outcome]int{}
			for _, id := range order {
				target := links[id]
				result, err := reader.Probe(t.Context(), ProbeRequest{
					Target: target, URL: tree.Document.URL, Purpose: Click, Scroll: true, Relocate: true, Timeout: 50 * time.Millisecond,
				})
				if err != nil {
					t.Fatal(err)
				}
				outcomes[result.Outcome]++
				asked++
				switch result.Outcome {
				case OK:
					if hit := p.hitOf(id, result.X, result.Y); hit != "" {
						missed++
						t.Errorf("%s: the point (%.1f, %.1f) gives %s", target.Name, result.X, result.Y, hit)
					}
				case Occluded, NoPointer, OutOfView, NoBox, Hidden, Moving:
					if free := p.freePoint(id); free != "" {
						needless++
						t.Errorf("%s: %s, and yet %s (occluder %+v)", target.Name, result.Outcome, free, result.Occluder)
					}
				default:
					needless++
					t.Errorf("%s: %s", target.Name, result.Outcome)
				}
			}
			t.Logf("%d of %d links: %v", len(order), len(links), outcomes)
		})
	}
	t.Logf("%d links: %d missed, %d refused needlessly", asked, missed, needless)
	if asked < 100 {
		t.Errorf("only %d links were asked about", asked)
	}
}

// linksToAimAt gives so many of the links with a box, those over several lines
// first, the others spread over the page.
func (p *livePage) linksToAimAt(links map[uint32]refs.Target, most int) []uint32 {
	p.t.Helper()
	var seen struct{ Wrapped, Plain []uint32 }
	ids := make([]uint32, 0, len(links))
	for id := range links {
		ids = append(ids, id)
	}
	p.insideSame(fmt.Sprintf(`h => {
		const wrapped = [], plain = [];
		for (const id of %s) {
			const e = h.elementOf(id);
			if (!e) continue;
			(e.getClientRects().length > 1 ? wrapped : plain).push(id);
		}
		return { wrapped: wrapped.sort((a, b) => a - b), plain: plain.sort((a, b) => a - b) };
	}`, strings.Join(strings.Fields(fmt.Sprint(ids)), ",")), &seen)
	if most == 0 {
		return append(seen.Wrapped, seen.Plain...)
	}
	return append(spread(seen.Wrapped, most/2), spread(seen.Plain, most/2)...)
}

// spread gives at most n of them, evenly.
func spread(all []uint32, n int) []uint32 {
	step := max(1, (len(all)+n-1)/max(1, n))
	var some []uint32
	for i := 0; i < len(all); i += step {
		some = append(some, all[i])
	}
	return some
}

// hitOf gives what lies at a point when that is neither the element nor a part
// of it.
func (p *livePage) hitOf(id uint32, x, y float64) (hit string) {
	p.t.Helper()
	p.insideSame(fmt.Sprintf(`h => {
		const e = h.elementOf(%d), hit = document.elementFromPoint(%v, %v);
		return hit && e.contains(hit) ? '' : hit ? hit.outerHTML.slice(0, 150) : 'nothing';
	}`, id, x, y), &hit)
	return hit
}

// freePoint looks for a point in the view where the element, or a part of it
// that does nothing of its own, is in front.
func (p *livePage) freePoint(id uint32) (point string) {
	p.t.Helper()
	p.insideSame(fmt.Sprintf(`h => {
		const e = h.elementOf(%d);
		e.scrollIntoView({ behavior: 'instant', block: 'center' });
		for (const part of [e, ...e.querySelectorAll('*')]) for (const r of part.getClientRects()) {
			if (r.width < 1 || r.height < 1) continue;
			for (let i = 1; i < 20; i++) for (let j = 1; j < 10; j++) {
				const x = r.left + r.width * i / 20, y = r.top + r.height * j / 10;
				const hit = document.elementFromPoint(x, y);
				if (hit && e.contains(hit) && !h.up(hit, 'button,input,select,textarea')) return x.toFixed(1) + ', ' + y.toFixed(1) + ' is free';
			}
		}
		return '';
	}`, id), &point)
	return point
}
