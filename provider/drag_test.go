package provider_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/holdfast-go/holdfast/browser"
	"github.com/holdfast-go/holdfast/internal/testpage"
)

func drag(tb testing.TB, page browser.Page, r browser.DragRequest) *browser.Receipt {
	tb.Helper()
	receipt, err := page.Drag(within(tb, 20*time.Second), r)
	if err != nil {
		tb.Fatal(err)
	}
	return receipt
}

func TestCaseR34Drag(t *testing.T) {
	page := open(t, newProvider(t), testpage.Cases(t).URL("/cases/R34-drag/"))
	snap := snapshot(t, page)
	receipt := drag(t, page, browser.DragRequest{Ref: row(t, snap, "Card 1"), To: row(t, snap, "Done column")})
	if receipt.To == nil {
		t.Errorf("the receipt must name both ends: %s", receipt)
	}
	holds(t, page, "__result.dropped === 'card-1' && __result.dragEvents.includes('dragstart') && __result.dragEvents.includes('drop')")
	snap = snapshot(t, page)
	drag(t, page, browser.DragRequest{Ref: row(t, snap, `"Third"`), To: row(t, snap, `"First"`)})
	holds(t, page, "[...srt.children].map(n => n.textContent).join() === 'Third,First,Second'")
	snap = snapshot(t, page)
	drag(t, page, browser.DragRequest{Ref: row(t, snap, `"Third"`), To: row(t, snap, `"Second"`)})
	if got := evalAs[string](t, page, "[...srt.children].map(n => n.textContent).join()"); got != "First,Second,Third" {
		t.Errorf("dragged down: %s", got)
	}
	snap = snapshot(t, page)
	receipt = drag(t, page, browser.DragRequest{Ref: ref(t, snap, "slider", "Volume"), DX: 40})
	if receipt.Value == nil {
		t.Errorf("the slider's value must be read back: %s", receipt)
	}
	pressKey(t, page, browser.PressRequest{Key: "ArrowRight", Ref: ref(t, snap, "slider", "Zoom"), Count: 4})
	holds(t, page, "Math.abs(+vol.getAttribute('aria-valuenow') - 70) <= 2 && zoom.getAttribute('aria-valuenow') === '7'")
	drag(t, page, browser.DragRequest{Ref: ref(t, snap, "slider", "Level"), DX: 57})
	holds(t, page, "Math.abs(lv.valueAsNumber - 80) <= 3")
	holds(t, page, "__result.badMoves === 0")
}

func TestDragOfAGripAndBadDrags(t *testing.T) {
	page := open(t, newProvider(t), testpage.HTML(t, `<!doctype html><title>Grip</title>
<textarea id=a aria-label="Area" style="width:200px;height:100px;padding:0;border:0;resize:both"></textarea><button>Other</button>`))
	snap := snapshot(t, page)
	area := ref(t, snap, "textbox", "Area")
	drag(t, page, browser.DragRequest{Ref: area, Offset: &browser.Offset{X: 196, Y: 96}, DX: 60, DY: 40})
	holds(t, page, "Math.abs(a.offsetWidth - 260) <= 4 && Math.abs(a.offsetHeight - 140) <= 4")
	other := ref(t, snap, "button", "Other")
	for _, r := range []browser.DragRequest{{Ref: area}, {Ref: area, To: area}, {Ref: area, To: other, DX: 3}, {Ref: area, DX: 3, ToOffset: &browser.Offset{}}} {
		if _, err := page.Drag(t.Context(), r); !errors.Is(err, browser.ErrInvalidArgument) {
			t.Errorf("%+v: %v", r, err)
		}
	}
}

