package provider

import (
	"context"
	"slices"

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
			p.left = slices.Delete(p.left, i, i+1)
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

// drop takes out a page that has ended, and keeps its books: its tab may live
// on.
func (p *Provider) drop(pg *page) {
	pg.dropped.Do(func() {
		// A call that has not seen the end yet must not meet the next page's loop
		// over the book.
		pg.mu.Lock()
		network := pg.state.network
		pg.state.network = newNetBook()
		pg.mu.Unlock()
		p.mu.Lock()
		defer p.mu.Unlock()
		if p.pages[pg.id] != pg {
			return
		}
		delete(p.pages, pg.id)
		if p.closed {
			return
		}
		p.left = append(p.left, leftBooks{pg.id, books{pg.console.book, network}})
		if len(p.left) > keptBooks {
			p.left = p.left[1:]
		}
	})
}

// sweep forgets the books of tabs that are gone, and that one of them was ours.
func (p *Provider) sweep(id browser.TabID) {
	if p.usable() != nil {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), closeLimit)
	defer cancel()
	tabs, err := p.tabs.List(ctx)
	if err != nil {
		return // a few are kept in vain
	}
	open := map[browser.TabID]bool{}
	for _, t := range tabs {
		open[browser.TabID(t.ID)] = true
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if !open[id] {
		delete(p.own, id)
	}
	p.left = slices.DeleteFunc(p.left, func(k leftBooks) bool { return !open[k.tab] })
}
