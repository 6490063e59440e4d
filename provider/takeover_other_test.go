package provider_test

import (
	"errors"
	"testing"
	"time"

	"github.com/holdfast-go/holdfast/browser"
	"github.com/holdfast-go/holdfast/internal/testbrowser"
	"github.com/holdfast-go/holdfast/internal/testpage"
	"github.com/holdfast-go/holdfast/provider"
	"github.com/holdfast-go/holdfast/transport"
	"github.com/holdfast-go/holdfast/transport/chrome"
)

// withPerson gives a provider, and the tabs of its browser as somebody else has
// them in hand: another client, where a browser takes several. The window host
// takes one, and a person works on the windows themselves.
func withPerson(t *testing.T) (*provider.Provider, transport.Tabs) {
	t.Helper()
	p := newProvider(t)
	if *onElectron {
		return p, provider.TabsOf(p)
	}
	return p, provider.TabsOf(newProvider(t))
}

// A takeover ends with its tab, in whatever order that is told: what is left of
// it keeps nobody from opening another.
func TestATakeoverEndsWithItsTab(t *testing.T) {
	p, person := withPerson(t)
	address := testpage.HTML(t, takeoverPage)
	openable := func(what string) {
		t.Helper()
		eventually(t, "a tab can be opened after "+what, func() bool {
			page, err := p.Open(within(t, 10*time.Second), browser.OpenRequest{URL: address})
			if err != nil && !errors.Is(err, browser.ErrTakenOver) {
				t.Fatal(err)
			}
			return err == nil && page.Close(within(t, 10*time.Second)) == nil
		})
	}
	page := open(t, p, address)
	p.Takeover(page.ID(), true)
	if err := person.CloseTab(within(t, 10*time.Second), transport.TabID(page.ID())); err != nil {
		t.Fatal(err)
	}
	<-page.Done()
	openable("the tab was closed by the person")
	p.Takeover(page.ID(), true)
	openable("a takeover that was told too late")
	theirs, err := person.Open(within(t, 10*time.Second), transport.OpenTab{}) // of which this provider has no page
	if err != nil {
		t.Fatal(err)
	}
	p.Takeover(browser.TabID(theirs.ID), true)
	if _, err := p.Open(within(t, 10*time.Second), browser.OpenRequest{URL: address}); !errors.Is(err, browser.ErrTakenOver) {
		t.Errorf("while a person operates a tab that nobody has in use: %v", err)
	}
	if err := person.CloseTab(within(t, 10*time.Second), theirs.ID); err != nil {
		t.Fatal(err)
	}
	openable("a tab of the person's own was closed")
}

// The dialogs of a page that a person operates are theirs to answer; what waits
// when the takeover begins goes on.
func TestTakeoverLeavesDialogsAndWaits(t *testing.T) {
	p := newProvider(t)
	page := open(t, p, testpage.HTML(t, takeoverPage))
	button := ref(t, snapshot(t, page), "button", "Go")
	waited := make(chan error, 1)
	go func() {
		r, err := page.Wait(within(t, 20*time.Second), browser.WaitRequest{Text: "arrived", Timeout: 15 * time.Second})
		if err == nil && !r.Satisfied {
			err = errors.New(r.String())
		}
		waited <- err
	}()
	p.Takeover(page.ID(), true)
	evalAs[bool](t, page, "(setTimeout(() => { document.title = String(confirm('Sure?')); document.body.append('arrived') }, 10), true)")
	eventually(t, "the person is asked", func() bool { return page.OpenDialog() != nil })
	if _, err := page.Dialog(within(t, 5*time.Second), browser.DialogRequest{Action: browser.DismissDialog}); !errors.Is(err, browser.ErrTakenOver) {
		t.Errorf("the agent answers: %v", err)
	}
	// The person accepts.
	if err := provider.SendRaw(within(t, 5*time.Second), page, "Page.handleJavaScriptDialog", map[string]bool{"accept": true}); err != nil {
		t.Fatal(err)
	}
	if err := <-waited; err != nil && !errors.Is(err, browser.ErrDialogOpen) {
		t.Errorf("the wait that had begun: %v", err)
	}
	holds(t, page, "document.title === 'true'")
	p.Takeover(page.ID(), false)
	if _, err := page.Click(within(t, 10*time.Second), browser.ClickRequest{Ref: button}); err != nil {
		t.Errorf("a ref of before: %v", err)
	}
}

