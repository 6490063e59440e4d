package provider_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/holdfast-go/holdfast/browser"
	"github.com/holdfast-go/holdfast/internal/testpage"
	"github.com/holdfast-go/holdfast/outline"
	"github.com/holdfast-go/holdfast/provider"
	"github.com/holdfast-go/holdfast/refs"
)

const partsPage = `<!doctype html><title>Parts</title><meta charset="utf-8">
<nav><a href="#one">One</a> <a href="#two">Two</a></nav>
<main><h1>Orders</h1>
<ul id="list" aria-label="Orders" style="height:60px;overflow:auto"><li>First <button>Open first</button></li><li>Second <button>Open second</button></li><li style="height:200px">Rest</li></ul>
<p>Some words to read, <a href="/more">more of them</a>.</p>
<form aria-label="Address"><label>Street <input value="Main St 1"></label><label>Agree <input type="checkbox" checked></label></form>
<div style="height:3000px"></div><button>Far away</button></main>`

func regionOf(tb testing.TB, page browser.Page, r browser.Region) *browser.Snapshot {
	tb.Helper()
	snap, err := page.Snapshot(within(tb, 10*time.Second), browser.SnapshotRequest{Region: r})
	if err != nil {
		tb.Fatal(err)
	}
	return snap
}

// refuses checks that a call failed with a code.
func refuses(tb testing.TB, what string, err error, code browser.Code) *browser.Error {
	tb.Helper()
	e := browser.AsError(err)
	if e == nil || e.Code != code {
		tb.Fatalf("%s: got %v, want %s", what, err, code)
	}
	return e
}

func find(tb testing.TB, page browser.Page, query string) *browser.FindResult {
	tb.Helper()
	found, err := page.Find(within(tb, 10*time.Second), browser.FindRequest{Query: query})
	if err != nil {
		tb.Fatal(err)
	}
	return found
}

func TestRegions(t *testing.T) {
	page := open(t, newProvider(t), testpage.HTML(t, partsPage))
	full := snapshot(t, page)
	list, first, far := ref(t, full, "", "Orders"), ref(t, full, "button", "Open first"), ref(t, full, "button", "Far away")

	region := regionOf(t, page, browser.Region{Ref: list})
	if region.Epoch != full.Epoch || region.Refs != 3 || region.OutsideRegion != full.Refs-3 {
		t.Errorf("epoch %d, %d refs, %d outside; the page has epoch %d, %d refs", region.Epoch, region.Refs, region.OutsideRegion, full.Epoch, full.Refs)
	}
	text := region.String()
	for _, want := range []string{"region " + list.String(), fmt.Sprintf("%d refs outside of the region", full.Refs-3), first.String() + ` button "Open first"`} {
		if !strings.Contains(text, want) {
			t.Errorf("the region lacks %q:\n%s", want, text)
		}
	}
	if strings.Contains(text, "Some words") || strings.Contains(text, "Far away") {
		t.Errorf("the region holds what is outside:\n%s", text)
	}

	view := regionOf(t, page, browser.Region{Viewport: true})
	if strings.Contains(view.String(), "Far away") || !strings.Contains(view.String(), first.String()+` button "Open first"`) || view.OutsideRegion != 1 {
		t.Errorf("the viewport (%d outside):\n%s", view.OutsideRegion, view)
	}
	box := regionOf(t, page, browser.Region{Box: outline.Box{X: 0, Y: 2500, Width: 800, Height: 2000}})
	if !strings.Contains(box.String(), far.String()+` button "Far away"`) || box.Refs != 1 {
		t.Errorf("the box:\n%s", box)
	}

	// What is new in a region gets a number beside the others; Find knows the
	// last full snapshot, and its refs are as good as before.
	evalAs[any](t, page, `list.insertAdjacentHTML('beforeend', '<li>Third <button>Open third</button></li>'), 0`)
	region = regionOf(t, page, browser.Region{Ref: list})
	third := ref(t, region, "button", "Open third")
	if ref(t, region, "button", "Open first") != first {
		t.Errorf("a region renumbered what was known:\n%s", region)
	}
	if found := find(t, page, "Open third"); found.Total != 0 || found.Epoch != full.Epoch {
		t.Errorf("a region got into what find searches: %s", found)
	}
	for _, r := range []refs.Ref{third, far} {
		if _, err := page.Click(within(t, 10*time.Second), browser.ClickRequest{Ref: r}); err != nil {
			t.Error(err)
		}
	}
}

