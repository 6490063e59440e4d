package tools

import (
	"context"
	"fmt"

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
		ref("ref", "element whose data to read, or that the data are around: what does not fit begins at its row; default: the whole page"),
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

// rest says how to get the rows behind those that are shown.
func rest(d *outline.Data) string {
	left := fmt.Sprintf("%d rows of the %s are left", d.Total-d.Offset-len(d.Rows), d.Kind)
	if d.Next == "" {
		return left + "; webpage_text reads them as lines."
	}
	return left + "; go on with ref " + d.Next + "."
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
	for i := range r.Data {
		if d := &r.Data[i]; d.Offset+len(d.Rows) < d.Total {
			k.say(rest(d))
		}
	}
	k.structured = value
	return nil
}