// A popup of a tab that a person operates is not theirs by that: it is read and
// worked, and only the front is the person's.
func TestTakeoverOfAnOpener(t *testing.T) {
	site := testpage.New(t)
	site.Page("/popup", `<!doctype html><title>Popup</title><button onclick="document.title = 'clicked'">In it</button>`)
	p := newProvider(t)
	page := open(t, p, site.Page("/", `<!doctype html><title>Opener</title><button onclick="window.open('/popup')">Open</button>`))
	r := click(t, page, "button", "Open")
	p.Takeover(page.ID(), true)
	popup, err := p.Page(within(t, 10*time.Second), r.OpenedTabs[0].ID)
	if err != nil {
		t.Fatal(err)
	}
	eventually(t, "the popup has its document", func() bool { return snapshot(t, popup).Title == "Popup" })
	click(t, popup, "button", "In it")
	holds(t, popup, "document.title === 'clicked'")
	if err := p.Activate(within(t, 10*time.Second), popup.ID()); !errors.Is(err, browser.ErrTakenOver) {
		t.Errorf("bringing it to the front: %v", err)
	}
}

// Two programs on one browser: what one has set is not overwritten by the other
// unless it forces it, and neither is told to force what is its own.
func TestResizeByTwoProviders(t *testing.T) {
	shared := testbrowser.Launch(t, chrome.WithPort())
	one, other := over(t, dialled(t, shared)), over(t, dialled(t, shared))
	mine := open(t, one, testpage.HTML(t, `<p>Hello</p>`))
	theirs, err := other.Page(within(t, 10*time.Second), mine.ID())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := resize(t, mine, 640, 480, false); err != nil {
		t.Fatal(err)
	}
	r, err := resize(t, theirs, 800, 600, false) // the first write is free, and tells what was there
	if err != nil || r.PreviousViewport.Width != 640 {
		t.Fatalf("%v, %v", r, err)
	}
	if _, err := resize(t, mine, 640, 480, false); !errors.Is(err, browser.ErrStateContended) {
		t.Errorf("what the other has set: %v", err)
	}
	if r, err = resize(t, mine, 640, 480, true); err != nil || r.PreviousViewport.Width != 800 {
		t.Errorf("forced: %v, %v", r, err)
	}
	if _, err := resize(t, theirs, 800, 600, false); !errors.Is(err, browser.ErrStateContended) {
		t.Errorf("what the first has forced: %v", err)
	}
	if _, err := resize(t, mine, 500, 400, false); err != nil {
		t.Errorf("one's own: %v", err)
	}
}

// A phone's layout is as wide as each page says: going to another page is
// nobody's resize.
func TestResizeOfAPhoneGoesAlong(t *testing.T) {
	site := testpage.New(t)
	wide := site.Page("/wide", `<!doctype html><title>Wide</title><p>without a viewport of its own`)
	page := open(t, newProvider(t), site.Page("/", `<!doctype html><title>Narrow</title><meta name=viewport content="width=device-width">`))
	phone := browser.ResizeRequest{Viewport: browser.Viewport{Width: 390, Height: 844, Scale: 3, Mobile: true}}
	if _, err := page.Resize(within(t, 20*time.Second), phone); err != nil {
		t.Fatal(err)
	}
	holds(t, page, "innerWidth === 390")
	if _, err := page.Navigate(within(t, 10*time.Second), browser.NavigateRequest{URL: wide}); err != nil {
		t.Fatal(err)
	}
	holds(t, page, "innerWidth > 390")
	if _, err := page.Resize(within(t, 20*time.Second), phone); err != nil {
		t.Errorf("nobody else has written: %v", err)
	}
	if err := provider.SendRaw(t.Context(), page, "Emulation.setDeviceMetricsOverride",
		map[string]any{"width": 400, "height": 844, "deviceScaleFactor": 3, "mobile": true, "screenWidth": 400, "screenHeight": 844}); err != nil {
		t.Fatal(err)
	}
	if _, err := page.Resize(within(t, 20*time.Second), phone); !errors.Is(err, browser.ErrStateContended) {
		t.Errorf("another client's phone: %v", err)
	}
}
