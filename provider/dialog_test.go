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

// answer answers the open dialog.
func answer(tb testing.TB, page browser.Page, action browser.DialogAction, text *string) *browser.Receipt {
	tb.Helper()
	r, err := page.Dialog(within(tb, 10*time.Second), browser.DialogRequest{Action: action, Text: text})
	if err != nil {
		tb.Fatal(err)
	}
	return r
}

// openIn checks that a receipt tells of one dialog that is open, last.
func openIn(tb testing.TB, r *browser.Receipt, want browser.Dialog) {
	tb.Helper()
	if len(r.Dialogs) == 0 || r.Dialogs[len(r.Dialogs)-1] != want {
		tb.Errorf("the receipt must end with the open dialog %+v: %+v\n%s", want, r.Dialogs, r)
	}
	if r.Unconfirmed || r.NoEffect || !strings.Contains(r.Next, "dialog") {
		tb.Errorf("a dialog is the effect, and is to be answered next: %+v", r)
	}
}

// refusesAll checks that every call on the page says at once that a dialog is
// open.
func refusesAll(tb testing.TB, page browser.Page, message string) {
	tb.Helper()
	for name, call := range map[string]func(ctx context.Context) error{
		"snapshot": func(ctx context.Context) error { _, err := page.Snapshot(ctx, browser.SnapshotRequest{}); return err },
		"find":     func(ctx context.Context) error { _, err := page.Find(ctx, browser.FindRequest{Query: "x"}); return err },
		"screenshot": func(ctx context.Context) error {
			_, err := page.Screenshot(ctx, browser.ScreenshotRequest{})
			return err
		},
		"eval": func(ctx context.Context) error {
			_, err := page.Execute(ctx, browser.ExecuteRequest{Code: "1+1"})
			return err
		},
		"click": func(ctx context.Context) error { _, err := page.Click(ctx, browser.ClickRequest{Ref: 1}); return err },
		"press": func(ctx context.Context) error {
			_, err := page.Press(ctx, browser.PressRequest{Key: "Tab"})
			return err
		},
		"navigate": func(ctx context.Context) error {
			_, err := page.Navigate(ctx, browser.NavigateRequest{URL: "about:blank"})
			return err
		},
	} {
		start := time.Now()
		err := call(within(tb, 20*time.Second))
		e := browser.AsError(err)
		if !errors.Is(err, browser.ErrDialogOpen) || e.Details.Dialog == nil || !strings.Contains(e.Text(), message) || !strings.Contains(e.Hint, "accept") {
			tb.Errorf("%s while a dialog is open: %v", name, err)
		}
		if took := time.Since(start); took > 5*time.Second {
			tb.Errorf("%s while a dialog is open took %v", name, took)
		}
	}
}

func TestCaseR06DialogOnClick(t *testing.T) {
	// What waited for the page instead of the dialog would take all of this.
	const limit = 15 * time.Second
	page := open(t, newProvider(t, provider.WithDialogs(provider.AskDialogs), provider.WithLimits(provider.Limits{After: limit})), testpage.Cases(t).URL("/cases/R06-dialog-on-click/"))
	snap := snapshot(t, page)
	quick := func(name string) *browser.Receipt {
		t.Helper()
		start := time.Now()
		r, err := page.Click(within(t, 2*limit), browser.ClickRequest{Ref: ref(t, snap, "button", name)})
		if err != nil {
			t.Fatal(err)
		}
		if took := time.Since(start); took > limit/2 {
			t.Errorf("the click on %q took %v", name, took)
		}
		return r
	}
	openIn(t, quick("Alert now"), browser.Dialog{Kind: "alert", Message: "Pick an option first"})
	refusesAll(t, page, "Pick an option first")
	answer(t, page, browser.AcceptDialog, nil)

	openIn(t, quick("Confirm now"), browser.Dialog{Kind: "confirm", Message: "Remove item 7?"})
	if d := page.OpenDialog(); d == nil || d.Message != "Remove item 7?" {
		t.Errorf("the open dialog is %+v", d)
	}
	r := answer(t, page, browser.AcceptDialog, nil)
	if len(r.Dialogs) != 1 || r.Dialogs[0].Handled != "accepted" || page.OpenDialog() != nil {
		t.Errorf("the answer's receipt must say what became of the dialog: %s", r)
	}

	// It opens in a later task, which on a busy machine may come after the
	// receipt; then the next result begins with it.
	if r := quick("Confirm soon"); len(r.Dialogs) > 0 {
		openIn(t, r, browser.Dialog{Kind: "confirm", Message: "Leave the draft?"})
	} else {
		eventually(t, "the later dialog is open", func() bool { return page.OpenDialog() != nil })
	}
	refusesAll(t, page, "Leave the draft?")
	answer(t, page, browser.DismissDialog, nil)

	openIn(t, quick("Prompt"), browser.Dialog{Kind: "prompt", Message: "Your name?", Default: "nobody"})
	refusesAll(t, page, "nobody")
	ada := "Ada"
	answer(t, page, browser.AcceptDialog, &ada)

	openIn(t, quick("Two alerts"), browser.Dialog{Kind: "alert", Message: "one"})
	openIn(t, answer(t, page, browser.AcceptDialog, nil), browser.Dialog{Kind: "alert", Message: "two"})
	answer(t, page, browser.DismissDialog, nil)

	// The button in the frame of another site.
	snap = shows(t, page, `"Confirm in frame"`)
	openIn(t, quick("Confirm in frame"), browser.Dialog{Kind: "confirm", Message: "Frame confirm?"})
	refusesAll(t, page, "Frame confirm?")
	answer(t, page, browser.AcceptDialog, nil)
	eventually(t, "the frame has its answer", func() bool {
		return evalAs[bool](t, page, "JSON.stringify(__result) === JSON.stringify({alert:1,confirmNow:true,confirmSoon:false,prompt:'Ada',two:2,frame:true})")
	})
}

