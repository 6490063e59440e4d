package provider_test

import (
	"fmt"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/holdfast-go/holdfast/browser"
	"github.com/holdfast-go/holdfast/internal/testpage"
	"github.com/holdfast-go/holdfast/provider"
)

func consoleOf(tb testing.TB, page browser.Page, r browser.ConsoleRequest) *browser.ConsoleResult {
	tb.Helper()
	result, err := page.Console(within(tb, 10*time.Second), r)
	if err != nil {
		tb.Fatal(err)
	}
	return result
}

// texts are the words of messages, in order.
func texts(r *browser.ConsoleResult) []string {
	var out []string
	for _, m := range r.Messages {
		out = append(out, m.Text)
	}
	return out
}

// written waits until the console holds a text.
func written(tb testing.TB, page browser.Page, text string) {
	tb.Helper()
	eventually(tb, "the console holds "+text, func() bool {
		return consoleOf(tb, page, browser.ConsoleRequest{Text: text}).Matching > 0
	})
}

// TestR29 is the case of that name: a page that floods its console.
func TestR29(t *testing.T) {
	cases := testpage.Cases(t)
	page := open(t, newProvider(t), cases.URL("/cases/R29-console-flood/"))
	written(t, page, "heartbeat")
	r := click(t, page, "button", "Work")
	if s := r.String(); strings.Contains(s, "line 1") || strings.Contains(s, "heartbeat") || len(s) > 500 {
		t.Errorf("the receipt must not hold the console: %s", s)
	}
	holds(t, page, "__result.work === 1")

	all := consoleOf(t, page, browser.ConsoleRequest{})
	if len(all.Messages) != browser.DefaultItems || !all.Truncated || all.TruncatedByBudget {
		t.Errorf("%d messages, truncated %v, by budget %v", len(all.Messages), all.Truncated, all.TruncatedByBudget)
	}
	if last := all.Messages[len(all.Messages)-1].Text; !strings.HasPrefix(last, "heartbeat") {
		t.Errorf("the newest is %q", last)
	}
	if all.Written < 5201 || all.Dropped > 0 || all.Lost > 0 {
		t.Errorf("of 5,201 messages %d are there, %d dropped, %d lost", all.Written, all.Dropped, all.Lost)
	}
	if s := all.String(); !strings.Contains(s, "truncated: the limit of 50 is reached; ask with a higher limit") || len(s) > 20_000 {
		t.Errorf("%d characters: %s", len(s), s)
	}

	errors := consoleOf(t, page, browser.ConsoleRequest{Level: browser.LevelError})
	if got := texts(errors); len(got) != 1 || got[0] != "needle-7341" {
		t.Errorf("the errors are %q", got)
	}
	lines := consoleOf(t, page, browser.ConsoleRequest{Text: "line 7"})
	if len(lines.Messages) != 1 || lines.Messages[0].Count != 100 || !strings.Contains(lines.String(), "×100") {
		t.Errorf("equal lines must be one, a hundred times: %s", lines)
	}
	object := consoleOf(t, page, browser.ConsoleRequest{Text: "{i: 199,"})
	if len(object.Messages) != 1 || len(object.Messages[0].Text) > browser.MaxMessageChars {
		t.Errorf("an object is shown by its beginning: %s", object)
	}
}

