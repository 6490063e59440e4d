package provider

import (
	"context"
	"maps"
	"slices"
	"sync"
	"time"

	"github.com/holdfast-go/holdfast/browser"
	"github.com/holdfast-go/holdfast/transport"
)

// takeovers are the tabs that people operate. A takeover ends no epoch and no
// session: the agent stops acting and goes on looking, and is told to look again
// when it is over.
type takeovers struct {
	mu   sync.Mutex
	tabs map[browser.TabID]*takeover
}

type takeover struct {
	active bool
	since  time.Time
	turns  int // how often it began or ended
}

// set notes that a person began or ended to operate a tab. It is a state, not a
// count: said twice it is the same.
func (t *takeovers) set(id browser.TabID, active bool, now time.Time) {
	t.mu.Lock()
	defer t.mu.Unlock()
	one := t.tabs[id]
	if one == nil {
		if !active {
			return
		}
		if t.tabs == nil {
			t.tabs = map[browser.TabID]*takeover{}
		}
		one = &takeover{}
		t.tabs[id] = one
	}
	if one.active != active {
		one.active, one.since = active, now
		one.turns++
	}
}

// forget drops a tab that is gone.
func (t *takeovers) forget(id browser.TabID) {
	t.mu.Lock()
	defer t.mu.Unlock()
	delete(t.tabs, id)
}

// keep drops the tabs that are not there any more.
func (t *takeovers) keep(there func(browser.TabID) bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	maps.DeleteFunc(t.tabs, func(id browser.TabID, _ *takeover) bool { return !there(id) })
}

// of gives the state of a tab.
func (t *takeovers) of(id browser.TabID) takeover {
	t.mu.Lock()
	defer t.mu.Unlock()
	if one := t.tabs[id]; one != nil {
		return *one
	}
	return takeover{}
}

// any gives a tab that a person operates, if there is one.
func (t *takeovers) any() (browser.TabID, takeover) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for id, one := range t.tabs {
		if one.active {
			return id, *one
		}
	}
	return "", takeover{}
}

// Takeover tells the provider that a person began or ended to operate a tab.
// Hosts that see it themselves, as Electron's does, tell it by an event; a
// program with a button for it calls this. While it lasts
//
//   - what only looks (snapshot, find, text, extract, screenshot, locate,
//     revalidate, wait, console, network) and scrolling work, and every result
//     says that a person is at work and what it tells may change;
//   - dialogs of the tab are left to the person, whatever [WithDialogs] says;
//   - everything else on the tab, and opening tabs and bringing any to the
//     front, answers BROWSER_TAKEN_OVER;
//   - the state of the tab that is shared with other clients (its viewport)
//     counts as the person's.
//
// Refs and epoch stay as they are.
func (p *Provider) Takeover(id browser.TabID, active bool) {
	p.takeovers.set(id, active, time.Now())
}

// looks are the calls that a takeover lets through: those that leave the page as
// it is, or only scroll it.
var looks = map[string]bool{
	"snapshot": true, "find": true, "text": true, "extract": true, "screenshot": true, "locate": true,
	"revalidate": true, "wait": true, "console": true, "network": true, "scroll": true, "diagnose": true,
	"resize": true, // has a rule of its own
}

// takenOver is the error of a call that has to wait until a person is done.
func (p *page) takenOver(what string) error {
	if looks[what] {
		return nil
	}
	if t := p.owner.takeovers.of(p.id); t.active {
		return takenOver(what, p.id, t)
	}
	return nil
}

// front is the error of opening tabs and bringing them to the front while a
// person looks at one. That one may be gone: a host may tell of the takeover
// behind the tab's end, or of a tab that nobody has in use.
func (p *Provider) front(ctx context.Context, what string) error {
	if _, t := p.takeovers.any(); !t.active {
		return nil
	}
	open, err := p.tabs.List(ctx)
	if err != nil {
		return failed(what, err)
	}
	p.takeovers.keep(func(id browser.TabID) bool {
		return slices.ContainsFunc(open, func(tab transport.Tab) bool { return tab.ID == transport.TabID(id) })
	})
	if id, t := p.takeovers.any(); t.active {
		return takenOver(what, id, t)
	}
	return nil
}

func takenOver(what string, id browser.TabID, t takeover) error {
	e := &browser.Error{
		Code: browser.CodeTakenOver, Reason: "takeover", Retryable: true,
		Message: what + ": a person operates tab " + string(id) + " since " + t.since.Format(time.TimeOnly) + "; nothing was done",
		Hint:    "Reading works meanwhile. Wait until they are done, then look at the page again before acting.",
	}
	e.Details.Holder, e.Details.At = browser.HolderHuman, t.since
	return e
}

// tellTakeover adds to what results begin with that a person is at work, or was
// since the last result.
func (p *page) tellTakeover(events []browser.Event) []browser.Event {
	t := p.owner.takeovers.of(p.id)
	p.mu.Lock()
	told := p.takeoverTold
	p.takeoverTold = t.turns
	p.mu.Unlock()
	if !t.active && t.turns == told {
		return events
	}
	return append(events, browser.Event{Takeover: &browser.Takeover{Active: t.active, Since: t.since}})
}
