package provider_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/holdfast-go/holdfast/browser"
	"github.com/holdfast-go/holdfast/internal/testpage"
	"github.com/holdfast-go/holdfast/provider"
)

// TestExecuteWhileADialogIsOpen is case R06 with code: a dialog costs the call
// nothing, and other pages neither.
func TestExecuteWhileADialogIsOpen(t *testing.T) {
	cases := testpage.Cases(t)
	p := newProvider(t, provider.WithDialogs(provider.AskDialogs))
	page := open(t, p, cases.URL("/cases/R06-dialog-on-click/"))
	quiet := open(t, p, testpage.HTML(t, `<!doctype html><title>Quiet</title>`))
	for _, button := range []string{"Alert now", "Confirm soon", "Confirm in frame"} {
		click(t, page, "button", button)
		eventually(t, "the dialog is open", func() bool { return page.OpenDialog() != nil })
		for _, r := range []browser.ExecuteRequest{{Code: "1 + 1"}, {Code: "alert('another')"}, {Method: "DOM.getDocument"}} {
			start := time.Now()
			_, err := page.Execute(within(t, 10*time.Second), r)
			if e := browser.AsError(err); !errors.Is(err, browser.ErrDialogOpen) || e.Hint == "" || time.Since(start) > lateness {
				t.Errorf("%s: %+v answered after %v: %v", button, r, time.Since(start), err)
			}
			start = time.Now()
			if got := execute(t, quiet, "6 * 7"); string(got.Value) != "42" || time.Since(start) > 2*time.Second {
				t.Errorf("another page answered %s after %v", got, time.Since(start))
			}
		}
		if _, err := page.Dialog(within(t, 5*time.Second), browser.DialogRequest{Action: browser.AcceptDialog}); err != nil {
			t.Fatal(err)
		}
		if got := execute(t, page, "6 * 7"); string(got.Value) != "42" {
			t.Errorf("after the dialog of %s: %s", button, got)
		}
	}
}

// TestExecuteWhileTheThreadIsBusy is case R40 with code.
func TestExecuteWhileTheThreadIsBusy(t *testing.T) {
	cases := testpage.Cases(t)
	p := newProvider(t)
	page := open(t, p, cases.URL("/cases/R40-busy-thread/"))
	quiet := open(t, p, testpage.HTML(t, `<!doctype html><title>Quiet</title>`))
	click(t, page, "button", "Crunch 6 s")
	for _, r := range []browser.ExecuteRequest{{Code: "1 + 1"}, {Method: "DOM.getDocument"}} {
		const deadline = 700 * time.Millisecond
		ctx, cancel := context.WithTimeout(t.Context(), deadline)
		start := time.Now()
		_, err := page.Execute(ctx, r)
		took := time.Since(start)
		cancel()
		if !errors.Is(err, browser.ErrTimeout) || took > deadline+lateness {
			t.Errorf("%+v answered after %v: %v", r, took, err)
		}
		start = time.Now()
		if got := execute(t, quiet, "6 * 7"); string(got.Value) != "42" || time.Since(start) > 2*time.Second {
			t.Errorf("another page answered %s after %v", got, time.Since(start))
		}
	}
	// The caller's limit is the code's own: what keeps the page busy is the page's
	// script, which goes on.
	w := wait(t, page, browser.WaitRequest{Until: browser.UntilLoad, Timeout: 20 * time.Second})
	if !w.Satisfied {
		t.Fatalf("the page is free again: %s", w)
	}
	if got := execute(t, page, "6 * 7"); string(got.Value) != "42" {
		t.Errorf("late answers confuse new ones: %s", got)
	}
	click(t, page, "button", "Crunch for ever")
	start := time.Now()
	_, err := page.Execute(within(t, 20*time.Second), browser.ExecuteRequest{Code: "1", Timeout: 500 * time.Millisecond})
	if took := time.Since(start); !errors.Is(err, browser.ErrTimeout) || took > 500*time.Millisecond+3*lateness {
		t.Errorf("of a page that is busy for ever: %v after %v", err, took)
	}
	start = time.Now()
	if err := page.Close(within(t, 10*time.Second)); err != nil || time.Since(start) > 5*time.Second {
		t.Errorf("closing it took %v: %v", time.Since(start), err)
	}
	if got := execute(t, quiet, "6 * 7"); string(got.Value) != "42" {
		t.Errorf("another page afterwards: %s", got)
	}
}

