package tools

import (
	"context"
	"fmt"
	"math"

	"github.com/holdfast-go/holdfast/browser"
	"github.com/holdfast-go/holdfast/refs"
)

type textArgs struct {
	onPage
	Ref      refText `json:"ref"`
	Offset   int     `json:"offset"`
	MaxChars int     `json:"max_chars"`
	Links    bool    `json:"links"`
}

func textTool() *spec {
	return define[textArgs](Tool{
		Name:  "webpage_text",
		Title: "Read the text",
		Description: "Reads the words of the page, or of an element, as running text: the main content first, what is around it behind a line of dashes. " +
			"Use it to read; what can be operated is in webpage_snapshot. It reads the page as it is now and leaves refs as they are.",
		Class: Read, Effect: None,
	},
		ref("ref", "element whose words to read; default: the whole page"),
		integer("offset", "where to begin, in characters: next_offset of an earlier call", 0, math.MaxInt32).number(0),
		integer("max_chars", "most characters to read", leastText, mostChars).number(defaultText),
		flag("links", "write links as [words](address)"),
	)
}

// The default is that of package outline.
const leastText, defaultText = 100, 20_000

// words is the structured value of webpage_text; the text comes to it between
// marks.
type words struct {
	SessionID browser.TabID `json:"session_id"`
	Title     string        `json:"title"`
	URL       string        `json:"url"`
	Offset    int           `json:"offset"`
	// NextOffset is where to go on; 0 when nothing is left.
	NextOffset int             `json:"next_offset,omitempty"`
	Total      int             `json:"total"`
	SinceLast  []browser.Event `json:"since_last,omitempty"`
}

func (a textArgs) run(ctx context.Context, k *call) error {
	page, err := k.page(ctx)
	if err != nil {
		return err
	}
	r, err := page.Text(ctx, browser.TextRequest{Ref: refs.Ref(a.Ref), Offset: a.Offset, MaxChars: a.MaxChars, Links: a.Links})
	if err != nil {
		return err
	}
	k.where(r.Title, r.URL)
	for _, e := range r.SinceLast {
		k.fromPage("since last: " + e.String())
	}
	k.longName, k.long = "text", r.Text
	k.fromPage(r.Text)
	switch {
	case r.Text == "" && r.Total > 0:
		k.say(fmt.Sprintf("The text ends before that: it has %d characters.", r.Total))
	case r.Text == "":
		k.say("There is no text here.")
	case r.Next > 0:
		k.say(fmt.Sprintf("This is a part of %d characters; go on with offset %d.", r.Total, r.Next))
	}
	k.structured = words{
		SessionID: k.session, Title: r.Title, URL: r.URL, Offset: r.Offset, NextOffset: r.Next, Total: r.Total, SinceLast: r.SinceLast,
	}
	return nil
}
