package provider_test

import (
	"slices"
	"testing"
	"time"

	"github.com/holdfast-go/holdfast/internal/testelectron"
	"github.com/holdfast-go/holdfast/provider"
	"github.com/holdfast-go/holdfast/transport/electron"
)

// electronHost starts a window host over Electron or its double, which ends with
// the test.
func electronHost(tb testing.TB, options ...electron.Option) *electron.Host {
	tb.Helper()
	host, err := electron.Launch(tb.Context(), slices.Concat([]electron.Option{electron.WithBinary(testelectron.Binary(tb))}, options)...)
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() {
		if err := host.Close(); err != nil {
			tb.Errorf("closing the host: %v", err)
		}
	})
	return host
}

// newElectron gives a provider over a window host of its own.
func newElectron(tb testing.TB, options ...provider.Option) *provider.Provider {
	tb.Helper()
	return overElectron(tb, electronHost(tb), options...)
}

var _ maker = newElectron

// overElectron gives a provider over a window host.
func overElectron(tb testing.TB, host *electron.Host, options ...provider.Option) *provider.Provider {
	tb.Helper()
	p, err := provider.New(within(tb, 20*time.Second), host, options...)
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() {
		if err := p.Close(); err != nil {
			tb.Error(err)
		}
	})
	return p
}
