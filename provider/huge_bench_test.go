package provider_test

import (
	"context"
	"os"
	"testing"

	"github.com/holdfast-go/holdfast/browser"
	"github.com/holdfast-go/holdfast/internal/testpage"
	"github.com/holdfast-go/holdfast/provider"
)

// BenchmarkHugeSnapshot measures a table of 20,000 rows with a button each
// (case R11) against the in-page floor, by turns.
func BenchmarkHugeSnapshot(b *testing.B) {
	floor, err := os.ReadFile(testpage.Shared(b, "floor.js"))
	if err != nil {
		b.Fatal(err)
	}
	page := open(b, newProvider(b), testpage.Cases(b).URL("/cases/R11-huge-table/"))
	ctx := b.Context()
	defer page.Close(context.WithoutCancel(ctx))
	world, err := provider.Isolated(ctx, page)
	if err != nil {
		b.Fatal(err)
	}
	evaluate := map[string]any{"expression": string(floor), "contextId": world, "returnByValue": true}
	walk := func() error { return provider.SendRaw(ctx, page, "Runtime.evaluate", evaluate) }
	var snap *browser.Snapshot
	look := func() (err error) {
		snap, err = page.Snapshot(ctx, browser.SnapshotRequest{})
		return err
	}
	for range 2 {
		took(b, look)
		took(b, walk)
	}
	b.ReportAllocs()
	var ours, bare []float64
	for b.Loop() {
		ours = append(ours, took(b, look))
		b.StopTimer()
		bare = append(bare, took(b, walk))
		b.StartTimer()
	}
	b.ReportMetric(median(ours)*1e3, "ms/snapshot")
	b.ReportMetric(median(ours)/median(bare), "floor-ratio")
	b.ReportMetric(float64(snap.Refs), "refs")
}
