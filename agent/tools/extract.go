package tools

import (
	"context"

	"github.com/holdfast-go/holdfast/browser"
	"github.com/holdfast-go/holdfast/outline"
	"github.com/holdfast-go/holdfast/refs"
)

type extractArgs struct {
	onPage
	Ref  refText             `json:"ref"`
	Kind browser.ExtractKind `json:"kind"`
}

func extractTool() *spec {
	return define[extractArgs](Tool{
		Name:  "webpage_extract",
		Title: "Extract data",
		Description: "Reads tables, lists of like things (cards, results, terms with definitions) and forms of the page as data: columns and rows, " +
			"with addresses and the refs that elements have already. It reads the page as it is now and leaves refs as they are.",
		Class: Read, Effect: None,
	},
		ref("ref", "element whose data to read, or that the data are around; default: the whole page"),
		choice("kind", "what to look for", browser.ExtractAuto, browser.ExtractTable, browser.ExtractList, browser.ExtractForm).word("auto"),
	)
}

// extracted is the structured value of webpage_extract.
type extracted struct {
	SessionID browser.TabID   `json:"session_id"`
	Title     string          `json:"title"`
	URL       string          `json:"url"`
	Data      []outline.Data  `json:"data"`
	SinceLast []browser.Event `json:"since_last,omitempty"`
}

func (a extractArgs) run(ctx context.Context, k *call) error {
	page, err := k.page(ctx)
	if err != nil {
		return err
	}
	r, err := page.Extract(ctx, browser.ExtractRequest{Ref: refs.Ref(a.Ref), Kind: a.Kind})
	if err != nil {
		return err
	}
	k.where(r.Title, r.URL)
	k.fromPage(r.String())
	value := extracted{SessionID: k.session, Title: r.Title, URL: r.URL, Data: r.Data, SinceLast: r.SinceLast}
	if value.Data == nil {
		value.Data = []outline.Data{}
	}
	for _, d := range r.Data {
		if len(d.Rows) < d.Total {
			k.say("Not all rows are shown; ask for the data of a smaller part with ref.")
			break
		}
	}
	k.structured = value
	return nil
}
