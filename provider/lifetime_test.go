package provider_test

import (
	"fmt"
	"net/http"
	"testing"

	"github.com/holdfast-go/holdfast/browser"
	"github.com/holdfast-go/holdfast/internal/testpage"
)

// livelyPage keeps all books busy: elements that are made anew, requests,
// dialogs, routes, frames that navigate, tabs that come and go, the console.
const livelyPage = `<!doctype html><title>Lively</title>
	<button onclick="n++; rows()">Count</button> <button onclick="fetch('/beat?' + n++)">Fetch</button>
	<button onclick="alert('no ' + n++)">Ask</button> <button onclick="history.pushState(0, '', '?' + n++)">Route</button>
	<button onclick="frame.src = '/in?' + n++">Frame</button> <button onclick="window.open('/in?' + n++).close()">Tab</button>
	<button onclick="console.log('said', n++, {n})">Say</button>
	<input aria-label=Name> <div id=list></div><iframe id=frame src=/in></iframe>
	<script>
	let n = 0;
	function rows() { list.innerHTML = Array.from({length: 30}, (_, i) => '<p>Row ' + n + '.' + i + ' <button>Pay ' + n + '.' + i + '</button></p>').join(''); }
	rows();
	</script>`

// TestManyActionsLeaveNoMoreMemory does thousands of actions on one page: what
// the provider remembers of them is bounded.
func TestManyActionsLeaveNoMoreMemory(t *testing.T) {
	actions := 400
	if *long {
		actions = 10_000
	}
	site := testpage.New(t)
	site.Handle("/beat", http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusNoContent) }))
	site.Page("/in", `<p>in a frame</p>`)
	page := open(t, newProvider(t), site.Page("/", livelyPage))
	ctx := t.Context()
	done := 0
	act := func(what string, call func() error) {
		t.Helper()
		if err := call(); err != nil {
			t.Fatalf("action %d, %s: %v", done, what, err)
		}
		done++
	}
	round := func() {
		snap, err := page.Snapshot(ctx, browser.SnapshotRequest{})
		if err != nil {
			t.Fatalf("after action %d: %v", done, err)
		}
		press := func(name string) {
			button := ref(t, snap, "button", name)
			act(name, func() error {
				_, err := page.Click(ctx, browser.ClickRequest{Ref: button})
				return err
			})
		}
		for _, name := range []string{"Count", "Fetch", "Ask", "Frame", "Say"} {
			press(name)
		}
		field := ref(t, snap, "textbox", "Name")
		act("fill", func() error {
			_, err := page.Fill(ctx, browser.FillRequest{Ref: field, Value: fmt.Sprint("Ada ", done)})
			return err
		})
		act("press", func() error {
			_, err := page.Press(ctx, browser.PressRequest{Ref: field, Key: "End"})
			return err
		})
		act("scroll", func() error {
			_, err := page.Scroll(ctx, browser.ScrollRequest{To: browser.ToBottom})
			return err
		})
		if done%50 < 8 {
			press("Tab")
		}
		press("Route")
	}
	// The books of requests and of the console are full, with what the rounds will
	// put there, before anything is
	// measured.
	for i := 0; i < fullBooks; i += 500 {
		evalAs[bool](t, page, fmt.Sprintf(`(async () => {
			for (let i = %d, end = i + 500; i < end; i++) console.log('said', i, {n: i});
			await Promise.all(Array.from({length: 250}, (_, k) => fetch('/beat?full' + (%d + k))));
			return true;
		})()`, i, i))
	}
	size := map[int]uint64{}
	// The logs fill up to their bounds within the first 200 actions.
	from := max(200, actions/10)
	for until := from; until <= actions; until += from {
		for done < until {
			round()
		}
		for range 3 { // what is pooled goes with the next collections
			size[until] = heap()
		}
		t.Logf("after %d actions: %d KB", done, size[until]/1024)
	}
	if end := size[actions]; float64(end) > 1.2*float64(size[from]) {
		t.Errorf("the heap grew from %d to %d bytes between action %d and %d", size[from], end, from, actions)
	}
	if perAction := float64(int64(size[actions])-int64(size[from])) / float64(actions-from); perAction > mostPerAction {
		t.Errorf("every action left %.0f bytes behind, want %d at most", perAction, mostPerAction)
	}
}

// fullBooks is more than a page's books of requests and messages hold.
const fullBooks = 6500

// mostPerAction is what an action may leave in bytes: nothing but the noise of
// the rest of the test binary.
const mostPerAction = 300
