package provider_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/holdfast-go/holdfast/browser"
	"github.com/holdfast-go/holdfast/internal/testpage"
	"github.com/holdfast-go/holdfast/provider"
)

func wait(tb testing.TB, page browser.Page, r browser.WaitRequest) *browser.WaitResult {
	tb.Helper()
	w, err := page.Wait(within(tb, 40*time.Second), r)
	if err != nil {
		tb.Fatalf("%+v: %v", r, err)
	}
	return w
}

// later runs a script of the page after a while of the page's own time.
func later(tb testing.TB, page browser.Page, ms, script string) {
	tb.Helper()
	evalAs[any](tb, page, "setTimeout(() => { "+script+" }, "+ms+"), 0")
}

func TestWaitForText(t *testing.T) {
	const html = `<!doctype html><title>Text</title><style>.hid { display: none } .up { text-transform: uppercase }</style>
<p id=p>Nothing yet</p><div id=host></div><iframe id=f srcdoc="<p id=q>Inner</p>"></iframe>
<p class=hid>Secret words</p><p>Hello <b>big</b>
	<i>World</i>, it's <span>split</span><span>ted</span>.</p><p>Order A-1 ^$\.+*?()[]{}|/ &amp;&lt;>#%@!~=;:,_"</p><input value="typed in"><input type=password value=hunter2>
<div aria-label="Named thing" style="width:9px;height:9px"></div><script>host.attachShadow({mode: 'open'}).innerHTML = '<p>Shadow</p>'</script>`
	page := open(t, newProvider(t), testpage.HTML(t, html))
	short := 400 * time.Millisecond
	for _, tc := range []struct {
		text, reason string
		shown        bool
	}{
		{"nothing YET", "case does not matter", true},
		{"hello big world", "white space and elements do not matter", true},
		{"splitted", "elements may meet without a gap", true},
		{"it's splitted.", "punctuation is text", true},
		{"order a-1", "a dash is text", true},
		{`^$\.+*?()[]{}|/ &<>#%@!~=;:,_"`, "so are all other signs", true},
		{"Secret words", "hidden text is not shown", false},
		{"Shadow", "open shadow trees are in the page", true},
		{"Inner", "frames of the same origin are", true},
		{"typed in", "what a field holds is shown", true},
		{"hunter2", "a password is not", false},
		{"named thing", "a name is what the agent was shown", true},
		{"World, it", "what stands side by side is one text", true},
		{"typed in Named", "a name is no part of the text around it", false},
		{"absent", "it is not there", false},
		{".*", "a text is no expression", false},
	} {
		if w := wait(t, page, browser.WaitRequest{Text: tc.text, Timeout: short}); w.Satisfied != tc.shown {
			t.Errorf("text %q (%s): %s", tc.text, tc.reason, w)
		}
		if w := wait(t, page, browser.WaitRequest{TextGone: tc.text, Timeout: short}); w.Satisfied == tc.shown {
			t.Errorf("no text %q (%s): %s", tc.text, tc.reason, w)
		}
	}
	for _, tc := range []struct{ script, text string }{
		{"p.textContent = 'All done'", "all done"},
		{"host.shadowRoot.querySelector('p').append(' deep')", "shadow deep"},
		{"f.contentDocument.getElementById('q').textContent = 'Framed'", "framed"},
		{"document.querySelector('.hid').className = ''", "secret words"},
		{"document.body.append(Object.assign(document.createElement('div'), {id: 'late'})), late.attachShadow({mode: 'open'}).innerHTML = '<b>Late root</b>'", "late root"},
	} {
		later(t, page, "300", tc.script)
		w := wait(t, page, browser.WaitRequest{Text: tc.text})
		if !w.Satisfied || !strings.Contains(strings.ToLower(w.Found), tc.text) || w.ElapsedMS < 100 || w.Title != "Text" {
			t.Errorf("%s: %+v", tc.script, w)
		}
	}
	later(t, page, "300", "p.style.display = 'none'")
	if w := wait(t, page, browser.WaitRequest{TextGone: "all done"}); !w.Satisfied || w.ElapsedMS < 100 {
		t.Errorf("a text that is hidden is gone: %s", w)
	}
	w := wait(t, page, browser.WaitRequest{Text: "never", Timeout: short})
	if w.Satisfied || w.ElapsedMS < 350 || w.ElapsedMS > 5000 || w.Signals.ReadyState != "complete" {
		t.Errorf("a time-out is an answer with signals: %+v", w)
	}
	if text := w.String(); !strings.Contains(text, `text "never": NOT satisfied`) {
		t.Errorf("the text says %q", text)
	}
}