func TestHoverShowsAMenu(t *testing.T) {
	page := open(t, newProvider(t), testpage.HTML(t, `<!doctype html><title>Menu</title><button id=b>Products</button><div id=m hidden><button onclick="window.picked=1">Tools</button></div>
<script>b.onmouseenter=e=>{if(e.isTrusted)requestAnimationFrame(()=>{m.hidden=false})}</script>`))
	receipt, err := page.Hover(within(t, 10*time.Second), browser.HoverRequest{Ref: ref(t, snapshot(t, page), "button", "Products")})
	if err != nil {
		t.Fatal(err)
	}
	if receipt.NoEffect {
		t.Errorf("the menu has come: %s", receipt)
	}
	click(t, page, "button", "Tools")
	holds(t, page, "window.picked === 1")
}

func TestSelectText(t *testing.T) {
	page := open(t, newProvider(t), testpage.HTML(t, `<!doctype html><title>Text</title><div id=e contenteditable role=textbox aria-label="Note">alpha  beta <b>gamma</b> alpha</div><input id=f aria-label="Field" value="one two three">`))
	snap := snapshot(t, page)
	for _, tc := range []struct {
		r    browser.SelectTextRequest
		role string
		want string
	}{
		{browser.SelectTextRequest{Text: "beta gamma"}, "Note", "beta gamma"},
		{browser.SelectTextRequest{Text: "alpha"}, "Note", "alpha"},
		{browser.SelectTextRequest{Text: "two"}, "Field", "two"},
		{browser.SelectTextRequest{Start: 4, End: 7}, "Field", "two"},
		{browser.SelectTextRequest{}, "Field", "one two three"},
	} {
		tc.r.Ref = ref(t, snap, "textbox", tc.role)
		receipt, err := page.SelectText(within(t, 10*time.Second), tc.r)
		if err != nil {
			t.Fatal(err)
		}
		if receipt.Selection == nil || *receipt.Selection != tc.want {
			t.Errorf("%+v: %s", tc.r, receipt)
		}
	}
	holds(t, page, "f.selectionStart === 0 && f.selectionEnd === 13")
	_, err := page.SelectText(within(t, 10*time.Second), browser.SelectTextRequest{Ref: ref(t, snap, "textbox", "Note"), Text: "omega"})
	if !errors.Is(err, browser.ErrNotFound) {
		t.Errorf("what it does not say: %v", err)
	}
}

// Columns that grow below what is dragged push the goal away, and a layer may
// come upon it: the one is followed, the other told.
func TestDragGoalUnderWay(t *testing.T) {
	p := newProvider(t)
	for _, test := range []struct {
		name, over, want string
		told             bool
	}{
		{"pushed away", "if (c === B) B.style.minHeight = '150px'", "C", false},
		{"covered", "if (c === C && !window.veil) { veil = document.createElement('div'); veil.style = 'position:fixed;inset:0'; veil.ariaLabel = 'Veil'; veil.ondragover = c.ondragover; veil.ondrop = () => dropped = 'veil'; document.body.append(veil) }", "veil", true},
	} {
		t.Run(test.name, func(t *testing.T) {
			page := open(t, p, testpage.HTML(t, `<style>.c{width:220px;min-height:70px;border:1px solid}</style><div draggable=true id=k style="width:150px;height:30px">Card</div>
				<div class=c id=A role=group aria-label=A></div><div class=c id=B role=group aria-label=B></div><div class=c id=C role=group aria-label=C></div><script>dropped = ''
				k.ondragstart = e => e.dataTransfer.setData('text', 'k')
				for (const c of [A, B, C]) { c.ondragover = e => { e.preventDefault(); `+test.over+` }; c.ondrop = e => { e.preventDefault(); dropped = c.id } }</script>`))
			snap := snapshot(t, page)
			receipt, err := page.Drag(within(t, 10*time.Second), browser.DragRequest{Ref: ref(t, snap, "", "Card"), To: ref(t, snap, "group", "C")})
			if err != nil {
				t.Fatal(err)
			}
			if got := evalAs[string](t, page, "dropped"); got != test.want || strings.Contains(receipt.String(), "lay upon the goal") != test.told {
				t.Errorf("dropped on %q, want %q: %s", got, test.want, receipt)
			}
		})
	}
}
