package provider_test

import (
	"errors"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/holdfast-go/holdfast/browser"
	"github.com/holdfast-go/holdfast/internal/testpage"
	"github.com/holdfast-go/holdfast/provider"
)

func resize(t *testing.T, page browser.Page, w, h int, force bool) (*browser.Receipt, error) {
	t.Helper()
	return page.Resize(within(t, 20*time.Second), browser.ResizeRequest{Viewport: browser.Viewport{Width: w, Height: h}, Force: force})
}

func TestResize(t *testing.T) {
	page := open(t, newProvider(t), testpage.HTML(t, `<meta name=viewport content="width=device-width"><p>Hello</p>`))
	r, err := resize(t, page, 640, 480, false)
	if err != nil {
		t.Fatal(err)
	}
	holds(t, page, "innerWidth === 640 && innerHeight === 480 && devicePixelRatio === 1")
	if r.Viewport == nil || r.Viewport.Width != 640 || r.PreviousViewport == nil || r.PreviousViewport.Width == 640 || !strings.Contains(r.String(), "may be a person's") {
		t.Errorf("the first write tells what was before, and that nobody knows whose it was: %s", r)
	}
	r, err = page.Resize(within(t, 20*time.Second), browser.ResizeRequest{Viewport: browser.Viewport{Width: 390, Height: 844, Scale: 3, Mobile: true}})
	if err != nil {
		t.Fatal(err)
	}
	holds(t, page, "innerWidth === 390 && devicePixelRatio === 3 && navigator.maxTouchPoints > 0")
	if r.PreviousViewport.Width != 640 || strings.Contains(r.String(), "may be a person's") {
		t.Errorf("the second write: %s", r)
	}
	if _, err := resize(t, page, 800, 600, false); err != nil {
		t.Fatalf("what the agent wrote is the agent's: %v", err)
	}
	holds(t, page, "innerWidth === 800 && navigator.maxTouchPoints === 0")
	for _, bad := range []browser.Viewport{{}, {Width: 100}, {Width: -1, Height: 5}, {Width: 100000, Height: 5}, {Width: 5, Height: 5, Scale: 99}} {
		if _, err := page.Resize(t.Context(), browser.ResizeRequest{Viewport: bad}); !errors.Is(err, browser.ErrInvalidArgument) {
			t.Errorf("%+v: %v", bad, err)
		}
	}
}

func TestResizeIsContended(t *testing.T) {
	p := newProvider(t)
	page := open(t, p, testpage.HTML(t, `<p>Hello</p>`))
	if _, err := resize(t, page, 640, 480, false); err != nil {
		t.Fatal(err)
	}
	// Another client of the tab, a person's DevTools, sets another one.
	if err := provider.SendRaw(t.Context(), page, "Emulation.setDeviceMetricsOverride",
		map[string]any{"width": 1000, "height": 700, "deviceScaleFactor": 2, "mobile": false}); err != nil {
		t.Fatal(err)
	}
	for range 2 { // refused once, it is refused again
		_, err := resize(t, page, 640, 480, false)
		e := browser.AsError(err)
		if !errors.Is(err, browser.ErrStateContended) || e.Retryable || e.Details.State != "viewport" || e.Details.Holder != browser.HolderHuman ||
			e.Details.At.IsZero() || !strings.Contains(e.Message, "will be refused again") {
			t.Fatalf("%v, %+v", err, browser.AsError(err))
		}
	}
	holds(t, page, "innerWidth === 1000")
	r, err := resize(t, page, 640, 480, true)
	if err != nil || r.PreviousViewport.Width != 1000 || !strings.Contains(r.String(), "1000×700") {
		t.Fatalf("forced: %v, %v", r, err)
	}
	holds(t, page, "innerWidth === 640")

	p.Takeover(page.ID(), true)
	if _, err := resize(t, page, 500, 500, false); !errors.Is(err, browser.ErrStateContended) {
		t.Errorf("while a person operates the tab: %v", err)
	}
	if _, err := resize(t, page, 500, 500, true); err != nil {
		t.Errorf("forced while a person operates the tab: %v", err)
	}
	p.Takeover(page.ID(), false)
	if _, err := resize(t, page, 640, 480, false); err != nil {
		t.Errorf("nobody has changed it: %v", err)
	}
}

func TestEmulation(t *testing.T) {
	s := testpage.New(t)
	s.Handle("/headers", http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		w.Write([]byte(`<body>` + r.UserAgent() + " " + r.Header.Get("X-Trace") + `<button onclick="window.open('/popup')">Open</button>`))
	}))
	s.Page("/popup", `<title>popup</title>`)
	p := newProvider(t, provider.WithEmulation(provider.Emulation{
		Viewport: &browser.Viewport{Width: 700, Height: 500}, UserAgent: "Holdfast/1", Headers: map[string]string{"X-Trace": "yes"},
	}))
	page := open(t, p, s.URL("/headers"))
	holds(t, page, "document.body.innerText.includes('Holdfast/1 yes') && navigator.userAgent === 'Holdfast/1' && innerWidth === 700")
	r := click(t, page, "button", "Open")
	if len(r.OpenedTabs) == 0 {
		t.Fatalf("no tab: %s", r)
	}
	popup, err := p.Page(within(t, 10*time.Second), r.OpenedTabs[0].ID)
	if err != nil {
		t.Fatal(err)
	}
	eventually(t, "the popup is the provider's own", func() bool {
		return evalAs[bool](t, popup, "innerWidth === 700 && navigator.userAgent === 'Holdfast/1'")
	})
	if _, err := resize(t, page, 640, 480, false); err != nil {
		t.Errorf("what the options set is the agent's: %v", err)
	}
	off := newProvider(t, provider.WithEmulation(provider.Emulation{Offline: true}))
	if _, err := off.Open(within(t, 10*time.Second), browser.OpenRequest{URL: s.URL("/headers")}); !errors.Is(err, browser.ErrNavigationFailed) {
		t.Errorf("offline: %v", err)
	}
}