// TestConsoleStaysSmall is step 3 of case R29, quicker: what is kept does not
// grow with what is written.
func TestConsoleStaysSmall(t *testing.T) {
	page := open(t, newProvider(t), testpage.HTML(t, `<!doctype html><title>Small</title>`))
	flood := func(name string) {
		for i := range 4 {
			evalAs[bool](t, page, fmt.Sprintf(`(() => { for (let i = 0; i < 2500; i++) console.log('%s %d ' + i + ' ' + 'z'.repeat(1000)); return true })()`, name, i))
			written(t, page, fmt.Sprintf("%s %d 2499", name, i))
		}
	}
	memory := func() uint64 {
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	flood("first")
	before := memory()
	flood("second")
	if grown := int64(memory()) - int64(before); grown > 2<<20 {
		t.Errorf("10,000 more messages of 1 KB take %d bytes more", grown)
	}
	r := consoleOf(t, page, browser.ConsoleRequest{})
	if r.Matching < 1000 || r.Dropped+r.Matching != 20_000 || !strings.Contains(r.String(), "dropped: ") {
		t.Errorf("%d kept and %d dropped of 20,000", r.Matching, r.Dropped)
	}
}

// The browser keeps what was logged alive for each client that listens, until
// that lets go. It keeps the last 1,000 messages for itself, too.
func TestConsoleObjectsAreReleased(t *testing.T) {
	page := open(t, newProvider(t), testpage.HTML(t, `<!doctype html><title>Objects</title><script>
gone = 0; const watch = new FinalizationRegistry(() => gone++);
for (let i = 0; i < 200; i++) { const o = {i, blob: 'y'.repeat(20000), self: document.body}; watch.register(o); console.log(o) }
for (let i = 0; i < 1100; i++) console.log('x')
</script>`))
	eventually(t, "the objects are collected", func() bool {
		if err := provider.SendRaw(within(t, 10*time.Second), page, "HeapProfiler.collectGarbage", nil); err != nil {
			t.Fatal(err)
		}
		return evalAs[int](t, page, "gone") == 200
	})
}

func TestConsoleKinds(t *testing.T) {
	page := open(t, newProvider(t), testpage.HTML(t, `<!doctype html><title>Kinds</title><link rel=icon href="data:,"><script>
console.log('plain', 1, true, null, undefined, 12n, Symbol('s'));
console.warn('warn %s and %d %o%%', 'x', 3, {a:1}, 'more');
console.error(new Error('boom'));
console.info({a:1,b:[1,2,3],c:{d:1}}, [1,'two',{x:1}], document.body, function foo(){ return 1 }, new Map([['k',{v:1}]]), new Date(0), /re/g);
console.debug('dbg'); console.assert(1 === 2, 'asserted', 1);
console.log('%cstyled', 'color:red');
console.log();
setTimeout(() => { throw new TypeError('later') }, 1);
Promise.reject(new Error('rejected')); Promise.reject('a string');
fetch('/missing').catch(() => {});
console.log('two\nlines\u202e "quoted" \u0007');
</script><iframe srcdoc="<script>console.log('in a frame')</script>"></iframe>`))
	written(t, page, "later")
	written(t, page, "404")
	written(t, page, "in a frame")
	r := consoleOf(t, page, browser.ConsoleRequest{})
	all := r.String()
	for _, want := range []string{
		`"plain 1 true null undefined 12n Symbol(s)"`,
		`"warn x and 3 {a: 1}% more"`,
		`"Error: boom at `,
		`"{a: 1, b: Array(3), c: Object} [1, \"two\", Object] null function foo(){ return 1 } Map(1) {\"k\" => {v: 1}} `,
		`/re/g"`,
		`"Assertion failed: asserted 1"`,
		`"styled"`,
		`"Uncaught TypeError: later at `,
		`"Uncaught (in promise) Error: rejected at `,
		`"Uncaught (in promise) \"a string\"" [exception]`,
		`"two lines \"quoted\""`,
		`"in a frame" at about:srcdoc:1:17 in the frame about:srcdoc`,
		`404 (Not Found)" [network]`,
	} {
		if !strings.Contains(all, want) {
			t.Errorf("no %s", want)
		}
	}
	if t.Failed() {
		t.Log(all)
	}
	for level, want := range map[browser.ConsoleLevel]int{
		browser.LevelError: 6, browser.LevelWarning: 1, browser.LevelDebug: 1,
	} {
		if got := consoleOf(t, page, browser.ConsoleRequest{Level: level}); got.Matching != want {
			t.Errorf("%d of level %s, want %d: %s", got.Matching, level, want, got)
		}
	}
}
