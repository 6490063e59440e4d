package provider

import (
	"context"

	"github.com/holdfast-go/holdfast/browser"
	"github.com/holdfast-go/holdfast/transport"
)

// Where tells the page's title and address.
func (p *page) Where(ctx context.Context) (browser.Place, error) {
	const what = "asking where the page is"
	if err := p.alive(what); err != nil {
		return browser.Place{}, err
	}
	tabs, err := p.owner.tabs.List(ctx)
	if err != nil {
		return browser.Place{}, failed(what, err)
	}
	for _, t := range tabs {
		if t.ID == transport.TabID(p.id) {
			return browser.Place{Title: t.Title, URL: t.URL}, nil
		}
	}
	return browser.Place{}, failed(what, transport.ErrNotFound)
}
