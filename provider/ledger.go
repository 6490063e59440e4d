package provider

import (
	"context"
	"slices"
	"sync"
	"time"

	"github.com/holdfast-go/holdfast/browser"
	"github.com/holdfast-go/holdfast/transport"
)

// ledger keeps which tabs were opened by pages and not told to anyone yet.
type ledger struct {
	events <-chan transport.Event // nil when there is nobody to ask
	adopt  func(browser.Tab)      // is told of every tab that has an opener
	// regained is told of every tab whose protocol connection was lost and is
	// there again.
	regained func(browser.TabID)
	// taken is told that a person began or ended to operate a tab.
	taken func(browser.TabID, bool)
	// withheld is told of what the host kept a tab from.
	withheld func(browser.TabID, transport.Withheld)
	sync     chan chan struct{}
	stop     chan struct{}
	ended    chan struct{}
	once     sync.Once

	mu      sync.Mutex
	changed chan struct{}
	opened  []browser.Tab // with an opener, not reported yet, in order
	closed  []browser.Tab // that somebody knew of, not reported yet, in order
	openers map[browser.TabID]browser.TabID
	used    map[browser.TabID]bool // attached to
	leaving map[browser.TabID]bool // the program closes them
	active  browser.TabID
	// expected are tabs without an opener that pages asked for, orphans those that
	// came before anybody was known to ask for them. Both are of the last
	// moments.
	expected, orphans []expectation
}

// expectation is a tab at an address, asked for by a page or there.
type expectation struct {
	tab, opener browser.TabID
	url         string
	at          time.Time
}

// expectFor bounds how long the asking for a tab and its coming are apart: both
// are of one task of the browser. Of two that ask for one address within that
// time each gets one.
const expectFor = 2 * time.Second

func newLedger(events <-chan transport.Event, adopt func(browser.Tab), regained func(browser.TabID), taken func(browser.TabID, bool)) *ledger {
	return &ledger{
		events: events, adopt: adopt, regained: regained, taken: taken, sync: make(chan chan struct{}), stop: make(chan struct{}),
		ended: make(chan struct{}), changed: make(chan struct{}),
		openers: map[browser.TabID]browser.TabID{}, used: map[browser.TabID]bool{}, leaving: map[browser.TabID]bool{},
	}
}

// loop reads the host's events until they end or the ledger is closed.
func (l *ledger) loop() {
	defer close(l.ended)
	events := l.events
	for {
		select {
		case e, ok := <-events:
			if !ok {
				events = nil
				continue
			}
			l.learn(e)
		case caughtUp := <-l.sync:
			for drained := false; !drained && events != nil; {
				select {
				case e, ok := <-events:
					if !ok {
						events = nil
						break
					}
					l.learn(e)
				default:
					drained = true
				}
			}
			close(caughtUp)
		case <-l.stop:
			return
		}
	}
}

func (l *ledger) close() {
	l.once.Do(func() { close(l.stop) })
	<-l.ended
}

// catchUp returns when the ledger has learnt all that was said before the last
// reply that the caller got.
func (l *ledger) catchUp(ctx context.Context) {
	caughtUp := make(chan struct{})
	select {
	case l.sync <- caughtUp:
		<-caughtUp
	case <-l.ended:
	case <-ctx.Done():
	}
}

func (l *ledger) learn(e transport.Event) {
	l.mu.Lock()
	defer l.mu.Unlock()
	t := tabOf(e.Tab)
	switch e.Kind {
	case transport.TabOpened:
		if t.Opener == "" {
			asked, ok := match(&l.expected, t.URL)
			if !ok {
				l.orphans = append(recent(l.orphans), expectation{tab: t.ID, url: t.URL, at: time.Now()})
				return
			}
			t.Opener = asked.opener
		}
		l.open(t)
	case transport.TabChanged:
		for i := range l.opened {
			if l.opened[i].ID == t.ID {
				l.opened[i].URL, l.opened[i].Title = t.URL, t.Title
			}
		}
	case transport.TabClosed:
		if l.active == t.ID {
			l.active = ""
		}
		_, popup := l.openers[t.ID]
		if (l.used[t.ID] || popup) && !l.leaving[t.ID] {
			if t.Opener == "" {
				t.Opener = l.openers[t.ID]
			}
			l.closed = append(l.closed, t)
			if len(l.closed) > keptClosed {
				l.closed = l.closed[1:]
			}
		}
		delete(l.used, t.ID)
		delete(l.leaving, t.ID)
	case transport.Takeover:
		l.taken(t.ID, e.Active)
		return
	case transport.Reattached:
		l.regained(t.ID)
		return
	case transport.Blocked:
		l.withheld(t.ID, e.Withheld)
		return
	default:
		return
	}
	close(l.changed)
	l.changed = make(chan struct{})
}

