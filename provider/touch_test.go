package provider_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/holdfast-go/holdfast/browser"
	"github.com/holdfast-go/holdfast/internal/testpage"
)

// phone opens a page and makes it a phone's.
func phone(t *testing.T, address string) browser.Page {
	t.Helper()
	page := open(t, newProvider(t), address)
	_, err := page.Resize(within(t, 10*time.Second), browser.ResizeRequest{Viewport: browser.Viewport{Width: 390, Height: 844, Scale: 2, Mobile: true}})
	if err != nil {
		t.Fatal(err)
	}
	return page
}

// On a page that the agent made a phone's a click is a tap: pages that listen to
// touches only hear it, and all others hear what a browser makes of a tap, in a
// person's order.
func TestTap(t *testing.T) {
	for _, head := range []string{`<meta name=viewport content="width=device-width">`, ``} {
		page := phone(t, testpage.HTML(t, head+`<button id=b style="width:200px;height:60px">Buy</button>
<button id=e style="width:200px;height:60px">Twice</button><button id=c style="width:200px;height:60px">Take</button><div id=d tabindex=0 style="width:200px;height:60px">Open</div><script>
log = [];
for (const type of ['pointerdown','touchstart','touchend','pointerup','mousedown','mouseup','click','dblclick'])
  for (const x of [b, e]) x.addEventListener(type, e => log.push(type + (e.isTrusted ? '' : '!')));
c.addEventListener('touchstart', e => { e.preventDefault(); log.push('took') }, {passive: false});
d.addEventListener('touchend', () => log.push('opened'));
</script>`))
		const tap = "pointerdown touchstart pointerup touchend"
		for _, c := range []struct {
			name, want string
			count      int
			hold       time.Duration
			note       bool
		}{
			{name: "Buy", want: tap + " mousedown mouseup click"},
			{name: "Twice", count: 2, want: tap + " mousedown mouseup click " + tap + " mousedown mouseup click dblclick"},
			{name: "Open", want: "opened"},
			{name: "Buy", hold: 300 * time.Millisecond, want: tap + " mousedown mouseup click"},
			{name: "Take", want: "took", note: true},
		} {
			r, err := page.Click(within(t, 10*time.Second), browser.ClickRequest{Ref: ref(t, snapshot(t, page), "", c.name), Count: c.count, Hold: c.hold})
			if err != nil {
				t.Fatal(err)
			}
			// The click follows the touch by a task of its own.
			var got string
			eventually(t, "the page heard the tap", func() bool {
				got = strings.Join(evalAs[[]string](t, page, "log"), " ")
				return len(got) >= len(c.want)
			})
			evalAs[int](t, page, "log.length = 0")
			if got != c.want {
				t.Errorf("%s: the page heard %s, want %s", c.name, got, c.want)
			}
			if r.Unconfirmed || c.note != slices.ContainsFunc(r.Notes, func(n string) bool { return strings.Contains(n, "took the touch") }) {
				t.Errorf("%s: %v", c.name, r)
			}
		}
	}
}

// A touch that takes a layer away lets no click fall through to what lies below,
// and one that meets another record is stopped before the page hears it.
func TestTapReachesNothingElse(t *testing.T) {
	t.Run("falls through", func(t *testing.T) {
		page := phone(t, testpage.HTML(t, `<meta name=viewport content="width=device-width"><script>hits=[]</script>
<button style="position:absolute;left:0;top:0;width:200px;height:80px" onclick="hits.push('Delete')">Delete</button>
<div role=dialog aria-label=Menu style="position:absolute;left:0;top:0;width:220px;height:100px;background:#fff"><button id=x style="width:200px;height:80px">Close</button></div>
<script>x.addEventListener('touchend',()=>{hits.push('Close');x.parentNode.remove()})</script>`))
		r := click(t, page, "button", "Close")
		if !r.TargetGone || r.Unconfirmed {
			t.Errorf("%v", r)
		}
		// What a browser makes of the touch comes before an answer to this.
		snapshot(t, page)
		if hits := evalAs[[]string](t, page, "hits"); !slices.Equal(hits, []string{"Close"}) {
			t.Errorf("it reached %q", hits)
		}
	})
	t.Run("another record", func(t *testing.T) {
		page := phone(t, testpage.HTML(t, `<meta name=viewport content="width=device-width"><script>hits=[]</script>
<ul><li><b id=n>Alice</b> <button id=x style="height:60px">Delete</button></ul>
<script>addEventListener('pointerdown',()=>{n.textContent='Bob'},true);x.addEventListener('touchstart',()=>hits.push(n.textContent));x.addEventListener('click',()=>hits.push(n.textContent))</script>`))
		_, err := page.Click(within(t, 10*time.Second), browser.ClickRequest{Ref: ref(t, snapshot(t, page), "button", "Delete")})
		if hits := evalAs[[]string](t, page, "hits"); len(hits) > 0 || err == nil {
			t.Errorf("it reached %q: %v", hits, err)
		}
	})
}

// Taps reach frames of other origins and processes.
func TestTapInFrames(t *testing.T) {
	s := newFramed(t)
	s.page("/phone-inner", `<!doctype html><meta name=viewport content="width=device-width"><body style="margin:0"><button id=x style="width:200px;height:60px">Buy</button>
<script>x.addEventListener('touchend',()=>top.postMessage('bought','*'))</script>`)
	for _, where := range []string{"", "PORT", "FAR"} {
		page := phone(t, s.page("/phone"+where, `<!doctype html><meta name=viewport content="width=device-width"><script>heard=[];addEventListener('message',e=>heard.push(e.data))</script>
<p>Shop</p><iframe src="`+where+`/phone-inner" style="width:300px;height:120px"></iframe>`))
		r, err := page.Click(within(t, 10*time.Second), browser.ClickRequest{Ref: ref(t, shows(t, page, `"Buy"`), "button", "Buy")})
		if err != nil || r.Unconfirmed {
			t.Fatalf("%s: %v %v", where, r, err)
		}
		eventually(t, "the frame heard the tap", func() bool { return evalAs[int](t, page, "heard.length") == 1 })
	}
}
