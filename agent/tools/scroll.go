package tools

import (
	"context"
	"errors"

	"github.com/holdfast-go/holdfast/browser"
	"github.com/holdfast-go/holdfast/refs"
)

type scrollArgs struct {
	onPage
	Ref    refText          `json:"ref"`
	DeltaX float64          `json:"delta_x"`
	DeltaY float64          `json:"delta_y"`
	To     browser.ScrollTo `json:"to"`
}

func scrollTool() *spec {
	return define[scrollArgs](Tool{
		Name:  "webpage_scroll",
		Title: "Scroll",
		Description: "Scrolls the page, or with ref a scroll container or what the element is in, by a distance or to its top or bottom; into_view shows the element of ref. " +
			"The answer says how far it moved, what is left, and when it is at its end. Long lists load more as they are scrolled.",
		Class: Mutate, Effect: View,
	},
		ref("ref", "what to scroll, or what to show; default: the page"),
		number("delta_x", "how far to the right, in CSS pixels", -farthest, farthest),
		number("delta_y", "how far down, in CSS pixels", -farthest, farthest),
		choice("to", "a place in place of a distance", browser.ToTop, browser.ToBottom, browser.IntoView),
	)
}

func (a scrollArgs) check() error {
	distance := a.DeltaX != 0 || a.DeltaY != 0
	switch {
	case (a.To != "") == distance:
		return errors.New("a scroll takes exactly one of to and a distance (delta_x, delta_y)")
	case a.To == browser.IntoView && a.Ref == 0:
		return errors.New("into_view needs ref")
	}
	return nil
}

func (a scrollArgs) run(ctx context.Context, k *call) error {
	return k.act(ctx, func(p browser.Page) (*browser.Receipt, error) {
		return p.Scroll(ctx, browser.ScrollRequest{Ref: refs.Ref(a.Ref), DX: a.DeltaX, DY: a.DeltaY, To: a.To})
	})
}
