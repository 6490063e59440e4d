package provider_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/holdfast-go/holdfast/browser"
	"github.com/holdfast-go/holdfast/internal/testpage"
	"github.com/holdfast-go/holdfast/provider"
	"github.com/holdfast-go/holdfast/refs"
)

// churning has buttons that are made anew whenever fill is called, and nothing
// else that could be held by a table but what a snapshot has to skip: elements
// that only listen.
const churning = `<!doctype html><title>%[1]s</title><div id=list></div><button>Stay %[1]s</button>
	<div id=quiet>x</div>
	<script>
	quiet.addEventListener('click', () => {});
	let n = 0;
	function fill() {
		n++;
		list.innerHTML = Array.from({length: 150}, (_, i) => '<p>Row ' + n + '.' + i + ' <button>Pay ' + n + '.' + i + '</button></p>').join('');
	}
	fill();
	if (parent !== window) addEventListener('message', () => { fill(); parent.postMessage(n, '*'); });
	</script>`

// TestTablesAreNoLargerThanTheRegistry has pages that make thousands of
// elements: what no ref stands for any more is dropped by the next call that
// goes to its frame.
func TestTablesAreNoLargerThanTheRegistry(t *testing.T) {
	for _, tc := range []struct {
		name, reason string
		options      []provider.Option
		reader       browser.Reader
	}{
		{"in the page", "what the reader numbers is dropped", nil, browser.ReaderDOM},
		{"tree", "so is what is numbered for the accessibility tree", nil, browser.ReaderAX},
		{"small registry", "evicted refs and archives with caps of their own", []provider.Option{
			provider.WithRefs(refs.Options{LiveCap: 60, ArchiveEpochs: 2, ArchiveEntries: 100}),
		}, browser.ReaderDOM},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			site := testpage.New(t)
			site.Page("/in", fmt.Sprintf(churning, "inner"))
			outer := site.Page("/", fmt.Sprintf(churning, "outer")+
				`<iframe title=Shop src="`+site.Localhost("/in")+`" width=600 height=400></iframe>`)
			page := open(t, newProvider(t, tc.options...), outer)
			snap := shows(t, page, "Stay outer", "Stay inner")
			const rounds = 27
			for i := range rounds {
				evalAs[int](t, page, `new Promise(done => {
					fill();
					onmessage = e => { onmessage = null; done(e.data) };
					document.querySelector('iframe').contentWindow.postMessage('fill', '*');
				})`)
				var err error
				if snap, err = page.Snapshot(within(t, 20*time.Second), browser.SnapshotRequest{Reader: tc.reader}); err != nil {
					t.Fatal(err)
				}
				if i%10 == 5 { // a text numbers what is new, too
					evalAs[bool](t, page, `fill() || true`)
					if _, err := page.Text(within(t, 20*time.Second), browser.TextRequest{}); err != nil {
						t.Fatal(err)
					}
				}
			}
			for _, name := range []string{"Stay outer", "Stay inner"} {
				if _, err := page.Click(within(t, 20*time.Second), browser.ClickRequest{Ref: ref(t, snap, "button", name)}); err != nil {
					t.Errorf("the button that stays: %v", err)
				}
			}
			tables, err := provider.Tables(within(t, 10*time.Second), page)
			if err != nil {
				t.Fatal(err)
			}
			if len(tables) != 2 {
				t.Fatalf("%d tables, want those of the page and of its frame", len(tables))
			}
			for _, table := range tables {
				// One more is the element that shows the frame, which is no thing to
				// act on.
				if extra := table.Held - table.Known; extra > 1 || table.Held < 60 {
					t.Errorf("(%s) a table holds %d elements, the registry knows %d", tc.reason, table.Held, table.Known)
				}
			}
		})
	}
}
