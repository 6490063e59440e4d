package bench

import (
	"context"
	"fmt"
	"math"
	"os"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/holdfast-go/holdfast/browser"
	"github.com/holdfast-go/holdfast/internal/testpage"
)

// BenchmarkTable prints one table of all that a snapshot costs, page by page.
// Ours and the floor (../shared/floor.js) are measured by turns, in two tabs of
// one browser; each time is a median of its runs. The trees are raw replies of
// Accessibility.getFullAXTree that nobody decodes.
func BenchmarkTable(b *testing.B) {
	floor, err := os.ReadFile(testpage.Shared(b, "floor.js"))
	if err != nil {
		b.Fatal(err)
	}
	var rows []measured
	for _, saved := range testpage.Saved(b) {
		b.Run(saved.Name, func(b *testing.B) {
			m := measure(b, saved, string(floor))
			b.ReportMetric(m.ms, "ms/snapshot")
			b.ReportMetric(m.floor, "floor-ratio")
			b.ReportMetric(m.tree, "ax-ratio")
			b.ReportMetric(float64(m.tokens), "tokens")
			b.ReportMetric(float64(m.trips), "roundtrips")
			if n := len(rows); n > 0 && rows[n-1].name == m.name {
				rows = rows[:n-1] // the harness runs a benchmark more than once
			}
			rows = append(rows, m)
		})
	}
	fmt.Print("\n", table(rows)) // a log of a benchmark with parts is not shown
}

type measured struct {
	name                                      string
	ms, floor, tree                           float64
	allocs, bytes, chars, tokens, refs, trips int
}

func measure(b *testing.B, saved testpage.SavedPage, floor string) measured {
	ctx := b.Context()
	wire, page := open(b, saved.URL)
	defer page.Close(context.WithoutCancel(ctx))
	session, world := bare(b, saved.URL)
	params := map[string]any{"expression": floor, "contextId": world, "returnByValue": true}
	var snap *browser.Snapshot
	ours := func() (err error) {
		snap, err = page.Snapshot(ctx, browser.SnapshotRequest{})
		return err
	}
	walk := func() error { return session.Call(ctx, "Runtime.evaluate", params, nil) }
	tree := func() error { return session.Call(ctx, "Accessibility.getFullAXTree", nil, nil) }
	for range 10 { // the scripts are compiled by now
		took(b, ours)
		took(b, walk)
	}
	wire.reset()
	took(b, ours)
	m := measured{name: saved.Name, refs: snap.Refs}
	m.trips, m.bytes = wire.counts()
	text := snap.String()
	m.chars, m.tokens = utf8.RuneCountInString(text), tokens(b, text)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	took(b, ours)
	runtime.ReadMemStats(&after)
	m.allocs = int(after.Mallocs - before.Mallocs)

	var times, floors, trees []float64
	for b.Loop() {
		first, second := ours, walk
		if len(times)%2 == 1 {
			first, second = walk, ours
		}
		one, two := took(b, first), took(b, second)
		if len(times)%2 == 1 {
			one, two = two, one
		}
		times, floors = append(times, one), append(floors, two)
	}
	for range 10 {
		trees = append(trees, took(b, tree))
	}
	m.ms = median(times) * 1e3
	m.floor, m.tree = median(times)/median(floors), median(times)/median(trees)
	return m
}

// table writes the rows as Markdown, with what they come to in the last one.
func table(rows []measured) string {
	var s strings.Builder
	s.WriteString("| page | ms | to the floor | to the tree | allocations | bytes on the wire | characters | tokens | refs | round trips |\n")
	s.WriteString("|---|---|---|---|---|---|---|---|---|---|\n")
	var floors, logs []float64
	sum := 0.0
	for _, m := range rows {
		fmt.Fprintf(&s, "| %s | %.1f | %.2f | %.2f | %d | %d | %d | %d | %d | %d |\n",
			m.name, m.ms, m.floor, m.tree, m.allocs, m.bytes, m.chars, m.tokens, m.refs, m.trips)
		floors, logs = append(floors, m.floor), append(logs, math.Log(m.tree))
		sum += math.Log(float64(m.tokens))
	}
	n := float64(len(rows))
	tree := 0.0
	for _, l := range logs {
		tree += l / n
	}
	if len(rows) > 0 {
		fmt.Fprintf(&s, "| all | | median %.2f, worst %.2f | geometric mean %.2f | | | | geometric mean %.0f | | |\n",
			median(floors), slices.Max(floors), math.Exp(tree), math.Exp(sum/n))
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
	sorted := slices.Sorted(slices.Values(values))
	return sorted[len(sorted)/2]
}
