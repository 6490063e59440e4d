package provider_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/holdfast-go/holdfast/browser"
	"github.com/holdfast-go/holdfast/internal/testpage"
	"github.com/holdfast-go/holdfast/transport"
)

const takeoverPage = `<title>t</title><body style="height:3000px"><button onclick="document.title = 'clicked'">Go</button><label>Name <input></label>`

func TestTakeover(t *testing.T) {
	p := newProvider(t)
	page := open(t, p, testpage.HTML(t, takeoverPage))
	other, err := p.Open(within(t, 20*time.Second), browser.OpenRequest{URL: testpage.HTML(t, takeoverPage), Background: true})
	if err != nil {
		t.Fatal(err)
	}
	snap := snapshot(t, page)
	button, field := ref(t, snap, "button", "Go"), ref(t, snap, "textbox", "Name")
	p.Takeover(page.ID(), true)
	p.Takeover(page.ID(), true) // a state, not a count

	ctx := within(t, 30*time.Second)
	refused := map[string]func() error{
		"click":    func() error { _, err := page.Click(ctx, browser.ClickRequest{Ref: button}); return err },
		"fill":     func() error { _, err := page.Fill(ctx, browser.FillRequest{Ref: field, Value: "x"}); return err },
		"press":    func() error { _, err := page.Press(ctx, browser.PressRequest{Key: "Tab"}); return err },
		"hover":    func() error { _, err := page.Hover(ctx, browser.HoverRequest{Ref: button}); return err },
		"drag":     func() error { _, err := page.Drag(ctx, browser.DragRequest{Ref: button, DX: 5}); return err },
		"navigate": func() error { _, err := page.Navigate(ctx, browser.NavigateRequest{URL: "about:blank"}); return err },
		"execute":  func() error { _, err := page.Execute(ctx, browser.ExecuteRequest{Code: "1"}); return err },
		"dialog": func() error {
			_, err := page.Dialog(ctx, browser.DialogRequest{Action: browser.AcceptDialog})
			return err
		},
		"selectText": func() error { _, err := page.SelectText(ctx, browser.SelectTextRequest{Ref: field}); return err },
		"close":      func() error { return page.Close(ctx) },
		"open":       func() error { _, err := p.Open(ctx, browser.OpenRequest{}); return err },
		"activate":   func() error { return p.Activate(ctx, other.ID()) },
	}
	for name, call := range refused {
		err := call()
		if e := browser.AsError(err); !errors.Is(err, browser.ErrTakenOver) || !e.Retryable || e.Hint == "" || e.Details.Holder != browser.HolderHuman {
			t.Errorf("%s: %v", name, err)
		}
	}
	// Looking works, each result says so, and the epoch stays.
	for range 2 {
		found, err := page.Find(ctx, browser.FindRequest{Query: "Go"})
		if err != nil || !strings.Contains(found.String(), "a person operates this page") {
			t.Errorf("find: %v, %v", found, err)
		}
	}
	text, err := page.Text(ctx, browser.TextRequest{})
	if err != nil || !strings.Contains(text.String(), "a person operates this page") {
		t.Errorf("text: %v, %v", text, err)
	}
	if _, err := page.Scroll(ctx, browser.ScrollRequest{DY: 100}); err != nil {
		t.Errorf("scroll is looking: %v", err)
	}
	if r := click(t, other, "button", "Go"); strings.Contains(r.String(), "person") {
		t.Errorf("another tab is not taken over: %s", r)
	}

	p.Takeover(page.ID(), false)
	r, err := page.Click(ctx, browser.ClickRequest{Ref: button})
	if err != nil {
		t.Fatalf("refs outlive a takeover: %v", err)
	}
	if !strings.Contains(r.String(), "look at it again") || len(r.SinceLast) == 0 || r.SinceLast[0].Takeover.Active {
		t.Errorf("the model is not told to look again: %s", r)
	}
	holds(t, page, "document.title === 'clicked'")
	if again, err := page.Find(ctx, browser.FindRequest{Query: "Go"}); err != nil || strings.Contains(again.String(), "takeover") {
		t.Errorf("told twice: %v, %v", again, err)
	}
	if now := snapshot(t, page); now.Epoch != snap.Epoch+1 {
		t.Errorf("epoch %d after one snapshot at %d: the takeover moved it", now.Epoch, snap.Epoch)
	}
}

func TestAHostTellsOfATakeover(t *testing.T) {
	host := tabHost(t)
	p := over(t, host)
	page := open(t, p, testpage.HTML(t, takeoverPage))
	button := ref(t, snapshot(t, page), "button", "Go")
	press := func() error {
		_, err := page.Click(within(t, 10*time.Second), browser.ClickRequest{Ref: button})
		return err
	}
	event := transport.Event{Kind: transport.Takeover, Tab: transport.Tab{ID: transport.TabID(page.ID())}, Active: true}
	host.Emit(event)
	eventually(t, "clicks are refused", func() bool { return errors.Is(press(), browser.ErrTakenOver) })
	event.Active = false
	host.Emit(event)
	eventually(t, "clicks work again", func() bool { return press() == nil })
}
