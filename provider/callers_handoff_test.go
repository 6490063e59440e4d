package provider_test

import (
	"errors"
	"net/http"
	"sync"
	"testing"
	"time"

	"github.com/holdfast-go/holdfast/browser"
	"github.com/holdfast-go/holdfast/internal/testbrowser"
	"github.com/holdfast-go/holdfast/internal/testpage"
	"github.com/holdfast-go/holdfast/provider"
	"github.com/holdfast-go/holdfast/transport"
)

// A page changes hands while a click on it runs: the click of the holder before
// ends with who has it now, and the first call of the new holder comes after all
// that the click did.
func TestHandoffWhileAClickRuns(t *testing.T) {
	site := testpage.New(t)
	clicked := make(chan struct{})
	var once sync.Once
	site.Handle("/clicked", http.HandlerFunc(func(http.ResponseWriter, *http.Request) { once.Do(func() { close(clicked) }) }))
	address := site.Page("/", `<!doctype html><title>Before</title><button onclick="let x = new XMLHttpRequest(); x.open('GET', '/clicked', false); x.send();
for (const end = Date.now() + 1500; Date.now() < end;); document.title = 'After'">Crunch</button>`)
	_, ann, bob := shared(t, func() (transport.Host, error) { return testbrowser.Host(t), nil }, provider.WithSharedHost())
	page := own(t, ann, address)
	button := ref(t, snapshot(t, page), "button", "Crunch")
	h, err := ann.Handoff(within(t, 10*time.Second), page.ID())
	if err != nil {
		t.Fatal(err)
	}
	answered := make(chan error, 1)
	go func() {
		_, err := page.Click(within(t, 20*time.Second), browser.ClickRequest{Ref: button})
		answered <- err
	}()
	select {
	case <-clicked:
	case <-time.After(10 * time.Second):
		t.Fatal("the click does not get to the page")
	}
	if _, err := bob.Claim(within(t, 10*time.Second), browser.ClaimRequest{Code: h.Code}); err != nil {
		t.Fatal(err)
	}
	theirs, err := bob.Page(within(t, 10*time.Second), page.ID())
	if err != nil {
		t.Fatal(err)
	}
	if title := snapshot(t, theirs).Title; title != "After" {
		t.Errorf("bob's first look shows %q: the click went on behind it", title)
	}
	if err := <-answered; err != nil && !errors.Is(err, browser.ErrTabHeld) {
		t.Errorf("ann's click: %v", err)
	}
	if _, err := page.Click(within(t, 10*time.Second), browser.ClickRequest{Ref: button}); !errors.Is(err, browser.ErrTabHeld) {
		t.Errorf("ann's next click: %v", err)
	}
	if _, err := bob.Claim(within(t, 10*time.Second), browser.ClaimRequest{Code: h.Code}); !errors.Is(err, browser.ErrClaimRefused) {
		t.Errorf("the code a second time: %v", err)
	}
}