func TestRegionOfAStaleRef(t *testing.T) {
	page := open(t, newProvider(t), testpage.HTML(t, partsPage))
	_, err := page.Snapshot(t.Context(), browser.SnapshotRequest{Region: browser.Region{Ref: 1}})
	refuses(t, "before any snapshot", err, browser.CodeSnapshotRequired)
	full := snapshot(t, page)
	first, list := ref(t, full, "button", "Open first"), ref(t, full, "", "Orders")
	_, err = page.Snapshot(t.Context(), browser.SnapshotRequest{Region: browser.Region{Ref: 9999}})
	refuses(t, "a ref that was never given", err, browser.CodeStaleRef)
	evalAs[any](t, page, `list.firstElementChild.remove(), 0`)
	_, err = page.Snapshot(t.Context(), browser.SnapshotRequest{Region: browser.Region{Ref: first}})
	if e := refuses(t, "an element that is gone", err, browser.CodeStaleRef); e.Reason != browser.Reason(refs.NodeGone) || !strings.Contains(e.Message, "Open first") {
		t.Errorf("%s (%s)", e.Text(), e.Reason)
	}
	snapshot(t, page)
	_, err = page.Snapshot(t.Context(), browser.SnapshotRequest{Region: browser.Region{Ref: first}})
	if e := refuses(t, "a ref of an earlier epoch", err, browser.CodeStaleRef); e.Reason != browser.Reason(refs.Outlived) {
		t.Errorf("%s (%s)", e.Text(), e.Reason)
	}
	evalAs[any](t, page, `document.querySelector('main').style.display = 'none', 0`)
	_, err = page.Snapshot(t.Context(), browser.SnapshotRequest{Region: browser.Region{Ref: list}})
	if e := refuses(t, "what is not shown", err, browser.CodeNotActionable); e.Reason != browser.ReasonHidden {
		t.Errorf("%s (%s)", e.Text(), e.Reason)
	}
	evalAs[any](t, page, `location.reload(), 0`)
	eventually(t, "the page is left", func() bool {
		_, err = page.Snapshot(t.Context(), browser.SnapshotRequest{Region: browser.Region{Ref: list}})
		e := browser.AsError(err)
		return e != nil && e.Code == browser.CodeStaleRef && e.Reason == browser.Reason(refs.Navigated)
	})
	// A region may be the first that is seen of a page; its refs can be used.
	view := regionOf(t, page, browser.Region{Viewport: true})
	if _, err := page.Click(within(t, 10*time.Second), browser.ClickRequest{Ref: ref(t, view, "button", "Open second")}); err != nil {
		t.Error(err)
	}
	_, err = page.Find(t.Context(), browser.FindRequest{Query: "second"})
	refuses(t, "find without a full snapshot of the document", err, browser.CodeSnapshotRequired)
}

// A control that shows nothing stands where its label is.
func TestRegionOfALabelledControl(t *testing.T) {
	page := open(t, newProvider(t), testpage.HTML(t, `<style>input{display:none}</style><input id=a type=checkbox><label for=a>Dark mode</label> <button>Other</button>`))
	snap := snapshot(t, page)
	box := ref(t, snap, "checkbox", "Dark mode")
	region := regionOf(t, page, browser.Region{Ref: box})
	if got, err := region.Ref("checkbox", "Dark mode"); err != nil || got != box || region.Refs != 1 {
		t.Errorf("%v %v\n%s", got, err, region)
	}
}

// The element was rendered anew: the region is read where the thing is now, and
// its ref stays.
func TestRegionFollowsAThing(t *testing.T) {
	page := open(t, newProvider(t), testpage.HTML(t, partsPage))
	list := ref(t, snapshot(t, page), "", "Orders")
	evalAs[any](t, page, `list.outerHTML = list.outerHTML, 0`)
	region := regionOf(t, page, browser.Region{Ref: list})
	if got := ref(t, region, "", "Orders"); got != list {
		t.Errorf("the list was %v and is %v:\n%s", list, got, region)
	}
}

