package provider_test

import (
	"errors"
	"testing"
	"time"

	"github.com/holdfast-go/holdfast/browser"
	"github.com/holdfast-go/holdfast/internal/testbrowser"
	"github.com/holdfast-go/holdfast/internal/testpage"
	"github.com/holdfast-go/holdfast/transport"
	"github.com/holdfast-go/holdfast/transport/chrome"
)

// TestEveryHost runs the whole path over every kind of host: the provider asks
// a host only what it is, and needs no new shape for the next one.
func TestEveryHost(t *testing.T) {
	site := testpage.New(t)
	site.Page("/next", `<!doctype html><title>Next</title><h1>Next</h1>`)
	address := (site.Page("/", `<!doctype html><title>Hosts</title>
<label>Name <input id="name"></label> <button onclick="this.textContent='Saved '+document.getElementById('name').value">Save</button>
<button onclick="window.open('/next')">Open</button> <a href="/next">Leave</a>`))
	for _, tc := range []struct {
		name string
		host func(t *testing.T) transport.Host
	}{
		{"chrome over its pipe", func(t *testing.T) transport.Host { return testbrowser.Launch(t) }},
		{"chrome over a port", func(t *testing.T) transport.Host { return testbrowser.Launch(t, chrome.WithPort()) }},
		{"endpoint", func(t *testing.T) transport.Host { return dialled(t, testbrowser.Launch(t, chrome.WithPort())) }},
		{"tab host", func(t *testing.T) transport.Host { return tabHost(t) }},
		{"electron", func(t *testing.T) transport.Host { return electronHost(t) }},
	} {
		t.Run(tc.name, func(t *testing.T) {
			p := over(t, tc.host(t))
			page := open(t, p, address)
			fill(t, page, "textbox", "Name", "Ada")
			if r := click(t, page, "button", "Save"); r.Renamed != "Saved Ada" {
				t.Errorf("the receipt must tell the new name: %s", r)
			}
			r := click(t, page, "button", "Open")
			if len(r.OpenedTabs) != 1 {
				t.Fatalf("the receipt must tell the new tab: %s", r)
			}
			popup, err := p.Page(within(t, 10*time.Second), r.OpenedTabs[0].ID)
			if err != nil {
				t.Fatal(err)
			}
			eventually(t, "the popup has its document", func() bool { return snapshot(t, popup).Title == "Next" })
			if err := popup.Close(within(t, 10*time.Second)); err != nil {
				t.Fatal(err)
			}
			if _, err := popup.Snapshot(within(t, 10*time.Second), browser.SnapshotRequest{}); !errors.Is(err, browser.ErrPageClosed) {
				t.Errorf("a closed page answered %v", err)
			}
			if r := click(t, page, "link", "Leave"); r.Navigated == nil || r.Title != "Next" {
				t.Errorf("the receipt must tell the navigation: %s", r)
			}
			shot, err := page.Screenshot(within(t, 10*time.Second), browser.ScreenshotRequest{})
			if err != nil || shot.Width == 0 || shot.Height == 0 {
				t.Errorf("no picture: %+v, %v", shot, err)
			}
			tabs, err := p.Tabs(within(t, 10*time.Second))
			if err != nil || len(tabs) == 0 {
				t.Errorf("no tabs: %v, %v", tabs, err)
			}
			if err := p.Close(); err != nil {
				t.Error(err)
			}
			if _, err := page.Snapshot(within(t, 10*time.Second), browser.SnapshotRequest{}); !errors.Is(err, browser.ErrConnectionLost) {
				t.Errorf("a page of a closed provider answered %v", err)
			}
		})
	}
}