func TestWaitSurvivesNavigation(t *testing.T) {
	site := testpage.New(t)
	site.Page("/three", `<!doctype html><title>Three</title><p id=p></p><script>setTimeout(() => p.textContent = 'Order placed', 200)</script>`)
	site.Page("/two", `<!doctype html><title>Two</title><script>setTimeout(() => location = '/three', 200)</script>`)
	page := open(t, newProvider(t), site.Page("/one", `<!doctype html><title>One</title><script>setTimeout(() => location = '/two', 300)</script>`))
	w := wait(t, page, browser.WaitRequest{Text: "order placed"})
	if !w.Satisfied || w.Title != "Three" || !strings.HasSuffix(w.URL, "/three") {
		t.Errorf("%+v", w)
	}
	if len(w.SinceLast) == 0 || w.SinceLast[len(w.SinceLast)-1].Navigation == nil {
		t.Errorf("the result must tell of the navigations: %+v", w.SinceLast)
	}
}

func TestWaitForURL(t *testing.T) {
	page := open(t, newProvider(t), testpage.HTML(t, `<!doctype html><title>Shop</title>`))
	later(t, page, "200", "history.pushState(null, '', '/cart?item=7&x=1')")
	if w := wait(t, page, browser.WaitRequest{URL: "/cart?*x=1"}); !w.Satisfied || !strings.HasSuffix(w.URL, "/cart?item=7&x=1") {
		t.Errorf("%+v", w)
	}
	if w := wait(t, page, browser.WaitRequest{URL: "cart.item", Timeout: 200 * time.Millisecond}); w.Satisfied {
		t.Errorf("a dot is a dot: %s", w)
	}
}

func TestWaitForElement(t *testing.T) {
	const html = `<!doctype html><title>Elements</title><button id=a>First</button> <button id=b disabled>Second</button>
<ul id=list><li>Amber <button id=c>Pay</button></li></ul><style>.hid { visibility: hidden }</style>
<label>Box <input type=checkbox id=box style="position:absolute;opacity:0;width:1px;height:1px"></label>`
	address := testpage.HTML(t, html)
	p := newProvider(t)
	visible, hidden, enabled := browser.StateVisible, browser.StateHidden, browser.StateEnabled
	for _, tc := range []struct {
		name, role, target string
		state              browser.WaitState
		now, soon          string // scripts
		satisfied          bool
		element            string
	}{
		{"there", "button", "First", visible, "", "", true, "visible"},
		{"a disabled one is visible", "button", "Second", visible, "", "", true, "disabled"},
		{"enabled soon", "button", "Second", enabled, "", "b.disabled = false", true, "visible"},
		{"never enabled", "button", "Second", enabled, "", "", false, "disabled"},
		{"hidden soon", "button", "First", hidden, "", "a.className = 'hid'", true, "hidden"},
		{"removed is hidden", "button", "First", hidden, "", "a.remove()", true, "gone"},
		{"gone already", "button", "First", hidden, "a.remove()", "", true, "gone"},
		{"never hidden", "button", "First", hidden, "", "", false, "visible"},
		{"shown again", "button", "First", visible, "a.className = 'hid'", "a.className = ''", true, "visible"},
		{"made anew meanwhile", "button", "First", hidden, "", "a.outerHTML = '<button id=a>First</button>'", false, "visible"},
		{"another thing now", "button", "Pay", hidden, "", "list.firstChild.firstChild.data = 'Birch '", true, "another thing"},
		{"shown by its label", "checkbox", "Box", visible, "", "", true, "visible"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			page := open(t, p, address)
			r := ref(t, snapshot(t, page), tc.role, tc.target)
			if tc.now != "" {
				evalAs[any](t, page, tc.now+", 0")
			}
			if tc.soon != "" {
				later(t, page, "250", tc.soon)
			}
			w := wait(t, page, browser.WaitRequest{Ref: r, State: tc.state, Timeout: time.Second})
			if w.Satisfied != tc.satisfied || w.Signals.Element != tc.element {
				t.Errorf("%+v", w)
			}
			if tc.soon != "" && tc.satisfied && w.ElapsedMS < 100 {
				t.Errorf("satisfied before it happened: %+v", w)
			}
			if (w.Now != nil) != (tc.element == "another thing") {
				t.Errorf("what is in its place: %+v", w.Now)
			}
		})
	}
	t.Run("errors", func(t *testing.T) {
		page := open(t, p, address)
		snap := snapshot(t, page)
		first, pay := ref(t, snap, "button", "First"), ref(t, snap, "button", "Pay")
		evalAs[any](t, page, "a.remove(), 0")
		if _, err := page.Wait(t.Context(), browser.WaitRequest{Ref: first}); !errors.Is(err, browser.ErrStaleRef) {
			t.Errorf("waiting for what is not there: %v", err)
		}
		if _, err := page.Wait(t.Context(), browser.WaitRequest{Ref: 9999, State: hidden}); !errors.Is(err, browser.ErrStaleRef) {
			t.Errorf("a ref that was never given: %v", err)
		}
		// The coarse gate is not exempt.
		evalAs[any](t, page, "history.pushState(null, '', '?other'), list.remove(), 0")
		if _, err := page.Wait(t.Context(), browser.WaitRequest{Ref: pay, State: hidden}); !errors.Is(err, browser.ErrStaleRef) {
			t.Errorf("at another address: %v", err)
		}
	})
}