// TestAnswersToDialogs: what a prompt suggests is accepted as a person would;
// an answer to nothing says so; a text is for prompts.
func TestAnswersToDialogs(t *testing.T) {
	page := open(t, newProvider(t, provider.WithDialogs(provider.AskDialogs)), testpage.HTML(t, `<!doctype html><title>D</title>
<button onclick="window.r=prompt('name?','Ada')">prompt</button>
<button onclick="window.r=confirm('go?'); if (r) location='#gone'">go</button>
<button onclick="setTimeout(()=>window.r=confirm('late?'),600)">late</button>`))
	_, err := page.Dialog(t.Context(), browser.DialogRequest{Action: browser.AcceptDialog})
	if e := browser.AsError(err); !errors.Is(err, browser.ErrNotFound) || e.Reason != "no_dialog" {
		t.Errorf("with no dialog open: %v", err)
	}
	click(t, page, "button", "prompt")
	answer(t, page, browser.AcceptDialog, nil)
	holds(t, page, "r === 'Ada'")
	click(t, page, "button", "prompt")
	empty := ""
	answer(t, page, browser.AcceptDialog, &empty)
	holds(t, page, "r === ''")
	click(t, page, "button", "go")
	if _, err := page.Dialog(t.Context(), browser.DialogRequest{Action: browser.AcceptDialog, Text: &empty}); !errors.Is(err, browser.ErrInvalidArgument) {
		t.Errorf("a text for a confirm: %v", err)
	}
	for _, bad := range []browser.DialogRequest{{}, {Action: "maybe"}, {Action: browser.DismissDialog, Text: &empty}} {
		if _, err := page.Dialog(t.Context(), bad); !errors.Is(err, browser.ErrInvalidArgument) {
			t.Errorf("%+v: %v", bad, err)
		}
	}
	if r := answer(t, page, browser.AcceptDialog, nil); r.Navigated == nil || !r.Navigated.SameDocument {
		t.Errorf("what came of the answer belongs into its receipt: %s", r)
	}
	if _, err := page.Dialog(t.Context(), browser.DialogRequest{Action: browser.AcceptDialog}); !strings.Contains(err.Error(), "was accepted") {
		t.Errorf("the error must tell what became of the last dialog: %v", err)
	}

	// A dialog that comes between two calls opens the next result.
	click(t, page, "button", "late")
	eventually(t, "the late dialog is open", func() bool { return page.OpenDialog() != nil })
	_, err = page.Snapshot(t.Context(), browser.SnapshotRequest{})
	e := browser.AsError(err)
	if !errors.Is(err, browser.ErrDialogOpen) || len(e.Details.SinceLast) != 1 || !strings.Contains(e.Details.SinceLast[0].After, "late") {
		t.Errorf("the next result must tell of the dialog and the action before it: %v", err)
	}
	answer(t, page, browser.DismissDialog, nil)
}

