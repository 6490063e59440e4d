//go:build !race

package cdp_test

const raceDetector = false
