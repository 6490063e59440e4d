package tools

import (
	"context"

	"github.com/holdfast-go/holdfast/browser"
)

type openArgs struct {
	URL        string `json:"url"`
	Background bool   `json:"background"`
}

func openTool() *spec {
	return define[openArgs](Tool{
		Name:  "webpage_open",
		Title: "Open a page",
		Description: "Opens a web page in a new tab and makes it the default page of all other tools. " +
			"Gives its session_id, title and address. Next: webpage_snapshot. " +
			"To go elsewhere in the same tab use webpage_navigate.",
		Class: Read, Effect: Navigation,
	},
		text("url", "whole address, http:// or https://").word("about:blank"),
		flag("background", "leave the tab that is in front in the browser's window where it is"),
	)
}

// opened is the structured value of webpage_open.
type opened struct {
	SessionID browser.TabID `json:"session_id"`
	Title     string        `json:"title"`
	URL       string        `json:"url"`
}

func (a openArgs) run(ctx context.Context, k *call) error {
	page, err := k.catalogue.pages.Open(ctx, browser.OpenRequest{URL: a.URL, Background: a.Background})
	if err != nil {
		return err
	}
	k.session = page.ID()
	k.catalogue.use(k.session)
	// The page is open whether its title can be had or not.
	at, err := page.Where(ctx)
	if err != nil || at.URL == "" {
		at.URL = a.URL
	}
	k.where(at.Title, at.URL)
	if d := page.OpenDialog(); d != nil {
		k.fromPage("dialog: " + d.String())
	}
	k.say("opened session_id " + string(k.session) + ", the default page now. Next: webpage_snapshot.")
	k.structured = opened{k.session, at.Title, at.URL}
	return nil
}
