package provider_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/holdfast-go/holdfast/browser"
	"github.com/holdfast-go/holdfast/internal/testpage"
	"github.com/holdfast-go/holdfast/provider"
)

func clickWith(tb testing.TB, page browser.Page, r browser.ClickRequest) *browser.Receipt {
	tb.Helper()
	receipt, err := page.Click(within(tb, 20*time.Second), r)
	if err != nil {
		tb.Fatal(err)
	}
	return receipt
}

func pressKey(tb testing.TB, page browser.Page, r browser.PressRequest) *browser.Receipt {
	tb.Helper()
	receipt, err := page.Press(within(tb, 20*time.Second), r)
	if err != nil {
		tb.Fatal(err)
	}
	return receipt
}

func typed(tb testing.TB, page browser.Page, snap *browser.Snapshot, role, name, value string) *browser.Receipt {
	tb.Helper()
	receipt, err := page.Fill(within(tb, 20*time.Second), browser.FillRequest{Ref: ref(tb, snap, role, name), Value: value, Keystrokes: true})
	if err != nil {
		tb.Fatal(err)
	}
	return receipt
}

func TestCaseR16TrustedOnly(t *testing.T) {
	page := open(t, newProvider(t), testpage.Cases(t).URL("/cases/R16-trusted-only/"))
	snap := snapshot(t, page)
	clickWith(t, page, browser.ClickRequest{Ref: ref(t, snap, "button", "Pay")})
	holds(t, page, "__result.pay === 1 && __result.activation === true")
	typed(t, page, snap, "textbox", "PIN", "abc")
	holds(t, page, "__result.keys === 'down:a press:a input:a up:a down:b press:b input:b up:b down:c press:c input:c up:c' && pin.value === 'abc'")
	clickWith(t, page, browser.ClickRequest{Ref: ref(t, snap, "button", "Twice"), Count: 2})
	clickWith(t, page, browser.ClickRequest{Ref: ref(t, snap, "button", "Menu"), Button: browser.ButtonRight})
	clickWith(t, page, browser.ClickRequest{Ref: ref(t, snap, "button", "Hold"), Hold: 700 * time.Millisecond})
	holds(t, page, "__result.dbl === 1 && __result.ctx === 1 && __result.held === 1")
	holds(t, page, "__result.fake === 0")
}

func TestCaseR12ComboboxCommit(t *testing.T) {
	address := testpage.Cases(t).URL("/cases/R12-combobox-commit/")
	p := newProvider(t)
	// Key by key, the suggestions follow what is typed.
	page := open(t, p, address)
	typed(t, page, snapshot(t, page), "combobox", "City", "ber")
	eventually(t, "the suggestions are there", func() bool { return evalAs[bool](t, page, "!!document.getElementById('pop')") })
	click(t, page, "", "Berlin")
	pressKey(t, page, browser.PressRequest{Key: "Tab"})
	holds(t, page, "__result.committed === 'Berlin' && city.value === 'Berlin' && __result.fake === 0")

	page = open(t, p, address)
	fill(t, page, "combobox", "City", "ber")
	eventually(t, "the suggestions are there", func() bool { return evalAs[bool](t, page, "!!document.getElementById('pop')") })
	snap := snapshot(t, page)
	for _, name := range []string{"Berlin", "Bern", "Bergen", "Bergamo", "Berkeley", "Bermeo"} {
		ref(t, snap, "", name)
	}
	clickWith(t, page, browser.ClickRequest{Ref: ref(t, snap, "", "Berlin")})
	pressKey(t, page, browser.PressRequest{Key: "Tab"})
	holds(t, page, "__result.committed === 'Berlin' && city.value === 'Berlin' && __result.fake === 0")

	// Without a pick the page empties the field when it loses the focus.
	for _, withRef := range []bool{true, false} {
		page := open(t, p, address)
		city := ref(t, snapshot(t, page), "combobox", "City")
		if _, err := page.Fill(within(t, 10*time.Second), browser.FillRequest{Ref: city, Value: "Berlin"}); err != nil {
			t.Fatal(err)
		}
		r := browser.PressRequest{Key: "Tab"}
		if withRef {
			r.Ref = city
		}
		receipt := pressKey(t, page, r)
		holds(t, page, "city.value === '' && __result.committed === ''")
		if text := receipt.String(); !strings.Contains(text, "empty now") || !strings.Contains(text, "Berlin") {
			t.Errorf("with a ref %v: the receipt must tell that the field is empty: %s", withRef, text)
		}
	}
}

