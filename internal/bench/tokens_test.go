package bench

import (
	"math"
	"testing"

	"github.com/holdfast-go/holdfast/browser"
	"github.com/holdfast-go/holdfast/internal/testpage"
)

// TestTokens holds what a whole snapshot may cost a model: 5,000 tokens in the
// geometric mean of the saved pages, a fact and no matter of timing.
func TestTokens(t *testing.T) {
	const most = 5000
	sum := 0.0
	pages := testpage.Saved(t)
	for _, saved := range pages {
		_, page := open(t, saved.URL)
		snap, err := page.Snapshot(t.Context(), browser.SnapshotRequest{})
		if err != nil {
			t.Fatal(err)
		}
		n := tokens(t, snap.String())
		t.Logf("%-14s %5d tokens, %4d refs", saved.Name, n, snap.Refs)
		sum += math.Log(float64(n))
	}
	mean := math.Exp(sum / float64(len(pages)))
	t.Logf("geometric mean %.0f", mean)
	if mean > most {
		t.Errorf("%.0f tokens in the geometric mean, want at most %d", mean, most)
	}
}
