package tools

import (
	"context"
	"errors"

	"github.com/holdfast-go/holdfast/browser"
	"github.com/holdfast-go/holdfast/refs"
)

type dragArgs struct {
	onPage
	Ref      refText         `json:"ref"`
	ToRef    refText         `json:"to_ref"`
	ToOffset *browser.Offset `json:"to_offset"`
	DX       float64         `json:"dx"`
	DY       float64         `json:"dy"`
}

func dragTool() *spec {
	return define[dragArgs](Tool{
		Name:  "webpage_drag",
		Title: "Drag",
		Description: "Drags an element with the mouse: onto to_ref (in a sorted list it takes that item's place), or by dx, dy (sliders, grips). " +
			"The answer says what came of it, with the value of a slider.",
		Class: Mutate, Effect: Input,
	},
		ref("ref", "the element to drag").needed(),
		ref("to_ref", "the element to drop it on"),
		offset("to_offset", "where on to_ref, from its top left corner; default: about its middle"),
		number("dx", "how far to the right, in CSS pixels", -farthest, farthest),
		number("dy", "how far down, in CSS pixels", -farthest, farthest),
	)
}

func (a dragArgs) check() error {
	distance := a.DX != 0 || a.DY != 0
	switch {
	case (a.ToRef != 0) == distance:
		return errors.New("a drag takes exactly one of to_ref and a distance (dx, dy)")
	case a.ToRef == 0 && a.ToOffset != nil:
		return errors.New("to_offset goes with to_ref")
	}
	return nil
}

func (a dragArgs) run(ctx context.Context, k *call) error {
	return k.act(ctx, func(p browser.Page) (*browser.Receipt, error) {
		return p.Drag(ctx, browser.DragRequest{
			Ref: refs.Ref(a.Ref), To: refs.Ref(a.ToRef), ToOffset: a.ToOffset, DX: a.DX, DY: a.DY,
		})
	})
}
