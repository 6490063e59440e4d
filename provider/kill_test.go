package provider_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/holdfast-go/holdfast/browser"
	"github.com/holdfast-go/holdfast/internal/testbrowser"
	"github.com/holdfast-go/holdfast/internal/testpage"
	"github.com/holdfast-go/holdfast/provider"
	"github.com/holdfast-go/holdfast/refs"
	"github.com/holdfast-go/holdfast/transport/chrome"
)

const killPage = `<!doctype html><title>Kill</title><button onclick="this.textContent='Done'">Go</button><input aria-label="Name"><select aria-label="Kind"><option>a<option>b</select>`

// TestKilledBrowser kills Chrome with SIGKILL after each kind of protocol
// command of each public call, before its answer. Every call must answer
// BROWSER_CONNECTION_LOST at once; TestMain checks that no goroutine, process or
// folder is left.
func TestKilledBrowser(t *testing.T) {
	address := testpage.HTML(t, killPage)
	type world struct {
		p            *provider.Provider
		page         browser.Page
		button, name refs.Ref
		kind         refs.Ref
	}
	calls := []struct {
		name string
		call func(ctx context.Context, w *world) error
	}{
		{"Open", func(ctx context.Context, w *world) error {
			_, err := w.p.Open(ctx, browser.OpenRequest{URL: address})
			return err
		}},
		{"Tabs", func(ctx context.Context, w *world) error { _, err := w.p.Tabs(ctx); return err }},
		{"Activate", func(ctx context.Context, w *world) error { return w.p.Activate(ctx, w.page.ID()) }},
		{"CloseTab", func(ctx context.Context, w *world) error { return w.p.CloseTab(ctx, w.page.ID()) }},
		{"Navigate", func(ctx context.Context, w *world) error {
			_, err := w.page.Navigate(ctx, browser.NavigateRequest{URL: address + "?again"})
			return err
		}},
		{"Snapshot", func(ctx context.Context, w *world) error {
			_, err := w.page.Snapshot(ctx, browser.SnapshotRequest{})
			return err
		}},
		{"Screenshot", func(ctx context.Context, w *world) error {
			_, err := w.page.Screenshot(ctx, browser.ScreenshotRequest{})
			return err
		}},
		{"Locate", func(ctx context.Context, w *world) error {
			_, err := w.page.Locate(ctx, browser.LocateRequest{Ref: w.button, Highlight: true})
			return err
		}},
		{"Revalidate", func(ctx context.Context, w *world) error {
			_, err := w.page.Revalidate(ctx, browser.RevalidateRequest{Refs: []refs.Ref{w.button, w.name}})
			return err
		}},
		{"Wait", func(ctx context.Context, w *world) error {
			_, err := w.page.Wait(ctx, browser.WaitRequest{Text: "Go"})
			return err
		}},
		{"WaitStable", func(ctx context.Context, w *world) error {
			_, err := w.page.Wait(ctx, browser.WaitRequest{Until: browser.UntilStable})
			return err
		}},
		{"Reload", func(ctx context.Context, w *world) error {
			_, err := w.page.Navigate(ctx, browser.NavigateRequest{History: browser.Reload})
			return err
		}},
		{"Click", func(ctx context.Context, w *world) error {
			_, err := w.page.Click(ctx, browser.ClickRequest{Ref: w.button})
			return err
		}},
		{"Fill", func(ctx context.Context, w *world) error {
			_, err := w.page.Fill(ctx, browser.FillRequest{Ref: w.name, Value: "Ada"})
			return err
		}},
		{"FillSelect", func(ctx context.Context, w *world) error {
			_, err := w.page.Fill(ctx, browser.FillRequest{Ref: w.kind, Value: "b"})
			return err
		}},
		{"Press", func(ctx context.Context, w *world) error {
			_, err := w.page.Press(ctx, browser.PressRequest{Key: "a", Ref: w.name})
			return err
		}},
	}
	// Whatever waits for an answer takes four times as long; a machine that starts
	// many browsers is slow.
	const atOnce = 5 * time.Second
	limits := provider.WithLimits(provider.Limits{After: 4 * atOnce, Picture: 4 * atOnce, Actionable: 4 * atOnce})
	start := func(t *testing.T, chrome *chrome.Host) (*watchedHost, *world) {
		k := &watchedHost{Host: chrome}
		p, err := provider.New(within(t, time.Minute), k, limits, provider.WithSharedHost())
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { p.Close() })
		w := &world{p: p, page: open(t, p, address)}
		snap := snapshot(t, w.page)
		w.button, w.name, w.kind = ref(t, snap, "button", "Go"), ref(t, snap, "textbox", "Name"), ref(t, snap, "combobox", "Kind")
		k.methods()
		return k, w
	}
	for _, c := range calls {
		t.Run(c.name, func(t *testing.T) {
			k, w := start(t, testbrowser.Host(t))
			if err := c.call(within(t, time.Minute), w); err != nil {
				t.Fatalf("without a kill: %v", err)
			}
			methods := k.methods()
			if len(methods) == 0 {
				t.Fatal("the call sends no command")
			}
			// One browser for all methods: each has a page of its own, whose provider
			// hears nothing any more once the command is sent. All begin together, so
			// that none has given up when the last is sent and the browser is killed.
			victim := testbrowser.Launch(t)
			hosts, worlds := make([]*watchedHost, len(methods)), make([]*world, len(methods))
			for i := range methods {
				hosts[i], worlds[i] = start(t, victim)
			}
			sent, answers := make([]<-chan struct{}, len(methods)), make([]chan error, len(methods))
			for i, method := range methods {
				sent[i], answers[i] = hosts[i].deafAfter(method), make(chan error, 1)
				go func() { answers[i] <- c.call(within(t, time.Minute), worlds[i]) }()
			}
			for i, method := range methods {
				select {
				case <-sent[i]:
				case err := <-answers[i]:
					t.Fatalf("%s was not sent this time: %v", method, err)
				}
			}
			killed := time.Now()
			kill(t, victim.PID())
			for i, method := range methods {
				t.Run(method, func(t *testing.T) {
					if err := <-answers[i]; !errors.Is(err, browser.ErrConnectionLost) {
						t.Errorf("answered %v", err)
					}
					if took := time.Since(killed); took > atOnce {
						t.Errorf("answered %v after the kill", took)
					}
					if _, err := worlds[i].page.Snapshot(within(t, 20*time.Second), browser.SnapshotRequest{}); !errors.Is(err, browser.ErrConnectionLost) {
						t.Errorf("the next call answered %v", err)
					}
				})
			}
		})
	}
}
