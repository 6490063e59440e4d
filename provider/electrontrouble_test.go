//go:build unix

package provider_test

import (
	"errors"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/holdfast-go/holdfast/browser"
	"github.com/holdfast-go/holdfast/internal/testpage"
	"github.com/holdfast-go/holdfast/provider"
	"github.com/holdfast-go/holdfast/refs"
)

// A host that is killed, frozen or flooding: every waiter is answered in time, and
// Close leaves nothing, which TestMain checks.
func TestTroubleOverElectron(t *testing.T) {
	const patience = 2 * time.Second
	address := testpage.HTML(t, `<!doctype html><title>Trouble</title><button onclick="this.textContent='Done'">Go</button>`)
	// prompt runs calls of all kinds side by side and looks at what came of them.
	prompt := func(t *testing.T, p *provider.Provider, page browser.Page, button refs.Ref, during func(), want error) {
		t.Helper()
		ctx := within(t, patience)
		calls := map[string]func() error{
			"snapshot": func() error { _, err := page.Snapshot(ctx, browser.SnapshotRequest{}); return err },
			"click":    func() error { _, err := page.Click(ctx, browser.ClickRequest{Ref: button}); return err },
			"wait": func() error {
				_, err := page.Wait(ctx, browser.WaitRequest{Text: "never", Timeout: time.Minute})
				return err
			},
			"screenshot": func() error { _, err := page.Screenshot(ctx, browser.ScreenshotRequest{}); return err },
			"tabs":       func() error { _, err := p.Tabs(ctx); return err },
			"open":       func() error { _, err := p.Open(ctx, browser.OpenRequest{URL: address}); return err },
		}
		begin := time.Now()
		during()
		var wg sync.WaitGroup
		for name, call := range calls {
			wg.Go(func() {
				if err := call(); !errors.Is(err, want) {
					t.Errorf("%s: %v", name, err)
				}
			})
		}
		wg.Wait()
		if took := time.Since(begin); took > patience+3*time.Second {
			t.Errorf("the calls took %v", took)
		}
		begin = time.Now()
		if err := p.Close(); err != nil {
			t.Error(err)
		}
		if took := time.Since(begin); took > 10*time.Second {
			t.Errorf("Close took %v", took)
		}
	}
	for _, c := range []struct {
		name   string
		signal syscall.Signal
		want   error
	}{
		{"killed", syscall.SIGKILL, browser.ErrConnectionLost},
		{"frozen", syscall.SIGSTOP, browser.ErrTimeout},
	} {
		t.Run(c.name, func(t *testing.T) {
			host := electronHost(t)
			p := over(t, host)
			page := open(t, p, address)
			button := ref(t, snapshot(t, page), "button", "Go")
			prompt(t, p, page, button, func() {
				if err := syscall.Kill(host.PID(), c.signal); err != nil {
					t.Fatal(err)
				}
			}, c.want)
		})
	}
	t.Run("flooding", func(t *testing.T) {
		p := newElectron(t)
		page := open(t, p, address)
		button := ref(t, snapshot(t, page), "button", "Go")
		evalAs[int](t, page, `setInterval(() => { for (let i = 0; i < 40; i++) console.log('flood', i, 'x'.repeat(500)) }, 10)`)
		written(t, page, "flood")
		begin := time.Now()
		r, err := page.Click(within(t, 10*time.Second), browser.ClickRequest{Ref: button})
		if err == nil && r.Renamed != "Done" || err != nil && !errors.Is(err, browser.ErrTimeout) || time.Since(begin) > 13*time.Second {
			t.Errorf("a click, after %v: %v, %v", time.Since(begin), r, err)
		}
		begin = time.Now()
		if err := p.Close(); err != nil || time.Since(begin) > 10*time.Second {
			t.Errorf("Close took %v: %v", time.Since(begin), err)
		}
	})
}
