package tools

import (
	"context"

	"github.com/holdfast-go/holdfast/browser"
)

type resizeArgs struct {
	onPage
	Width  int     `json:"width"`
	Height int     `json:"height"`
	Scale  float64 `json:"scale"`
	Mobile bool    `json:"mobile"`
	Force  bool    `json:"force"`
}

func resizeTool() *spec {
	return define[resizeArgs](Tool{
		Name:  "webpage_resize",
		Title: "Resize the viewport",
		Description: "Gives the page another viewport. Everybody who uses the tab shares it: when a person has set it the call is refused, " +
			"and only force overwrites it; the answer says what it was.",
		Class: Mutate, Effect: View,
	},
		integer("width", "in CSS pixels", 1, browser.MaxViewport).needed(),
		integer("height", "in CSS pixels", 1, browser.MaxViewport).needed(),
		number("scale", "device pixels of a CSS pixel; default 1", 0, 10),
		flag("mobile", "a touch device"),
		flag("force", "overwrite what a person has set"),
	)
}

func (a resizeArgs) run(ctx context.Context, k *call) error {
	return k.act(ctx, func(p browser.Page) (*browser.Receipt, error) {
		return p.Resize(ctx, browser.ResizeRequest{
			Viewport: browser.Viewport{Width: a.Width, Height: a.Height, Scale: a.Scale, Mobile: a.Mobile}, Force: a.Force,
		})
	})
}
