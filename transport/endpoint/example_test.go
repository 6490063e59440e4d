package endpoint_test

import (
	"context"
	"errors"
	"fmt"

	"github.com/holdfast-go/holdfast/browser"
	"github.com/holdfast-go/holdfast/provider"
	"github.com/holdfast-go/holdfast/transport"
	"github.com/holdfast-go/holdfast/transport/endpoint"
)

// The browser that a person uses already, started with
// --remote-debugging-port=9222: its tabs, and the outline of the one in front.
func ExampleDial() {
	ctx := context.Background()
	host, err := endpoint.Dial(ctx, "127.0.0.1:9222")
	if errors.Is(err, &transport.Error{Kind: transport.KindUnreachable}) {
		fmt.Println("start Chrome with --remote-debugging-port=9222 first")
		return
	}
	if err != nil {
		fmt.Println(err)
		return
	}
	b, err := provider.New(ctx, host)
	if err != nil {
		fmt.Println(err)
		return
	}
	defer b.Close() // leaves the browser as it is
	tabs, err := b.Tabs(ctx)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, tab := range tabs {
		if !tab.Active {
			continue
		}
		page, err := b.Page(ctx, tab.ID)
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(page.Snapshot(ctx, browser.SnapshotRequest{}))
	}
}