// open notes a tab that a page opened.
func (l *ledger) open(t browser.Tab) {
	l.opened = append(l.opened, t)
	if len(l.openers) > keptOpeners {
		clear(l.openers) // of tabs that have told all that they had to tell
	}
	l.openers[t.ID] = t.Opener
	l.adopt(t)
}

// expect notes that a page asked for a tab of which it is not the opener.
func (l *ledger) expect(opener browser.TabID, url string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.orphans = slices.DeleteFunc(l.orphans, func(o expectation) bool { return l.used[o.tab] })
	found, ok := match(&l.orphans, url)
	if !ok {
		l.expected = append(l.expected, expectation{opener: opener, url: url, at: time.Now()})
		return
	}
	l.open(browser.Tab{ID: found.tab, Opener: opener, URL: url})
	close(l.changed)
	l.changed = make(chan struct{})
}

// recent forgets what is too old to be of one task with what happens now.
func recent(of []expectation) []expectation {
	return slices.DeleteFunc(of, func(e expectation) bool { return time.Since(e.at) > expectFor })
}

// match removes and returns the oldest of an address.
func match(of *[]expectation, url string) (expectation, bool) {
	*of = recent(*of)
	i := slices.IndexFunc(*of, func(e expectation) bool { return e.url == url })
	if i < 0 {
		return expectation{}, false
	}
	found := (*of)[i]
	*of = slices.Delete(*of, i, i+1)
	return found, true
}

// keptOpeners and keptClosed bound what is remembered of tabs.
const keptOpeners, keptClosed = 2000, 100

// use notes that a tab is attached to.
func (l *ledger) use(id browser.TabID) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.used[id] = true
}

// closing notes that the program is about to close a tab.
func (l *ledger) closing(id browser.TabID) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.leaving[id] = true
}

// isClosing reports whether the program closes a tab.
func (l *ledger) isClosing(id browser.TabID) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.leaving[id]
}

// openerOf gives the tab that opened one, also when it is closed.
func (l *ledger) openerOf(id browser.TabID) browser.TabID {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.openers[id]
}

// takeClosed removes and returns the tabs that closed.
func (l *ledger) takeClosed(want func(browser.Tab) bool) []browser.Tab {
	l.mu.Lock()
	defer l.mu.Unlock()
	return takeFrom(&l.closed, want)
}

// takeFrom removes and returns what the filter wants of a list.
func takeFrom(list *[]browser.Tab, want func(browser.Tab) bool) (taken []browser.Tab) {
	var left []browser.Tab
	for _, t := range *list {
		if want(t) {
			taken = append(taken, t)
		} else {
			left = append(left, t)
		}
	}
	*list = left
	return taken
}

// settled waits until the tabs that a page has opened, as far as they were not
// told of, have got somewhere: to their first document, or to their end.
func (l *ledger) settled(ctx context.Context, opener browser.TabID) {
	for {
		l.mu.Lock()
		waits := false
		for _, t := range l.opened {
			ended := slices.ContainsFunc(l.closed, func(c browser.Tab) bool { return c.ID == t.ID })
			waits = waits || t.Opener == opener && (t.URL == "" || t.URL == blank) && !ended
		}
		changed := l.changed
		l.mu.Unlock()
		if !waits {
			return
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return
		case <-l.ended:
			return
		}
	}
}

// take removes and returns the opened tabs that the filter wants.
func (l *ledger) take(want func(browser.Tab) bool) []browser.Tab {
	l.mu.Lock()
	defer l.mu.Unlock()
	return takeFrom(&l.opened, want)
}

// until waits until the condition holds for the tabs that were opened and not
// reported, or ctx ends.
func (l *ledger) until(ctx context.Context, condition func([]browser.Tab) bool) bool {
	for {
		l.mu.Lock()
		ok, changed := condition(l.opened), l.changed
		l.mu.Unlock()
		if ok {
			return true
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return false
		case <-l.ended:
			return false
		}
	}
}

func (l *ledger) activate(id browser.TabID) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.active = id
}

func (l *ledger) front() browser.TabID {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.active
}

// openedTabs takes the tabs that pages of this provider opened and that no
// result has told of yet, each with the action before it.
func (p *Provider) openedTabs() []browser.Event {
	tabs := p.ledger.take(func(t browser.Tab) bool { return p.known(t.Opener) != nil })
	var events []browser.Event
	for _, t := range tabs {
		e := browser.Event{OpenedTab: &t}
		if opener := p.known(t.Opener); opener != nil {
			opener.mu.Lock()
			e.After = opener.action
			opener.mu.Unlock()
		}
		events = append(events, e)
	}
	for _, t := range p.ledger.takeClosed(func(browser.Tab) bool { return true }) {
		events = append(events, browser.Event{ClosedTab: &t})
	}
	return events
}

func (p *Provider) known(id browser.TabID) *page {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.pages[id]
}
