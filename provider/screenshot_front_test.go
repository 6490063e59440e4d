package provider_test

import (
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/holdfast-go/holdfast/browser"
	"github.com/holdfast-go/holdfast/internal/testpage"
	"github.com/holdfast-go/holdfast/provider"
)

// TestCaseR50BackgroundShot takes tabs that are not in front.
func TestCaseR50BackgroundShot(t *testing.T) {
	cases := testpage.Cases(t)
	// A small window: with the race detector on, pixels take their time.
	small := provider.WithEmulation(provider.Emulation{Viewport: &browser.Viewport{Width: 320, Height: 240}})
	p := launched(t, small)
	address := func(query string) string { return cases.URL("/cases/R50-background-shot/?c=" + query) }
	a, b := open(t, p, address("ff0000")), open(t, p, address("00ff00"))
	quick := func(page browser.Page, r browser.ScreenshotRequest, want uint32) *browser.Screenshot {
		t.Helper()
		s, m := shoot(t, page, r)
		if s.Elapsed > 5*time.Second {
			t.Errorf("it took %v", s.Elapsed)
		}
		if got := colourAt(m, 10, 10); got != rgb(want) {
			t.Errorf("the picture of another tab: %v", got)
		}
		return s
	}
	front := func() browser.TabID {
		for _, page := range []browser.Page{a, b} {
			if evalAs[string](t, page, "document.visibilityState") == "visible" {
				return page.ID()
			}
		}
		return ""
	}
	eventually(t, "B is in front", func() bool { return front() == b.ID() })

	if s := quick(a, browser.ScreenshotRequest{}, 0xff0000); s.CameToFront && s.BackTo != b.ID() {
		t.Errorf("%s", s)
	}
	eventually(t, "B is in front again", func() bool { return front() == b.ID() })

	var both sync.WaitGroup
	both.Go(func() { quick(a, browser.ScreenshotRequest{}, 0xff0000) })
	both.Go(func() { quick(b, browser.ScreenshotRequest{}, 0x00ff00) })
	both.Wait()
	eventually(t, "B is in front after both", func() bool { return front() == b.ID() })

	// What is typed in B meanwhile arrives.
	field := ref(t, snapshot(t, b), "textbox", "Text")
	if _, err := b.Click(within(t, 10*time.Second), browser.ClickRequest{Ref: field}); err != nil {
		t.Fatal(err)
	}
	both.Go(func() { quick(a, browser.ScreenshotRequest{}, 0xff0000) })
	for _, key := range "abcdefghij" {
		if _, err := b.Press(within(t, 10*time.Second), browser.PressRequest{Key: string(key)}); err != nil {
			t.Fatal(err)
		}
	}
	both.Wait()
	holds(t, b, "txt.value === 'abcdefghij'")

	// A tab that stays behind says so in time, and can still be read.
	start := time.Now()
	if _, err := a.Screenshot(within(t, 10*time.Second), browser.ScreenshotRequest{StayBehind: true}); err != nil && !errors.Is(err, browser.ErrTimeout) {
		t.Errorf("%v", err)
	}
	if took := time.Since(start); took > 4*time.Second {
		t.Errorf("it took %v", took)
	}
	snapshot(t, a)

	// A page that has just begun, and one that is 30,000 pixels high.
	c := open(t, p, address("00ffff"))
	if _, err := c.Navigate(within(t, 10*time.Second), browser.NavigateRequest{URL: address("ffff00"), Until: browser.UntilCommit}); err != nil {
		t.Fatal(err)
	}
	quick(c, browser.ScreenshotRequest{}, 0xffff00)
	d := open(t, p, address("0000ff&h=30000"))
	s, m := shoot(t, d, browser.ScreenshotRequest{FullPage: true})
	// 10 million pixels take a second to decode and encode, and with the race
	// detector on five.
	if s.Height < 30000 || colourAt(m, 10, 10) != rgb(0x0000ff) || s.Elapsed > 15*time.Second {
		t.Errorf("%s in %v", s, s.Elapsed)
	}
	holds(t, d, "innerHeight === __h0")
}

// TestLongPagesArePutTogether compares what lies beyond the height that the
// browser paints at once.
func TestLongPagesArePutTogether(t *testing.T) {
	page := open(t, newProvider(t, provider.WithEmulation(provider.Emulation{Viewport: &browser.Viewport{Width: 200, Height: 300, Scale: 1.25}})),
		testpage.HTML(t, `<title>Long</title><body style="margin:0;height:36000px;background:linear-gradient(#fff,#fff)">`+
			`<script>for (let i = 0; i < 36; i++) document.body.insertAdjacentHTML('beforeend', '<div style="position:absolute;left:0;width:50px;height:100px;top:' + (i * 1000 + 500) + 'px;background:rgb(' + (i * 5) + ',0,99)"></div>')</script>`))
	s, m := shoot(t, page, browser.ScreenshotRequest{FullPage: true})
	if s.Height != 45000 {
		t.Fatalf("%s", s)
	}
	for i := range 36 {
		want := rgb(uint32(i*5)<<16 | 99)
		top := float64(i*1000+500) * 1.25
		for _, at := range []float64{top + 1, top + 60, top + 123} {
			if got := colourAt(m, 30, int(at)); got != want {
				t.Errorf("stripe %d has %v at %.0f", i, got, at)
			}
		}
		if got := colourAt(m, 30, int(top)-2); got != rgb(0xffffff) {
			t.Errorf("above stripe %d is %v", i, got)
		}
	}
	huge := open(t, newProvider(t), testpage.HTML(t, `<title>Huge</title><body style="margin:0;height:9000000px">`))
	_, err := huge.Screenshot(within(t, 20*time.Second), browser.ScreenshotRequest{FullPage: true})
	if e := browser.AsError(err); e == nil || e.Code != browser.CodeInvalidArgument || e.Hint == "" {
		t.Errorf("%v", err)
	} else if want := fmt.Sprint(browser.MaxPixels); !strings.Contains(e.Message, want) {
		t.Errorf("the limit %s is not named: %v", want, err)
	}
	if evalAs[int](t, huge, "1+1") != 2 {
		t.Error("the tab does not answer")
	}
}
