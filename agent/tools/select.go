package tools

import (
	"context"
	"errors"

	"github.com/holdfast-go/holdfast/browser"
	"github.com/holdfast-go/holdfast/refs"
)

type selectArgs struct {
	onPage
	Ref    refText  `json:"ref"`
	Values []string `json:"values"`
	Labels []string `json:"labels"`
}

func selectTool() *spec {
	return define[selectArgs](Tool{
		Name:  "webpage_select",
		Title: "Choose options",
		Description: "Chooses options of a native list (combobox or listbox of the page's own HTML), by their labels or values: these and no others. " +
			"Where several options have a label, give the value.",
		Class: Mutate, Effect: Input,
	},
		ref("ref", "the list").needed(),
		texts("values", "values of the options", 1000),
		texts("labels", "labels of the options", 1000),
	)
}

func (a selectArgs) check() error {
	if (a.Values == nil) == (a.Labels == nil) {
		return errors.New("a selection takes exactly one of values and labels")
	}
	return nil
}

func (a selectArgs) run(ctx context.Context, k *call) error {
	return k.act(ctx, func(p browser.Page) (*browser.Receipt, error) {
		return p.Select(ctx, browser.SelectRequest{Ref: refs.Ref(a.Ref), Values: a.Values, Labels: a.Labels})
	})
}
