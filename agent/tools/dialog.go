package tools

import (
	"context"
	"errors"

	"github.com/holdfast-go/holdfast/browser"
)

type dialogArgs struct {
	onPage
	Action browser.DialogAction `json:"action"`
	Text   *string              `json:"text"`
}

func dialogTool() *spec {
	return define[dialogArgs](Tool{
		Name:  "webpage_dialog",
		Title: "Answer a dialog",
		Description: "Answers the JavaScript dialog that a page has open (alert, confirm, prompt, or the question whether to leave the page). " +
			"While one is open every other tool answers BROWSER_DIALOG_OPEN, with what it says. The answer tells what came of it.",
		Class: Mutate, Effect: Input,
	},
		choice("action", "accept is OK or Leave; dismiss is Cancel or Stay", browser.AcceptDialog, browser.DismissDialog).needed(),
		text("text", "the answer to a prompt, with accept; default: what the page suggests"),
	)
}

func (a dialogArgs) check() error {
	if a.Text != nil && a.Action != browser.AcceptDialog {
		return errors.New("text goes with accept")
	}
	return nil
}

func (a dialogArgs) run(ctx context.Context, k *call) error {
	return k.act(ctx, func(p browser.Page) (*browser.Receipt, error) {
		return p.Dialog(ctx, browser.DialogRequest{Action: a.Action, Text: a.Text})
	})
}
