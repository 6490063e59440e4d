package main

import (
	"os"
	"testing"

	"github.com/holdfast-go/holdfast/internal/testbrowser"
)

// asFleet makes the test binary be the program: coordinators, workers and queue
// servers of the tests are processes of their own, built with what the tests are
// built with.
const asFleet = "HOLDFAST_FLEET_TEST"

func TestMain(m *testing.M) {
	if os.Getenv(asFleet) != "" {
		os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
	}
	testbrowser.Main(m)
}
