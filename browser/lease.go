package browser

import (
	"context"
	"errors"
	"time"

	"github.com/holdfast-go/holdfast/outline"
)

// leases says who holds which tab. It is a state machine without a clock or a
// lock of its own: its owner brings the time and keeps calls apart.
//
// A tab is held by one caller, by a person, or by nobody. A lease that is not
// used for the idle time counts as nobody's, but nothing happens to it: its
// caller goes on with the next call, unless another has claimed the tab by
// then. So there is no moment in which a tab has two holders or belongs to
// somebody who cannot use it.
type leases struct {
	idle     time.Duration
	codeLife time.Duration
	tabs     map[TabID]*lease
	gone     []TabID // of leases that are closed, the oldest first
	// opening counts the calls that open a tab. A tab that is not known yet may
	// be theirs and is nobody else's until they have ended.
	opening int
	// added counts the leases ever made.
	added int
	limbo []Event // of tabs that may be of the ones that are opening
	spent []spent // codes that do not work any more, the oldest first
}

// keptLeases bounds how many closed tabs are remembered: their late popups
// belong to whom they belonged to.
const keptLeases = 2000

// holder is who can hold a tab.
type holder struct {
	label  string
	person bool
	closed bool
	// inbox are late consequences that no result has told of yet.
	inbox []Event
}

// keptEvents bounds an inbox.
const keptEvents = 100

// lease is one tab.
type lease struct {
	tab    TabID
	holder *holder // nil: nobody
	// origin is the caller who opened the tab, or whose page did.
	origin *holder
	number int // of leases.added
	closed bool
	used   time.Time
	// tenure counts the changes of the holder, visits are the calls that have
	// begun and not ended.
	tenure int
	visits map[*visit]struct{}
	offer  *offer
	// before is the caller whom a person took the tab from.
	before *holder
	// over is set when a person gave the tab back and its holder was not told yet.
	over *Takeover
}

// visit is a call on a tab.
type visit struct {
	tenure int
	cancel context.CancelCauseFunc
	ended  chan struct{}
}

// errMoved ends the calls of a holder who has the tab no longer.
var errMoved = errors.New("browser: the tab has changed hands")

func newLeases(idle, codeLife time.Duration) *leases {
	return &leases{idle: idle, codeLife: codeLife, tabs: map[TabID]*lease{}}
}

// free reports whether anybody may claim the tab.
func (l *leases) free(e *lease, now time.Time) bool {
	switch {
	case e.holder == nil:
		return true
	case e.holder.person || len(e.visits) > 0:
		return false
	case e.offer != nil && now.Before(e.offer.expires):
		return false // it is promised to somebody
	}
	return now.Sub(e.used) >= l.idle
}

// add makes the lease of a tab that has none.
func (l *leases) add(tab TabID, h *holder, now time.Time) *lease {
	l.added++
	e := &lease{tab: tab, holder: h, origin: h, number: l.added, used: now, visits: map[*visit]struct{}{}}
	l.tabs[tab] = e
	return e
}

// opens takes in a tab that a caller has opened.
func (l *leases) opens(tab TabID, h *holder, now time.Time) *lease {
	e := l.tabs[tab]
	switch {
	case e == nil:
		return l.add(tab, h, now)
	case !e.closed && e.holder != nil && e.holder.person:
		e.before = h // who took it while it was being opened
	default:
		l.change(e, h, now) // the number of a tab that was closed, given again
	}
	e.closed, e.origin = false, h
	return e
}

// of returns the lease of a tab. One that is not known belongs to the holder of
// its opener; without one to nobody, or, while a tab is being opened, to
// nobody knows whom: nil.
func (l *leases) of(t Tab, all map[TabID]Tab, now time.Time) *lease {
	if e := l.tabs[t.ID]; e != nil {
		return e
	}
	parent := l.tabs[t.Opener]
	if t.Opener != "" && parent == nil {
		if p, listed := all[t.Opener]; listed {
			rest := make(map[TabID]Tab, len(all))
			for id, other := range all {
				if id != t.ID {
					rest[id] = other // openers that go round in a circle end
				}
			}
			parent = l.of(p, rest, now)
		}
	}
	switch {
	case parent != nil:
		return l.add(t.ID, parent.holder, now)
	case l.opening > 0:
		return nil
	}
	return l.add(t.ID, nil, now)
}

// list takes in a list of tabs that was asked for when since leases had been
// made.
func (l *leases) list(tabs []Tab, since int, now time.Time) {
	all := make(map[TabID]Tab, len(tabs))
	for _, t := range tabs {
		all[t.ID] = t
	}
	for _, t := range tabs {
		if e := l.of(t, all, now); e != nil {
			e.closed = false
		}
	}
	for id, e := range l.tabs {
		if _, there := all[id]; !there && e.number <= since {
			l.close(e, now)
		}
	}
}

