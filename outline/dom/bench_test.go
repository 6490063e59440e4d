package dom

import (
	"context"
	"encoding/json"
	"math"
	"os"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/holdfast-go/holdfast/cdp"
	"github.com/holdfast-go/holdfast/internal/testbrowser"
	"github.com/holdfast-go/holdfast/internal/testpage"
	"github.com/holdfast-go/holdfast/outline"
	"github.com/holdfast-go/holdfast/refs"
)

// BenchmarkRead measures the whole path from the page to the text (read,
// publish, outline) on saved pages of real sites, beside what it is compared
// with: the floor (../shared/floor.js, in the same world) and one undecoded
// Accessibility.getFullAXTree. Every iteration measures all three, so that
// what else the machine does hits all of them; the ratios are of medians.
//
// Metrics: ms and floor-ms (medians), floor-ratio, ax-ratio, wire-B (the reply
// of the read), rows, refs, chars, rounds (round trips of a read).
func BenchmarkRead(b *testing.B) {
	pages := testpage.Saved(b)
	floor, err := os.ReadFile(testpage.Shared(b, "floor.js"))
	if err != nil {
		b.Fatal(err)
	}
	var floors, trees []float64
	for _, page := range pages {
		b.Run(page.Name, func(b *testing.B) {
			m := measure(b, page.URL, string(floor))
			floors = append(floors, m.ratioFloor)
			trees = append(trees, m.ratioAX)
		})
	}
	if len(floors) == 0 {
		return
	}
	slices.Sort(floors)
	logs := 0.0
	for _, r := range trees {
		logs += math.Log(r)
	}
	b.Logf("ratio to the floor: median %.2f, worst %.2f; to getFullAXTree: geometric mean %.2f",
		floors[len(floors)/2], floors[len(floors)-1], math.Exp(logs/float64(len(trees))))
}

type measured struct{ ratioFloor, ratioAX float64 }

// counting counts the commands and the bytes of replies; frames are read side by
// side.
type counting struct {
	session *cdp.Session
	mu      sync.Mutex
	calls   int
	bytes   int
}

func (c *counting) Call(ctx context.Context, method string, params, result any) error {
	var raw []byte
	if err := c.session.Call(ctx, method, params, &raw); err != nil {
		return err
	}
	c.mu.Lock()
	c.calls++
	c.bytes += len(raw)
	c.mu.Unlock()
	return json.Unmarshal(raw, result)
}

func measure(b *testing.B, url, floor string) measured {
	session := testbrowser.Tab(b)
	ctx := b.Context()
	testbrowser.Size(b, session, 1280, 800)
	testbrowser.Show(b, session, url, "Page.loadEventFired")

	count := &counting{session: session}
	counted, err := New(count)
	if err != nil {
		b.Fatal(err)
	}
	if _, err := counted.Read(ctx, ReadOptions{}); err != nil {
		b.Fatal(err)
	}
	count.calls, count.bytes = 0, 0
	if _, err := counted.Read(ctx, ReadOptions{}); err != nil {
		b.Fatal(err)
	}

	reader, err := New(session)
	if err != nil {
		b.Fatal(err)
	}
	registry := refs.New(refs.Options{})
	var built *outline.Outline
	var tree *outline.Tree
	snapshot := func() {
		if tree, err = reader.Read(ctx, ReadOptions{}); err != nil {
			b.Fatal(err)
		}
		observation, at := tree.Observation()
		tree.SetRefs(at, registry.Publish(observation).Refs)
		built = outline.Build(tree, outline.Options{})
	}
	context := counted.world.context
	raw := []byte{}
	atFloor := func() {
		testbrowser.Call(b, session, "Runtime.evaluate", map[string]any{"expression": floor, "contextId": context, "returnByValue": true}, &raw)
	}
	atTree := func() { testbrowser.Call(b, session, "Accessibility.getFullAXTree", nil, &raw) }
	snapshot()
	atFloor()
	atTree()
	var snapshots, floors, trees []time.Duration
	for b.Loop() {
		floors = append(floors, timed(atFloor))
		snapshots = append(snapshots, timed(snapshot))
		trees = append(trees, timed(atTree))
	}
	m := measured{
		ratioFloor: float64(median(snapshots)) / float64(median(floors)),
		ratioAX:    float64(median(snapshots)) / float64(median(trees)),
	}
	b.ReportMetric(0, "ns/op")
	b.ReportMetric(ms(median(snapshots)), "ms")
	b.ReportMetric(ms(median(floors)), "floor-ms")
	b.ReportMetric(m.ratioFloor, "floor-ratio")
	b.ReportMetric(m.ratioAX, "ax-ratio")
	b.ReportMetric(float64(count.bytes), "wire-B")
	b.ReportMetric(float64(count.calls), "rounds")
	b.ReportMetric(float64(len(tree.Nodes)), "rows")
	b.ReportMetric(float64(built.Counts().Refs), "refs")
	b.ReportMetric(float64(len([]rune(built.String()))), "chars")
	return m
}

func timed(f func()) time.Duration {
	start := time.Now()
	f()
	return time.Since(start)
}

func median(d []time.Duration) time.Duration {
	d = slices.Clone(d)
	slices.Sort(d)
	return d[len(d)/2]
}

func ms(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }
