package provider_test

import (
	"slices"
	"testing"

	"github.com/holdfast-go/holdfast/browser"
	"github.com/holdfast-go/holdfast/internal/testbrowser"
	"github.com/holdfast-go/holdfast/internal/testpage"
	"github.com/holdfast-go/holdfast/provider"
)

// watchedPage opens a page in the shared browser, over a host that notes every
// command.
func watchedPage(tb testing.TB, address string) (*watchedHost, browser.Page) {
	tb.Helper()
	h := &watchedHost{Host: testbrowser.Host(tb)}
	return h, open(tb, over(tb, h, provider.WithSharedHost()), address)
}

// TestRoundTrips counts what calls send on a quiet page. Input commands are
// written together and awaited once, so they are one round trip.
func TestRoundTrips(t *testing.T) {
	h, page := watchedPage(t, testpage.HTML(t, `<!doctype html><title>Cost</title><button onclick="this.textContent='Done'">Go</button> <input aria-label="Name">`))
	snap := snapshot(t, page)
	button, name := ref(t, snap, "button", "Go"), ref(t, snap, "textbox", "Name")
	hear, read, mouse, key := "DOMDebugger.getEventListeners", "Runtime.evaluate", "Input.dispatchMouseEvent", "Input.dispatchKeyEvent"
	for _, tc := range []struct {
		name, reason string
		call         func() error
		want         []string
	}{
		{"snapshot", "one call reads, whatever the size of the page", func() error {
			_, err := page.Snapshot(t.Context(), browser.SnapshotRequest{})
			return err
		}, []string{read}},
		{"region", "a part is read like the page", func() error {
			_, err := page.Snapshot(t.Context(), browser.SnapshotRequest{Region: browser.Region{Ref: button}})
			return err
		}, []string{read}},
		{"changes", "they are told from two snapshots", func() error {
			_, err := page.Snapshot(t.Context(), browser.SnapshotRequest{Since: snap.Epoch})
			return err
		}, []string{read}},
		{"text", "the page is read once", func() error {
			_, err := page.Text(t.Context(), browser.TextRequest{})
			return err
		}, []string{read}},
		{"click", "gate, input, after-read", func() error {
			_, err := page.Click(t.Context(), browser.ClickRequest{Ref: button})
			return err
		}, []string{read, mouse, mouse, mouse, read}},
		{"fill", "gate with focus and selection, input, after-read", func() error {
			_, err := page.Fill(t.Context(), browser.FillRequest{Ref: name, Value: "Ada"})
			return err
		}, []string{read, "Input.insertText", read}},
		{"press", "gate with focus, input, after-read", func() error {
			_, err := page.Press(t.Context(), browser.PressRequest{Key: "x", Ref: name})
			return err
		}, []string{read, key, key, read}},
		{"find", "the last snapshot is searched", func() error {
			_, err := page.Find(t.Context(), browser.FindRequest{Query: "name"})
			return err
		}, nil},
	} {
		h.commands()
		if err := tc.call(); err != nil {
			t.Fatalf("%s: %v", tc.name, err)
		}
		// Whether the listeners are asked for beside it depends on how long ago
		// that was; see below.
		got := slices.DeleteFunc(h.commands(), func(m string) bool { return m == hear })
		if !slices.Equal(got, tc.want) {
			t.Errorf("%s (%s) sent %v, want %v", tc.name, tc.reason, got, tc.want)
		}
	}
	// After an action they always are, within one round trip.
	if _, err := page.Press(t.Context(), browser.PressRequest{Key: "y", Ref: name}); err != nil {
		t.Fatal(err)
	}
	h.commands()
	snapshot(t, page)
	if got := slices.Sorted(slices.Values(h.commands())); !slices.Equal(got, []string{hear, read}) {
		t.Errorf("a snapshot after an action sent %v", got)
	}
}
