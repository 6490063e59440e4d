package ax

import (
	"context"
	"encoding/json"
	"math"
	"runtime"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/holdfast-go/holdfast/cdp"
	"github.com/holdfast-go/holdfast/internal/testbrowser"
	"github.com/holdfast-go/holdfast/internal/testpage"
	"github.com/holdfast-go/holdfast/outline"
	"github.com/holdfast-go/holdfast/outline/dom"
)

// BenchmarkRead measures reads of saved pages of real sites, each beside one
// Accessibility.getFullAXTree whose reply is not decoded, in turns.
//
// Metrics: ms (median), ax-ratio (of medians), wire-B (all replies of a read),
// alloc-per-wire-B (what a read allocates), rounds (commands that wait for each
// other: those sent together count as one), rows and refs.
func BenchmarkRead(b *testing.B) {
	var ratios []float64
	for _, page := range testpage.Saved(b) {
		b.Run(page.Name, func(b *testing.B) { ratios = append(ratios, measure(b, page.URL)) })
	}
	if len(ratios) > 0 {
		logs := 0.0
		for _, r := range ratios {
			logs += math.Log(r)
		}
		b.Logf("ratio to raw getFullAXTree: geometric mean %.2f, worst %.2f", math.Exp(logs/float64(len(ratios))), slices.Max(ratios))
	}
}

// BenchmarkReadTable measures a table with two things to act on in each of its
// 4,000 rows.
func BenchmarkReadTable(b *testing.B) {
	measure(b, testpage.Cases(b).URL("/cases/R11-huge-table/?rows=4000"))
}

// metered counts the bytes and rounds of a reader.
type metered struct {
	session *cdp.Session

	mu     sync.Mutex
	bytes  int
	rounds int
	flying int
}

func (m *metered) Call(ctx context.Context, method string, params, result any) error {
	m.mu.Lock()
	if m.flying == 0 {
		m.rounds++
	}
	m.flying++
	m.mu.Unlock()
	var raw []byte
	err := m.session.Call(ctx, method, params, &raw)
	m.mu.Lock()
	m.flying--
	m.bytes += len(raw)
	m.mu.Unlock()
	if err != nil || result == nil {
		return err
	}
	return json.Unmarshal(raw, result)
}

func measure(b *testing.B, url string) (ratio float64) {
	b.Helper()
	s := testbrowser.Tab(b)
	ctx := b.Context()
	testbrowser.Size(b, s, 1280, 800)
	testbrowser.Show(b, s, url, "Page.loadEventFired")

	open := func(c dom.Caller) *Reader {
		page, err := dom.New(c)
		if err != nil {
			b.Fatal(err)
		}
		r, err := New(page)
		if err != nil {
			b.Fatal(err)
		}
		return r
	}
	var tree *outline.Tree
	read := func(r *Reader) {
		var err error
		if tree, err = r.Read(ctx, ReadOptions{}); err != nil {
			b.Fatal(err)
		}
	}
	count := &metered{session: s}
	counted, r := open(count), open(s)
	read(counted)
	count.bytes, count.rounds = 0, 0
	read(counted)
	read(r)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	read(r)
	runtime.ReadMemStats(&after)
	var ours, theirs []time.Duration
	var raw []byte
	for b.Loop() {
		start := time.Now()
		read(r)
		ours = append(ours, time.Since(start))
		start = time.Now()
		testbrowser.Call(b, s, "Accessibility.getFullAXTree", nil, &raw)
		theirs = append(theirs, time.Since(start))
	}
	slices.Sort(ours)
	slices.Sort(theirs)
	mine, other := ours[len(ours)/2], theirs[len(theirs)/2]
	ratio = float64(mine) / float64(other)
	observation, _ := tree.Observation()
	b.ReportMetric(0, "ns/op")
	b.ReportMetric(float64(mine)/float64(time.Millisecond), "ms")
	b.ReportMetric(ratio, "ax-ratio")
	b.ReportMetric(float64(count.bytes), "wire-B")
	b.ReportMetric(float64(after.TotalAlloc-before.TotalAlloc)/float64(count.bytes), "alloc-per-wire-B")
	b.ReportMetric(float64(count.rounds), "rounds")
	b.ReportMetric(float64(len(tree.Nodes)), "rows")
	b.ReportMetric(float64(len(observation.Targets)), "refs")
	return ratio
}
