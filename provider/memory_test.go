package provider_test

import (
	"context"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"sync/atomic"
	"testing"
	"time"

	"github.com/holdfast-go/holdfast/browser"
	"github.com/holdfast-go/holdfast/internal/testbrowser"
	"github.com/holdfast-go/holdfast/internal/testpage"
	"github.com/holdfast-go/holdfast/provider"
	"github.com/holdfast-go/holdfast/transport"
	"github.com/holdfast-go/holdfast/transport/chrome"
)

// What a snapshot may cost this program, as far as it holds today. The aim for the
// peak is 4: rows are packed on the wire (22 bytes each in the table), and the tree
// and the outline take some 250 of them apart while they stand side by side.
const (
	mostPeak   = 20  // times the bytes of the browser's replies, while it is made
	mostPerRef = 200 // bytes a ref afterwards, beside the outlines
	mostPerRow = 120 // bytes a row of each outline that is kept, beside its words
	mostKept   = 3   // outlines of one page that are kept
)

// TestMemory measures the heap of the whole path, from the pipe to the outline,
// on a page as large as a long encyclopedia article and on a table of 20,000
// rows with a button each. The heap is collected before a snapshot; while it is
// made, a sampler reads its size every 100 µs, and the collector runs whenever it
// has grown by a twentieth, so that the peak is what is in use and not what has
// yet to be swept.
func TestMemory(t *testing.T) {
	for _, tc := range []struct{ name, url string }{
		{"table of 20,000 rows", testpage.Cases(t).URL("/cases/R11-huge-table/")},
		{"wikipedia-2", savedPage(t, "wikipedia-2")},
	} {
		t.Run(tc.name, func(t *testing.T) {
			host := &weighedHost{Host: testbrowser.Host(t)}
			p, err := provider.New(t.Context(), host, provider.WithSharedHost())
			if err != nil {
				t.Fatal(err)
			}
			defer p.Close()
			page := open(t, p, tc.url)
			empty := heapSize()
			ctx := within(t, time.Minute)
			look := func() *browser.Snapshot {
				t.Helper()
				snap, err := page.Snapshot(ctx, browser.SnapshotRequest{})
				if err != nil {
					t.Fatal(err)
				}
				return snap
			}
			look()
			refs := look().Refs
			before := heapSize()
			host.take()
			percent := debug.SetGCPercent(5)
			sampler := newSampler()
			snap := look()
			peak := sampler.stop()
			debug.SetGCPercent(percent)
			wire := host.take()
			t.Logf("%d refs, %d bytes on the wire, %d at the peak above what was kept (%.2f×)", refs, wire, peak-before, float64(peak-before)/float64(wire))
			if peak-before > mostPeak*wire {
				t.Errorf("the peak is %.2f times the bytes on the wire, want at most %d", float64(peak-before)/float64(wire), mostPeak)
			}
			rows := snap.Outline.Counts().Rows
			snap = nil
			kept := heapSize() - empty
			outlines := mostKept
			if rows*mostKept > 30_000 {
				outlines = 1 // the bound on the rows of all of them
			}
			most := mostPerRef*refs + outlines*(mostPerRow*rows+wire)
			t.Logf("%d bytes kept for %d refs and %d rows: %.0f a ref", kept, refs, rows, float64(kept)/float64(refs))
			if kept > most {
				t.Errorf("%d bytes are kept, want at most %d for %d refs and %d outlines of %d rows", kept, most, refs, outlines, rows)
			}
			runtime.KeepAlive(page)
		})
	}
}

func savedPage(tb testing.TB, name string) string {
	tb.Helper()
	for _, saved := range testpage.Saved(tb) {
		if saved.Name == name {
			return saved.URL
		}
	}
	tb.Fatal("no saved page ", name)
	return ""
}

// heapSize collects the heap and gives its size.
func heapSize() int {
	runtime.GC()
	runtime.GC() // what finalizers let go of
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int(m.HeapAlloc)
}

// sampler watches the size of the heap until it is stopped.
type sampler struct {
	end  chan struct{}
	peak chan int
}

func newSampler() *sampler {
	s := &sampler{make(chan struct{}), make(chan int)}
	go func() {
		size := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
		peak := 0
		tick := time.NewTicker(100 * time.Microsecond)
		defer tick.Stop()
		for {
			metrics.Read(size)
			peak = max(peak, int(size[0].Value.Uint64()))
			select {
			case <-s.end:
				s.peak <- peak
				return
			case <-tick.C:
			}
		}
	}()
	return s
}

func (s *sampler) stop() int {
	close(s.end)
	return <-s.peak
}

// weighedHost is a host that counts the bytes that the browser sends.
type weighedHost struct {
	*chrome.Host
	bytes atomic.Int64
}

// take returns the bytes since the last call.
func (h *weighedHost) take() int { return int(h.bytes.Swap(0)) }

func (h *weighedHost) Stream(ctx context.Context, tab transport.TabID) (transport.Stream, error) {
	s, err := h.Host.Stream(ctx, tab)
	if err != nil {
		return nil, err
	}
	return &weighedStream{s, h}, nil
}

type weighedStream struct {
	transport.Stream
	host *weighedHost
}

func (s *weighedStream) Read() ([]byte, error) {
	message, err := s.Stream.Read()
	s.host.bytes.Add(int64(len(message)))
	return message, err
}
