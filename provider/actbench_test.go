package provider_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/holdfast-go/holdfast/browser"
	"github.com/holdfast-go/holdfast/internal/testpage"
	"github.com/holdfast-go/holdfast/provider"
)

// trips counts the round trips of commands: input that is written together is
// awaited once.
func trips(methods []string) int {
	n, before := 0, false
	for _, m := range methods {
		input := strings.HasPrefix(m, "Input.")
		if !input || !before {
			n++
		}
		before = input
	}
	return n
}

// BenchmarkClickReceipt measures the receipt of a click on a quiet page beside a
// click of which nobody wants to know anything but that the page's own handlers
// ended and two frames passed (from the press on, with the pointer there
// already).
//
//	handlers-ratio   our time divided by that
func BenchmarkClickReceipt(b *testing.B) {
	h, page := watchedPage(b, testpage.HTML(b, clickPage(20)))
	button := ref(b, snapshot(b, page), "button", "Count 7")
	ctx := b.Context()
	var ours, handlers []float64
	sent := 0
	for b.Loop() {
		h.commands()
		ours = append(ours, took(b, func() error {
			_, err := page.Click(ctx, browser.ClickRequest{Ref: button})
			return err
		}))
		b.StopTimer()
		sent += trips(h.commands())
		press, err := provider.HandledClick(ctx, page, "#b7")
		if err != nil {
			b.Fatal(err)
		}
		handlers = append(handlers, took(b, press))
		b.StartTimer()
	}
	b.ReportMetric(median(ours)*1e3, "ms/click")
	b.ReportMetric(median(ours)/median(handlers), "handlers-ratio")
	b.ReportMetric(float64(sent)/float64(len(ours)), "roundtrips/op")
}

// BenchmarkFill measures the receipt of a fill on a quiet page beside the bare
// protocol commands of a careful one, sent one after another.
//
//	bare-ratio   our time divided by theirs
func BenchmarkFill(b *testing.B) {
	h, page := watchedPage(b, testpage.HTML(b, `<!doctype html><title>Fill</title><p>Row <input id=name aria-label=Name></p>`))
	field := ref(b, snapshot(b, page), "textbox", "Name")
	ctx := b.Context()
	var ours, bare []float64
	sent := 0
	for b.Loop() {
		h.commands()
		ours = append(ours, took(b, func() error {
			_, err := page.Fill(ctx, browser.FillRequest{Ref: field, Value: fmt.Sprint("Ada ", len(ours))})
			return err
		}))
		b.StopTimer()
		sent += trips(h.commands())
		bare = append(bare, took(b, func() error { return provider.BareFill(ctx, page, "#name", fmt.Sprint("Bob ", len(bare))) }))
		b.StartTimer()
	}
	b.ReportMetric(median(ours)*1e3, "ms/fill")
	b.ReportMetric(median(ours)/median(bare), "bare-ratio")
	b.ReportMetric(float64(sent)/float64(len(ours)), "roundtrips/op")
}
