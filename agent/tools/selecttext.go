package tools

import (
	"context"
	"errors"

	"github.com/holdfast-go/holdfast/browser"
	"github.com/holdfast-go/holdfast/refs"
)

type selectTextArgs struct {
	onPage
	Ref   refText `json:"ref"`
	Text  string  `json:"text"`
	Start int     `json:"start"`
	End   int     `json:"end"`
}

func selectTextTool() *spec {
	return define[selectTextArgs](Tool{
		Name:  "webpage_select_text",
		Title: "Select text",
		Description: "Selects text of an element, such as a word of an editor: the text itself, or a range of characters; by default all of it. " +
			"Keys that are pressed next act on it (Delete, Control+B).",
		Class: Mutate, Effect: Input,
	},
		ref("ref", "the element").needed(),
		text("text", "the text to select, its first occurrence").filled(),
		integer("start", "first character, from 0", 0, farthest),
		integer("end", "character behind the last; default: the end", 1, farthest),
	)
}

func (a selectTextArgs) check() error {
	if a.Text != "" && (a.Start != 0 || a.End != 0) {
		return errors.New("text goes with neither start nor end")
	}
	if a.End != 0 && a.End < a.Start {
		return errors.New("end is before start")
	}
	return nil
}

func (a selectTextArgs) run(ctx context.Context, k *call) error {
	return k.act(ctx, func(p browser.Page) (*browser.Receipt, error) {
		return p.SelectText(ctx, browser.SelectTextRequest{Ref: refs.Ref(a.Ref), Text: a.Text, Start: a.Start, End: a.End})
	})
}
