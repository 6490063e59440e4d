package main

import (
	"context"
	"fmt"
	"os"

	"github.com/holdfast-go/holdfast/browser"
	"github.com/holdfast-go/holdfast/browser/record"
	"github.com/holdfast-go/holdfast/provider"
	"github.com/holdfast-go/holdfast/transport/chrome"
)

func main() {
	if err := run(context.Background(), os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(ctx context.Context, address string) error {
	host, err := chrome.Launch(ctx)
	if err != nil {
		return err
	}
	b, err := provider.New(ctx, host)
	if err != nil {
		return err
	}
	defer b.Close()
	recorder, err := record.New(b)
	if err != nil {
		return err
	}
	if err := recorder.Start(); err != nil {
		return err
	}
	page, err := recorder.Provider().Open(ctx, browser.OpenRequest{URL: address})
	if err != nil {
		return err
	}
	snap, err := page.Snapshot(ctx, browser.SnapshotRequest{})
	if err != nil {
		return err
	}
	field, err := snap.Ref("textbox", "User")
	if err != nil {
		return err
	}
	if _, err := page.Fill(ctx, browser.FillRequest{Ref: field, Value: "ada", Submit: true}); err != nil {
		return err
	}
	fmt.Printf("%+v\n", recorder.Stop())
	return recorder.SaveGIF("tour.gif", page.ID())
}