func TestReadingRequestsThatMakeNoSense(t *testing.T) {
	page := open(t, newProvider(t), testpage.HTML(t, partsPage))
	snap := snapshot(t, page)
	first := ref(t, snap, "button", "Open first")
	for _, r := range []browser.SnapshotRequest{
		{MaxLines: -1},
		{Region: browser.Region{Ref: first, Viewport: true}},
		{Region: browser.Region{Viewport: true, Box: outline.Box{Width: 1, Height: 1}}},
		{Region: browser.Region{Viewport: true}, Since: 1},
		{Region: browser.Region{Ref: first}, Full: true},
		{Region: browser.Region{Box: outline.Box{X: 5}}},
		{Region: browser.Region{Box: outline.Box{Width: 10, Height: -3}}},
	} {
		_, err := page.Snapshot(t.Context(), r)
		refuses(t, fmt.Sprintf("%+v", r), err, browser.CodeInvalidArgument)
	}
	_, err := page.Text(t.Context(), browser.TextRequest{Offset: -1})
	refuses(t, "a negative offset", err, browser.CodeInvalidArgument)
	_, err = page.Extract(t.Context(), browser.ExtractRequest{Kind: "poem"})
	refuses(t, "an unknown kind", err, browser.CodeInvalidArgument)
	_, err = page.Extract(t.Context(), browser.ExtractRequest{MaxRows: -1})
	refuses(t, "a negative size", err, browser.CodeInvalidArgument)
	for _, lines := range []int{-1, 41} {
		if p, err := provider.New(t.Context(), nil, provider.WithReceiptDiff(lines)); err == nil {
			p.Close()
			t.Errorf("WithReceiptDiff(%d) is accepted", lines)
		}
	}
}

func changesOf(tb testing.TB, page browser.Page, r browser.SnapshotRequest) *browser.Snapshot {
	tb.Helper()
	snap, err := page.Snapshot(within(tb, 10*time.Second), r)
	if err != nil {
		tb.Fatal(err)
	}
	if snap.Changes == nil {
		tb.Fatalf("no changes in\n%s", snap)
	}
	return snap
}

func TestSince(t *testing.T) {
	page := open(t, newProvider(t), testpage.HTML(t, partsPage))
	first := snapshot(t, page)
	same := changesOf(t, page, browser.SnapshotRequest{Since: first.Epoch})
	if got, want := same.String(), fmt.Sprintf("epoch %d, since epoch %d: nothing changed\n", same.Epoch, first.Epoch); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	evalAs[any](t, page, `list.insertAdjacentHTML('beforeend', '<li>Third <button>Open third</button></li>'),
		document.querySelector('input').value = 'Elm St', document.querySelector('a').remove(), document.title = 'Parts (3)', 0`)
	diff := changesOf(t, page, browser.SnapshotRequest{Since: first.Epoch})
	street, third := ref(t, first, "textbox", "Street"), ref(t, diff, "button", "Open third")
	for _, want := range []string{
		"changes: ", "+ ", third.String() + ` button "Open third"`, "~ " + street.String() + ` textbox "Street" value="Elm St"`, "- ", `link "One"`, `title: "Parts (3)"`,
	} {
		if !strings.Contains(diff.String(), want) {
			t.Errorf("the changes lack %q:\n%s", want, diff)
		}
	}
	if strings.Contains(diff.String(), "Far away") || strings.Contains(diff.String(), "Some words") {
		t.Errorf("the changes tell what did not change:\n%s", diff)
	}
	if _, err := page.Click(within(t, 10*time.Second), browser.ClickRequest{Ref: third}); err != nil {
		t.Error(err)
	}
	if find(t, page, "Open third").Total != 1 {
		t.Error("a diff is a full snapshot: find must know what it added")
	}

	// One line of room, then the whole on request.
	small := changesOf(t, page, browser.SnapshotRequest{Since: first.Epoch, MaxLines: 1})
	if small.Changes.Left == 0 || !strings.Contains(small.String(), "more changes") {
		t.Errorf("a small budget: %s", small)
	}
	full, err := page.Snapshot(t.Context(), browser.SnapshotRequest{Since: first.Epoch, Full: true})
	if err != nil || full.Changes != nil || !strings.Contains(full.String(), "Far away") {
		t.Errorf("full: %v\n%v", err, full)
	}
}

