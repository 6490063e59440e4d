package provider

import (
	"context"
	"errors"

	"github.com/holdfast-go/holdfast/browser"
	"github.com/holdfast-go/holdfast/transport"
)

// Start starts or reaches a browser and makes a provider of it, which owns it
// ([New]):
//
//	p, err := provider.Start(ctx, func(ctx context.Context) (*chrome.Host, error) {
//		return chrome.Launch(ctx, chrome.WithHeadful())
//	})
//
// Its errors are those of the contract, so that a program can hand them on to an
// agent: [browser.CodeUnavailable] when there is no browser to be had, with what
// to do about it, [browser.CodeInvalidArgument] for options that make no sense,
// [browser.CodeCanceled] and [browser.CodeTimeout] when ctx ended.
func Start[H transport.Host](ctx context.Context, start func(context.Context) (H, error), options ...Option) (*Provider, error) {
	host, err := start(ctx)
	if err != nil {
		return nil, notStarted(ctx, err)
	}
	p, err := New(ctx, host, options...)
	if errors.Is(err, browser.ErrConnectionLost) || errors.Is(err, browser.ErrPageClosed) {
		err = notStarted(ctx, errors.Unwrap(err)) // it went away at once: none was there before
	}
	if err != nil {
		return nil, err
	}
	return p, nil
}

// notStarted tells in the words of the contract why there is no browser.
func notStarted(ctx context.Context, err error) error {
	if browser.AsError(err) != nil {
		return err
	}
	e := &browser.Error{
		Code: browser.CodeUnavailable, Message: "starting or reaching the browser: " + plain(err), Err: err,
		Hint: "Tell the user: no page can be opened until the browser can be started or reached.",
	}
	if t, ok := errors.AsType[*transport.Error](err); ok {
		if t.Kind == transport.KindInvalid {
			e.Code, e.Hint = browser.CodeInvalidArgument, ""
		}
		if t.Hint != "" {
			e.Hint = t.Hint
		}
	}
	switch {
	case ctx.Err() == nil:
	case errors.Is(ctx.Err(), context.DeadlineExceeded):
		e.Code, e.Message, e.Retryable = browser.CodeTimeout, "the browser did not start in time", true
	default:
		e.Code, e.Message = browser.CodeCanceled, "cancelled while the browser was starting"
	}
	return e
}
