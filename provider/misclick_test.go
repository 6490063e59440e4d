package provider_test

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"sort"
	"strings"
	"testing"
	"time"

	"github.com/holdfast-go/holdfast/browser"
	"github.com/holdfast-go/holdfast/internal/testpage"
	"github.com/holdfast-go/holdfast/provider"
)

var (
	misclickRuns = flag.Int("misclick.runs", 94, "random mutate/act runs of TestMisclick: two of each kind")
	misclickOver = flag.Int("misclick.electron", 8, "random mutate/act runs of TestMisclickOverElectron, each of another kind")
	misclickKind = flag.String("misclick.kind", "", "run only this kind of TestMisclick")
	misclickSeed = flag.Uint64("misclick.seed", 1, "seed of TestMisclick")
)

// What a kind of change permits. Acting on the named thing is always permitted
// where it still exists; act says that it must be possible in at least 95 of
// 100 runs, because the thing is uniquely there under its label and address.
var misclickKinds = map[string]struct {
	act    bool
	reason string
}{
	"none":            {true, "nothing changed"},
	"replaceAll":      {true, "every node is new, every item is there once"},
	"replaceRow":      {true, "the row is new"},
	"rotateUnkeyed":   {true, "recycled nodes: the item moved to another node"},
	"shuffleUnkeyed":  {true, "recycled nodes in another order"},
	"shuffleKeyed":    {true, "the node moved with its item"},
	"insertUnkeyed":   {true, "every item moved one node down"},
	"insertKeyed":     {true, "every node moved down"},
	"removeTarget":    {false, "the item is gone and its node shows the next one"},
	"removeOther":     {true, "items behind it moved one node up"},
	"detach":          {false, "the row is gone"},
	"relabel":         {false, "the label is another one"},
	"reprice":         {false, "the item says something else"},
	"cover":           {false, "a layer is in front of everything"},
	"disable":         {false, "the button is disabled"},
	"hide":            {false, "the row is hidden"},
	"pushState":       {false, "another address"},
	"hashRoute":       {false, "another address: the fragment names no element"},
	"anchor":          {true, "the fragment names an element: no other address"},
	"duplicate":       {false, "there are two of them now"},
	"slide":           {true, "the row moves for 400 ms"},
	"scrollBanner":    {true, "scrolling inserts a banner above the list"},
	"scrollShift":     {true, "every scroll event moves the list"},
	"scrollRerender":  {true, "the first scroll event re-orders recycled rows"},
	"reload":          {false, "another document at the same address"},
	"navigate":        {false, "another document"},
	"frameReload":     {false, "another document in the frame"},
	"framePushState":  {false, "another address of the frame"},
	"frameRemoved":    {false, "the frame is gone"},
	"frameRepaint":    {true, "every node of the frame is new, every item is there once"},
	"frameMoved":      {true, "the frame is elsewhere"},
	"otherFrameRoute": {true, "another address of a frame that the item is not in"},
	"locale":          {false, "every label is another one"},
	"localeAndBack":   {true, "the labels are what they were"},
	"otherRelabelled": {false, "another row has the label now, too"},
	"roleChanged":     {false, "it is a checkbox now"},
	"zoom":            {true, "everything is larger"},
	"scaled":          {true, "the list is smaller"},
	"headerGrows":     {true, "a layer that sticks covers more of the list"},
	"moveOften":       {true, "the node moved to the end of the list"},
	"reattach":        {true, "the node was taken out and put back"},
	"virtualAway":     {false, "the item has no node any more"},
	"virtualNear":     {true, "the item is on another node of the window"},
	"onPointerMove":   {false, "rows are re-ordered when the pointer arrives"},
	"onPointerDown":   {false, "rows are re-ordered between the press and the click"},
	"coverOnMove":     {false, "a layer comes when the pointer arrives"},
	"soon":            {true, "rows are re-ordered in a task that may come at any moment of the action"},
}

// TestMisclick makes random changes between a snapshot and a click, and looks
// at what the page says was clicked. Not one click may hit another thing than
// the ref named.
func TestMisclick(t *testing.T) { misclick(t, newProvider, *misclickRuns, 1) }

// TestMisclickOverElectron is the same over a window host, with kinds from all
// over the list.
func TestMisclickOverElectron(t *testing.T) {
	misclick(t, newElectron, *misclickOver, max(1, len(misclickKinds)/max(1, *misclickOver)))
}