func TestSinceFallsBackToFull(t *testing.T) {
	page := open(t, newProvider(t), testpage.HTML(t, partsPage))
	first := snapshot(t, page)
	for _, tc := range []struct {
		name   string
		since  func() uint64
		reason string
	}{
		{"an epoch that was not yet", func() uint64 { return 99 }, "no epoch 99"},
		{"an epoch of long ago", func() uint64 {
			for range 3 {
				snapshot(t, page)
			}
			return first.Epoch
		}, "not kept"},
		{"most of it changed", func() uint64 {
			epoch := snapshot(t, page).Epoch
			evalAs[any](t, page, `document.querySelector('main').innerHTML = '<button>A</button><button>B</button><p>c<p>d<p>e<p>f<p>g', 0`)
			return epoch
		}, "more than half changed"},
		{"another document", func() uint64 {
			epoch := snapshot(t, page).Epoch
			if _, err := page.Navigate(within(t, 10*time.Second), browser.NavigateRequest{URL: testpage.HTML(t, "<title>Next</title><button>Next</button>")}); err != nil {
				t.Fatal(err)
			}
			return epoch
		}, "another document"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			since := tc.since()
			snap := changesOf(t, page, browser.SnapshotRequest{Since: since})
			if !snap.Changes.Full || !strings.Contains(snap.Changes.Reason, tc.reason) || !strings.Contains(snap.String(), snap.Outline.String()) {
				t.Errorf("%+v\n%s", snap.Changes, snap)
			}
		})
	}
}

func TestReceiptsWithChanges(t *testing.T) {
	page := open(t, newProvider(t, provider.WithReceiptDiff(5)), testpage.HTML(t, `<!doctype html><title>Menu</title>
<button id=menu aria-expanded=false onclick="this.setAttribute('aria-expanded', 'true'); items.innerHTML = '<button onclick=&quot;out.textContent=1&quot;>Rename</button><button>Delete</button>'">Menu</button>
<div id=items></div><p id=out></p><label>Name <input oninput="out.textContent = 'Hello ' + this.value"></label>
<button onclick="for (let i = 0; i < 40; i++) items.insertAdjacentHTML('beforeend', '<p>Line ' + i)">Much</button>
<p>One<p>Two<p>Three<p>Four<p>Five<p>Six<p>Seven<p>Eight<p>Nine<p>Ten<p>Eleven<p>Twelve<p>Thirteen<a href="?next">Next</a>`))
	first := snapshot(t, page)
	receipt := clickRef(t, page, ref(t, first, "button", "Menu"))
	c := receipt.Changes
	if c == nil || c.Since != first.Epoch || c.Epoch != first.Epoch+1 {
		t.Fatalf("changes: %+v", c)
	}
	if !strings.Contains(receipt.String(), `button "Menu" expanded`) {
		t.Errorf("the receipt does not tell what the button is now:\n%s", receipt)
	}
	found := find(t, page, "Rename")
	if found.Total != 1 || found.Epoch != c.Epoch || !strings.Contains(receipt.String(), "+ "+found.Hits[0].Ref.String()+` button "Rename"`) {
		t.Fatalf("the receipt does not show the new button:\n%s\n%s", receipt, found)
	}
	// The ref in the receipt is all that the next action needs.
	receipt = clickRef(t, page, found.Hits[0].Ref)
	if receipt.Changes == nil || receipt.Changes.Since != c.Epoch || receipt.Changes.Added != 1 {
		t.Errorf("the second receipt: %s", receipt)
	}
	receipt, err := page.Fill(within(t, 10*time.Second), browser.FillRequest{Ref: ref(t, first, "textbox", "Name"), Value: "Ada"})
	if err != nil || receipt.Changes == nil || !strings.Contains(receipt.String(), `value="Ada"`) || !strings.Contains(receipt.String(), `"Hello Ada"`) {
		t.Errorf("fill: %v\n%v", err, receipt)
	}
	receipt = clickRef(t, page, ref(t, first, "button", "Much"))
	if n := len(receipt.Changes.Lines); !receipt.Changes.Full && (n == 0 || n > 5 || receipt.Changes.Left == 0) {
		t.Errorf("%d lines of 5:\n%s", n, receipt)
	}
	receipt = clickRef(t, page, ref(t, first, "link", "Next"))
	if receipt.Navigated == nil || receipt.Changes != nil {
		t.Errorf("after a navigation: %s", receipt)
	}
	// No snapshot of the new document: nothing to compare with.
	receipt, err = page.Press(within(t, 10*time.Second), browser.PressRequest{Key: "Tab"})
	if err != nil || receipt.Changes != nil {
		t.Errorf("without a snapshot: %v %v", err, receipt)
	}
}