// close notes that a tab is closed.
func (l *leases) close(e *lease, now time.Time) {
	if e.closed {
		return
	}
	e.closed = true
	l.withdraw(e, now)
	l.gone = append(l.gone, e.tab)
	if len(l.gone) > keptLeases {
		// One that is open again, or that a call is still on, comes here anew when
		// it is closed or listed the next time.
		if old := l.tabs[l.gone[0]]; old != nil && old.closed {
			if len(old.visits) == 0 {
				delete(l.tabs, old.tab)
			} else {
				old.closed = false
			}
		}
		l.gone = l.gone[1:]
	}
}

// check says why the holder may not use the tab, if so.
func (l *leases) check(e *lease, h *holder, now time.Time) error {
	switch {
	case h.closed:
		return &Error{Code: CodeConnectionLost, Message: "this caller was closed"}
	case e.holder == h:
		return nil
	case e.closed:
		return noSuchTab(e.tab)
	case l.free(e, now):
		return &Error{
			Code: CodeTabUnclaimed, Message: "nobody holds the tab " + string(e.tab),
			Hint: "Claim it first (webpage_tabs, action claim), if it is meant for you: a person or another agent may come back to it.",
		}
	}
	return l.held(e)
}

// enter lets a call of the holder begin. It must wait for the calls that are
// returned: those of earlier holders, which are on their way out.
func (l *leases) enter(e *lease, h *holder, cancel context.CancelCauseFunc, now time.Time) (*visit, []*visit, error) {
	if err := l.check(e, h, now); err != nil {
		return nil, nil, err
	}
	v := &visit{tenure: e.tenure, cancel: cancel, ended: make(chan struct{})}
	older := e.older()
	e.visits[v] = struct{}{}
	e.used = now
	return v, older, nil
}

// leave ends a call. It reports whether the tab changed hands meanwhile.
func (l *leases) leave(e *lease, v *visit, now time.Time) bool {
	delete(e.visits, v)
	close(v.ended)
	if v.tenure != e.tenure {
		return true
	}
	e.used = now
	return false
}

// older returns the calls of earlier holders.
func (e *lease) older() []*visit {
	var older []*visit
	for v := range e.visits {
		if v.tenure < e.tenure {
			older = append(older, v)
		}
	}
	return older
}

// change gives the tab to another holder, or to nobody. What the one before
// has begun ends early.
func (l *leases) change(e *lease, to *holder, now time.Time) {
	l.withdraw(e, now)
	e.tenure++
	e.holder, e.used, e.before = to, now, nil
	for v := range e.visits {
		v.cancel(errMoved)
	}
}

// release gives a tab up.
func (l *leases) release(e *lease, h *holder, now time.Time) error {
	if err := l.check(e, h, now); err != nil {
		return err
	}
	l.change(e, nil, now)
	return nil
}

// claim takes a tab that nobody holds.
func (l *leases) claim(e *lease, h *holder, now time.Time) error {
	switch {
	case h.closed:
		return l.check(e, h, now)
	case e.closed:
		return noSuchTab(e.tab)
	case e.holder == h:
		e.used = now
		return nil
	case !l.free(e, now):
		return l.held(e)
	}
	l.change(e, h, now)
	return nil
}

// take gives a tab to a person, whoever holds it.
func (l *leases) take(e *lease, person *holder, now time.Time) {
	before := e.holder
	if before != nil && before.person {
		before = e.before
	}
	l.change(e, person, now)
	e.before = before
}

// giveBack ends the hold of a person: the tab goes to the caller who had it, or
// to nobody.
func (l *leases) giveBack(e *lease, now time.Time) {
	if e.holder == nil || !e.holder.person {
		return
	}
	to := e.before
	if to != nil && to.closed {
		to = nil
	}
	l.change(e, to, now)
	e.over = &Takeover{Since: now}
}

// held is the error for a tab that somebody else has.
func (l *leases) held(e *lease) *Error {
	by := "a caller"
	hint := "Use another tab. Only its holder can hand it over (webpage_tabs, action handoff, gives a code to claim it with)."
	if e.holder.person {
		by = "a person"
		hint = "Leave it alone until it is given back; other tabs can be used."
	}
	return &Error{
		Code: CodeTabHeld, Hint: hint, Details: Details{HeldBy: e.holder.label},
		Message: "the tab " + string(e.tab) + " is held by " + by + ", " + outline.Quote(e.holder.label),
	}
}

func noSuchTab(id TabID) *Error {
	return &Error{
		Code: CodePageClosed, Message: "there is no tab " + outline.Quote(string(id)),
		Hint: "List the tabs and use one that is open.",
	}
}
