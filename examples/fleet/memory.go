package main

import "fmt"

// Usage is the memory of a worker, in bytes that are resident. The browser's is
// what its processes have each for themselves, and the largest part that one of
// them shares: the sum of what each is said to have counts Chrome's code a dozen
// times (1048 MB of RSS with one light page, of which this makes 424 MB; the
// kernel's proportional count is 212 MB while other browsers run, and too dear to
// be asked for every second).
type Usage struct {
	Worker  int64 `json:"worker"`
	Browser int64 `json:"browser"`
}

// Total is both.
func (u Usage) Total() int64 { return u.Worker + u.Browser }

// String gives the sum in MB.
func (u Usage) String() string { return fmt.Sprintf("%d MB", u.Total()>>20) }
