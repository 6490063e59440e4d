package main

import (
	"testing"

	"github.com/holdfast-go/holdfast/internal/testbrowser"
	"github.com/holdfast-go/holdfast/internal/testelectron"
	"github.com/holdfast-go/holdfast/provider"
	"github.com/holdfast-go/holdfast/transport/electron"
)

func TestMain(m *testing.M) { testbrowser.Main(m) }

// The whole tour, with every check that it makes itself, over the windows of an
// Electron program.
func TestTourOverElectron(t *testing.T) {
	host, err := electron.Launch(t.Context(), electron.WithBinary(testelectron.Binary(t)))
	if err != nil {
		t.Fatal(err)
	}
	p, err := provider.New(t.Context(), host)
	if err != nil {
		t.Fatal(err)
	}
	tour := &tour{p: p}
	if err := tour.walk(t.Context()); err != nil {
		t.Error(text(err))
	}
	if len(tour.times) < 20 {
		t.Errorf("only %d steps were timed", len(tour.times))
	}
	if err := p.Close(); err != nil {
		t.Error(err)
	}
}
