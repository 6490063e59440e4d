package provider_test

import (
	"testing"
	"time"

	"github.com/holdfast-go/holdfast/internal/tabhost"
	"github.com/holdfast-go/holdfast/internal/testbrowser"
	"github.com/holdfast-go/holdfast/provider"
	"github.com/holdfast-go/holdfast/transport"
	"github.com/holdfast-go/holdfast/transport/chrome"
	"github.com/holdfast-go/holdfast/transport/endpoint"
)

// over gives a provider over a host, which ends with the test.
func over(tb testing.TB, host transport.Host, options ...provider.Option) *provider.Provider {
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

// launched gives a provider over a browser of its own, for what is said to a
// whole browser (lists of sites, what becomes of downloads).
func launched(tb testing.TB, options ...provider.Option) *provider.Provider {
	tb.Helper()
	return over(tb, testbrowser.Launch(tb), options...)
}

// dialled gives a host over the port of a browser, as of one that runs already.
func dialled(tb testing.TB, browser *chrome.Host) transport.Host {
	tb.Helper()
	h, err := endpoint.Dial(within(tb, 10*time.Second), browser.Address())
	if err != nil {
		tb.Fatal(err)
	}
	return h
}

// tabHost gives a host without a browser session, over a browser of its own.
func tabHost(tb testing.TB) *tabhost.Host {
	tb.Helper()
	h, err := tabhost.New(within(tb, 10*time.Second), testbrowser.Launch(tb))
	if err != nil {
		tb.Fatal(err)
	}
	return h
}
