package dom

import (
	"slices"
	"testing"

	"github.com/holdfast-go/holdfast/outline"
)

// Boxes that are no rows are told by what begins them: of several that are
// alike, each, and of lists in lists the larger ones.
func TestCardsBegin(t *testing.T) {
	t.Parallel()
	p := openPage(t, `<h1>Chairs</h1><div id=l></div><p>End</p><script>
		for (let i = 0; i < 6; i++) l.innerHTML += '<div class="card' + (i == 3 ? ' odd"><i>Sold out</i>' : '">') + '<div><div>Chair ' + i + '</div></div>' +
			'<div class=line>a</div><div class=line>b</div><div class=line>c</div><div class=line>d</div><button>Add</button></div>'</script>`)
	tree := p.read()
	var got []string
	for _, n := range tree.Nodes {
		if n.Flow == outline.Begins {
			got = append(got, n.Name)
		}
	}
	if want := []string{"Chair 0", "Chair 1", "Chair 2", "Sold out", "Chair 4", "Chair 5"}; !slices.Equal(got, want) {
		t.Errorf("boxes begin with %q, want %q", got, want)
	}
}
