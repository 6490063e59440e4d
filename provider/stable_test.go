package provider_test

import (
	"fmt"
	"net/http"
	"testing"
	"time"

	"github.com/holdfast-go/holdfast/browser"
	"github.com/holdfast-go/holdfast/internal/testpage"
	"github.com/holdfast-go/holdfast/provider"
)

// answers serves what a model's answer looks like: pieces with pauses between
// them. Each piece is so many milliseconds after the one before.
func answers(pauses ...int) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/plain")
		out := http.NewResponseController(w)
		for i, ms := range pauses {
			timer := time.NewTimer(time.Duration(ms) * time.Millisecond)
			select {
			case <-timer.C:
			case <-r.Context().Done():
				timer.Stop()
				return
			}
			fmt.Fprintf(w, "word%d ", i)
			out.Flush()
		}
	})
}

// TestWaitForStable uses windows that are shorter than the defaults, so that it
// takes seconds and not minutes: a page is stable after two windows of 200 ms,
// and requests say nothing after 1.2 s.
func TestWaitForStable(t *testing.T) {
	site := testpage.Cases(t)
	site.Handle("/beat", http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusNoContent) }))
	site.Handle("/pieces", answers(100, 300, 300, 300, 300))
	site.Handle("/pausing", answers(100, 300, 900, 900, 300))
	p := newProvider(t, provider.WithLimits(provider.Limits{Quiet: 200 * time.Millisecond, Grace: 1200 * time.Millisecond}))
	const (
		window = 200
		grace  = 1200
		reader = `<p id=p></p><script>(async () => {
			const r = (await fetch('%s')).body.getReader();
			for (let c; !(c = await r.read()).done; ) p.append(new TextDecoder().decode(c.value));
			p.append('END');
		})()</script>`
	)
	for _, tc := range []struct {
		name, reason, html string
		timeout            time.Duration
		satisfied          bool
		least              int64 // milliseconds; 0 where the end shows whether it was waited for
		holds              string
		network            string
	}{
		{"quiet", "two windows without anything", `<p>Still</p>`, 0, true, 2 * window, "true", "quiet"},
		{"event source", "event streams never count", `<script>new EventSource('/_sse')</script>`, 0, true, 2 * window, "true", "quiet"},
		{"heartbeat", "a heartbeat has no veto", `<script>setInterval(() => fetch('/beat'), 80)</script>`, 0, true, grace, "true", ""},
		{"long poll", "a request that hangs says nothing after the grace period", `<script>fetch('/_hang')</script>`, 0, true, grace, "true", "ignored"},
		{"endless stream", "nor does a stream that goes on for ever", `<script>fetch('/_sse').then(async r => { for await (const c of r.body) window.n = c })</script>`, 0, true, grace, "true", "ignored"},
		{"slow picture", "nothing counts before the document is complete", `<img src="/_slow?ms=1500">`, 0, true, 0, "document.readyState === 'complete'", ""},
		{"slow request", "a request of less than the grace period is waited for", `<p id=p></p><script>fetch('/_slow?ms=700').then(() => p.append('got'))</script>`, 0, true, 0, "p.textContent === 'got'", "quiet"},
		{"settling", "the content changes for a while", `<p id=p></p><script>let n = 0; const t = setInterval(() => { p.append('x'); if (++n === 9) clearInterval(t) }, 100)</script>`, 0, true, 0, "p.textContent.length === 9", "quiet"},
		{"never", "the content goes on changing", `<p id=p></p><script>setInterval(() => p.textContent = Math.random(), 100)</script>`, 1500 * time.Millisecond, false, 1500, "true", "quiet"},
		{"answer", "the end of an answer is the end of its request", fmt.Sprintf(reader, "/pieces"), 0, true, 0, "p.textContent.endsWith('END')", "quiet"},
		{"answer with pauses", "a pause in an answer is not its end", fmt.Sprintf(reader, "/pausing"), 0, true, 0, "p.textContent.endsWith('END')", "quiet"},
		{"tampering", "the watch is out of the page's reach", `<p id=p></p><script>
			window.MutationObserver = class { observe() {} disconnect() {} takeRecords() { return [] } };
			MutationObserver.prototype.takeRecords = () => []; performance.now = () => 1e9;
			let n = 0; const t = setInterval(() => { p.append('x'); if (++n === 9) clearInterval(t) }, 100)</script>`, 0, true, 0, "p.textContent.length === 9", "quiet"},
		{"shadow", "shadow trees are watched, too", `<div id=host></div><script>
			const root = host.attachShadow({mode: 'open'}); let n = 0;
			const t = setInterval(() => { root.append('x'); if (++n === 9) clearInterval(t) }, 100)</script>`, 0, true, 0, "host.shadowRoot.textContent.length === 9", "quiet"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			page := open(t, p, site.Page("", "<!doctype html><title>Stable</title>"+tc.html))
			w := wait(t, page, browser.WaitRequest{Until: browser.UntilStable, Timeout: tc.timeout})
			if w.Satisfied != tc.satisfied || w.ElapsedMS < tc.least-250 {
				t.Errorf("%s: %s", tc.reason, w)
			}
			if tc.network != "" && w.Signals.Network != tc.network {
				t.Errorf("%s: the network is %s, not %s", tc.reason, w.Signals.Network, tc.network)
			}
			if w.ElapsedMS > 12_000 {
				t.Errorf("%s: it took %d ms", tc.reason, w.ElapsedMS)
			}
			if !tc.satisfied && w.Signals.DOM != "changing" {
				t.Errorf("%s: signals %+v", tc.reason, w.Signals)
			}
			holds(t, page, tc.holds)
			holds(t, page, "Object.keys(window).every(k => !/^w[0-9a-f]{16}$/.test(k))")
		})
	}
}

// TestBusyPageIsNotStable: a page that does not answer is not called stable.
func TestBusyPageIsNotStable(t *testing.T) {
	p := newProvider(t, provider.WithLimits(provider.Limits{Quiet: 100 * time.Millisecond, After: 300 * time.Millisecond}))
	page := open(t, p, testpage.HTML(t, `<!doctype html><title>Busy</title>`))
	later(t, page, "0", "const t = performance.now(); while (performance.now() - t < 3000);")
	w := wait(t, page, browser.WaitRequest{Until: browser.UntilStable, Timeout: 900 * time.Millisecond})
	if w.Satisfied || w.Signals.ReadyState != "no answer" || w.ElapsedMS > 2500 {
		t.Errorf("%+v", w)
	}
}