func TestCaseR27ByKeystrokes(t *testing.T) {
	page := open(t, newProvider(t), testpage.Cases(t).URL("/cases/R27-unicode-names/"))
	snap := snapshot(t, page)
	for i, value := range evalAs[[]string](t, page, "__targets") {
		receipt := typed(t, page, snap, "textbox", "T"+string(rune('0'+i)), value)
		if receipt.Value == nil || *receipt.Value != value {
			t.Errorf("%q: %s", value, receipt)
		}
	}
	holds(t, page, "__targets.every((t, i) => document.getElementById('t' + i).value === t)")
}

func TestCaseR15TypedInputs(t *testing.T) {
	page := open(t, newProvider(t), testpage.Cases(t).URL("/cases/R15-typed-inputs/"))
	for _, f := range []struct{ name, value string }{
		{"Date", "2031-02-28"}, {"Time", "23:45"}, {"Moment", "2031-02-28T23:45"}, {"Month", "2031-02"}, {"Week", "2031-W09"},
		{"Number", "12.5"}, {"Colour", "#0a8f3c"},
	} {
		if r := fill(t, page, "", f.name, f.value); r.Value == nil || *r.Value != f.value || r.ValueDiffers {
			t.Errorf("%s: %s", f.name, r)
		}
	}
	if r := fill(t, page, "", "Range", "37"); !r.ValueDiffers || r.Value == nil || *r.Value != "35" {
		t.Errorf("a value between two steps: %s", r)
	}
	if r := fill(t, page, "", "Code", "ABCDEFGHIJ"); !r.ValueDiffers || !strings.Contains(r.String(), "cut") {
		t.Errorf("a text that is too long: %s", r)
	}
	holds(t, page, "d.value==='2031-02-28' && t.value==='23:45' && dl.value==='2031-02-28T23:45' && m.value==='2031-02' && w.value==='2031-W09' && n.value==='12.5' && c.value==='#0a8f3c'")
	holds(t, page, "code.value === 'ABCDEF' && Object.values(__result.seen).every(s => s.input >= 1 && s.change >= 1)")
	snap := snapshot(t, page)
	for _, f := range []struct {
		name, value string
		want        error
	}{
		{"Date", "31/12/2031", browser.ErrInvalidValue}, {"Number", "abc", browser.ErrInvalidValue},
		{"Colour", "greenish", browser.ErrInvalidValue}, {"Fixed", "x", browser.ErrNotActionable},
	} {
		_, err := page.Fill(within(t, 10*time.Second), browser.FillRequest{Ref: ref(t, snap, "", f.name), Value: f.value})
		if !errors.Is(err, f.want) || f.name == "Fixed" && browser.AsError(err).Reason != browser.ReasonReadOnly {
			t.Errorf("%s %q: %v", f.name, f.value, err)
		}
	}
	holds(t, page, "d.value==='2031-02-28' && n.value==='12.5' && c.value==='#0a8f3c' && fixed.value === 'old'")
}

func TestCaseR23Clicks(t *testing.T) {
	address := testpage.Cases(t).URL("/cases/R23-dsf-zoom/")
	p := newProvider(t)
	for _, scale := range []string{"2", "1.5", "1"} {
		page := open(t, p, address)
		emulate(t, page, scale)
		snap := snapshot(t, page)
		for _, name := range []string{"A", "B", "C", "D", "E"} {
			clickWith(t, page, browser.ClickRequest{Ref: ref(t, snap, "button", name)})
		}
		holds(t, page, "['A','B','C','D','E'].every(k => __result.hit[k] === 1) && __result.miss === 0")
	}
}

// TestKeysEdit presses combinations that a keyboard edits with.
func TestKeysEdit(t *testing.T) {
	page := open(t, newProvider(t), testpage.HTML(t, `<!doctype html><title>Keys</title><input id=f aria-label="Field" value="one two">
<input id=g aria-label="Held"><script>let repeats = 0; g.onkeydown = e => { if (e.repeat) repeats++ }</script>`))
	snap := snapshot(t, page)
	field := ref(t, snap, "textbox", "Field")
	pressKey(t, page, browser.PressRequest{Key: "End", Ref: field})
	pressKey(t, page, browser.PressRequest{Key: "Shift+ArrowLeft", Count: 3})
	holds(t, page, "f.value.slice(f.selectionStart, f.selectionEnd) === 'two'")
	pressKey(t, page, browser.PressRequest{Key: "Backspace"})
	holds(t, page, "f.value === 'one '")
	pressKey(t, page, browser.PressRequest{Key: "Control+A"})
	holds(t, page, "f.selectionStart === 0 && f.selectionEnd === 4")
	receipt := pressKey(t, page, browser.PressRequest{Key: "Delete", Ref: field})
	if receipt.Value == nil {
		t.Errorf("the value must be read back: %s", receipt)
	}
	pressKey(t, page, browser.PressRequest{Key: "x", Ref: ref(t, snap, "textbox", "Held"), Hold: 700 * time.Millisecond})
	holds(t, page, "repeats >= 2 && g.value.length === repeats + 1")
}

