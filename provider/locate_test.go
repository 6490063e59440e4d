package provider_test

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/holdfast-go/holdfast/browser"
	"github.com/holdfast-go/holdfast/internal/testpage"
)

func locate(tb testing.TB, page browser.Page, r browser.LocateRequest) *browser.Location {
	tb.Helper()
	l, err := page.Locate(within(tb, 10*time.Second), r)
	if err != nil {
		tb.Fatal(err)
	}
	return l
}

func TestLocate(t *testing.T) {
	page := open(t, newProvider(t), testpage.HTML(t, `<!doctype html><title>Where</title>
<style>body { margin: 0 } button { position: absolute; left: 40px; width: 120px; height: 30px }</style>
<button style="top: 20px">Here</button><button style="top: 3000px">There</button><button style="top: 80px" id=gone>Gone</button>`))
	snap := snapshot(t, page)
	here, there, gone := ref(t, snap, "button", "Here"), ref(t, snap, "button", "There"), ref(t, snap, "button", "Gone")
	l := locate(t, page, browser.LocateRequest{Ref: here})
	if l.Box != (browser.Rect{X: 40, Y: 20, Width: 120, Height: 30}) || !l.InViewport || l.Scrolled || l.Hidden || l.Target.Name != "Here" {
		t.Errorf("%+v", l)
	}
	l = locate(t, page, browser.LocateRequest{Ref: there})
	if l.Box.Y != 3000 || l.InViewport || l.Scrolled {
		t.Errorf("below the view: %+v", l)
	}
	holds(t, page, "scrollY === 0")
	l = locate(t, page, browser.LocateRequest{Ref: there, Scroll: true})
	if !l.InViewport || !l.Scrolled || l.Box.Y > 800 {
		t.Errorf("scrolled to: %+v", l)
	}
	if l = locate(t, page, browser.LocateRequest{Ref: here}); l.InViewport || l.Box.Y >= 0 {
		t.Errorf("what was scrolled away from: %+v", l)
	}
	if text := l.String(); !strings.Contains(text, "in_viewport=false") || !strings.Contains(text, "width=120") {
		t.Errorf("the text is %s", text)
	}
	evalAs[any](t, page, "gone.style.display = 'none', 0")
	if l = locate(t, page, browser.LocateRequest{Ref: gone, Scroll: true}); !l.Hidden || l.InViewport {
		t.Errorf("a hidden one: %+v", l)
	}
	evalAs[any](t, page, "gone.remove(), 0")
	if _, err := page.Locate(t.Context(), browser.LocateRequest{Ref: gone}); !errors.Is(err, browser.ErrStaleRef) {
		t.Errorf("one that is gone: %v", err)
	}
}

// TestHighlight: the mark is in the picture, the page is as it was, and it goes.
func TestHighlight(t *testing.T) {
	h, page := watchedPage(t, testpage.HTML(t, `<!doctype html><title>Mark</title><button style="font-size: 60px">Here</button>`))
	here := ref(t, snapshot(t, page), "button", "Here")
	picture := func() string {
		t.Helper()
		shot, err := page.Screenshot(within(t, 10*time.Second), browser.ScreenshotRequest{})
		if err != nil {
			t.Fatal(err)
		}
		return string(shot.Data)
	}
	plain := picture()
	before := evalAs[string](t, page, "document.documentElement.outerHTML")
	h.commands()
	for range 2 {
		if l := locate(t, page, browser.LocateRequest{Ref: here, Highlight: true}); !l.Highlighted {
			t.Errorf("%+v", l)
		}
	}
	if picture() == plain {
		t.Error("the mark cannot be seen")
	}
	if after := evalAs[string](t, page, "document.documentElement.outerHTML"); after != before {
		t.Error("the mark is in the page")
	}
	eventually(t, "the mark goes by itself", func() bool { return picture() == plain })
	sent := h.commands()
	if slices.Contains(sent, "Overlay.highlightRect") {
		t.Error("highlightRect tints the whole view")
	}
	for _, pair := range [][2]string{{"Overlay.enable", "Overlay.disable"}, {"DOM.enable", "DOM.disable"}, {"Overlay.highlightNode", "Overlay.hideHighlight"}} {
		count := func(method string) (n int) {
			for _, m := range sent {
				if m == method {
					n++
				}
			}
			return n
		}
		if on, off := count(pair[0]), count(pair[1]); on != 2 || off != 2 {
			t.Errorf("%s %d times, %s %d times", pair[0], on, pair[1], off)
		}
	}
}