// clickRef clicks what a ref stands for.
func clickRef(tb testing.TB, page browser.Page, r refs.Ref) *browser.Receipt {
	tb.Helper()
	receipt, err := page.Click(within(tb, 10*time.Second), browser.ClickRequest{Ref: r})
	if err != nil {
		tb.Fatal(err)
	}
	return receipt
}

func TestReceiptsWithoutChanges(t *testing.T) {
	page := open(t, newProvider(t), testpage.HTML(t, `<button onclick="this.textContent='Done'">Go</button>`))
	if receipt := click(t, page, "button", "Go"); receipt.Changes != nil {
		t.Errorf("nobody asked for changes: %s", receipt)
	}
}

func TestText(t *testing.T) {
	page := open(t, newProvider(t), testpage.HTML(t, partsPage))
	read := func(r browser.TextRequest) *browser.TextResult {
		t.Helper()
		text, err := page.Text(within(t, 10*time.Second), r)
		if err != nil {
			t.Fatal(err)
		}
		return text
	}
	text := read(browser.TextRequest{}) // no snapshot is needed for it
	if !strings.HasPrefix(text.Text, "# Orders\n") || !strings.Contains(text.Text, "Some words to read, more of them") || text.Title != "Parts" {
		t.Errorf("%+v", text)
	}
	if links := read(browser.TextRequest{Links: true}); !strings.Contains(links.Text, "[more of them](http://") {
		t.Errorf("with links: %s", links)
	}
	head := read(browser.TextRequest{MaxChars: 20})
	rest := read(browser.TextRequest{Offset: head.Next})
	if head.Text+rest.Text != text.Text || rest.Next != 0 || !strings.Contains(head.String(), fmt.Sprintf("offset %d", head.Next)) {
		t.Errorf("in two: %q and %q", head, rest)
	}
	snap := snapshot(t, page)
	list := read(browser.TextRequest{Ref: ref(t, snap, "", "Orders")})
	if !strings.Contains(list.Text, "First") || strings.Contains(list.Text, "Some words") {
		t.Errorf("of the list: %s", list)
	}
	evalAs[any](t, page, `document.querySelector('h1').textContent = 'Orders today', 0`)
	if now := read(browser.TextRequest{}); !strings.Contains(now.Text, "Orders today") {
		t.Errorf("not read anew: %s", now)
	}
	if after := snapshot(t, page); after.Epoch != snap.Epoch+1 || ref(t, after, "button", "Open first") != ref(t, snap, "button", "Open first") {
		t.Errorf("reading the text changed epoch or refs: %d, then %d", snap.Epoch, after.Epoch)
	}
}

