package tools

import (
	"context"

	"github.com/holdfast-go/holdfast/browser"
	"github.com/holdfast-go/holdfast/refs"
)

type locateArgs struct {
	onPage
	Ref       refText `json:"ref"`
	Scroll    bool    `json:"scroll"`
	Highlight bool    `json:"highlight"`
}

func locateTool() *spec {
	return define[locateArgs](Tool{
		Name:  "webpage_locate",
		Title: "Locate an element",
		Description: "Tells where an element is at this moment, in CSS pixels of the viewport, and whether it is in view. " +
			"Nothing is scrolled unless asked for, so it can check what a scroll did.",
		Class: Read, Effect: View,
	},
		ref("ref", "the element").needed(),
		flag("scroll", "bring it into view first"),
		flag("highlight", "mark it for a person who looks at the browser, for two seconds"),
	)
}

// effect is none where nothing that a person sees changes.
func (a locateArgs) effect() Effect {
	if a.Scroll || a.Highlight {
		return View
	}
	return None
}

func (a locateArgs) run(ctx context.Context, k *call) error {
	page, err := k.page(ctx)
	if err != nil {
		return err
	}
	l, err := page.Locate(ctx, browser.LocateRequest{Ref: refs.Ref(a.Ref), Scroll: a.Scroll, Highlight: a.Highlight})
	if err != nil {
		return err
	}
	k.where(l.Title, l.URL)
	k.fromPage(l.String())
	k.structured = struct {
		SessionID browser.TabID `json:"session_id"`
		*browser.Location
	}{k.session, l}
	return nil
}
