package provider_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/holdfast-go/holdfast/browser"
	"github.com/holdfast-go/holdfast/internal/testpage"
)

// What takes a press in the last moment without the guard's hearing of it (a
// frame of another origin, a frame that loads again) is told: an error, or a
// receipt that says that no press was seen to arrive. Success is never reported
// where nothing was clicked.
func TestPressThatArrivesNowhere(t *testing.T) {
	s := newFramed(t)
	s.page("/blank", `<!doctype html><body style="margin:0;height:100vh;background:#eee">`)
	s.page("/inner", `<!doctype html><body style="margin:0"><button style="width:200px;height:60px" onclick="top.hits++">Buy</button>
<script>addEventListener('pointermove', () => top.swap && top.swap(), {once: true})</script>`)
	const button = `<button style="position:absolute;left:20px;top:20px;width:200px;height:60px" onclick="hits++">Buy</button>`
	const frame = `<iframe id=inner src="/inner" style="position:absolute;left:20px;top:20px;width:220px;height:80px;border:0"></iframe>`
	for _, c := range []struct{ name, body string }{
		{"covered by a frame of another process", button + `<iframe id=over src="FAR/blank" style="position:absolute;left:0;top:0;width:300px;height:120px;pointer-events:none;opacity:0"></iframe>
<script>addEventListener('pointermove', () => { over.style.pointerEvents = 'auto' }, {once: true})</script>`},
		{"covered by a frame of another origin", button + `<iframe id=over src="PORT/blank" style="position:absolute;left:0;top:0;width:300px;height:120px;pointer-events:none;opacity:0"></iframe>
<script>addEventListener('pointermove', () => { over.style.pointerEvents = 'auto' }, {once: true})</script>`},
		{"the frame is another one", frame + `<script>swap = () => { const f = inner.cloneNode(); inner.replaceWith(f) }</script>`},
		{"the frame loads again", frame + `<script>swap = () => { inner.contentWindow.location.reload() }</script>`},
		{"the frame is written anew", frame + `<script>swap = () => { const d = inner.contentDocument; d.open(); d.write('<p>Sold out</p>'); d.close() }</script>`},
		{"the frame is gone", frame + `<script>swap = () => inner.remove()</script>`},
	} {
		t.Run(c.name, func(t *testing.T) {
			page := open(t, newProvider(t), s.page("/"+strings.ReplaceAll(c.name, " ", "-"), `<!doctype html><script>hits=0</script>`+c.body))
			buy := ref(t, shows(t, page, `"Buy"`), "button", "Buy")
			r, err := page.Click(within(t, 15*time.Second), browser.ClickRequest{Ref: buy})
			if err != nil && !errors.Is(err, browser.ErrStaleRef) && !errors.Is(err, browser.ErrOccluded) {
				t.Errorf("refused by %v", err)
			}
			if err == nil && evalAs[int](t, page, "hits") == 0 && (!r.Unconfirmed || !strings.Contains(r.String(), "no press was seen to arrive")) {
				t.Errorf("success was reported and nothing was clicked: %v", r)
			}
			t.Logf("%v %v", r, err)
		})
	}
}

// A press counts by when it was made, not by when a busy page hears of it: what
// the page shows there by then is not what was meant.
func TestGuardOfABusyPage(t *testing.T) {
	page := open(t, newProvider(t), testpage.HTML(t, `<ul><li><b>Alpha</b> <button>Delete</button></ul><script>
hits = [], busy = true;
document.querySelector('button').onclick = () => hits.push(document.querySelector('b').textContent);
addEventListener('pointermove', () => {
  const end = performance.now() + 5500; // longer than the guard stands
  while (performance.now() < end);
  document.querySelector('b').textContent = 'Beta';
  busy = false;
}, {once: true})</script>`))
	r, err := page.Click(within(t, 20*time.Second), browser.ClickRequest{Ref: ref(t, snapshot(t, page), "button", "Delete")})
	if err == nil && !r.Unconfirmed {
		t.Errorf("%v", r)
	}
	eventually(t, "the page is at rest", func() bool { return !evalAs[bool](t, page, "busy") })
	if hits := evalAs[[]string](t, page, "hits"); len(hits) > 0 {
		t.Errorf("it reached %q", hits)
	}
}
