package provider_test

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/holdfast-go/holdfast/browser"
	"github.com/holdfast-go/holdfast/internal/testpage"
	"github.com/holdfast-go/holdfast/refs"
)

// The cases of internal/testpage: what users of browser-agent tools reported,
// each with what must be observed (expect.md beside the page).

func TestCaseR01StaleRef(t *testing.T) {
	cases := testpage.Cases(t)
	p := newProvider(t)
	for _, tc := range []struct {
		variant, run, reason string
		wantActed            bool
	}{
		{"a", "__replace()", "every node is new, so the thing is found again by its identity", true},
		{"b", "__recycle()", "the node shows another row, and the row is on another node", true},
		{"c", "__removeFirst()", "the row is gone and its node shows the next one", false},
	} {
		t.Run(tc.variant, func(t *testing.T) {
			page := open(t, p, cases.URL("/cases/R01-stale-ref/"))
			alpha := ref(t, snapshot(t, page), "button", "Delete Alpha")
			evalAs[any](t, page, tc.run+",0")
			receipt, err := page.Click(within(t, 10*time.Second), browser.ClickRequest{Ref: alpha})
			deleted := evalAs[[]string](t, page, "__result.deleted")
			if tc.wantActed {
				if err != nil {
					t.Fatalf("%s: %v", tc.reason, err)
				}
				if !receipt.Relocated || !slices.Equal(deleted, []string{"Alpha"}) {
					t.Errorf("%s: relocated %v, deleted %v", tc.reason, receipt.Relocated, deleted)
				}
				return
			}
			if !errors.Is(err, browser.ErrStaleRef) || len(deleted) != 0 {
				t.Fatalf("%s: error %v, deleted %v", tc.reason, err, deleted)
			}
			text := browser.AsError(err).Text()
			if !strings.Contains(text, "Delete Alpha") || !strings.Contains(text, "re-render") || !strings.Contains(text, "snapshot") {
				t.Errorf("the error must name the thing, say that the page re-rendered and ask for a snapshot: %s", text)
			}
			if strings.Contains(text, "navigat") || strings.Contains(text, "overlay") {
				t.Errorf("the error blames what did not happen: %s", text)
			}
		})
	}
}

// Variant d: the rows change places when the pointer arrives, between the hit
// test and the press. The guard stops the press, and the thing is found again.
func TestCaseR01HoverSwap(t *testing.T) {
	page := open(t, newProvider(t), testpage.Cases(t).URL("/cases/R01-stale-ref/"))
	alpha := ref(t, snapshot(t, page), "button", "Delete Alpha")
	evalAs[any](t, page, "__hoverSwap(),0")
	receipt, err := page.Click(within(t, 10*time.Second), browser.ClickRequest{Ref: alpha})
	if err != nil {
		t.Fatal(err)
	}
	if deleted := evalAs[[]string](t, page, "__result.deleted"); !slices.Equal(deleted, []string{"Alpha"}) {
		t.Errorf("the page deleted %v, the receipt says %s", deleted, receipt)
	}
}

func TestCaseR05ClickableDivs(t *testing.T) {
	page := open(t, newProvider(t), testpage.Cases(t).URL("/cases/R05-clickable-divs/"))
	snap := snapshot(t, page)
	text := snap.String()
	want := []string{"Card inline", "Card listener", "Card delegated", "Card focusable", "Settings icon", "Frame card", "Frame button"}
	var rows []refs.Ref
	last := -1
	for _, name := range want {
		var with []string
		at := -1
		for i, line := range strings.Split(text, "\n") {
			if strings.Contains(line, name) {
				at = i
				if strings.HasPrefix(strings.TrimSpace(line), "e") {
					with = append(with, line)
				}
			}
		}
		if len(with) != 1 {
			t.Errorf("%q has %d rows with refs, want 1:\n%s", name, len(with), text)
			continue
		}
		if at < last {
			t.Errorf("%q does not stand at its own place:\n%s", name, text)
		}
		last = at
		r, err := refs.Parse(strings.Fields(with[0])[0])
		if err != nil {
			t.Fatal(err)
		}
		rows = append(rows, r)
	}
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if strings.HasPrefix(line, "e") && strings.Contains(line, "Plain text") {
			t.Errorf("plain text has a ref: %s", line)
		}
		if strings.HasPrefix(line, "e") && strings.Contains(line, "price") && !strings.Contains(line, "Card listener") {
			t.Errorf("a descendant of the card has a ref of its own: %s", line)
		}
	}
	for _, r := range rows {
		if _, err := page.Click(within(t, 10*time.Second), browser.ClickRequest{Ref: r}); err != nil {
			t.Error(err)
		}
	}
	eventually(t, "the clicks of the frame arrive", func() bool { return evalAs[int](t, page, "__result.clicks.length") >= 7 })
	holds(t, page, "__result.clicks.slice().sort().join() === 'delegated,focusable,frameButton,frameCard,icon,inline,listener'")
}

