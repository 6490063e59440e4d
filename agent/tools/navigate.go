package tools

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/holdfast-go/holdfast/browser"
	"github.com/holdfast-go/holdfast/outline"
)

type navigateArgs struct {
	onPage
	URL       string        `json:"url"`
	Until     browser.Until `json:"until"`
	TimeoutMS int           `json:"timeout_ms"`
}

// navigateLimit is the longest that timeout_ms may ask for, in milliseconds:
// the provider's own default limit.
const navigateLimit = 30_000

func navigateTool() *spec {
	return define[navigateArgs](Tool{
		Name:  "webpage_navigate",
		Title: "Go to an address",
		Description: "Goes to another address in the same tab and waits for the page. " +
			"The refs of the page before are gone. Next: webpage_snapshot.",
		Class: Read, Effect: Navigation,
	},
		text("url", "whole address, http:// or https://").needed().filled(),
		choice("until", "how long to wait: commit (the address answers), dom (the page is parsed), load (pictures and frames too)",
			browser.UntilCommit, browser.UntilDOM, browser.UntilLoad).word(string(browser.UntilDOM)),
		integer("timeout_ms", "give up waiting after so many milliseconds", 100, navigateLimit).number(navigateLimit),
	)
}

func (a navigateArgs) run(ctx context.Context, k *call) error {
	limit := ctx
	if a.TimeoutMS > 0 {
		var cancel context.CancelFunc
		limit, cancel = context.WithTimeout(ctx, time.Duration(a.TimeoutMS)*time.Millisecond)
		defer cancel()
	}
	err := k.act(limit, func(p browser.Page) (*browser.Receipt, error) {
		return p.Navigate(limit, browser.NavigateRequest{URL: a.URL, Until: a.Until})
	})
	ended := errors.Is(err, browser.ErrCanceled) || errors.Is(err, browser.ErrTimeout) || errors.Is(err, context.DeadlineExceeded)
	if !ended || limit.Err() == nil || ctx.Err() != nil {
		return err
	}
	// The provider saw a context end; that it was our limit only we know.
	late := &browser.Error{
		Code: browser.CodeTimeout, Message: fmt.Sprintf("%s was not there after %d ms", outline.Address(a.URL), a.TimeoutMS),
		Hint: "It may still be loading: take a snapshot to see, or give it more timeout_ms.", Retryable: true, Err: err,
	}
	if e := browser.AsError(err); e != nil {
		late.Details = e.Details
	}
	return late
}
