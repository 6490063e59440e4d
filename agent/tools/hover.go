package tools

import (
	"context"

	"github.com/holdfast-go/holdfast/browser"
	"github.com/holdfast-go/holdfast/refs"
)

type hoverArgs struct {
	onPage
	Ref refText `json:"ref"`
}

func hoverTool() *spec {
	return define[hoverArgs](Tool{
		Name:  "webpage_hover",
		Title: "Hover",
		Description: "Puts the pointer over an element and leaves it there: menus and hints that show on hover stay open. " +
			"Take a new webpage_snapshot to see what has come.",
		Class: Mutate, Effect: Input,
	},
		ref("ref", "the element").needed(),
	)
}

func (a hoverArgs) run(ctx context.Context, k *call) error {
	return k.act(ctx, func(p browser.Page) (*browser.Receipt, error) {
		return p.Hover(ctx, browser.HoverRequest{Ref: refs.Ref(a.Ref)})
	})
}
