package tools

import (
	"context"

	"github.com/holdfast-go/holdfast/browser"
)

type consoleArgs struct {
	onPage
	Level        browser.ConsoleLevel `json:"level"`
	Text         string               `json:"text"`
	Limit        int                  `json:"limit"`
	AllDocuments bool                 `json:"all_documents"`
}

func consoleTool() *spec {
	return define[consoleArgs](Tool{
		Name:  "webpage_console",
		Title: "Read the console",
		Description: "Lists the newest console messages of the page, exceptions and the browser's own complaints included, equal ones as one with a count. " +
			"Use level error to see why a page misbehaves. It asks nothing of the page.",
		Class: Read, Effect: None,
	},
		choice("level", "only this level; console.log is info", browser.LevelError, browser.LevelWarning, browser.LevelInfo, browser.LevelDebug),
		text("text", "only messages that contain this").filled(),
		integer("limit", "most messages to list, the newest", 1, browser.MaxItems).number(browser.DefaultItems),
		flag("all_documents", "also messages of documents that the page has left"),
	)
}

// spoken is the structured value of webpage_console.
type spoken struct {
	SessionID browser.TabID `json:"session_id"`
	browser.Listed
	SinceLast []browser.Event          `json:"since_last,omitempty"`
	Written   int                      `json:"written"`
	Capped    bool                     `json:"capped,omitempty"`
	Messages  []browser.ConsoleMessage `json:"messages"`
}

func (a consoleArgs) run(ctx context.Context, k *call) error {
	page, err := k.page(ctx)
	if err != nil {
		return err
	}
	r, err := page.Console(ctx, browser.ConsoleRequest{Level: a.Level, Text: a.Text, Limit: a.Limit, AllDocuments: a.AllDocuments})
	if err != nil {
		return err
	}
	k.listed(r.SinceLast, r.Rows(), r.Advice())
	value := spoken{
		SessionID: k.session, Listed: r.Listed, SinceLast: r.SinceLast, Written: r.Written, Capped: r.Capped, Messages: r.Messages,
	}
	if value.Messages == nil {
		value.Messages = []browser.ConsoleMessage{}
	}
	k.structured = value
	return nil
}

// listed answers with rows of the page's making, and with what we say of them.
func (k *call) listed(since []browser.Event, rows string, advice []string) {
	for _, e := range since {
		k.fromPage("since last: " + e.String())
	}
	k.fromPage(rows)
	for _, s := range advice {
		k.say(s)
	}
}