// TestDialogReachesCallsOnTheirWay: a call that is under way, and those that
// wait for their turn, answer when a dialog opens.
func TestDialogReachesCallsOnTheirWay(t *testing.T) {
	page := open(t, newProvider(t, provider.WithDialogs(provider.AskDialogs)), testpage.HTML(t, `<!doctype html><title>D</title>
<button disabled>Never</button><script>window.ask = () => setTimeout(() => window.r = confirm('now?'), 0)</script>`))
	never := ref(t, snapshot(t, page), "button", "Never")
	ended := make(chan error, 3)
	go func() {
		_, err := page.Click(t.Context(), browser.ClickRequest{Ref: never}) // waits until it is enabled
		ended <- err
	}()
	eventually(t, "the click has the turn", func() bool { return provider.Taken(page) })
	for range 2 {
		go func() {
			_, err := page.Snapshot(t.Context(), browser.SnapshotRequest{})
			ended <- err
		}()
	}
	eventually(t, "two calls wait", func() bool { return provider.Waiting(page) == 2 })
	start := time.Now()
	evalAs[int](t, page, "ask()")
	for range 3 {
		if err := <-ended; !errors.Is(err, browser.ErrDialogOpen) {
			t.Errorf("a call on its way answered %v", err)
		}
	}
	if took := time.Since(start); took > 2*time.Second {
		t.Errorf("it took %v", took)
	}
	answer(t, page, browser.AcceptDialog, nil)
	holds(t, page, "r === true")
}

// TestPopupThatAsks: a window that opens with a dialog blocks neither itself
// nor the page that opened it.
func TestPopupThatAsks(t *testing.T) {
	site := testpage.New(t)
	site.Page("/popup", `<!doctype html><title>Popup</title><script>window.r = confirm('Allow?')</script>`)
	p := newProvider(t)
	page := open(t, p, site.Page("/", `<!doctype html><title>Opener</title><button onclick="window.open('/popup')">Open</button>`))
	r := click(t, page, "button", "Open")
	if len(r.OpenedTabs) != 1 {
		t.Fatalf("no popup: %s", r)
	}
	if *onElectron {
		waitsForAPerson(t, p, page, r.OpenedTabs[0].ID)
		return
	}
	holds(t, page, "document.title === 'Opener'")
	popup, err := p.Page(within(t, 5*time.Second), r.OpenedTabs[0].ID)
	if err != nil {
		t.Fatal(err)
	}
	eventually(t, "the popup's question is dismissed", func() bool { return evalAs[bool](t, popup, "window.r === false") })
	if err := popup.Close(within(t, 5*time.Second)); err != nil {
		t.Error(err)
	}
}

// waitsForAPerson: Electron lets nobody attach to a window before its first
// document is there, so that its question is a person's to answer. Until then it
// holds up the page that opened it, whose process it shares: what is asked of
// either ends in time, and closing the window sets the page free.
func waitsForAPerson(t *testing.T, p *provider.Provider, page browser.Page, popup browser.TabID) {
	t.Helper()
	eventually(t, "the popup asks, and holds up what is asked of its opener", func() bool {
		_, err := page.Snapshot(within(t, 2*time.Second), browser.SnapshotRequest{})
		return errors.Is(err, browser.ErrTimeout)
	})
	if _, err := p.Page(within(t, 2*time.Second), popup); !errors.Is(err, browser.ErrTimeout) {
		t.Errorf("attaching to a popup that asks: %v", err)
	}
	if err := p.CloseTab(within(t, 10*time.Second), popup); err != nil {
		t.Error(err)
	}
	if snap := snapshot(t, page); snap.Title != "Opener" {
		t.Errorf("the page is not free again:\n%s", snap)
	}
}

func TestCaseR07DialogOnLoad(t *testing.T) {
	cases := testpage.Cases(t)
	address := cases.URL("/cases/R07-dialog-on-load/")
	page := open(t, newProvider(t, provider.WithDialogs(provider.AskDialogs)), "")
	start := time.Now()
	r, err := page.Navigate(within(t, 20*time.Second), browser.NavigateRequest{URL: address})
	if err != nil {
		t.Fatal(err)
	}
	if took := time.Since(start); took > 5*time.Second {
		t.Errorf("navigate took %v", took)
	}
	openIn(t, r, browser.Dialog{Kind: "alert", Message: "Welcome"})
	if r.URL != address || r.Navigated == nil || r.Navigated.To != address {
		t.Errorf("the receipt must give the address that is loading: %s", r)
	}
	openIn(t, answer(t, page, browser.AcceptDialog, nil), browser.Dialog{Kind: "confirm", Message: "Enable notifications?"})
	answer(t, page, browser.AcceptDialog, nil)
	holds(t, page, "__result.parsed === true && __result.sure === true && document.readyState === 'complete'")

	// Open has no receipt: the first result of the page tells.
	p := newProvider(t, provider.WithDialogs(provider.AskDialogs))
	page = open(t, p, address)
	if d := page.OpenDialog(); d == nil || d.Message != "Welcome" {
		t.Errorf("the open dialog is %+v", d)
	}
	_, err = page.Snapshot(t.Context(), browser.SnapshotRequest{})
	if e := browser.AsError(err); !errors.Is(err, browser.ErrDialogOpen) || len(e.Details.SinceLast) != 1 || e.Details.SinceLast[0].Dialog == nil {
		t.Errorf("the first result must tell of the dialog: %v", err)
	}
	// By policy, nothing is in the way.
	page = open(t, newProvider(t), address)
	holds(t, page, "__result.parsed === true")
	eventually(t, "the question of the load handler is dismissed", func() bool { return evalAs[bool](t, page, "__result.sure === false") })
}

