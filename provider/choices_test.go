package provider_test

import (
	"strings"
	"testing"
	"time"

	"github.com/holdfast-go/holdfast/browser"
	"github.com/holdfast-go/holdfast/internal/testpage"
	"github.com/holdfast-go/holdfast/provider"
)

// A program that asks for it has covered elements clicked all the same, as a
// person would: what is in front gets the click, and the receipt names it.
func TestSendToWhatIsInFront(t *testing.T) {
	page := open(t, newProvider(t, provider.WithOcclusion(provider.Send)), testpage.HTML(t, `<script>hits=[]</script>
<button onclick="hits.push('Buy')">Buy</button>
<div id=layer onclick="hits.push('layer')" style="position:fixed;inset:0;background:#fff8">Wait</div>`))
	r, err := page.Click(within(t, 10*time.Second), browser.ClickRequest{Ref: ref(t, snapshot(t, page), "button", "Buy")})
	if err != nil {
		t.Fatal(err)
	}
	if r.OccludedBy == nil || !strings.Contains(r.String(), "Wait") {
		t.Errorf("the receipt must name the layer: %s", r)
	}
	holds(t, page, "hits.join() === 'layer'")
}

// Without the search for listeners, what only a listener makes operable has no
// ref; all else has.
func TestWithoutListeners(t *testing.T) {
	address := testpage.HTML(t, `<button>Save</button><div id=card>Card</div><script>card.addEventListener('click', () => {})</script>`)
	for _, c := range []struct {
		name    string
		options []provider.Option
		refs    int
	}{{"with", nil, 2}, {"without", []provider.Option{provider.WithoutListeners()}, 1}} {
		snap := snapshot(t, open(t, newProvider(t, c.options...), address))
		if n := snap.Outline.Counts().Refs; n != c.refs {
			t.Errorf("%s listeners there are %d refs, not %d:\n%s", c.name, n, c.refs, snap)
		}
	}
}
