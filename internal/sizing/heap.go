package main

import "runtime"

// footprint is what the program holds on to.
type footprint struct {
	heap       int64 // bytes of objects that are in use, after a collection
	stacks     int64 // bytes
	goroutines int
}

// weigh collects the heap and takes the footprint.
func weigh() footprint {
	runtime.GC()
	runtime.GC() // what finalizers and weak pointers let go of
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return footprint{heap: int64(m.HeapAlloc), stacks: int64(m.StackInuse), goroutines: runtime.NumGoroutine()}
}

// since is what was added, for each of n.
func (f footprint) since(before footprint, n int) footprint {
	return footprint{
		heap: (f.heap - before.heap) / int64(n), stacks: (f.stacks - before.stacks) / int64(n),
		goroutines: (f.goroutines - before.goroutines) / n,
	}
}
