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
	if err := run(context.Background(), os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(ctx context.Context, address string) error {
	shared, err := browser.NewRuntime()
	if err != nil {
		return err
	}
	defer shared.Close()
	err = shared.Register(browser.Source{ID: "chrome", Start: start}) // runs when the first page is opened
	if err != nil {
		return err
	}
	ann, err := shared.Caller(browser.Caller{ID: "1", Label: "the invoice agent"})
	if err != nil {
		return err
	}
	bob, err := shared.Caller(browser.Caller{ID: "2", Label: "the travel agent"})
	if err != nil {
		return err
	}
	page, err := ann.Open(ctx, browser.OpenRequest{URL: address}) // a caller is a provider
	if err != nil {
		return err
	}
	_, err = bob.Page(ctx, page.ID())
	fmt.Println(err) // BROWSER_TAB_HELD

	handed, err := ann.Handoff(ctx, page.ID())
	if err != nil {
		return err
	}
	if _, err := bob.Claim(ctx, browser.ClaimRequest{Code: handed.Code}); err != nil {
		return err
	}
	page, err = bob.Page(ctx, page.ID())
	if err != nil {
		return err
	}
	fmt.Println(page.Where(ctx))
	return nil
}

func start(ctx context.Context) (browser.Provider, error) {
	return provider.Start(ctx, func(ctx context.Context) (*chrome.Host, error) { return chrome.Launch(ctx) })
}
