package tools

import (
	"context"

	"github.com/holdfast-go/holdfast/browser"
	"github.com/holdfast-go/holdfast/refs"
)

type clickArgs struct {
	onPage
	Ref       refText        `json:"ref"`
	Button    browser.Button `json:"button"`
	Count     int            `json:"count"`
	Modifiers []string       `json:"modifiers"`
}

func clickTool() *spec {
	return define[clickArgs](Tool{
		Name:  "webpage_click",
		Title: "Click",
		Description: "Clicks an element as a person's mouse would: scrolls to it, checks that it is still what the ref stood for and that nothing covers it, then clicks. " +
			"The answer says what came of it; when the page navigated, take a new webpage_snapshot.",
		Class: Mutate, Effect: Input,
	},
		ref("ref", "the element, from the latest snapshot of the page").needed(),
		choice("button", "mouse button", browser.ButtonLeft, browser.ButtonRight, browser.ButtonMiddle).word(string(browser.ButtonLeft)),
		integer("count", "2 is a double click", 1, 3).number(1),
		choices("modifiers", "keys that are held", "Alt", "Control", "Meta", "Shift"),
	)
}

func (a clickArgs) run(ctx context.Context, k *call) error {
	return k.act(ctx, func(p browser.Page) (*browser.Receipt, error) {
		return p.Click(ctx, browser.ClickRequest{Ref: refs.Ref(a.Ref), Button: a.Button, Count: a.Count, Modifiers: a.Modifiers})
	})
}
