package provider_test

import (
	"context"
	"math"
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

// What a snapshot may cost this program, as the requirement says. 3.1 to 3.7 times
// the wire are measured, and 135 and 190 bytes a ref. While the outline is begun a
// row of the table, 19 bytes on the wire, takes 32 bytes in that, 15 in the reply,
// 5 for its box, and its words in both.
const (
	mostPeak   = 4   // times the bytes of the browser's replies, while it is made
	mostPerRef = 200 // bytes a ref afterwards, beside the printed outline
)

// TestMemory measures the heap of the whole path, from the pipe to the outline,
// on a page as large as a long encyclopedia article and on a table of 20,000
// rows with a button each. The peak is what is in use: while a snapshot is made
// the collector runs whenever the heap has grown by a fiftieth, and says what it
// has found alive. Of three peaks the smallest counts: a collector that comes late
// takes what was made meanwhile for alive, and nothing makes a peak smaller.
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
			ctx := within(t, time.Minute)
			// What the program makes once, for its first page, is not this page's.
			if _, err := open(t, p, testpage.HTML(t, "<button>Once</button>")).Snapshot(ctx, browser.SnapshotRequest{}); err != nil {
				t.Fatal(err)
			}
			page := open(t, p, tc.url)
			empty := heapSize()
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
			var snap *browser.Snapshot
			peak, wire := math.MaxInt, 0
			for range 3 {
				snap = nil
				before := heapSize()
				host.take()
				percent := debug.SetGCPercent(2)
				sampler := newSampler()
				snap = look()
				peak = min(peak, sampler.stop()-before)
				debug.SetGCPercent(percent)
				wire = host.take()
			}
			t.Logf("%d refs, %d bytes on the wire, %d at the peak above what was kept (%.2f×)", refs, wire, peak, float64(peak)/float64(wire))
			if peak > mostPeak*wire {
				t.Errorf("the peak is %.2f times the bytes on the wire, want at most %d", float64(peak)/float64(wire), mostPeak)
			}
			rows, printed := snap.Outline.Counts().Rows, len(snap.String())
			snap = nil
			kept := heapSize() - empty
			most := mostPerRef*refs + printed
			t.Logf("%d bytes kept for %d refs, %d rows and %d characters: %.0f a ref", kept, refs, rows, printed, float64(kept-printed)/float64(refs))
			if kept > most {
				t.Errorf("%d bytes are kept, want at most %d for %d refs and %d characters", kept, most, refs, printed)
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

// sampler keeps the most that the collector found alive, until it is stopped.
type sampler struct {
	end  chan struct{}
	peak chan int
}

func newSampler() *sampler {
	s := &sampler{make(chan struct{}), make(chan int)}
	go func() {
		live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
		peak := 0
		tick := time.NewTicker(100 * time.Microsecond)
		defer tick.Stop()
		for {
			metrics.Read(live)
			peak = max(peak, int(live[0].Value.Uint64()))
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
