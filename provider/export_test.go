package provider

import (
	"context"
	"fmt"

	"github.com/chromedp/cdproto/cdp/jsonv2"

	"github.com/holdfast-go/holdfast/browser"
)

// Evaluate evaluates an expression in the page's own world, for tests that look
// at what the page saw.
func Evaluate(ctx context.Context, of browser.Page, expression string) ([]byte, error) {
	var reply struct {
		Result struct {
			Value jsonv2.Value `json:"value"`
		} `json:"result"`
		Exception *struct {
			Text      string `json:"text"`
			Exception struct {
				Description string `json:"description"`
			} `json:"exception"`
		} `json:"exceptionDetails"`
	}
	err := of.(*page).session.Call(ctx, "Runtime.evaluate", map[string]any{
		"expression": expression, "returnByValue": true, "awaitPromise": true,
	}, &reply)
	if err != nil {
		return nil, err
	}
	if reply.Exception != nil {
		return nil, fmt.Errorf("%s %s", reply.Exception.Text, reply.Exception.Exception.Description)
	}
	return reply.Result.Value, nil
}
