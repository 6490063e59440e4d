package tools

import (
	"context"
	"errors"

	"github.com/holdfast-go/holdfast/browser"
)

type networkArgs struct {
	onPage
	URL          string              `json:"url"`
	Status       string              `json:"status"`
	Type         browser.RequestType `json:"type"`
	Limit        int                 `json:"limit"`
	AllDocuments bool                `json:"all_documents"`
	RequestID    string              `json:"request_id"`
	Body         bool                `json:"body"`
}

func networkTool() *spec {
	return define[networkArgs](Tool{
		Name:  "webpage_network",
		Title: "Read the network",
		Description: "Lists the newest requests of the page with their status, or shows one with its headers and, with body, the body of its response: request_id of an earlier list. " +
			"Values of headers that let their holder in are hidden.",
		Class: Read, Effect: None,
	},
		text("url", "only requests whose address contains this").filled(),
		text("status", "only this status: 404, 4xx, 200-299, pending or failed").filled(),
		choice("type", "only this type", browser.TypeDocument, browser.TypeStylesheet, browser.TypeScript, browser.TypeImage, browser.TypeFont, browser.TypeMedia,
			browser.TypeFetch, browser.TypeXHR, browser.TypeEventSource, browser.TypeWebSocket, browser.TypeManifest, browser.TypePing, browser.TypePreflight, browser.TypeOther),
		integer("limit", "most requests to list, the newest", 1, browser.MaxItems).number(browser.DefaultItems),
		flag("all_documents", "also requests of documents that the page has left"),
		text("request_id", "show this request in full").filled(),
		flag("body", "with the body of the response; needs request_id"),
	)
}

func (a networkArgs) check() error {
	list := a.URL != "" || a.Status != "" || a.Type != "" || a.Limit != 0 || a.AllDocuments
	switch {
	case a.RequestID != "" && list:
		return errors.New("request_id goes with body only")
	case a.Body && a.RequestID == "":
		return errors.New("body needs a request_id")
	}
	return nil
}

// exchanges is the structured value of a list of webpage_network.
type exchanges struct {
	SessionID browser.TabID `json:"session_id"`
	browser.Listed
	SinceLast []browser.Event    `json:"since_last,omitempty"`
	Requests  []browser.Exchange `json:"requests"`
}

// oneExchange is the structured value of one request.
type oneExchange struct {
	SessionID browser.TabID           `json:"session_id"`
	Request   *browser.ExchangeDetail `json:"request"`
	SinceLast []browser.Event         `json:"since_last,omitempty"`
}

func (a networkArgs) run(ctx context.Context, k *call) error {
	page, err := k.page(ctx)
	if err != nil {
		return err
	}
	r, err := page.Network(ctx, browser.NetworkRequest{
		URL: a.URL, Status: a.Status, Type: a.Type, Limit: a.Limit, AllDocuments: a.AllDocuments, RequestID: a.RequestID, Body: a.Body,
	})
	if err != nil {
		return err
	}
	k.listed(r.SinceLast, r.Rows(), r.Advice())
	if r.Request != nil {
		k.structured = oneExchange{k.session, r.Request, r.SinceLast}
		return nil
	}
	value := exchanges{SessionID: k.session, Listed: r.Listed, SinceLast: r.SinceLast, Requests: r.Requests}
	if value.Requests == nil {
		value.Requests = []browser.Exchange{}
	}
	k.structured = value
	return nil
}
