package tools

import (
	"context"
	"errors"

	"github.com/holdfast-go/holdfast/browser"
)

type navigateArgs struct {
	onPage
	URL       string          `json:"url"`
	History   browser.History `json:"history"`
	Until     browser.Until   `json:"until"`
	TimeoutMS int             `json:"timeout_ms"`
}

// navigateLimit is the longest that timeout_ms may ask for, in milliseconds:
// the provider's own default limit.
const navigateLimit = 30_000

func navigateTool() *spec {
	return define[navigateArgs](Tool{
		Name:  "webpage_navigate",
		Title: "Go to an address",
		Description: "Goes to another address in the same tab, or back, forward or to the same page again, and waits for the page. Give exactly one of url and history. " +
			"The refs of the page before are gone; after going back some may be had again with webpage_revalidate. Next: webpage_snapshot.",
		Class: Read, Effect: Navigation,
	},
		text("url", "whole address, http:// or https://").filled(),
		choice("history", "a step in the tab's history", browser.Back, browser.Forward, browser.Reload),
		choice("until", "how long to wait: commit (the address answers), dom (the page is parsed), load (pictures and frames too)",
			browser.UntilCommit, browser.UntilDOM, browser.UntilLoad).word(string(browser.UntilDOM)),
		integer("timeout_ms", "give up waiting after so many milliseconds", 100, navigateLimit).number(navigateLimit),
	)
}

func (a navigateArgs) check() error {
	if (a.URL == "") == (a.History == "") {
		return errors.New("give exactly one of url and history")
	}
	return nil
}

func (a navigateArgs) run(ctx context.Context, k *call) error {
	return k.act(ctx, func(p browser.Page) (*browser.Receipt, error) {
		return p.Navigate(ctx, browser.NavigateRequest{
			URL: a.URL, History: a.History, Until: a.Until, Timeout: milliseconds(a.TimeoutMS),
		})
	})
}