// TestLongAndRichText fills texts in one go and reads them back.
func TestLongAndRichText(t *testing.T) {
	page := open(t, newProvider(t), testpage.HTML(t, `<!doctype html><title>Long</title><textarea id=a aria-label="Area"></textarea>
<div id=r contenteditable role=textbox aria-label="Editor">old</div>
<div id=m contenteditable role=textbox aria-label="Model"></div>
<script>let model=''; m.addEventListener('beforeinput', e => { e.preventDefault(); if (e.isTrusted && e.inputType === 'insertText') { model += e.data; m.textContent = model } })</script>`))
	long := strings.Repeat("0123456789", 10000)
	receipt := fill(t, page, "textbox", "Area", long)
	if receipt.ValueDiffers {
		t.Errorf("100,000 characters went in whole, but: %v", receipt.Notes)
	}
	holds(t, page, "a.value.length === 100000")
	for _, text := range []string{"漢字かな 한글", "👩‍👧 🇫🇷", "שלום عالم"} {
		if r := fill(t, page, "textbox", "Editor", text); r.ValueDiffers || r.Value == nil || *r.Value != text {
			t.Errorf("%q: %s", text, r)
		}
	}
	fill(t, page, "textbox", "Model", "hello")
	holds(t, page, "model === 'hello'")
	fill(t, page, "textbox", "Editor", "")
	holds(t, page, "r.innerText.trim() === ''")
}

// TestClickPoints clicks what has no plain box, with a place in it, and what
// shows only while the pointer is over it.
func TestClickPoints(t *testing.T) {
	page := open(t, newProvider(t), testpage.HTML(t, `<!doctype html><title>Points</title><style>.row button{visibility:hidden}.row:hover button{visibility:visible}</style>
<div style="width:120px">Some words before <a href="#w" onclick="hit.push('wrapped')">a link that wraps lines</a> and after</div>
<a href="#f" onclick="hit.push('float')"><img alt="Float" style="float:left;width:40px;height:40px" src="data:image/gif;base64,R0lGODlhAQABAAAAACw="></a>
<div style="clear:both;transform:rotate(20deg) scale(.8);width:90px"><button onclick="hit.push('turned')">Turned</button></div>
<button style="width:100px;height:40px" onclick="hit.push('at '+Math.round(event.offsetX)+' '+Math.round(event.offsetY))">Place</button>
<div class=row id=row style="padding:9px">Row <button onclick="hit.push('shown')">Remove</button></div>
<script>const hit = []</script>`))
	snap := snapshot(t, page)
	clickWith(t, page, browser.ClickRequest{Ref: ref(t, snap, "link", "a link that wraps lines")})
	snap = snapshot(t, page)
	clickWith(t, page, browser.ClickRequest{Ref: ref(t, snap, "link", "Float")})
	snap = snapshot(t, page)
	clickWith(t, page, browser.ClickRequest{Ref: ref(t, snap, "button", "Turned")})
	clickWith(t, page, browser.ClickRequest{Ref: ref(t, snap, "button", "Place"), Offset: &browser.Offset{X: 90, Y: 12}})
	holds(t, page, "hit.slice(0, 3).join() === 'wrapped,float,turned' && /^at (8[6-9]|9[0-1]) (9|1[0-3])$/.test(hit[3])")

	// The button is shown while the row is hovered, and has a ref from then.
	evalAs[any](t, page, "row.classList.remove('row'), 0")
	remove := ref(t, snapshot(t, page), "button", "Remove")
	evalAs[any](t, page, "row.classList.add('row'), 0")
	clickWith(t, page, browser.ClickRequest{Ref: remove, Hover: true})
	holds(t, page, "hit[4] === 'shown'")
}

// emulate sets the device scale factor, as a person's screen would have it.
func emulate(tb testing.TB, page browser.Page, scale string) {
	tb.Helper()
	err := provider.SendRaw(within(tb, 5*time.Second), page, "Emulation.setDeviceMetricsOverride",
		json.RawMessage(`{"width":800,"height":600,"mobile":false,"deviceScaleFactor":`+scale+`}`))
	if err != nil {
		tb.Fatal(err)
	}
	eventually(tb, "the scale holds", func() bool { return evalAs[bool](tb, page, "devicePixelRatio === "+scale) })
}