func TestWaitForLoad(t *testing.T) {
	site := testpage.Cases(t)
	page := open(t, newProvider(t), site.Page("", `<!doctype html><title>Slow</title><img src="/_slow?ms=700">`))
	if w := wait(t, page, browser.WaitRequest{Until: browser.UntilLoad}); !w.Satisfied || w.Signals.ReadyState != "complete" {
		t.Errorf("%+v", w)
	}
	page = open(t, newProvider(t), site.Page("", `<!doctype html><title>Never</title><img src="/_hang">`))
	if w := wait(t, page, browser.WaitRequest{Until: browser.UntilLoad, Timeout: time.Second}); w.Satisfied || w.Signals.ReadyState != "interactive" {
		t.Errorf("%+v", w)
	}
}

func TestWaitRequests(t *testing.T) {
	page := open(t, newProvider(t), testpage.HTML(t, `<!doctype html><title>W</title><button>Go</button>`))
	for _, bad := range []browser.WaitRequest{
		{}, {Text: "a", TextGone: "b"}, {Time: time.Second, URL: "x"}, {Time: -1}, {Text: "a", Timeout: -1}, {Text: " "},
		{State: browser.StateVisible, Text: "a"}, {Ref: 1, State: "gone"}, {Until: browser.UntilDOM}, {Text: strings.Repeat("x", 3000)},
	} {
		if _, err := page.Wait(t.Context(), bad); !errors.Is(err, browser.ErrInvalidArgument) {
			t.Errorf("%+v: %v", bad, err)
		}
	}
	if w := wait(t, page, browser.WaitRequest{Time: 60 * time.Millisecond}); !w.Satisfied || w.ElapsedMS < 55 {
		t.Errorf("a time: %+v", w)
	}
	ctx, cancel := context.WithCancel(t.Context())
	for _, r := range []browser.WaitRequest{{Text: "never"}, {Time: time.Hour}, {URL: "never"}, {Until: browser.UntilStable}, {TextGone: "Go"}} {
		ended := make(chan error, 1)
		waiting, stop := context.WithCancel(ctx)
		go func() { _, err := page.Wait(waiting, r); ended <- err }()
		stop()
		if err := <-ended; !errors.Is(err, browser.ErrCanceled) {
			t.Errorf("%+v cancelled: %v", r, err)
		}
	}
	cancel()
}

// TestWaitLetsOthersGo: what is waited for may come of a call that begins later.
func TestWaitLetsOthersGo(t *testing.T) {
	page := open(t, newProvider(t), testpage.HTML(t, `<!doctype html><title>W</title><button onclick="this.after(' Saved')">Save</button>`))
	save := ref(t, snapshot(t, page), "button", "Save")
	type ended struct {
		w   *browser.WaitResult
		err error
	}
	done := make(chan ended, 2)
	for _, text := range []string{"saved", "save"} {
		go func() {
			w, err := page.Wait(t.Context(), browser.WaitRequest{Text: text})
			done <- ended{w, err}
		}()
	}
	if e := <-done; e.err != nil || e.w.For != `text "save"` {
		t.Fatalf("the text that is there: %+v", e)
	}
	if _, err := page.Click(within(t, 10*time.Second), browser.ClickRequest{Ref: save}); err != nil {
		t.Fatal(err)
	}
	if e := <-done; e.err != nil || !e.w.Satisfied {
		t.Errorf("the text that came: %+v", e)
	}
}

// TestWaitAndDialogs: a wait ends when a dialog opens, and begins with an answer
// when one is open.
func TestWaitAndDialogs(t *testing.T) {
	page := open(t, newProvider(t, provider.WithDialogs(provider.AskDialogs)), testpage.HTML(t, `<!doctype html><title>W</title>`))
	for _, r := range []browser.WaitRequest{{Text: "never"}, {Time: 20 * time.Second}, {URL: "never"}, {Until: browser.UntilStable, Timeout: 20 * time.Second}} {
		later(t, page, "150", "confirm('Sure?')")
		start := time.Now()
		_, err := page.Wait(within(t, 30*time.Second), r)
		if !errors.Is(err, browser.ErrDialogOpen) || time.Since(start) > 5*time.Second {
			t.Errorf("%+v: %v after %v", r, err, time.Since(start))
		}
		if _, err := page.Wait(within(t, 5*time.Second), r); !errors.Is(err, browser.ErrDialogOpen) {
			t.Errorf("%+v with a dialog open: %v", r, err)
		}
		answer(t, page, browser.DismissDialog, nil)
	}
	closed := make(chan error, 1)
	go func() {
		_, err := page.Wait(t.Context(), browser.WaitRequest{Text: "never"})
		closed <- err
	}()
	if err := page.Close(within(t, 5*time.Second)); err != nil {
		t.Error(err)
	}
	if err := <-closed; !errors.Is(err, browser.ErrPageClosed) {
		t.Errorf("a wait on a page that is closed: %v", err)
	}
}
