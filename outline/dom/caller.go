package dom

import "context"

// Caller sends one protocol command and decodes its reply into result (nil to
// ignore it). cdp.Session has it, cdproto's cdp.Session has it, and so has
// chromedp's Target.
type Caller interface {
	Call(ctx context.Context, method string, params, result any) error
}
