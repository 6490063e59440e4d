package provider_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/holdfast-go/holdfast/browser"
	"github.com/holdfast-go/holdfast/internal/testpage"
	"github.com/holdfast-go/holdfast/refs"
)

const revalidatePage = `<!doctype html><title>Orders</title>
<ul id=list></ul>
<script>
let data = ['Amber', 'Birch', 'Cedar'];
window.hit = [];
function paint() {
  list.replaceChildren(...data.map(name => {
    const li = document.createElement('li');
    li.innerHTML = '<b>' + name + '</b> <button>Pay</button>';
    li.querySelector('button').onclick = () => hit.push(li.querySelector('b').textContent);
    return li;
  }));
}
paint();
</script>`

// payButtons gives the refs of the Pay buttons in reading order.
func payButtons(tb testing.TB, snap *browser.Snapshot) []refs.Ref {
	tb.Helper()
	var list []refs.Ref
	for line := range strings.Lines(snap.String()) {
		if f := strings.Fields(line); len(f) > 1 && f[1] == "button" {
			r, err := refs.Parse(f[0])
			if err != nil {
				tb.Fatal(err)
			}
			list = append(list, r)
		}
	}
	return list
}

func revalidate(tb testing.TB, page browser.Page, list ...refs.Ref) *browser.RevalidateResult {
	tb.Helper()
	r, err := page.Revalidate(within(tb, 10*time.Second), browser.RevalidateRequest{Refs: list})
	if err != nil {
		tb.Fatal(err)
	}
	if len(r.Refs) != len(list) {
		tb.Fatalf("%d answers for %d refs", len(r.Refs), len(list))
	}
	return r
}

func press(tb testing.TB, page browser.Page, r refs.Ref) error {
	tb.Helper()
	_, err := page.Click(within(tb, 10*time.Second), browser.ClickRequest{Ref: r})
	return err
}

func TestRevalidateAfterARoute(t *testing.T) {
	page := open(t, newProvider(t), testpage.HTML(t, revalidatePage))
	pay := payButtons(t, snapshot(t, page))
	evalAs[any](t, page, "history.pushState(null, '', '?route=2'), 0")
	if err := press(t, page, pay[1]); !errors.Is(err, browser.ErrStaleRef) {
		t.Fatalf("after a route change: %v", err)
	}
	r := revalidate(t, page, pay...)
	if r.Failed() != 0 {
		t.Fatalf("the document is the same, and so are its things: %s", r)
	}
	if err := press(t, page, pay[1]); err != nil {
		t.Errorf("a restored ref: %v", err)
	}
	if got := evalAs[[]string](t, page, "hit"); !slices.Equal(got, []string{"Birch"}) {
		t.Errorf("clicked %q", got)
	}
	// The baseline is the address of now: the next route is refused again.
	evalAs[any](t, page, "history.pushState(null, '', '?route=3'), 0")
	if e := browser.AsError(press(t, page, pay[1])); e == nil || e.Reason != browser.ReasonAddressChanged && e.Reason != "document_changed" {
		t.Errorf("after the next route change: %v", e)
	}
}

func TestRevalidateReasons(t *testing.T) {
	page := open(t, newProvider(t), testpage.HTML(t, revalidatePage))
	if _, err := page.Revalidate(t.Context(), browser.RevalidateRequest{Refs: []refs.Ref{1}}); !errors.Is(err, browser.ErrSnapshotRequired) {
		t.Errorf("a page that was never observed: %v", err)
	}
	if _, err := page.Revalidate(t.Context(), browser.RevalidateRequest{}); !errors.Is(err, browser.ErrInvalidArgument) {
		t.Errorf("no refs: %v", err)
	}
	pay := payButtons(t, snapshot(t, page))
	// Amber goes, and its node is used for Dune; Birch stays; Cedar's node goes.
	evalAs[any](t, page, "list.children[0].querySelector('b').textContent = 'Dune', list.children[2].remove(), history.pushState(null, '', '?x'), 0")
	if err := press(t, page, pay[1]); err == nil {
		t.Fatal("the address changed")
	}
	r := revalidate(t, page, append(pay, 9999)...)
	for i, want := range []struct {
		ok     bool
		reason browser.Reason
	}{{false, "identity_mismatch"}, {true, ""}, {false, "node_gone"}, {false, "not_archived"}} {
		if r.Refs[i].OK != want.ok || r.Refs[i].Reason != want.reason {
			t.Errorf("%d: %+v, want %+v", i, r.Refs[i], want)
		}
	}
	if now := r.Refs[0].Now; now == nil || !strings.Contains(now.Item, "Dune") {
		t.Errorf("what is in its place: %+v", now)
	}
	text := r.String()
	for _, want := range []string{fmt.Sprintf("%s button \"Pay\": valid", pay[1]), "identity_mismatch; in its place is", `in "Dune`, "e9999 element: not_archived"} {
		if !strings.Contains(text, want) {
			t.Errorf("the text lacks %q:\n%s", want, text)
		}
	}
	if err := press(t, page, pay[0]); err == nil {
		t.Error("a ref that was not restored was used")
	}
}

