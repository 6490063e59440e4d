package main

import (
	"os"
	"testing"

	"github.com/holdfast-go/holdfast/internal/testbrowser"
)

// asServer makes the test binary be the program: the tests of the real process
// start themselves, so that it is built with what they are built with (the race
// detector, coverage).
const asServer = "HOLDFAST_MCP_TEST_SERVER"

func TestMain(m *testing.M) {
	if os.Getenv(asServer) != "" {
		os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
	}
	testbrowser.Main(m)
}
