package provider_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/holdfast-go/holdfast/browser"
	"github.com/holdfast-go/holdfast/internal/testpage"
	"github.com/holdfast-go/holdfast/provider"
)

// What frames of other sites and workers write and ask for is the page's, too.
func TestConsoleAndNetworkOfFramesAndWorkers(t *testing.T) {
	site := testpage.New(t)
	site.Page("/inner", `<!doctype html><title>Inner</title><script>console.warn('of the frame', {a: 1}); fetch('/of-frame'); setTimeout(() => { throw Error('thrown in the frame') })</script>`)
	site.Handle("/of-frame", http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { w.Write([]byte("for the frame")) }))
	site.Handle("/worker.js", http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/javascript")
		w.Write([]byte(`console.log('of the worker'); setTimeout(() => { throw Error('thrown in the worker') })`))
	}))
	inner := site.Localhost("/inner")
	page := open(t, newProvider(t), site.Page("/", `<!doctype html><title>Outer</title><link rel=icon href="data:,"><iframe src="`+inner+`"></iframe><script>new Worker('/worker.js')</script>`))
	for _, text := range []string{"of the frame {a: 1}", "Error: thrown in the frame", "of the worker", "Error: thrown in the worker"} {
		written(t, page, text)
		m := consoleOf(t, page, browser.ConsoleRequest{Text: text}).Messages[0]
		if ofFrame := strings.Contains(text, "frame"); ofFrame && m.Frame != inner || !ofFrame && m.Source != "worker" {
			t.Errorf("whose is it? %s", m)
		}
	}
	eventually(t, "the frame's request has ended", func() bool { return theRequest(t, page, "/of-frame").State == browser.RequestDone })
	if d := inFull(t, page, "/of-frame"); d.Frame != inner || d.Body.Text != "for the frame" {
		t.Errorf("a request of a frame: %s", d.Rows())
	}
	if x := theRequest(t, page, "/inner"); x.State != browser.RequestDone || x.Status != 200 {
		t.Errorf("a frame's document begins in one session and ends in another: %s", x)
	}
	if x := theRequest(t, page, "/worker.js"); !strings.Contains(x.Partial, "worker") {
		t.Errorf("the end of a worker's script is told to the worker: %s", x)
	}
	began := time.Now()
	r, err := page.Wait(within(t, 20*time.Second), browser.WaitRequest{Until: browser.UntilStable})
	if err != nil || !r.Satisfied || r.Signals.Network != "quiet" {
		t.Errorf("the end of a worker's script is never told, and yet the network is quiet: %s after %v, %v", r, time.Since(began), err)
	}
}

// What was collected can be read when the page cannot answer.
func TestConsoleAndNetworkWhileADialogIsOpen(t *testing.T) {
	page := open(t, newProvider(t, provider.WithDialogs(provider.AskDialogs)), testpage.HTML(t, `<!doctype html><title>Ask</title><link rel=icon href="data:,"><button onclick="console.log('before'); confirm('Sure?')">Go</button>`))
	r := click(t, page, "button", "Go")
	if len(r.Dialogs) != 1 || r.Dialogs[0].Handled != "" {
		t.Fatalf("no dialog is open: %s", r)
	}
	if got := texts(consoleOf(t, page, browser.ConsoleRequest{})); len(got) != 1 || got[0] != "before" {
		t.Errorf("the console holds %q", got)
	}
	if n := networkOf(t, page, browser.NetworkRequest{}); n.Matching == 0 {
		t.Errorf("no requests: %s", n)
	}
	if _, err := page.Dialog(within(t, 10*time.Second), browser.DialogRequest{Action: browser.AcceptDialog}); err != nil {
		t.Fatal(err)
	}
}

// The three gates, over a real page: how many, how long each, how long all.
func TestConsoleAndNetworkGates(t *testing.T) {
	page := open(t, newProvider(t), testpage.HTML(t, `<!doctype html><title>Gates</title><link rel=icon href="data:,"><script>
for (let i = 0; i < 200; i++) console.log('short ' + i);
for (let i = 0; i < 200; i++) console.warn('long ' + i + ' ' + 'é'.repeat(5000));
console.error('x'.repeat(1e6));
for (let i = 0; i < 60; i++) fetch('/far?' + i + 'y'.repeat(1990)).catch(() => {});
</script>`))
	written(t, page, "xxx")
	short := consoleOf(t, page, browser.ConsoleRequest{Text: "short", Limit: 1000})
	if len(short.Messages) != browser.MaxItems || !short.Truncated || short.TruncatedByBudget || short.Messages[browser.MaxItems-1].Text != "short 199" {
		t.Errorf("%d messages, truncated %v, by budget %v", len(short.Messages), short.Truncated, short.TruncatedByBudget)
	}
	long := consoleOf(t, page, browser.ConsoleRequest{Level: browser.LevelWarning, Limit: 100})
	if len(long.Messages) != 20 || long.Truncated || !long.TruncatedByBudget {
		t.Errorf("%d messages, truncated %v, by budget %v", len(long.Messages), long.Truncated, long.TruncatedByBudget)
	}
	if m := long.Messages[19]; len([]rune(m.Text)) != browser.MaxMessageChars || m.Cut != 5009-browser.MaxMessageChars {
		t.Errorf("%d characters and %d more", len([]rune(m.Text)), m.Cut)
	}
	first := consoleOf(t, page, browser.ConsoleRequest{Level: browser.LevelError, Text: "xxx"})
	if len(first.Messages) != 1 || first.Messages[0].Cut != 998_000 {
		t.Errorf("a message of a million characters: %.200s", first)
	}
	eventually(t, "all is asked for", func() bool { return networkOf(t, page, browser.NetworkRequest{URL: "/far"}).Matching == 60 })
	far := networkOf(t, page, browser.NetworkRequest{URL: "/far"})
	each := len(far.Requests[0].URL)
	if want := (browser.MaxNetworkChars + each - 1) / each; len(far.Requests) != want || far.Truncated || !far.TruncatedByBudget || !strings.HasSuffix(far.Requests[0].URL, "yyy") {
		t.Errorf("%d requests of %d characters, want %d; truncated %v, by budget %v", len(far.Requests), each, want, far.Truncated, far.TruncatedByBudget)
	}
}
