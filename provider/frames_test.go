package provider_test

import (
	"strings"
	"testing"
	"time"

	"github.com/holdfast-go/holdfast/browser"
	"github.com/holdfast-go/holdfast/internal/tabhost"
	"github.com/holdfast-go/holdfast/internal/testbrowser"
	"github.com/holdfast-go/holdfast/internal/testpage"
	"github.com/holdfast-go/holdfast/provider"
)

// shows takes snapshots until one holds all of the words.
func shows(tb testing.TB, page browser.Page, words ...string) *browser.Snapshot {
	tb.Helper()
	var snap *browser.Snapshot
	var missing string
	deadline := time.Now().Add(10 * time.Second)
	for {
		snap = snapshot(tb, page)
		text := snap.String()
		missing = ""
		for _, w := range words {
			if !strings.Contains(text, w) {
				missing = w
			}
		}
		if missing == "" {
			return snap
		}
		if time.Now().After(deadline) {
			tb.Fatalf("%q does not come:\n%s", missing, text)
		}
	}
}

func TestCaseR04NestedFrames(t *testing.T) {
	cases := testpage.Cases(t)
	for _, tc := range []struct {
		name string
		open func(t *testing.T) *provider.Provider
	}{
		{"browser", func(t *testing.T) *provider.Provider { return newProvider(t) }},
		{"tab host", func(t *testing.T) *provider.Provider {
			h, err := tabhost.New(within(t, 10*time.Second), testbrowser.Launch(t))
			if err != nil {
				t.Fatal(err)
			}
			p, err := provider.New(within(t, 20*time.Second), h)
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { p.Close() })
			return p
		}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			page := open(t, tc.open(t), cases.URL("/cases/R04-oopif-nested/"))
			snap := shows(t, page, `button "Leaf pay"`, `textbox "Card number"`)
			text := snap.String()
			if !(strings.Index(text, `iframe "mid"`) < strings.Index(text, `iframe "leaf"`) && strings.Index(text, `iframe "leaf"`) < strings.Index(text, `"Leaf pay"`)) {
				t.Errorf("the rows of frames must stand below them:\n%s", text)
			}
			card := ref(t, snap, "textbox", "Card number")
			r, err := page.Click(within(t, 20*time.Second), browser.ClickRequest{Ref: ref(t, snap, "button", "Leaf pay")})
			if err != nil {
				t.Fatal(err)
			}
			if r.Title != "Nested frames" || !strings.HasSuffix(r.URL, "/R04-oopif-nested/") || r.Navigated != nil {
				t.Errorf("the receipt speaks of the frame and not of the page: %s", r)
			}
			if r, err = page.Fill(within(t, 20*time.Second), browser.FillRequest{Ref: card, Value: "4242"}); err != nil {
				t.Fatal(err)
			}
			if r.Value == nil || *r.Value != "4242" {
				t.Errorf("the receipt must tell the value: %s", r)
			}
			if _, err := page.Press(within(t, 20*time.Second), browser.PressRequest{Ref: card, Key: "Enter"}); err != nil {
				t.Fatal(err)
			}
			late := shows(t, page, `button "Late pay"`)
			if again := ref(t, late, "textbox", "Card number"); again != card {
				t.Errorf("the field in the frame has another number: %v, %v", card, again)
			}
			if _, err := page.Click(within(t, 20*time.Second), browser.ClickRequest{Ref: ref(t, late, "button", "Late pay")}); err != nil {
				t.Fatal(err)
			}
			eventually(t, "the page hears of it all", func() bool {
				return evalAs[bool](t, page, "__result.events.some(e => e.what === 'late')")
			})
			holds(t, page, "__result.events.filter(e => e.what === 'pay' && e.trusted && e.inside).length === 1")
			holds(t, page, "__result.events.some(e => e.what === 'card' && e.value === '4242')")
			holds(t, page, "__result.events.some(e => e.what === 'late' && e.trusted)")
			holds(t, page, "__result.strayClicks === 0")
		})
	}
}
