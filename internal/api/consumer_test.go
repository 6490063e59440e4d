package main

import (
	"os/exec"
	"testing"
)

// A module of somebody else, over the public packages: the programs that the
// documents show, with chromedp and the MCP SDK among what they use. It is
// checked, not linked, with what a build of the examples has compiled.
func TestConsumerCompiles(t *testing.T) {
	vet := exec.Command("go", "vet", "./...")
	vet.Dir = "../testdata/consumer"
	if out, err := vet.CombinedOutput(); err != nil {
		t.Errorf("go vet in %s: %v\n%s\nIf this is about go.mod, run go mod tidy there; otherwise a user's program breaks.", vet.Dir, err, out)
	}
}
