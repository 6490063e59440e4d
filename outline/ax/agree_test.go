package ax

import (
	"os"
	"strings"
	"testing"

	"github.com/holdfast-go/holdfast/internal/testpage"
	"github.com/holdfast-go/holdfast/outline"
)

// TestReadersAgree reads the saved pages and the cases, frames of other origins
// included, with both readers: what the tree calls a visible thing to act on is
// a row of the in-page reader, too, with the same role and name, in 99 of 100
// on all pages together. What does not agree is listed.
func TestReadersAgree(t *testing.T) {
	type site struct{ name, url string }
	var sites []site
	for _, saved := range testpage.Saved(t) {
		sites = append(sites, site{saved.Name, saved.URL})
	}
	cases := testpage.Cases(t)
	folders, err := os.ReadDir(testpage.Shared(t, "cases"))
	if err != nil {
		t.Fatal(err)
	}
	// The trees of all 20,000 rows take Chrome 13 s.
	query := map[string]string{"R11-huge-table": "?rows=500"}
	for _, f := range folders {
		if f.IsDir() && f.Name()[0] == 'R' {
			sites = append(sites, site{f.Name(), cases.URL("/cases/" + f.Name() + "/" + query[f.Name()])})
		}
	}
	var all, same int
	p := openTab(t)
	for _, one := range sites {
		t.Run(one.name, func(t *testing.T) {
			event := "Page.loadEventFired"
			if one.name == "R30-endless-sse" {
				event = "Page.domContentEventFired" // an image of it never comes
			}
			p.show(t, one.url, event)
			if one.name == "R41-big-message" { // the tree of all its text takes Chrome 13 s, too
				p.run("document.querySelector('p').textContent = 'word '.repeat(5000), 0", nil)
			}
			n, agree, rest := compare(p.read(), p.readByScripts())
			all, same = all+n, same+agree
			t.Logf("%d of %d agree", agree, n)
			for _, r := range rest {
				t.Log("\t" + r)
			}
		})
	}
	if all < 1000 {
		t.Fatalf("only %d rows were compared", all)
	}
	share := float64(same) / float64(all)
	t.Logf("%d of %d agree (%.2f %%)", same, all, 100*share)
	if share < 0.99 {
		t.Error("less than 99 % agree")
	}
}

type thing struct {
	table string
	id    uint32
}

// compare looks for the rows of the one tree that can be acted on in the other.
func compare(exact, other *outline.Tree) (n, agree int, rest []string) {
	rows := map[thing]*outline.Node{}
	for i := range other.Nodes {
		o := &other.Nodes[i]
		if o.ID != 0 && o.State.Has(outline.Operable) {
			rows[thing{other.Frames[o.Frame].Table, o.ID}] = o
		}
	}
	for i := range exact.Nodes {
		e := &exact.Nodes[i]
		if e.ID == 0 || !e.State.Has(outline.Operable) {
			continue
		}
		n++
		o := rows[thing{exact.Frames[e.Frame].Table, e.ID}]
		switch {
		case o == nil:
			rest = append(rest, e.Role+" "+outline.Quote(e.Name)+" has no row")
		case o.Role != e.Role || called(o) != called(e):
			rest = append(rest, e.Role+" "+outline.Quote(e.Name)+" is called "+o.Role+" "+outline.Quote(o.Name))
		default:
			agree++
		}
	}
	return n, agree, rest
}

// called is the name as far as both readers keep it; a hint is none.
func called(n *outline.Node) string {
	if n.State.Has(outline.Hinted) {
		return ""
	}
	name := strings.ReplaceAll(outline.Clean(n.Name), " ", "")
	return name[:min(len(name), 800)]
}
