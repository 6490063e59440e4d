package provider_test

import (
	"context"
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/holdfast-go/holdfast/browser"
	"github.com/holdfast-go/holdfast/internal/testpage"
)

// BenchmarkHundredPages opens 100 pages in one browser and reads each in turn,
// beside one page alone in the same browser.
//
//	KiB/page      heap of this program that a page takes after a collection, with
//	              its refs and the last outlines
//	KiB/outline   the part of it that came with the first reading: outlines, refs
//	ms/snapshot   median over the 100, taken in turn
//	alone-ratio   that, divided by the median of as many snapshots of one page
func BenchmarkHundredPages(b *testing.B) {
	const pages = 100
	var words strings.Builder
	words.WriteString(`<!doctype html><title>Page</title><link rel=icon href="data:,"><h1>Orders</h1><table>`)
	for i := range 100 {
		fmt.Fprintf(&words, `<tr><td>Order %d<td>%d items<td><a href="/order/%d">Open</a> <button>Pay %d</button></tr>`, i, i%7, i, i)
	}
	address := testpage.HTML(b, words.String()+`</table><label>Search <input></label>`)
	ctx := b.Context()
	for b.Loop() {
		p := newProvider(b)
		alone := open(b, p, address)
		read := func(page browser.Page) func() error {
			return func() error {
				_, err := page.Snapshot(ctx, browser.SnapshotRequest{})
				return err
			}
		}
		var single []float64
		for range pages {
			single = append(single, took(b, read(alone)))
		}
		empty := heapSize()
		opened := make([]browser.Page, pages)
		for i := range opened {
			page, err := p.Open(ctx, browser.OpenRequest{URL: address, Background: true})
			if err != nil {
				b.Fatal(err)
			}
			opened[i] = page
		}
		unread := heapSize()
		for _, page := range opened { // the first reading compiles the script
			if err := read(page)(); err != nil {
				b.Fatal(err)
			}
		}
		var each []float64
		for _, page := range opened {
			each = append(each, took(b, read(page)))
		}
		full := heapSize()
		b.ReportMetric(float64(full-empty)/pages/1024, "KiB/page")
		b.ReportMetric(float64(full-unread)/pages/1024, "KiB/outline")
		b.ReportMetric(median(each)*1e3, "ms/snapshot")
		b.ReportMetric(median(each)/median(single), "alone-ratio")
		b.ReportMetric(float64(runtime.NumGoroutine())/pages, "goroutines/page")
		for _, page := range append(opened, alone) {
			if err := page.Close(context.WithoutCancel(ctx)); err != nil {
				b.Fatal(err)
			}
		}
	}
}