func TestCaseR09Popup(t *testing.T) {
	p := newProvider(t)
	page := open(t, p, testpage.Cases(t).URL("/cases/R09-popup/"))
	snap := snapshot(t, page)

	receipt := click(t, page, "button", "Open report")
	if len(receipt.OpenedTabs) != 1 || !strings.HasSuffix(receipt.OpenedTabs[0].URL, "/child.html") {
		t.Fatalf("the receipt must name the new tab and its address: %+v", receipt)
	}
	child, err := p.Page(within(t, 10*time.Second), receipt.OpenedTabs[0].ID)
	if err != nil {
		t.Fatal(err)
	}
	tabs, err := p.Tabs(within(t, 5*time.Second))
	if err != nil || !slices.ContainsFunc(tabs, func(tab browser.Tab) bool { return tab.ID == child.ID() && tab.Opener == page.ID() }) {
		t.Errorf("the list of tabs lacks the new one: %v %v", tabs, err)
	}
	click(t, child, "button", "Say hello")
	holds(t, child, "document.title === 'Report 42'")
	eventually(t, "the opener hears the popup", func() bool { return evalAs[string](t, page, "__result.said") == "hello" })

	later := ref(t, snap, "button", "Open later")
	receipt, err = page.Click(within(t, 10*time.Second), browser.ClickRequest{Ref: later})
	if err != nil {
		t.Fatal(err)
	}
	if len(receipt.OpenedTabs) != 0 {
		t.Errorf("a window that a timer opens later cannot be in the receipt: %v", receipt)
	}
	var opened []browser.Event
	eventually(t, "the next result tells of the window that the timer opened", func() bool {
		opened = append(opened, snapshot(t, child).SinceLast...) // any page's next result
		return len(opened) > 0
	})
	if len(opened) != 1 || opened[0].OpenedTab == nil || !strings.Contains(opened[0].After, "Open later") {
		t.Errorf("since_last must tell of one new tab and the action before it: %+v", opened)
	}

	for _, name := range []string{"Open without opener", "Open blank, fill later"} {
		role := "button"
		if strings.Contains(name, "without") {
			role = "link"
		}
		if receipt := click(t, page, role, name); len(receipt.OpenedTabs) != 1 {
			t.Errorf("%s: %+v", name, receipt)
		}
	}
	eventually(t, "four tabs are titled Report 42", func() bool {
		tabs, err := p.Tabs(within(t, 5*time.Second))
		if err != nil {
			t.Fatal(err)
		}
		n := 0
		for _, tab := range tabs {
			if tab.Title == "Report 42" && tab.Opener == page.ID() {
				n++
			}
		}
		return n == 4
	})

	receipt = click(t, page, "button", "Flash")
	if len(receipt.OpenedTabs) != 1 {
		t.Fatalf("the flash was not noticed: %+v", receipt)
	}
	flash := receipt.OpenedTabs[0].ID
	eventually(t, "the flash is gone", func() bool {
		tabs, err := p.Tabs(within(t, 5*time.Second))
		if err != nil {
			t.Fatal(err)
		}
		return !slices.ContainsFunc(tabs, func(tab browser.Tab) bool { return tab.ID == flash })
	})
	snapshot(t, page)
	if tabs, err = p.Tabs(within(t, 5*time.Second)); err != nil {
		t.Fatal(err)
	}
	for _, tab := range tabs {
		if tab.Opener == page.ID() {
			if err := p.CloseTab(within(t, 5*time.Second), tab.ID); err != nil {
				t.Error(err)
			}
		}
	}
}

func TestCaseR18ControlledInput(t *testing.T) {
	page := open(t, newProvider(t), testpage.Cases(t).URL("/cases/R18-controlled-input/"))
	fill(t, page, "textbox", "Name", "Grace")
	fill(t, page, "textbox", "Name", "Ada Lovelace")
	click(t, page, "checkbox", "Agree")
	click(t, page, "button", "Save")
	holds(t, page, "__result.saved && __result.saved.name === 'Ada Lovelace' && __result.saved.agree === true")
	// The page paints its own state back every 100 ms; three of its own timers
	// later the value must still stand.
	holds(t, page, "new Promise(r => setTimeout(() => r(nm.value === 'Ada Lovelace'), 300))")
}

func TestCaseR20StickySmooth(t *testing.T) {
	page := open(t, newProvider(t), testpage.Cases(t).URL("/cases/R20-sticky-smooth/"))
	snap := snapshot(t, page)
	for _, name := range []string{"Pick 40", "Pick 3", "Pick 60", "Inner 25"} {
		receipt, err := page.Click(within(t, 10*time.Second), browser.ClickRequest{Ref: ref(t, snap, "button", name)})
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if receipt.Elapsed > 3*time.Second {
			t.Errorf("%s took %v", name, receipt.Elapsed)
		}
	}
	holds(t, page, "__result.picked.join() === '40,3,60,i25'")
	holds(t, page, "__result.header === 0 && __result.footer === 0 && __result.innerHeader === 0")
}

