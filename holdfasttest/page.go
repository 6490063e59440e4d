package holdfasttest

import (
	"errors"

	"github.com/holdfast-go/holdfast/browser"
	"github.com/holdfast-go/holdfast/provider"
	"github.com/holdfast-go/holdfast/transport/replay"
)

// Provider is a provider over [Host]. It ends with the test.
func Provider(tb TB, r Recording, options ...provider.Option) browser.Provider {
	tb.Helper()
	host := Host(tb, r)
	if host == nil {
		return nil
	}
	p, err := provider.New(tb.Context(), host, options...)
	if err != nil {
		tb.Fatalf("holdfasttest: %v", err) // the host is closed
		return nil
	}
	tb.Cleanup(func() {
		tb.Helper()
		var diverged *replay.DivergenceError
		// A divergence is told by the host, with what to do.
		if err := p.Close(); err != nil && !errors.As(err, &diverged) {
			tb.Errorf("holdfasttest: closing: %v", err)
		}
	})
	return p
}

// Page opens an address in a tab of its own, over [Provider].
func Page(tb TB, r Recording, url string, options ...provider.Option) browser.Page {
	tb.Helper()
	p := Provider(tb, r, options...)
	if p == nil {
		return nil
	}
	page, err := p.Open(tb.Context(), browser.OpenRequest{URL: url})
	if err != nil {
		tb.Fatalf("holdfasttest: opening %s: %v", url, err)
		return nil
	}
	return page
}
