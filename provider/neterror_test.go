package provider_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/holdfast-go/holdfast/browser"
	"github.com/holdfast-go/holdfast/internal/testpage"
	"github.com/holdfast-go/holdfast/provider"
)

func TestNavigationsThatFail(t *testing.T) {
	site := testpage.New(t)
	page := open(t, newProvider(t), site.Page("/", `<p>here</p>`))
	for _, tc := range []struct {
		name, address, reason string
		again                 bool
	}{
		{"a port that is never asked", "http://127.0.0.1:1/", "net::ERR_UNSAFE_PORT", false},

		{"nobody listens", "http://127.0.0.1:2/", "net::ERR_CONNECTION_REFUSED", true},
	} {
		t.Run(tc.name, func(t *testing.T) {
			_, err := page.Navigate(within(t, 20*time.Second), browser.NavigateRequest{URL: tc.address})
			e := browser.AsError(err)
			if !errors.Is(err, browser.ErrNavigationFailed) || string(e.Reason) != tc.reason || e.Retryable != tc.again {
				t.Fatalf("%v (reason %q, retryable %v), want %s, %v", err, e.Reason, e.Retryable, tc.reason, tc.again)
			}
			if r := e.Details.Receipt; r == nil || r.Navigated != nil && r.Navigated.Pending {
				t.Errorf("the receipt tells of a navigation that is still on its way: %v", r)
			}
		})
	}
}

func TestOffsetOutsideOfTheElement(t *testing.T) {
	page := open(t, newProvider(t), testpage.HTML(t, `<!doctype html><body style="margin:0">
		<button style="position:absolute;left:50px;top:50px;width:80px;height:20px;padding:0;border:0" onclick="document.title='clicked'">Small</button>`))
	button := ref(t, snapshot(t, page), "button", "Small")
	for _, at := range []browser.Offset{{X: 200, Y: 10}, {X: -5, Y: 10}, {X: 10, Y: 21}, {X: 5000, Y: 5000}} {
		started := time.Now()
		_, err := page.Click(within(t, 20*time.Second), browser.ClickRequest{Ref: button, Offset: &at})
		e := browser.AsError(err)
		if !errors.Is(err, browser.ErrInvalidArgument) || e.Reason != browser.ReasonOutsideElement ||
			e.Message != `the offset is no point of e1 button "Small", which is 80 × 20 pixels` || e.Hint == "" {
			t.Errorf("%v: %v", at, err)
		}
		if waited := time.Since(started); waited > 3*time.Second {
			t.Errorf("%v: refused after %v: waiting cannot help", at, waited)
		}
	}
	if _, err := page.Click(within(t, 20*time.Second), browser.ClickRequest{Ref: button, Offset: &browser.Offset{X: 79, Y: 19}}); err != nil {
		t.Error(err)
	}
	holds(t, page, `document.title === 'clicked'`)
}

// TestReceiptDiffOfARoute goes back to another state of the same document: the
// receipt tells what that changed, as one of a click would.
func TestReceiptDiffOfARoute(t *testing.T) {
	page := open(t, newProvider(t, provider.WithReceiptDiff(10)), testpage.HTML(t, `<!doctype html><h1 id=at>Home</h1>
		<button onclick="history.pushState(1, '', '#/orders'); at.textContent = 'Orders'">Orders</button>
		<script>onpopstate = () => { at.textContent = 'Home again' }</script>`))
	click(t, page, "button", "Orders")
	r, err := page.Navigate(within(t, 20*time.Second), browser.NavigateRequest{History: browser.Back})
	if err != nil {
		t.Fatal(err)
	}
	if r.Changes == nil || !strings.Contains(r.Changes.String(), "Home again") {
		t.Errorf("the receipt tells no changes: %v", r)
	}
}
