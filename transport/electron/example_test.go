package electron_test

import (
	"context"
	"fmt"

	"github.com/holdfast-go/holdfast/browser"
	"github.com/holdfast-go/holdfast/provider"
	"github.com/holdfast-go/holdfast/transport/electron"
)

// An application starts itself a second time, to be the window that agents work
// in; executable is process.execPath of the first instance.
func Example() {
	run := func(ctx context.Context, executable string) error {
		p, err := provider.Start(ctx, func(ctx context.Context) (*electron.Host, error) {
			return electron.Launch(ctx, electron.WithApp(executable), electron.WithTitle("Agent"))
		}, provider.WithAllowedSites("*.example.com"))
		if err != nil {
			return err
		}
		defer p.Close()
		page, err := p.Open(ctx, browser.OpenRequest{URL: "https://www.example.com"})
		if err != nil {
			return err
		}
		snap, err := page.Snapshot(ctx, browser.SnapshotRequest{})
		if err != nil {
			return err
		}
		fmt.Println(snap)
		return nil
	}
	fmt.Println(run(context.Background(), "") != nil)
	// Output: true
}
