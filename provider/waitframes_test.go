package provider_test

import (
	"strings"
	"testing"
	"time"

	"github.com/holdfast-go/holdfast/browser"
	"github.com/holdfast-go/holdfast/internal/testpage"
	"github.com/holdfast-go/holdfast/provider"
)

// TestWaitSeesFramesOfOtherSites waits for what frames in other processes show,
// also frames that came after the last read, or that are in each other.
func TestWaitSeesFramesOfOtherSites(t *testing.T) {
	site := testpage.New(t)
	site.Page("/deep", `<p>Deep words</p>`)
	site.Page("/inner", `<p>Inner words</p><iframe src="`+site.URL("/deep")+`"></iframe>`)
	site.Page("/busy", `<p>Busy words</p><script>for (;;);</script>`)
	address := site.Page("/", `<!doctype html><title>Outer</title><p id=p>Words</p><div id=d></div><script>
		function show(path, style = '') { d.innerHTML = '<iframe style="' + style + '" src="http://localhost:' + location.port + path + '"></iframe>'; }
		</script>`)
	page := open(t, newProvider(t), address)
	short := 1500 * time.Millisecond
	if w := wait(t, page, browser.WaitRequest{Text: "inner words", Timeout: short}); w.Satisfied {
		t.Errorf("nothing shows it yet: %s", w)
	}
	later(t, page, "200", "show('/inner')")
	for _, text := range []string{"inner words", "deep words"} {
		if w := wait(t, page, browser.WaitRequest{Text: text}); !w.Satisfied || w.Title != "Outer" {
			t.Errorf("%s came with a frame that nothing has read: %s", text, w)
		}
		if w := wait(t, page, browser.WaitRequest{TextGone: text, Timeout: short}); w.Satisfied {
			t.Errorf("%s is shown by a frame: %s", text, w)
		}
	}
	later(t, page, "200", "d.firstChild.style.display = 'none'")
	if w := wait(t, page, browser.WaitRequest{TextGone: "deep words"}); !w.Satisfied {
		t.Errorf("the frame is hidden: %s", w)
	}
	if w := wait(t, page, browser.WaitRequest{Text: "deep words", Timeout: short}); w.Satisfied {
		t.Errorf("what a hidden frame holds is not shown: %s", w)
	}
	// A frame that does not answer holds up nothing.
	evalAs[any](t, page, "show('/busy'), 0")
	later(t, page, "1500", "p.textContent = 'Own words'")
	if w := wait(t, page, browser.WaitRequest{Text: "own words", Timeout: 20 * time.Second}); !w.Satisfied || w.ElapsedMS > 10_000 {
		t.Errorf("a busy frame: %s", w)
	}
}

// TestStableWithFramesOfOtherSites: what they change and ask for counts, what
// never ends does not.
func TestStableWithFramesOfOtherSites(t *testing.T) {
	site := testpage.New(t)
	site.Handle("/slow", answers(900))
	site.Page("/changes", `<p id=p></p><script>for (let i = 1; i < 10; i++) setTimeout(() => p.append(i), 100 * i)</script>`)
	site.Page("/asks", `<p id=p></p><script>fetch('/slow').then(async r => p.append(await r.text()))</script>`)
	site.Page("/moves", `<p id=p></p><script>setInterval(() => p.textContent = Math.random(), 50)</script>`)
	site.Handle("/pausing", answers(100, 300, 900, 900, 300))
	site.Page("/streams", `<p id=p></p><script>(async () => {
		const r = (await fetch('/pausing')).body.getReader();
		for (let c; !(c = await r.read()).done; ) p.append(new TextDecoder().decode(c.value));
	})()</script>`)
	p := newProvider(t, provider.WithLimits(provider.Limits{Quiet: 200 * time.Millisecond, Grace: 2 * time.Second}))
	for _, c := range []struct {
		path, reason string
		shows        string // what the frame shows in the end
		least, most  int64  // milliseconds; 0 for no limit
	}{
		{"/changes", "changes in a frame are changes of the page", "123456789", 0, 0},
		{"/asks", "requests of a frame are on their way", "word0", 0, 0},
		{"/moves", "what never stops says nothing", "0.", 2000, 15_000},
		{"/streams", "an answer that comes in bit by bit makes pauses", "word4", 0, 0},
	} {
		t.Run(c.path[1:], func(t *testing.T) {
			page := open(t, p, site.Page("", `<div id=d></div>`))
			evalAs[any](t, page, "d.innerHTML = '<iframe src=\"http://localhost:' + location.port + '"+c.path+"\"></iframe>', 0")
			w := wait(t, page, browser.WaitRequest{Until: browser.UntilStable})
			if !w.Satisfied || w.ElapsedMS < c.least || c.most != 0 && w.ElapsedMS > c.most {
				t.Errorf("%s: %s", c.reason, w)
			}
			if snap := snapshot(t, page); !strings.Contains(snap.String(), c.shows) {
				t.Errorf("%s: the frame is not finished: %s\n%s", c.reason, w, snap)
			}
		})
	}
}
