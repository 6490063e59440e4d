package main

import (
	"context"
	"fmt"
	"os"

	"github.com/holdfast-go/holdfast/browser"
	"github.com/holdfast-go/holdfast/provider"
	"github.com/holdfast-go/holdfast/transport/electron"
)

// The binary is node_modules/electron/dist/electron of a project.
func main() {
	if err := run(context.Background(), os.Args[1], os.Args[2]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(ctx context.Context, binary, address string) error {
	host, err := electron.Launch(ctx, electron.WithBinary(binary), electron.WithTitle("Agent"))
	if err != nil {
		return err
	}
	b, err := provider.New(ctx, host)
	if err != nil {
		return err
	}
	defer b.Close() // the program, its processes and its temporary folder are gone
	page, err := b.Open(ctx, browser.OpenRequest{URL: address})
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
