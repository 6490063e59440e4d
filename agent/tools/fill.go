package tools

import (
	"context"

	"github.com/holdfast-go/holdfast/browser"
	"github.com/holdfast-go/holdfast/refs"
)

type fillArgs struct {
	onPage
	Ref    refText `json:"ref"`
	Value  string  `json:"value"`
	Submit bool    `json:"submit"`

	Keystrokes bool `json:"keystrokes"`
}

func fillTool() *spec {
	return define[fillArgs](Tool{
		Name:  "webpage_fill",
		Title: "Fill a control",
		Description: "Puts a value into a control and replaces what it held. " +
			"Text fields and editors take text in any script, a select the label or value of an option, a checkbox, radio or switch true or false, " +
			"date and time controls 2026-01-31, 23:59 or 2026-01-31T23:59, a colour #ff0000, a slider or spin button a number. " +
			"A secret goes in by its name, as {{secret:name}}. " +
			"The answer says what the control holds afterwards.",
		Class: Mutate, Effect: Input,
	},
		ref("ref", "the control, from the latest snapshot of the page").needed(),
		text("value", "the new value; empty to clear").needed(),
		flag("submit", "press Enter afterwards"),
		flag("keystrokes", "type key by key, for fields that listen to keys"),
	)
}

func (a fillArgs) run(ctx context.Context, k *call) error {
	return k.act(ctx, func(p browser.Page) (*browser.Receipt, error) {
		return p.Fill(ctx, browser.FillRequest{Ref: refs.Ref(a.Ref), Value: a.Value, Submit: a.Submit, Keystrokes: a.Keystrokes})
	})
}
