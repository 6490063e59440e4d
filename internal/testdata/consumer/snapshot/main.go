package main

import (
	"context"
	"fmt"

	"github.com/holdfast-go/holdfast/browser"
	"github.com/holdfast-go/holdfast/provider"
	"github.com/holdfast-go/holdfast/transport/chrome"
)

func main() {
	ctx := context.Background()
	b := try(provider.New(ctx, try(chrome.Launch(ctx)))) // owns the browser
	defer b.Close()
	page := try(b.Open(ctx, browser.OpenRequest{URL: "https://example.com"}))
	snap := try(page.Snapshot(ctx, browser.SnapshotRequest{}))
	fmt.Println(snap)
	link := try(snap.Ref("link", "Learn more"))
	fmt.Println(try(page.Click(ctx, browser.ClickRequest{Ref: link})))
}

func try[T any](value T, err error) T {
	if err != nil {
		panic(err) // runs the deferred Close, which ends Chrome
	}
	return value
}
