package tools

import (
	"context"
	"errors"
	"time"

	"github.com/holdfast-go/holdfast/browser"
	"github.com/holdfast-go/holdfast/refs"
)

type pressArgs struct {
	onPage
	Key   string  `json:"key"`
	Ref   refText `json:"ref"`
	Count int     `json:"count"`

	HoldMS int `json:"hold_ms"`
}

func pressTool() *spec {
	return define[pressArgs](Tool{
		Name:  "webpage_press",
		Title: "Press a key",
		Description: "Presses a key or a combination: Enter, Tab, Escape, ArrowDown, F5, Control+A, one ASCII character. " +
			"To enter text use webpage_fill.",
		Class: Mutate, Effect: Input,
	},
		text("key", "name, character or combination such as Control+Shift+K").needed().filled(),
		ref("ref", "the element that gets the focus first; default: whatever has it"),
		integer("count", "how often", 1, 100).number(1),
		integer("hold_ms", "how long the key stays down; it repeats", 1, longestHold),
	)
}

func (a pressArgs) check() error {
	if a.HoldMS > 0 && a.Count > 1 {
		return errors.New("hold_ms goes with a count of 1")
	}
	return nil
}

func (a pressArgs) run(ctx context.Context, k *call) error {
	return k.act(ctx, func(p browser.Page) (*browser.Receipt, error) {
		return p.Press(ctx, browser.PressRequest{Key: a.Key, Ref: refs.Ref(a.Ref), Count: a.Count, Hold: time.Duration(a.HoldMS) * time.Millisecond})
	})
}
