package provider_test

import (
	"context"
	"fmt"
	"math"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/holdfast-go/holdfast/browser"
	"github.com/holdfast-go/holdfast/internal/testpage"
	"github.com/holdfast-go/holdfast/provider"
)

// BenchmarkSnapshot measures the whole path (read, decode, outline, publish) on
// saved pages of real sites, beside two floors of the same run: floor.js, a bare
// walk that reads style and box of every element, and one raw
// Accessibility.getFullAXTree whose reply is not decoded. Ours and the floor take
// turns, so that the machine's noise meets both, and go first by turns; each
// figure is a median. The trees come last: whatever ran behind one would take 1
// to 2 ms longer, in the caches that it leaves cold and what there is to clean up.
//
//	floor-ratio, ax-ratio   our time divided by theirs
//	chars                   of the printed outline
//	refs                    elements with refs
func BenchmarkSnapshot(b *testing.B) {
	floor, err := os.ReadFile(testpage.Shared(b, "floor.js"))
	if err != nil {
		b.Fatal(err)
	}
	pages := testpage.Saved(b)
	p := newProvider(b)
	var floors, axes []float64
	for _, saved := range pages {
		b.Run(saved.Name, func(b *testing.B) {
			page := open(b, p, saved.URL)
			defer page.Close(context.WithoutCancel(b.Context()))
			ctx := b.Context()
			world, err := provider.Isolated(ctx, page)
			if err != nil {
				b.Fatal(err)
			}
			evaluate := map[string]any{"expression": string(floor), "contextId": world, "returnByValue": true}
			var snap *browser.Snapshot
			for range 10 { // both scripts are compiled by now, in the browser too
				if snap, err = page.Snapshot(ctx, browser.SnapshotRequest{}); err != nil {
					b.Fatal(err)
				}
				if err := provider.SendRaw(ctx, page, "Runtime.evaluate", evaluate); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportAllocs()
			var ours, bare, raw []float64
			walk := func() error { return provider.SendRaw(ctx, page, "Runtime.evaluate", evaluate) }
			for b.Loop() {
				b.StopTimer()
				if len(ours)%2 == 0 {
					bare = append(bare, took(b, walk))
				}
				b.StartTimer()
				ours = append(ours, took(b, func() (err error) {
					snap, err = page.Snapshot(ctx, browser.SnapshotRequest{})
					return err
				}))
				b.StopTimer()
				if len(bare) < len(ours) {
					bare = append(bare, took(b, walk))
				}
				b.StartTimer()
			}
			b.StopTimer()
			for range min(len(ours), 20) {
				raw = append(raw, took(b, func() error { return provider.SendRaw(ctx, page, "Accessibility.getFullAXTree", nil) }))
			}
			f, x := median(ours)/median(bare), median(ours)/median(raw)
			floors, axes = append(floors, f), append(axes, x)
			b.ReportMetric(median(ours)*1e3, "ms/snapshot")
			b.ReportMetric(f, "floor-ratio")
			b.ReportMetric(x, "ax-ratio")
			b.ReportMetric(float64(len(snap.String())), "chars")
			b.ReportMetric(float64(snap.Refs), "refs")
		})
	}
	b.Logf("%d pages: floor ratio median %.2f worst %.2f; getFullAXTree ratio geometric mean %.3f",
		len(floors), median(floors), slices.Max(append(floors, 0)), geometricMean(axes))
}

// BenchmarkClick measures the receipt of a click on a quiet page beside the
// bare protocol commands of a careful click (resolve, quads, move, press,
// release) sent one after another.
func BenchmarkClick(b *testing.B) {
	page := open(b, newProvider(b), testpage.HTML(b, clickPage(20)))
	snap := snapshot(b, page)
	button := ref(b, snap, "button", "Count 7")
	ctx := b.Context()
	var ours, bare []float64
	for b.Loop() {
		ours = append(ours, took(b, func() error {
			_, err := page.Click(ctx, browser.ClickRequest{Ref: button})
			return err
		}))
		b.StopTimer()
		bare = append(bare, took(b, func() error { return provider.BareClick(ctx, page, "#b7") }))
		b.StartTimer()
	}
	b.ReportMetric(median(ours)*1e3, "ms/click")
	b.ReportMetric(median(ours)/median(bare), "bare-ratio")
	b.ReportMetric(3, "roundtrips/op") // counted by TestRoundTrips
}

func clickPage(n int) string {
	var s strings.Builder
	s.WriteString(`<!doctype html><title>Click</title><p id="n">0</p>`)
	for i := range n {
		fmt.Fprintf(&s, `<p>Row %d <button id="b%d" onclick="n.textContent++">Count %d</button></p>`, i, i, i)
	}
	return s.String()
}

func took(tb testing.TB, call func() error) float64 {
	began := time.Now()
	if err := call(); err != nil {
		tb.Fatal(err)
	}
	return time.Since(began).Seconds()
}

func median(values []float64) float64 {
	if len(values) == 0 {
		return math.NaN()
	}
	sorted := slices.Sorted(slices.Values(values))
	return sorted[len(sorted)/2]
}

func geometricMean(values []float64) float64 {
	sum := 0.0
	for _, v := range values {
		sum += math.Log(v)
	}
	return math.Exp(sum / float64(len(values)))
}
