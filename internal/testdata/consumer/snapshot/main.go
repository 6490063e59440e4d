// Command snapshot is a snapshot and a click in five lines.
package main

import (
	"context"
	"fmt"
	"os"

	"github.com/holdfast-go/holdfast/browser"
	"github.com/holdfast-go/holdfast/provider"
	"github.com/holdfast-go/holdfast/transport/chrome"
)

func main() {
	if err := run(context.Background()); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(ctx context.Context) error {
	host, err := chrome.Launch(ctx)
	if err != nil {
		return err
	}
	b, err := provider.New(ctx, host)
	if err != nil {
		return err
	}
	defer func() { _ = b.Close() }()
	page, err := b.Open(ctx, browser.OpenRequest{URL: "https://example.com"})
	if err != nil {
		return err
	}
	snap, err := page.Snapshot(ctx, browser.SnapshotRequest{})
	if err != nil {
		return err
	}
	link, err := snap.Ref("link", "Learn more")
	if err != nil {
		return err
	}
	receipt, err := page.Click(ctx, browser.ClickRequest{Ref: link})
	fmt.Println(snap, receipt)
	return err
}
