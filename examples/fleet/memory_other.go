//go:build !linux

package main

import (
	"errors"
	"runtime"
)

// usage refuses: how to ask is known of Linux only.
func usage() (Usage, error) {
	return Usage{}, errors.New("memory is not watched on " + runtime.GOOS)
}
