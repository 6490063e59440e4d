package provider

import (
	"context"

	"github.com/holdfast-go/holdfast/browser"
)

// books are what was collected of a tab.
type books struct {
	console *consoleBook
	network *netBook
}

// keptBooks is how many tabs that lost their session are remembered: they may
// be attached to again.
const keptBooks = 8

// takeBooks gives the books of a tab: those of its last page, or new ones.
func (p *Provider) takeBooks(id browser.TabID) books {
	p.mu.Lock()
	defer p.mu.Unlock()
	for i, k := range p.left {
		if k.tab == id {
			p.left = append(p.left[:i:i], p.left[i+1:]...)
			k.books.network.unwatched()
			return k.books
		}
	}
	return books{&consoleBook{}, newNetBook()}
}

// leftBooks are the books of a tab that nobody is attached to.
type leftBooks struct {
	tab   browser.TabID
	books books
}

// keepBooks keeps the books of a page that has ended while its tab lives on.
func (p *Provider) keepBooks(pg *page) {
	if p.usable() != nil || p.ledger.isClosing(pg.id) {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), closeLimit)
	defer cancel()
	tabs, err := p.tabs.List(ctx)
	if err != nil {
		return
	}
	for _, t := range tabs {
		if browser.TabID(t.ID) != pg.id {
			continue
		}
		p.mu.Lock()
		p.left = append(p.left, leftBooks{pg.id, books{pg.console.book, pg.state.network}})
		if len(p.left) > keptBooks {
			p.left = p.left[1:]
		}
		p.mu.Unlock()
		return
	}
}
