package provider_test

import (
	"errors"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/holdfast-go/holdfast/browser"
	"github.com/holdfast-go/holdfast/internal/testbrowser"
	"github.com/holdfast-go/holdfast/internal/testpage"
	"github.com/holdfast-go/holdfast/provider"
)

func travel(tb testing.TB, page browser.Page, h browser.History) *browser.Receipt {
	tb.Helper()
	r, err := page.Navigate(within(tb, 20*time.Second), browser.NavigateRequest{History: h})
	if err != nil {
		tb.Fatalf("%s: %v", h, err)
	}
	return r
}

// endOfHistory checks that there is nothing to go to, and that it is said.
func endOfHistory(tb testing.TB, page browser.Page, h browser.History) {
	tb.Helper()
	_, err := page.Navigate(within(tb, 20*time.Second), browser.NavigateRequest{History: h})
	e := browser.AsError(err)
	if !errors.Is(err, browser.ErrNavigationFailed) || e.Reason != "history_end" || !strings.Contains(e.Message, "cannot go "+string(h)) {
		tb.Errorf("%s at the end: %v", h, err)
	}
}

func TestHistory(t *testing.T) {
	site := testpage.New(t)
	one := site.Page("/one", `<!doctype html><title>One</title><script>window.loads = 1</script>`)
	two := site.Page("/two", `<!doctype html><title>Two</title><p id=here>Here</p>`)
	page := open(t, newProvider(t), one)
	endOfHistory(t, page, browser.Back)
	endOfHistory(t, page, browser.Forward)
	navigate(t, page, two)
	endOfHistory(t, page, browser.Forward)
	navigate(t, page, two+"#here")

	r := travel(t, page, browser.Back)
	if r.Navigated == nil || !r.Navigated.SameDocument || r.URL != two {
		t.Errorf("back from an anchor: %s", r)
	}
	r = travel(t, page, browser.Back)
	if r.Navigated == nil || r.Navigated.SameDocument || r.URL != one || r.Title != "One" {
		t.Errorf("back: %s", r)
	}
	endOfHistory(t, page, browser.Back)
	r = travel(t, page, browser.Forward)
	if r.URL != two || r.Title != "Two" {
		t.Errorf("forward: %s", r)
	}
	evalAs[any](t, page, "window.mark = 1, 0")
	r = travel(t, page, browser.Reload)
	if r.Navigated == nil || r.Navigated.SameDocument || r.URL != two || r.Title != "Two" {
		t.Errorf("reload: %s", r)
	}
	holds(t, page, "window.mark === undefined && document.readyState !== 'loading'")
}

// TestBackToAPageThatWasKept: a page from the back-forward cache is the same
// document, so its refs can be brought back.
func TestBackToAPageThatWasKept(t *testing.T) {
	site := testpage.Cases(t)
	page := open(t, newProvider(t), site.URL("/cases/R08-beforeunload/index.html?bfcache"))
	note := ref(t, snapshot(t, page), "textbox", "Note")
	evalAs[any](t, page, "window.kept = 1, 0")
	navigate(t, page, site.URL("/cases/R08-beforeunload/other.html"))
	r := travel(t, page, browser.Back)
	if !evalAs[bool](t, page, "window.kept === 1") {
		testbrowser.Lacks(t, "a browser that keeps pages for the way back")
	}
	if r.Navigated == nil || !r.Navigated.Restored || r.Title != "Form" {
		t.Errorf("the receipt must say that the page is as it was left: %s", r)
	}
	if err := press(t, page, note); !errors.Is(err, browser.ErrStaleRef) {
		t.Errorf("before revalidation: %v", err)
	}
	if r := revalidate(t, page, note); !r.Refs[0].OK {
		t.Fatalf("a ref of a page that was kept: %s", r)
	}
	if err := press(t, page, note); err != nil {
		t.Error(err)
	}
	holds(t, page, "document.activeElement === note")
}

// TestHistoryThatEndsOtherwise: a page that is not left, one that does not
// answer, one that cannot be loaded any more.
func TestHistoryThatEndsOtherwise(t *testing.T) {
	t.Run("a page that asks", func(t *testing.T) {
		cases := testpage.Cases(t)
		page := open(t, newProvider(t), cases.URL("/cases/R08-beforeunload/"))
		fill(t, page, "textbox", "Note", "abc")
		_, err := page.Navigate(within(t, 10*time.Second), browser.NavigateRequest{History: browser.Reload})
		if e := browser.AsError(err); !errors.Is(err, browser.ErrNavigationFailed) || e.Reason != "beforeunload" {
			t.Errorf("a reload that was dismissed: %v", err)
		}
		holds(t, page, "note.value === 'abc'")
	})
	t.Run("a server that does not answer", func(t *testing.T) {
		site := testpage.Cases(t)
		hang := false
		site.Handle("/moody", http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", "text/html")
			w.Header().Set("Cache-Control", "no-store")
			if hang {
				<-r.Context().Done()
				return
			}
			w.Write([]byte("<!doctype html><title>Moody</title>"))
		}))
		page := open(t, newProvider(t), site.URL("/moody"))
		hang = true
		start := time.Now()
		_, err := page.Navigate(within(t, 10*time.Second), browser.NavigateRequest{History: browser.Reload, Timeout: 700 * time.Millisecond})
		if !errors.Is(err, browser.ErrTimeout) || time.Since(start) > 3*time.Second {
			t.Errorf("after %v: %v", time.Since(start), err)
		}
		_, err = page.Navigate(within(t, 10*time.Second), browser.NavigateRequest{URL: site.URL("/_hang"), Timeout: 300 * time.Millisecond})
		if !errors.Is(err, browser.ErrTimeout) {
			t.Errorf("an address that does not answer: %v", err)
		}
	})
	t.Run("a page that loads for long", func(t *testing.T) {
		site := testpage.Cases(t)
		page := open(t, newProvider(t), "")
		r, err := page.Navigate(within(t, 10*time.Second), browser.NavigateRequest{
			URL: site.Page("", `<!doctype html><title>Slow</title><img src="/_hang">`), Until: browser.UntilLoad, Timeout: 500 * time.Millisecond,
		})
		if err != nil || len(r.Notes) != 1 || !strings.Contains(r.Notes[0], "did not finish loading") || r.Title != "Slow" {
			t.Errorf("%v, %v", r, err)
		}
	})
	t.Run("bad requests", func(t *testing.T) {
		page := open(t, newProvider(t, provider.WithLimits(provider.Limits{Navigation: time.Second})), "")
		for _, bad := range []browser.NavigateRequest{
			{}, {History: "sideways"}, {History: browser.Back, URL: "about:blank"}, {URL: "about:blank", Timeout: -1}, {URL: "about:blank", Until: browser.UntilStable},
		} {
			if _, err := page.Navigate(t.Context(), bad); !errors.Is(err, browser.ErrInvalidArgument) && !errors.Is(err, browser.ErrSiteBlocked) {
				t.Errorf("%+v: %v", bad, err)
			}
		}
	})
}