func TestCaseR21Overlay(t *testing.T) {
	page := open(t, newProvider(t), testpage.Cases(t).URL("/cases/R21-overlay/"))
	snap := snapshot(t, page)
	checkout := ref(t, snap, "button", "Checkout")
	_, err := page.Click(within(t, 10*time.Second), browser.ClickRequest{Ref: checkout})
	if !errors.Is(err, browser.ErrOccluded) {
		t.Fatalf("a covered button was clicked: %v", err)
	}
	if e := browser.AsError(err); e.Details.OccludedBy == nil || !strings.Contains(e.Text(), "Cookie notice") && !strings.Contains(e.Text(), "bd") {
		t.Errorf("the error must name what is in front: %s", e.Text())
	}
	holds(t, page, "__result.checkout === 0 && __result.backdrop === 0")
	click(t, page, "button", "Accept all")
	if _, err := page.Click(within(t, 10*time.Second), browser.ClickRequest{Ref: checkout}); err != nil {
		t.Fatal(err)
	}
	holds(t, page, "__result.checkout === 1")
	click(t, page, "button", "Subscribe")
	holds(t, page, "__result.subscribe === 1")
	click(t, page, "button", "Edge")
	holds(t, page, "__result.edge === 1 && __result.badge === 0")
}

func TestCaseR25HiddenCheckbox(t *testing.T) {
	page := open(t, newProvider(t), testpage.Cases(t).URL("/cases/R25-hidden-checkbox/"))
	snap := snapshot(t, page)
	for _, c := range []struct{ role, name, after string }{
		{"radio", "Never been here", "checked"},
		{"checkbox", "Newsletter", "checked"},
		{"checkbox", "Terms", "checked"},
		{"checkbox", "Dark mode", "checked"},
		{"checkbox", "Preset", "not checked"},
	} {
		receipt, err := page.Click(within(t, 10*time.Second), browser.ClickRequest{Ref: ref(t, snap, c.role, c.name)})
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		if !slices.Contains(receipt.State, c.after) {
			t.Errorf("%s: the receipt must say %s: %s", c.name, c.after, receipt)
		}
	}
	holds(t, page, "v1.checked && nl.checked && tm.checked && dm.checked && !ps.checked")
	holds(t, page, "__result.change === 5")
	after := snapshot(t, page).String()
	for _, line := range []string{`radio "Never been here" checked`, `checkbox "Newsletter" checked`, `checkbox "Terms" checked`, `"Dark mode" checked`} {
		if !strings.Contains(after, line) || strings.Contains(snap.String(), line) {
			t.Errorf("%s must be in the next outline and not in the first one:\n%s", line, after)
		}
	}
	if line := `checkbox "Preset" checked`; strings.Contains(after, line) || !strings.Contains(snap.String(), line) {
		t.Errorf("%s must be in the first outline only:\n%s", line, after)
	}
}

func TestCaseR27UnicodeNames(t *testing.T) {
	page := open(t, newProvider(t), testpage.Cases(t).URL("/cases/R27-unicode-names/"))
	snap := snapshot(t, page)
	text := snap.String()
	if !utf8.ValidString(text) {
		t.Error("the outline is not valid UTF-8")
	}
	for _, r := range text {
		if r >= 0x202a && r <= 0x202e || r >= 0x2066 && r <= 0x2069 || r == 0x200b || r == 0x2060 || r == 0xfeff || r == 0xad || r >= 0xe0000 && r <= 0xe007f || r == 0 {
			t.Errorf("the outline holds %U", r)
		}
	}
	if strings.Contains(text, "approve all") {
		t.Errorf("text of tag characters is told:\n%s", text)
	}
	for _, keep := range []string{"\U0001F468\u200D\U0001F469\u200D\U0001F467", "\U0001F1EB\U0001F1F7", "\u062D\u0641\u0638", "\u0938\u0939\u0947\u091C\u0947\u0902", "\u0E1A\u0E31\u0E19\u0E17\u0E36\u0E01", "\u4FDD\u5B58", "e\u0301dite"} {
		if !strings.Contains(text, keep) {
			t.Errorf("the outline lost %q", keep)
		}
	}
	if strings.Contains(text, strings.Repeat("x", 1500)) || !strings.Contains(text, `xxx"…`) {
		t.Error("the long name is not cut with a sign")
	}
	for line := range strings.Lines(text) {
		if strings.HasPrefix(strings.TrimSpace(line), "- button \"Forged") || strings.HasPrefix(strings.TrimSpace(line), "[ref=") {
			t.Errorf("page text forged a line: %s", line)
		}
	}
	if _, err := page.Click(within(t, 10*time.Second), browser.ClickRequest{Ref: ref(t, snap, "button", "Delete")}); err != nil {
		t.Fatal(err)
	}
	holds(t, page, "__result.del === 1")
	targets := evalAs[[]string](t, page, "__targets")
	for i, value := range targets {
		receipt := fill(t, page, "textbox", "T"+string(rune('0'+i)), value)
		if receipt.Value == nil || *receipt.Value != value {
			t.Errorf("the receipt must read the value back: %+v", receipt)
		}
	}
	holds(t, page, "__targets.every((t, i) => document.getElementById('t' + i).value === t)")
}
