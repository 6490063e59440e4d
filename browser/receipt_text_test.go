package browser_test

import (
	"testing"

	"github.com/holdfast-go/holdfast/browser"
)

// A page whose server takes its time does not answer, but the download shows
// that the click arrived: the receipt may not say that nothing does.
func TestUnconfirmedReceiptWithDownload(t *testing.T) {
	r := browser.Receipt{Action: "click", Target: browser.Thing{Ref: "e5", Role: "link", Name: "Slow"}, Unconfirmed: true}
	if got, want := r.String(), "click e5 link \"Slow\": unconfirmed: sent, but nothing shows that it arrived"; got != want {
		t.Errorf("%q, not %q", got, want)
	}
	r.Downloads = []browser.Download{{Name: "slow.bin", State: browser.DownloadRunning, URL: "http://127.0.0.1/slow.bin"}}
	want := "click e5 link \"Slow\": unconfirmed: sent, but the page did not answer in time\n" +
		"download: " + r.Downloads[0].String()
	if got := r.String(); got != want {
		t.Errorf("%q, not %q", got, want)
	}
}