func TestCaseR08Beforeunload(t *testing.T) {
	cases := testpage.Cases(t)
	index, other := cases.URL("/cases/R08-beforeunload/"), cases.URL("/cases/R08-beforeunload/other.html")
	armed := func(t *testing.T, policy provider.DialogPolicy) browser.Page {
		page := open(t, newProvider(t, provider.WithDialogs(policy)), index)
		fill(t, page, "textbox", "Note", "abc")
		return page
	}
	within5 := func(t *testing.T, call func()) {
		t.Helper()
		start := time.Now()
		call()
		if took := time.Since(start); took > 5*time.Second {
			t.Errorf("it took %v", took)
		}
	}
	stays := func(t *testing.T, page browser.Page) {
		t.Helper()
		holds(t, page, "document.title === 'Form' && note.value === 'abc'")
		if snap := snapshot(t, page); snap.Title != "Form" || snap.URL != index {
			t.Errorf("a snapshot says %q at %s", snap.Title, snap.URL)
		}
		shot, err := page.Screenshot(within(t, 10*time.Second), browser.ScreenshotRequest{})
		if err != nil || shot.URL != index {
			t.Errorf("the page's own idea of its address: %v, %v", shot, err)
		}
	}
	t.Run("dismissed", func(t *testing.T) {
		page := armed(t, provider.DismissDialogs)
		within5(t, func() {
			_, err := page.Navigate(within(t, 10*time.Second), browser.NavigateRequest{URL: other})
			e := browser.AsError(err)
			if !errors.Is(err, browser.ErrNavigationFailed) || e.Reason != "beforeunload" {
				t.Fatalf("a navigation that did not happen: %v", err)
			}
			if r := e.Details.Receipt; r == nil || len(r.Dialogs) != 1 || r.Dialogs[0].Kind != "beforeunload" || r.Dialogs[0].Handled != "dismissed" || r.URL != index {
				t.Errorf("the receipt must tell of the question: %+v", r)
			}
		})
		stays(t, page)
		within5(t, func() {
			r := click(t, page, "link", "Leave")
			if len(r.Dialogs) != 1 || r.Dialogs[0].Handled != "dismissed" || r.Navigated != nil || r.URL != index {
				t.Errorf("a link that is not followed: %s", r)
			}
		})
		stays(t, page)
		within5(t, func() {
			if err := page.Close(within(t, 10*time.Second)); err != nil {
				t.Error(err)
			}
		})
	})
	t.Run("accepted", func(t *testing.T) {
		page := armed(t, provider.AcceptDialogs)
		within5(t, func() {
			r, err := page.Navigate(within(t, 10*time.Second), browser.NavigateRequest{URL: other})
			if err != nil || len(r.Dialogs) != 1 || r.Dialogs[0].Handled != "accepted" {
				t.Fatalf("%v %v", r, err)
			}
		})
		holds(t, page, "document.title === 'Other'")
	})
	t.Run("asked", func(t *testing.T) {
		page := armed(t, provider.AskDialogs)
		within5(t, func() {
			r, err := page.Navigate(within(t, 10*time.Second), browser.NavigateRequest{URL: other})
			if err != nil {
				t.Fatal(err)
			}
			openIn(t, r, browser.Dialog{Kind: "beforeunload"})
			if r.URL != index || r.Navigated == nil || !r.Navigated.Pending {
				t.Errorf("the page is still there: %s", r)
			}
		})
		if r := answer(t, page, browser.DismissDialog, nil); r.Navigated != nil || r.URL != index {
			t.Errorf("it stays: %s", r)
		}
		stays(t, page)
		within5(t, func() { openIn(t, click(t, page, "link", "Leave"), browser.Dialog{Kind: "beforeunload"}) })
		if r := answer(t, page, browser.DismissDialog, nil); r.Navigated != nil {
			t.Errorf("it stays: %s", r)
		}
		stays(t, page)
		openIn(t, click(t, page, "link", "Leave"), browser.Dialog{Kind: "beforeunload"})
		if r := answer(t, page, browser.AcceptDialog, nil); r.Navigated == nil || r.Title != "Other" {
			t.Errorf("it leaves: %s", r)
		}
	})
	t.Run("closed while it asks", func(t *testing.T) {
		page := armed(t, provider.AskDialogs)
		openIn(t, click(t, page, "link", "Leave"), browser.Dialog{Kind: "beforeunload"})
		within5(t, func() {
			if err := page.Close(within(t, 10*time.Second)); err != nil {
				t.Error(err)
			}
		})
	})
}
