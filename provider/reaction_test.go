package provider_test

import (
	"strings"
	"testing"
	"time"

	"github.com/holdfast-go/holdfast/browser"
	"github.com/holdfast-go/holdfast/internal/testpage"
)

// Pages that take the wheel for themselves move without a scroll container: the
// receipt does not say that nothing happened. One that does nothing says so.
func TestWheelWithoutScroller(t *testing.T) {
	p := newProvider(t)
	for _, c := range []struct {
		name, page string
		reacts     bool
	}{
		{"takes the wheel", `<body style="margin:0;height:100vh;overflow:hidden"><main id=w style="height:3000px">Slides</main>
<script>let y=0;addEventListener('wheel',e=>{y-=e.deltaY;w.style.transform='translateY('+y+'px)'})</script>`, true},
		{"does nothing", `<body><p>Short</p>`, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			page := open(t, p, testpage.HTML(t, c.page))
			snapshot(t, page)
			r, err := page.Scroll(within(t, 10*time.Second), browser.ScrollRequest{DY: 300})
			if err != nil {
				t.Fatal(err)
			}
			if r.NoEffect == c.reacts {
				t.Errorf("the page reacts: %v; the receipt: %v", c.reacts, r)
			}
		})
	}
}

// A colour is the same in capitals, and a list that the page works itself is
// chosen from by clicks.
func TestFillSaysWhatIsSo(t *testing.T) {
	p := newProvider(t)
	page := open(t, p, testpage.HTML(t, `<label>Hue <input type=color></label>
<div role=listbox tabindex=0 aria-label=Fruit><div role=option>Apple</div><div role=option>Pear</div></div>`))
	if r := fill(t, page, "", "Hue", "#0A8F3C"); r.ValueDiffers {
		t.Errorf("%v", r)
	}
	_, err := page.Select(within(t, 10*time.Second), browser.SelectRequest{Ref: ref(t, snapshot(t, page), "listbox", "Fruit"), Labels: []string{"Pear"}})
	if e := browser.AsError(err); e == nil || e.Code != browser.CodeNotActionable || !strings.Contains(e.Hint, "Click the one") {
		t.Errorf("%v", err)
	}
}

// What comes in front while the button is down takes the click: the receipt
// says that none came of the press.
func TestPressWithoutClick(t *testing.T) {
	p := newProvider(t)
	page := open(t, p, testpage.HTML(t, `<button onclick="document.title='bought'" style="margin:40px">Buy</button>
<div id=layer hidden style="position:fixed;inset:0">Wait</div>
<script>addEventListener('pointerdown',()=>layer.hidden=false,{once:true})</script>`))
	r := click(t, page, "button", "Buy")
	if len(r.Notes) != 1 || !strings.Contains(r.Notes[0], "no click came of it") {
		t.Errorf("%v", r)
	}
	holds(t, page, "document.title !== 'bought'")
}
