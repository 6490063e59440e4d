package provider_test

import (
	"testing"

	"github.com/holdfast-go/holdfast/browser"
	"github.com/holdfast-go/holdfast/internal/testbrowser"
	"github.com/holdfast-go/holdfast/provider"
)

// TestTabsAreClosedOnce: a provider that ends right after its page closes it no
// second time.
func TestTabsAreClosedOnce(t *testing.T) {
	const rounds = 20
	host := &watchedHost{Host: testbrowser.Host(t)}
	for range rounds {
		p, err := provider.New(t.Context(), host, provider.WithSharedHost())
		if err != nil {
			t.Fatal(err)
		}
		page, err := p.Open(t.Context(), browser.OpenRequest{})
		if err != nil {
			t.Fatal(err)
		}
		if err := page.Close(t.Context()); err != nil {
			t.Error(err)
		}
		if err := p.Close(); err != nil {
			t.Error(err)
		}
	}
	closed := 0
	for _, method := range host.sent {
		if method == "Target.closeTarget" {
			closed++
		}
	}
	if closed != rounds {
		t.Errorf("%d tabs were closed by %d commands", rounds, closed)
	}
}