func TestExtract(t *testing.T) {
	page := open(t, newProvider(t), testpage.HTML(t, `<!doctype html><title>Data</title>
<table><caption>Prices</caption><tr><th>Item<th>Size<th>Price</tr>
<tr><td rowspan=2>Lamp<td>S<td>10 <button>Buy</button></tr><tr><td>L<td><button>Buy</button></tr>
<tr><td></td><td colspan=2>sold out</tr></table>
<form aria-label="Address"><label>Street <input value="Main St 1"></label><label>Agree <input type=checkbox checked></label></form>
<dl><dt>Weight<dd>2 kg<dt>Colour<dd>red</dl>`))
	extract := func(r browser.ExtractRequest) *browser.ExtractResult {
		t.Helper()
		data, err := page.Extract(within(t, 10*time.Second), r)
		if err != nil {
			t.Fatal(err)
		}
		return data
	}
	snap := snapshot(t, page)
	buy := snap.Outline.Printed()[0]
	got := extract(browser.ExtractRequest{Kind: browser.ExtractTable}).String()
	want := fmt.Sprintf(`table "Prices", 3 rows
columns "Item", "Size", "Price"
"Lamp", "S", %v "10 Buy"
"Lamp", "L", %v "Buy"
"", "sold out", "sold out"`, buy, snap.Outline.Printed()[1])
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if _, err := page.Click(within(t, 10*time.Second), browser.ClickRequest{Ref: buy}); err != nil {
		t.Error(err)
	}
	if got, want := extract(browser.ExtractRequest{Kind: browser.ExtractForm}).String(), "form \"Address\", 2 rows\ncolumns \"field\", \"value\"\n"; !strings.HasPrefix(got, want) {
		t.Errorf("got\n%s", got)
	}
	if got := extract(browser.ExtractRequest{Kind: browser.ExtractList}).String(); !strings.Contains(got, `"Weight", "2 kg"`) {
		t.Errorf("got\n%s", got)
	}
	if all := extract(browser.ExtractRequest{}); len(all.Data) < 3 || all.Title != "Data" {
		t.Errorf("all of it:\n%s", all)
	}
	if one := extract(browser.ExtractRequest{Kind: browser.ExtractTable, MaxRows: 1, Offset: 1}).String(); !strings.Contains(one, "3 rows, from row 2 on 1\n") {
		t.Errorf("one row:\n%s", one)
	}
	if around := extract(browser.ExtractRequest{Ref: buy}); len(around.Data) != 1 || around.Data[0].Name != "Prices" {
		t.Errorf("around a button:\n%s", around)
	}
	if none := extract(browser.ExtractRequest{Kind: browser.ExtractForm, Ref: buy}); len(none.Data) != 0 || none.String() != "no such data here" {
		t.Errorf("a form around a button:\n%s", none)
	}
	if after := snapshot(t, page); after.Epoch != snap.Epoch+1 {
		t.Errorf("extracting changed the epoch: %d, then %d", snap.Epoch, after.Epoch)
	}
}

// More elements than the table holds: whatever was printed, found or extracted
// can be used.
func TestMoreElementsThanTheTableHolds(t *testing.T) {
	p := newProvider(t, provider.WithRefs(refs.Options{LiveCap: 10}), provider.WithOutline(outline.Options{Unfolded: true}))
	page := open(t, p, testpage.HTML(t, `<title>Many</title><script>
for (let i = 1; i <= 60; i++) document.write('<p><button onclick="last=' + i + '">Button ' + i + '</button> ' + 'word '.repeat(i % 7))
</script><div role=dialog aria-modal=true aria-label=Top style="position:fixed;top:0;left:0;background:#fff"><button onclick="last='top'">Close</button></div>`))
	snap := snapshot(t, page)
	if snap.Refs < 61 {
		t.Fatalf("%d refs:\n%s", snap.Refs, snap)
	}
	clickRef(t, page, ref(t, snap, "button", "Close"))
	evalAs[any](t, page, `document.querySelector('[role=dialog]').remove(), 0`)
	snap, err := page.Snapshot(t.Context(), browser.SnapshotRequest{MaxLines: 20})
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range snap.Outline.Printed() {
		clickRef(t, page, r)
	}
	found := find(t, page, `"Button 55"`)
	if found.Total != 1 {
		t.Fatal(found)
	}
	clickRef(t, page, found.Hits[0].Ref)
	if got := evalAs[int](t, page, "last"); got != 55 {
		t.Errorf("pressed %d", got)
	}
	row, ok := snap.Outline.ByRef(found.Hits[0].Ref - 1)
	if !ok {
		t.Fatal("no neighbour")
	}
	region := regionOf(t, page, browser.Region{Ref: row.Ref})
	if region.Refs != 1 {
		t.Errorf("the region of an evicted ref:\n%s", region)
	}
	_, err = page.Click(t.Context(), browser.ClickRequest{Ref: 9999})
	if !errors.Is(err, browser.ErrStaleRef) {
		t.Errorf("a ref that was never given: %v", err)
	}
}
