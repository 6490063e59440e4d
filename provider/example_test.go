package provider_test

import (
	"context"
	"errors"
	"fmt"

	"github.com/holdfast-go/holdfast/browser"
	"github.com/holdfast-go/holdfast/provider"
	"github.com/holdfast-go/holdfast/transport/chrome"
)

// A browser of its own, a page, an action by the ref of a snapshot, and what to
// do when the ref does not mean the same thing any more.
func Example() {
	if err := buy(context.Background(), "https://shop.example/"); err != nil {
		fmt.Println(err)
	}
}

func buy(ctx context.Context, shop string) error {
	host, err := chrome.Launch(ctx)
	if err != nil {
		return err
	}
	b, err := provider.New(ctx, host, provider.WithAllowedSites("shop.example"))
	if err != nil {
		return err
	}
	defer b.Close()
	page, err := b.Open(ctx, browser.OpenRequest{URL: shop})
	if err != nil {
		return err
	}
	for range 3 {
		snap, err := page.Snapshot(ctx, browser.SnapshotRequest{})
		if err != nil {
			return err
		}
		pay, err := snap.Ref("button", "Pay")
		if err != nil {
			return err // it says what there is instead
		}
		receipt, err := page.Click(ctx, browser.ClickRequest{Ref: pay})
		switch {
		case err == nil:
			fmt.Println(receipt)
			return nil
		case !errors.Is(err, browser.ErrStaleRef):
			return err
		}
		// The page has changed under the hand. Nothing was clicked: look again.
	}
	return errors.New("the page does not hold still")
}