// TestRevalidateFollows: an outlived ref comes back under its number, also where
// the page has made the element anew.
func TestRevalidateFollows(t *testing.T) {
	page := open(t, newProvider(t), testpage.HTML(t, revalidatePage))
	pay := payButtons(t, snapshot(t, page))
	evalAs[any](t, page, "data = ['Amber'], paint(), 0")
	snapshot(t, page)
	if err := press(t, page, pay[2]); !errors.Is(err, browser.ErrStaleRef) {
		t.Fatalf("an outlived ref: %v", err)
	}
	if r := revalidate(t, page, pay[2]); r.Refs[0].Reason != browser.ReasonNodeGone {
		t.Errorf("its row is gone: %s", r)
	}
	evalAs[any](t, page, "data = ['Zinnia', 'Amber', 'Cedar'], paint(), 0")
	r := revalidate(t, page, pay[2])
	if !r.Refs[0].OK || !r.Refs[0].Relocated {
		t.Fatalf("its row is back: %s", r)
	}
	if err := press(t, page, pay[2]); err != nil {
		t.Error(err)
	}
	if got := evalAs[[]string](t, page, "hit"); !slices.Equal(got, []string{"Cedar"}) {
		t.Errorf("clicked %q", got)
	}
}

// TestRevalidateAfterANavigation: refs of a document that was left are told from
// what is known, and come back with it.
func TestRevalidateAfterANavigation(t *testing.T) {
	site := testpage.Cases(t)
	h, page := watchedPage(t, site.URL("/cases/R08-beforeunload/index.html?bfcache"))
	note := ref(t, snapshot(t, page), "textbox", "Note")
	navigate(t, page, site.URL("/cases/R08-beforeunload/other.html"))
	h.commands()
	r := revalidate(t, page, note)
	if r.Refs[0].OK || r.Refs[0].Reason != browser.ReasonDocumentChanged || r.Refs[0].Name != "Note" {
		t.Errorf("a ref of another document: %s", r)
	}
	for _, method := range h.commands() {
		// Others may still be on their way from the navigation.
		if strings.HasPrefix(method, "DOM.") || method == "Runtime.callFunctionOn" {
			t.Errorf("the page was asked for a node: %s", method)
		}
	}
	if err := press(t, page, note); !errors.Is(err, browser.ErrStaleRef) {
		t.Errorf("a ref of another document: %v", err)
	}
}

// TestRevalidateInFewTrips: all refs of a page are one question.
func TestRevalidateInFewTrips(t *testing.T) {
	var rows strings.Builder
	for i := range 60 {
		fmt.Fprintf(&rows, "<li>Row %d <button>Pay</button></li>", i)
	}
	h, page := watchedPage(t, testpage.HTML(t, "<!doctype html><title>Many</title><ul>"+rows.String()+"</ul>"))
	snapshot(t, page)
	found, err := page.Find(t.Context(), browser.FindRequest{Query: "Pay", Limit: 100})
	if err != nil || len(found.Hits) != 60 {
		t.Fatalf("%d hits, %v", len(found.Hits), err)
	}
	var list []refs.Ref
	for _, hit := range found.Hits {
		list = append(list, hit.Ref)
	}
	evalAs[any](t, page, "history.pushState(null, '', '?x'), 0")
	if err := press(t, page, list[0]); err == nil {
		t.Fatal("the address changed")
	}
	h.commands()
	if r := revalidate(t, page, list...); r.Failed() != 0 {
		t.Errorf("%s", r)
	}
	if got := h.commands(); !slices.Equal(got, []string{"Runtime.evaluate"}) {
		t.Errorf("60 refs took %v", got)
	}
}

func navigate(tb testing.TB, page browser.Page, address string) *browser.Receipt {
	tb.Helper()
	r, err := page.Navigate(within(tb, 20*time.Second), browser.NavigateRequest{URL: address})
	if err != nil {
		tb.Fatal(err)
	}
	return r
}
