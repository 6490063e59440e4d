package provider

import (
	"time"

	"github.com/holdfast-go/holdfast/browser"
	"github.com/holdfast-go/holdfast/outline"
)

// kinPatience is how long a command may go unanswered before it is looked
// whether another tab's dialog holds the page up. A page that is merely slow
// waits on.
const kinPatience = 250 * time.Millisecond

// heldUp is the error of a call that the page does not answer because a dialog
// is open in a tab that it opened, or that opened it: such tabs share a renderer,
// and a dialog stops all of it. It is nil when there is no such dialog.
func (p *page) heldUp() error {
	if p.owner.config.dialogs != AskDialogs {
		return nil
	}
	p.owner.mu.Lock()
	others := make([]*page, 0, len(p.owner.pages))
	for _, other := range p.owner.pages {
		others = append(others, other)
	}
	p.owner.mu.Unlock()
	for _, other := range others {
		if other == p || !p.owner.ledger.akin(p.id, other.id) {
			continue
		}
		d := other.OpenDialog()
		if d == nil {
			continue
		}
		e := dialogOpen("", *d)
		e.Message = "the page waits for a dialog of the tab " + string(other.id) + ", which it shares its renderer with: " +
			d.Kind + " " + outline.Quote(d.Message)
		e.Hint = "Answer the dialog in that tab (accept or dismiss); until then neither answers anything else."
		return e
	}
	return nil
}

// akin reports whether one of two tabs descends from the other, or both from a
// third.
func (l *ledger) akin(a, b browser.TabID) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.first(a) == l.first(b)
}

// first is the tab that the openers of a tab go back to. It needs l.mu.
func (l *ledger) first(id browser.TabID) browser.TabID {
	for range len(l.openers) {
		opener := l.openers[id]
		if opener == "" {
			break
		}
		id = opener
	}
	return id
}
