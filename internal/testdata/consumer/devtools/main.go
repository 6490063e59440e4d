package main

import (
	"context"
	"fmt"
	"os"
	"time"

	"github.com/holdfast-go/holdfast/browser"
	"github.com/holdfast-go/holdfast/provider"
	"github.com/holdfast-go/holdfast/transport/chrome"
)

func main() {
	if err := run(context.Background(), os.Args[1], os.Args[2]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// run says what went wrong on a page, and downloads what a link of it leads to.
func run(ctx context.Context, address, link string) error {
	host, err := chrome.Launch(ctx)
	if err != nil {
		return err
	}
	b, err := provider.New(ctx, host, provider.WithDownloads("downloads"))
	if err != nil {
		return err
	}
	defer b.Close()
	page, err := b.Open(ctx, browser.OpenRequest{URL: address})
	if err != nil {
		return err
	}
	console, err := page.Console(ctx, browser.ConsoleRequest{Level: browser.LevelError})
	if err != nil {
		return err
	}
	requests, err := page.Network(ctx, browser.NetworkRequest{Status: "4xx"})
	if err != nil {
		return err
	}
	fmt.Println(console)
	fmt.Println(requests) // a second call with RequestID and Body gives one of them in full

	snap, err := page.Snapshot(ctx, browser.SnapshotRequest{})
	if err != nil {
		return err
	}
	ref, err := snap.Ref("link", link)
	if err != nil {
		return err
	}
	receipt, err := page.Click(ctx, browser.ClickRequest{Ref: ref})
	if err != nil {
		return err
	}
	fmt.Println(receipt)
	for len(receipt.Downloads) > 0 && !receipt.Downloads[0].State.Final() {
		if receipt.Downloads[0], err = ended(ctx, page, receipt.Downloads[0]); err != nil {
			return err
		}
	}
	fmt.Println(receipt.Downloads)
	return nil
}

// ended looks whether a slow download has ended: that opens the next result.
func ended(ctx context.Context, page browser.Page, d browser.Download) (browser.Download, error) {
	w, err := page.Wait(ctx, browser.WaitRequest{Time: time.Second})
	if err != nil {
		return d, err
	}
	for _, e := range w.SinceLast {
		if e.Download != nil && e.Download.URL == d.URL {
			d = *e.Download
		}
	}
	return d, nil
}
