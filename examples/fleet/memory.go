package main

import "fmt"

// Usage is the memory of a worker, in bytes that are resident (RSS). Pages that
// processes of a browser share count once for each of them, so the browser's
// number is rather too large than too small.
type Usage struct {
	Worker  int64 `json:"worker"`
	Browser int64 `json:"browser"`
}

// Total is both.
func (u Usage) Total() int64 { return u.Worker + u.Browser }

// String gives the sum in MB.
func (u Usage) String() string { return fmt.Sprintf("%d MB", u.Total()>>20) }
