package main

import (
	"context"
	"fmt"
	"os"

	"github.com/holdfast-go/holdfast/browser"
	"github.com/holdfast-go/holdfast/browser/secret"
	"github.com/holdfast-go/holdfast/browser/site"
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
	here := site.Of(address) // scheme, host and port
	secrets, err := secret.New(secret.Secret{Name: "office", Value: os.Getenv("OFFICE_PASSWORD"), Sites: []string{here}})
	if err != nil {
		return err
	}
	host, err := chrome.Launch(ctx)
	if err != nil {
		return err
	}
	b, err := provider.New(ctx, host, provider.WithSecrets(secrets), provider.WithAllowedSites(here))
	if err != nil {
		return err
	}
	defer b.Close()
	page, err := b.Open(ctx, browser.OpenRequest{URL: address})
	if err != nil {
		return err
	}
	snap, err := page.Snapshot(ctx, browser.SnapshotRequest{})
	if err != nil {
		return err
	}
	for name, value := range map[string]string{"User": "ada", "Password": secret.Placeholder("office")} {
		field, err := snap.Ref("textbox", name)
		if err != nil {
			return err
		}
		if _, err := page.Fill(ctx, browser.FillRequest{Ref: field, Value: value}); err != nil {
			return err
		}
	}
	button, err := snap.Ref("button", "Sign in")
	if err != nil {
		return err
	}
	receipt, err := page.Click(ctx, browser.ClickRequest{Ref: button})
	if err != nil {
		return err
	}
	fmt.Println(receipt) // says so, too, when the page wanted to leave the site and could not
	return nil
}
