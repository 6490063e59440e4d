package refs

import (
	"runtime"
	"testing"
	"unsafe"
)

// TestMemoryPerRef measures what a registry costs besides the strings that it
// was given. The goal of the perception issue is 200 bytes for a ref together
// with its row of the outline, so a ref alone has to cost well under that.
func TestMemoryPerRef(t *testing.T) {
	const goal = 160
	tests := []struct {
		name   string
		reason string
		n      int
	}{
		{"small page", "the fixed costs are spread over few refs", 200},
		{"full table", "the usual upper end", 2000},
		{"just over a power of two", "the maps have just doubled", 1900},
		{"large page", "evicted refs cost the same", 20000},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			o := Observation{Document: Document{Loader: "L"}, Targets: things(tt.n)}
			before := heap()
			r := New(Options{})
			r.Publish(o)
			per := (int64(heap()) - int64(before)) / int64(tt.n)
			runtime.KeepAlive(r)
			runtime.KeepAlive(o)
			t.Logf("%d refs: %d bytes each", tt.n, per)
			if per > goal {
				t.Errorf("%s: %d refs cost %d bytes each, goal %d", tt.reason, tt.n, per, goal)
			}
		})
	}
	if size := unsafe.Sizeof(slot{}); size > 88 {
		t.Errorf("a slot has %d bytes; it had 88", size)
	}
}

// TestPublishAllocates: a snapshot of a page that did not change, the most
// frequent one, allocates the delta's refs and nothing else.
func TestPublishAllocates(t *testing.T) {
	r := New(Options{})
	o := Observation{Document: Document{Loader: "L"}, Targets: things(5000)}
	r.Publish(o)
	if n := testing.AllocsPerRun(10, func() { r.Publish(o) }); n > 1 {
		t.Errorf("%v allocations", n)
	}
}

// heap returns the bytes in use after a collection.
func heap() uint64 {
	runtime.GC()
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

// BenchmarkPublish publishes 5,000 targets, the size of a very large page.
func BenchmarkPublish(b *testing.B) {
	o := Observation{Document: Document{Loader: "L"}, Targets: things(5000)}
	b.Run("first", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			New(Options{}).Publish(o)
		}
	})
	b.Run("same", func(b *testing.B) {
		r := New(Options{})
		r.Publish(o)
		b.ReportAllocs()
		for b.Loop() {
			r.Publish(o)
		}
	})
	b.Run("fresh", func(b *testing.B) {
		r := New(Options{FreshNumbers: true})
		r.Publish(o)
		b.ReportAllocs()
		for b.Loop() {
			r.Publish(o)
		}
	})
}

// BenchmarkAdopt adopts 20 rows into a full table whose nodes were all replaced,
// so that the semantic keys are looked at.
func BenchmarkAdopt(b *testing.B) {
	all := things(5000)
	r := New(Options{})
	doc := Document{Loader: "L"}
	r.Publish(Observation{Document: doc, Targets: all})
	id := uint32(len(all))
	b.ReportAllocs()
	for b.Loop() {
		some := append([]Target(nil), all[100:120]...)
		for i := range some {
			id++
			some[i].Node.ID = id
		}
		if d, err := r.Adopt(r.Epoch(), Observation{Document: doc, Targets: some}); err != nil || d.Kept != len(some) {
			b.Fatal(d, err)
		}
	}
}

// BenchmarkResolve uses refs of a full table in turn.
func BenchmarkResolve(b *testing.B) {
	r := New(Options{})
	r.Publish(Observation{Targets: things(2000)})
	ref := Ref(0)
	b.ReportAllocs()
	for b.Loop() {
		ref = ref%2000 + 1
		if _, err := r.Resolve(ref); err != nil {
			b.Fatal(err)
		}
	}
}
