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
func electronHost(t *testing.T, options ...electron.Option) *electron.Host {
	t.Helper()
	host, err := electron.Launch(t.Context(), slices.Concat([]electron.Option{electron.WithBinary(testelectron.Binary(t))}, options)...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := host.Close(); err != nil {
			t.Errorf("closing the host: %v", err)
		}
	})
	return host
}

// overElectron gives a provider over a window host of its own.
func overElectron(t *testing.T, host *electron.Host, options ...provider.Option) *provider.Provider {
	t.Helper()
	p, err := provider.New(within(t, 20*time.Second), host, options...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := p.Close(); err != nil {
			t.Error(err)
		}
	})
	return p
}