// TestExecuteOfCodeThatDoesNotEnd: whatever keeps the code from ending, the call
// ends in time and the page can be used.
func TestExecuteOfCodeThatDoesNotEnd(t *testing.T) {
	address := testpage.HTML(t, `<!doctype html><title>Odd</title><button>Go</button>`)
	p := newProvider(t)
	for _, code := range []string{
		"(function f() { Promise.resolve().then(f) })(); 1",
		"for (;;) await null",
		"while (true) alert(1)",
		"({get a() { for (;;); }})",
		"({toJSON() { for (;;); }})",
		"while (1) console.log('x'.repeat(1000))",
		"a = []; for (;;) a.push(new Array(1e6).fill(1))",
		"queueMicrotask(() => { for (;;); }); 1",
		"throw {get a() { for (;;); }}",
	} {
		t.Run(code, func(t *testing.T) {
			page := open(t, p, address)
			start := time.Now()
			r, err := page.Execute(within(t, 20*time.Second), browser.ExecuteRequest{Code: code, Timeout: 300 * time.Millisecond})
			// What loops behind the last expression has given a value by then.
			given := err == nil && string(r.Value) == "1"
			if took := time.Since(start); !given && !errors.Is(err, browser.ErrTimeout) && !errors.Is(err, browser.ErrScript) || took > 5*time.Second {
				t.Errorf("%v, %v after %v", r, err, took)
			}
			if got := execute(t, page, "6 * 7"); string(got.Value) != "42" {
				t.Errorf("the page gives %s", got)
			}
			if snap := snapshot(t, page); snap.Title != "Odd" {
				t.Errorf("the page is\n%s", snap)
			}
			if err := page.Close(within(t, 10*time.Second)); err != nil {
				t.Error(err)
			}
		})
	}
}

// TestExecuteOfCodeThatTakesThePageAway: the result says what became of it, and
// the page can be used.
func TestExecuteOfCodeThatTakesThePageAway(t *testing.T) {
	site := testpage.New(t)
	site.Page("/next", `<!doctype html><title>Next</title>`)
	address := site.Page("/", `<!doctype html><title>Odd</title><iframe id=f src="/next"></iframe><button>Go</button>`)
	p := newProvider(t)
	for _, test := range []struct{ code, value, title string }{
		{"window.close()", "", "Odd"}, // no script opened it
		{"location.reload(); 1", "", "Odd"},
		{"location.reload(); await new Promise(() => {})", "", "Odd"},
		{"location.href = '/next'; 1", "1", "Next"},
		{"document.open(); document.write('<title>Written</title>'); document.close(); 1", "1", "Written"},
		{"document.documentElement.remove(); 1", "1", ""},
		{"window.stop(); 1", "1", "Odd"},
		{"location.href = 'data:text/html,x'; 1", "1", "Odd"}, // Chrome refuses it
		{"location.href = 'javascript:1'; 1", "1", "Odd"},
		{"onbeforeunload = e => e.preventDefault(); location.reload(); 1", "1", "Odd"},
		{"f.contentWindow.alert('in the frame'); 1", "1", "Odd"},
		{"print(); 1", "1", "Odd"},
		{"debugger; 1", "1", "Odd"},
		{"f.remove(); 1", "1", "Odd"},
	} {
		page := open(t, p, address)
		r, err := page.Execute(within(t, 20*time.Second), browser.ExecuteRequest{Code: test.code, Timeout: 3 * time.Second})
		if err != nil || test.value != "" && string(r.Value) != test.value {
			t.Errorf("%s gave %v, %v, want %s", test.code, r, err, test.value)
		}
		eventually(t, test.code+" has the title "+test.title, func() bool { return snapshot(t, page).Title == test.title })
		if got := execute(t, page, "6 * 7"); string(got.Value) != "42" {
			t.Errorf("after %s the page gives %s", test.code, got)
		}
		if err := page.Close(within(t, 10*time.Second)); err != nil {
			t.Errorf("after %s: %v", test.code, err)
		}
	}
}