// misclick makes so many runs; from one to the next it goes so many kinds on.
func misclick(t *testing.T, newProvider maker, runs, stride int) {
	// A button that stays disabled or hidden is waited for in vain.
	p := newProvider(t, provider.WithLimits(provider.Limits{Actionable: time.Second}))
	html, err := os.ReadFile("testdata/misclick.html")
	if err != nil {
		t.Fatal(err)
	}
	site := testpage.New(t)
	site.Page("/inner", `<!doctype html><title>Archive</title><ul style="margin:0;padding:0"></ul>`)
	address := site.Page("", string(html))
	page := open(t, p, address)

	random := rand.New(rand.NewPCG(*misclickSeed, 7))
	kinds := make([]string, 0, len(misclickKinds))
	for k := range misclickKinds {
		kinds = append(kinds, k)
	}
	sort.Strings(kinds)
	if in := evalAs[[]string](t, page, "__kinds"); len(in) != len(kinds) {
		t.Fatalf("the page has %d kinds of change, the test %d", len(in), len(kinds))
	}
	names := evalAs[[]string](t, page, "data.map(i => i.name)")
	archive := evalAs[[]string](t, page, "__archive")

	type count struct{ runs, acted, refused, wrong, silent int }
	counts := map[string]*count{}
	var eligible, acted, wrong int
	for i := range runs {
		kind := kinds[i*stride%len(kinds)]
		if *misclickKind != "" {
			kind = *misclickKind
		}
		name := names[random.IntN(len(names))]
		if strings.HasPrefix(kind, "frame") {
			name = archive[random.IntN(len(archive))]
		}
		verb := []string{"del", "open"}[random.IntN(2)]
		seed := random.Int32()
		c := counts[kind]
		if c == nil {
			c = &count{}
			counts[kind] = c
		}
		got, receipt, failure := misclickRun(t, page, address, kind, name, verb, seed)
		c.runs++
		want := verb + " " + name
		switch {
		case len(got) == 1 && got[0] == want && failure == nil:
			c.acted++
		case len(got) == 0 && failure != nil:
			c.refused++
		case len(got) == 0 && receipt.Unconfirmed:
			c.refused++ // told that it may not have arrived
		case len(got) == 0:
			c.silent++
			t.Errorf("run %d, %s, %s: success was reported and nothing was clicked: %s", i, kind, want, receipt)
		default:
			c.wrong++
			wrong++
			t.Errorf("run %d, %s: asked for %q, the page saw %q (error %v)", i, kind, want, got, failure)
		}
		if misclickKinds[kind].act {
			eligible++
			if len(got) == 1 && got[0] == want {
				acted++
			} else if failure != nil {
				t.Logf("run %d, %s, %s: refused: %v", i, kind, want, failure)
			}
		}
	}
	var table strings.Builder
	for _, k := range kinds {
		if c := counts[k]; c != nil {
			fmt.Fprintf(&table, "%-16s runs %3d acted %3d refused %3d  %s\n", k, c.runs, c.acted, c.refused, misclickKinds[k].reason)
		}
	}
	t.Logf("%d runs: %d wrong; %d of %d acted where the thing was uniquely there\n%s", runs, wrong, acted, eligible, table.String())
	if float64(acted) < 0.95*float64(eligible) {
		t.Errorf("only %d of %d clicks acted where the thing was uniquely there", acted, eligible)
	}
}

// misclickRun loads the page, takes a snapshot, changes the page and clicks. It
// returns what the page saw and the error.
func misclickRun(t *testing.T, page browser.Page, address, kind, name, verb string, seed int32) ([]string, *browser.Receipt, error) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	if _, err := page.Navigate(ctx, browser.NavigateRequest{URL: address}); err != nil {
		t.Fatal(err)
	}
	eventually(t, "the frame has its rows", func() bool { return evalAs[bool](t, page, "!!__frameReady()") })
	snap, err := page.Snapshot(ctx, browser.SnapshotRequest{})
	if err != nil {
		t.Fatal(err)
	}
	ref, err := snap.Ref("button", "Open "+name)
	if err != nil {
		t.Fatal(err)
	}
	if verb == "del" {
		ref-- // the Delete button of the same row comes right before
	}
	evalAs[int](t, page, fmt.Sprintf("__mutate(%q, %q, %d)", kind, name, seed))
	receipt, err := page.Click(ctx, browser.ClickRequest{Ref: ref})
	if err != nil && !errors.Is(err, browser.ErrStaleRef) && !errors.Is(err, browser.ErrOccluded) && !errors.Is(err, browser.ErrNotActionable) {
		t.Errorf("%s: the refusal is none of the promised ones: %v", kind, err)
	}
	return evalAs[[]string](t, page, "__clicks()"), receipt, err
}
