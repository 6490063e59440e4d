package tools

import (
	"context"
	"errors"
	"time"

	"github.com/holdfast-go/holdfast/browser"
	"github.com/holdfast-go/holdfast/refs"
)

type clickArgs struct {
	onPage
	Ref       refText        `json:"ref"`
	Button    browser.Button `json:"button"`
	Count     int            `json:"count"`
	Modifiers []string       `json:"modifiers"`

	Offset *browser.Offset `json:"offset"`
	HoldMS int             `json:"hold_ms"`
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
		offset("offset", "where in the element, from its top left corner; default: where nothing covers it"),
		integer("hold_ms", "how long the button stays down", 1, longestHold),
	)
}

// longestHold is browser.MaxHold in milliseconds.
const longestHold = int(browser.MaxHold / time.Millisecond)

func (a clickArgs) check() error {
	if a.HoldMS > 0 && a.Count > 1 {
		return errors.New("hold_ms goes with a count of 1")
	}
	return nil
}

func (a clickArgs) run(ctx context.Context, k *call) error {
	return k.act(ctx, func(p browser.Page) (*browser.Receipt, error) {
		return p.Click(ctx, browser.ClickRequest{
			Ref: refs.Ref(a.Ref), Button: a.Button, Count: a.Count, Modifiers: a.Modifiers,
			Offset: a.Offset, Hold: time.Duration(a.HoldMS) * time.Millisecond,
		})
	})
}
