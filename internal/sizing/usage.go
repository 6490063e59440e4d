package main

import "time"

// usage is what processes use of the machine.
type usage struct {
	processes int
	// resident counts memory that processes share in each of them, pss only once:
	// each has its part. Bytes.
	resident, pss int64
	cpu           time.Duration // so far, that of children that have ended included
}
