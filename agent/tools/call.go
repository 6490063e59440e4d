package tools

import (
	"context"

	"github.com/holdfast-go/holdfast/browser"
	"github.com/holdfast-go/holdfast/outline"
)

// call is one call of a tool while it runs, and its answer in the making.
type call struct {
	catalogue *Catalogue
	name      string
	// session is the page that the call means; empty when there is none.
	session browser.TabID
	// news is what happened since the last result and was told to a guard, which
	// looked at the page: the caller has to hear of it all the same.
	news []browser.Event
	answer
}

// page returns the page that the call means.
func (k *call) page(ctx context.Context) (browser.Page, error) {
	if k.session == "" {
		return nil, noPage(k.name)
	}
	return k.catalogue.pages.Page(ctx, k.session)
}

// act runs an action on the page of the call and answers with its receipt.
func (k *call) act(ctx context.Context, do func(browser.Page) (*browser.Receipt, error)) error {
	page, err := k.page(ctx)
	if err != nil {
		return err
	}
	r, err := do(page)
	if err != nil {
		return err
	}
	k.receipt(r)
	return nil
}

// receipt answers with a receipt. Where the page is now comes first; what to
// do next is ours and stands outside of the marks.
func (k *call) receipt(r *browser.Receipt) {
	if len(k.news) > 0 {
		whole := *r
		whole.SinceLast = append(k.news, r.SinceLast...)
		r, k.news = &whole, nil
	}
	shown := *r
	if n := r.Navigated; n != nil && !n.Pending && n.Failed == "" && r.URL != "" {
		k.catalogue.tell(k.session, r.Title, r.URL)
		where := "navigated: " + whereabouts(r.Title, r.URL)
		if n.SameDocument {
			where += " (same document)"
		}
		k.fromPage(where)
		// Said once is enough.
		shown.Navigated, shown.Title, shown.TargetGone = nil, "", false
	} else {
		k.where(r.Title, r.URL)
	}
	shown.Next = ""
	k.fromPage(shown.String())
	k.say(r.Next)
	k.structured = struct {
		SessionID browser.TabID `json:"session_id"`
		*browser.Receipt
	}{k.session, r}
}

// where begins the answer with the page's title and address, when they are
// others than the caller was told last.
func (k *call) where(title, url string) {
	if k.catalogue.tell(k.session, title, url) {
		k.fromPage("page: " + whereabouts(title, url))
	}
}

// whereabouts tells title and address as everything else does.
func whereabouts(title, url string) string {
	if title == "" {
		return outline.Address(url)
	}
	return outline.Quote(title) + " " + outline.Address(url)
}
