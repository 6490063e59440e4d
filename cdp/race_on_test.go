//go:build race

package cdp_test

// raceDetector: sync.Pool forgets at random under the race detector, so
// allocations cannot be counted.
const raceDetector = true
