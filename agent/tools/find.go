package tools

import (
	"context"

	"github.com/holdfast-go/holdfast/browser"
)

type findArgs struct {
	onPage
	Query string `json:"query"`
	Regex bool   `json:"regex"`
	Limit int    `json:"limit"`
}

func findTool() *spec {
	return define[findArgs](Tool{
		Name:  "webpage_find",
		Title: "Search the last snapshot",
		Description: "Searches the rows of the last webpage_snapshot of the page, also those that it folded or cut, and lists them with their refs. " +
			"It does not read the page again.",
		Class: Read, Effect: None,
	},
		text("query", "what a row must contain (role, name, value, address); upper and lower case are the same").needed().filled(),
		flag("regex", "the query is a regular expression (RE2)"),
		integer("limit", "most hits to list", 1, 200).number(20),
	)
}

// found is the structured value of webpage_find.
type found struct {
	SessionID browser.TabID   `json:"session_id"`
	Query     string          `json:"query"`
	Epoch     uint64          `json:"epoch"`
	Total     int             `json:"total"`
	Hits      []hit           `json:"hits"`
	SinceLast []browser.Event `json:"since_last,omitempty"`
}

type hit struct {
	browser.Thing
	Row     string `json:"row"`
	Context string `json:"context,omitempty"`
	// NotPrinted says why the snapshot did not show the row.
	NotPrinted string `json:"not_printed,omitempty"`
}

func (a findArgs) run(ctx context.Context, k *call) error {
	page, err := k.page(ctx)
	if err != nil {
		return err
	}
	r, err := page.Find(ctx, browser.FindRequest{Query: a.Query, Regexp: a.Regex, Limit: a.Limit})
	if err != nil {
		return err
	}
	k.fromPage(r.String())
	value := found{SessionID: k.session, Query: a.Query, Epoch: r.Epoch, Total: r.Total, Hits: []hit{}, SinceLast: r.SinceLast}
	for _, h := range r.Hits {
		value.Hits = append(value.Hits, hit{
			Thing: browser.Thing{Ref: h.Ref.String(), Role: h.Role, Name: h.Name},
			Row:   h.Text, Context: h.Context, NotPrinted: h.Why,
		})
	}
	k.structured = value
	return nil
}
