package provider_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/holdfast-go/holdfast/browser"
	"github.com/holdfast-go/holdfast/internal/testpage"
	"github.com/holdfast-go/holdfast/refs"
)

func scroll(tb testing.TB, page browser.Page, r browser.ScrollRequest) *browser.Receipt {
	tb.Helper()
	receipt, err := page.Scroll(within(tb, 10*time.Second), r)
	if err != nil {
		tb.Fatal(err)
	}
	if receipt.Scroll == nil && !receipt.NoEffect && len(receipt.Notes) == 0 {
		tb.Errorf("the receipt tells nothing of the scroll: %s", receipt)
	}
	return receipt
}

// row finds the ref of the outline's row that contains a text.
func row(tb testing.TB, snap *browser.Snapshot, text string) refs.Ref {
	tb.Helper()
	for line := range strings.Lines(snap.String()) {
		line = strings.TrimSpace(line)
		if strings.HasPrefix(line, "e") && strings.Contains(line, text) {
			r, err := refs.Parse(strings.Fields(line)[0])
			if err == nil {
				return r
			}
		}
	}
	tb.Fatalf("no row says %q:\n%s", text, snap)
	return 0
}

func TestCaseR10VirtualList(t *testing.T) {
	cases := testpage.Cases(t)
	p := newProvider(t)

	page := open(t, p, cases.URL("/cases/R10-virtual-list/"))
	snap := snapshot(t, page)
	box := row(t, snap, "px below")
	third := ref(t, snap, "", "Item 3")
	receipt := scroll(t, page, browser.ScrollRequest{Ref: box, DY: 4999 * 36})
	if s := receipt.Scroll; s == nil || s.Y != 4999*36 || s.End || s.Below == 0 || s.Above == 0 || s.Container == nil || s.Container.Ref != box.String() {
		t.Errorf("a scroll by 179,964 px: %+v\n%s", s, receipt)
	}
	// The row of Item 3 shows something else now.
	if _, err := page.Click(within(t, 10*time.Second), browser.ClickRequest{Ref: third}); !errors.Is(err, browser.ErrStaleRef) {
		t.Errorf("the ref of a row that was recycled: %v", err)
	}
	holds(t, page, "__result.picked === 0")
	click(t, page, "", "Item 5000")
	holds(t, page, "__result.picked === 5000")
	receipt = scroll(t, page, browser.ScrollRequest{Ref: box, To: browser.ToBottom})
	if s := receipt.Scroll; s == nil || !s.Moved() || !s.End || s.Below != 0 {
		t.Errorf("to the bottom: %s", receipt)
	}
	receipt = scroll(t, page, browser.ScrollRequest{Ref: box, DY: 500})
	if s := receipt.Scroll; s == nil || s.Moved() || !s.End || !receipt.NoEffect || !strings.Contains(receipt.String(), "nothing moved") {
		t.Errorf("a scroll at the end must say that nothing moved: %s", receipt)
	}
	receipt = scroll(t, page, browser.ScrollRequest{Ref: box, To: browser.ToTop})
	if s := receipt.Scroll; s == nil || !s.Start || s.Above != 0 || s.Y >= 0 {
		t.Errorf("to the top: %s", receipt)
	}
	// The document itself cannot scroll, and nothing in its middle does.
	receipt = scroll(t, page, browser.ScrollRequest{DY: 500})
	if receipt.Scroll != nil || !receipt.NoEffect || !strings.Contains(receipt.String(), "nothing scrolls there") {
		t.Errorf("a page that cannot scroll: %s", receipt)
	}

	page = open(t, p, cases.URL("/cases/R10-virtual-list/infinite.html"))
	eventually(t, "the first rows are there", func() bool { return evalAs[int](t, page, "__result.loads") == 1 })
	snap = snapshot(t, page)
	box = row(t, snap, "px below")
	for n := 0; ; n++ {
		if n == 20 {
			t.Fatalf("no end after %d scrolls: %s", n, receipt)
		}
		receipt = scroll(t, page, browser.ScrollRequest{Ref: box, To: browser.ToBottom})
		if !receipt.Scroll.Moved() && !receipt.Scroll.Grew {
			break
		}
	}
	text := snapshot(t, page).String()
	if !strings.Contains(text, "Item 200") || !strings.Contains(text, "End of list") {
		t.Errorf("a scroll that moves nothing is the end of the list, but:\n%s", text)
	}
	click(t, page, "", "Item 200")
	holds(t, page, "__result.picked === 200 && __result.loads <= 12")
}

// liesBehind checks that a page is not in front. A browser hides it then. The
// window host lays the views of its tabs over each other, all of them shown: a
// page in it is never hidden, and is worked where it lies.
func liesBehind(t *testing.T, page browser.Page) {
	t.Helper()
	if hidden := evalAs[bool](t, page, "document.hidden"); hidden == *onElectron {
		t.Errorf("a page behind another says that it is hidden: %v", hidden)
	}
}

// TestScrollInTheBackground scrolls a tab that is not in front: a wheel would
// not be answered there, so it is brought to the front first.
func TestScrollInTheBackground(t *testing.T) {
	p := newProvider(t)
	page := open(t, p, testpage.HTML(t, `<!doctype html><title>Tall</title><div style="height:5000px">Tall</div>`))
	open(t, p, testpage.HTML(t, `<!doctype html><title>Front</title>`))
	liesBehind(t, page)
	receipt := scroll(t, page, browser.ScrollRequest{DY: 700})
	if s := receipt.Scroll; s == nil || s.Y != 700 || s.Container != nil || receipt.Unconfirmed || receipt.Elapsed > 2*time.Second {
		t.Errorf("in the background: %v, %s", receipt.Elapsed, receipt)
	}
	holds(t, page, "!document.hidden && scrollY === 700")
	if r := scroll(t, page, browser.ScrollRequest{DY: -5000}); !r.Scroll.Start || r.Scroll.Y != -700 {
		t.Errorf("back to the start: %s", r)
	}
}

// A container without a name is called what outlines call it, by its own ref, in
// a frame of another site too.
func TestScrollNamesTheContainer(t *testing.T) {
	site := testpage.New(t)
	site.Page("/inner", `<div style="height:60px;overflow:auto"><button>One</button><p style="height:300px">text`)
	page := open(t, newProvider(t), site.Page("/", `<iframe src="`+site.Localhost("/inner")+`"></iframe>`))
	var snap *browser.Snapshot
	eventually(t, "the frame is read", func() bool {
		snap = snapshot(t, page)
		_, err := snap.Ref("button", "One")
		return err == nil
	})
	box := row(t, snap, "px below")
	receipt := scroll(t, page, browser.ScrollRequest{Ref: ref(t, snap, "button", "One"), DY: 100})
	if want := (browser.Thing{Ref: box.String(), Role: "scrollable"}); receipt.Scroll == nil || receipt.Scroll.Container == nil || *receipt.Scroll.Container != want {
		t.Errorf("the container is %+v: %s", receipt.Scroll, receipt)
	}
}
