package browser

import (
	"context"
	"errors"
	"time"
)

// member is one browser of a pool. Its loop reaches it, looks at it, and reaches
// it again when it was lost.
type member struct {
	Source
	pool   *Pool
	broken chan struct{} // a call saw that it is lost

	// What follows is guarded by Pool.mu.
	browser Provider // nil when it is not reached
	why     error    // why it gets no new pages; nil also as long as nobody knows
	opening int      // pages that are being opened
}

// begin starts the loops, once.
func (p *Pool) begin() error {
	p.start.Do(func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		if p.closed {
			return
		}
		ctx, cancel := context.WithCancel(context.Background())
		p.cancel = cancel
		for _, m := range p.members {
			p.work.Go(func() { m.loop(ctx) })
		}
	})
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed {
		return errPoolClosed()
	}
	return nil
}

// tell wakes those who wait for a member. It needs p.mu.
func (p *Pool) tell() {
	close(p.changed)
	p.changed = make(chan struct{})
}

// loop keeps a member until ctx ends.
func (m *member) loop(ctx context.Context) {
	tick := time.NewTicker(m.pool.every)
	defer tick.Stop()
	for ctx.Err() == nil {
		limited, cancel := context.WithTimeout(ctx, m.pool.limit)
		browser, err := m.start(limited)
		cancel()
		m.set(browser, err)
		if err == nil {
			m.watch(ctx, browser, tick)
			err = browser.Close()
			if ctx.Err() != nil && err != nil { // one that is lost need not close in good order
				m.pool.mu.Lock()
				m.pool.wrong = errors.Join(m.pool.wrong, err)
				m.pool.mu.Unlock()
			}
			continue
		}
		select {
		case <-tick.C:
		case <-ctx.Done():
		}
	}
}

// watch looks at a browser that was reached until it is lost.
func (m *member) watch(ctx context.Context, browser Provider, tick *time.Ticker) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-m.broken:
		case <-tick.C:
			limited, cancel := context.WithTimeout(ctx, m.pool.limit)
			_, err := browser.Tabs(limited)
			cancel()
			if !errors.Is(err, ErrConnectionLost) {
				// A slow browser keeps its pages and gets no new ones.
				m.set(browser, err)
				continue
			}
			m.lost(browser)
		}
		m.pool.mu.Lock()
		gone := m.browser != browser
		m.pool.mu.Unlock()
		if gone {
			return
		}
	}
}

func (m *member) set(browser Provider, why error) {
	m.pool.mu.Lock()
	defer m.pool.mu.Unlock()
	if why == nil && m.why == nil && m.browser == browser {
		return
	}
	m.browser, m.why = browser, why
	m.pool.tell()
}

// judge takes the member out when a call says that its browser is lost.
func (m *member) judge(browser Provider, err error) {
	if errors.Is(err, ErrConnectionLost) {
		m.lost(browser)
	}
}

// lost takes the member out, unless it was reached anew meanwhile.
func (m *member) lost(browser Provider) {
	m.pool.mu.Lock()
	defer m.pool.mu.Unlock()
	if m.browser != browser {
		return
	}
	m.browser, m.why = nil, &Error{Code: CodeConnectionLost, Message: "the connection to it is gone"}
	m.pool.tell()
	select {
	case m.broken <- struct{}{}:
	default:
	}
}

// reached returns the member's browser. It waits for the first attempt to reach
// it.
func (m *member) reached(ctx context.Context) (Provider, error) {
	if err := m.pool.begin(); err != nil {
		return nil, err
	}
	for {
		m.pool.mu.Lock()
		browser, why, changed, closed := m.browser, m.why, m.pool.changed, m.pool.closed
		m.pool.mu.Unlock()
		switch {
		case closed:
			return nil, errPoolClosed()
		case browser != nil:
			return browser, nil
		case why != nil:
			return nil, &Error{
				Code: CodeConnectionLost, Message: "the browser " + m.ID + " of the pool is gone", Err: why,
				Hint: "Open the page again, in another browser of the pool; this one is taken back when it can be reached.",
			}
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return nil, startCanceled(ctx)
		}
	}
}

// id is the name of a tab outside of the member.
func (m *member) id(inner TabID) TabID {
	if inner == "" {
		return ""
	}
	return TabID(m.ID) + "/" + inner
}

func (m *member) outside(t Tab) Tab {
	t.ID, t.Opener = m.id(t.ID), m.id(t.Opener)
	return t
}

// memberDoor names tabs as they are called outside, and notices that a browser
// is lost.
type memberDoor struct {
	member  *member
	browser Provider
}

func (m *member) door(browser Provider) *memberDoor { return &memberDoor{m, browser} }

func (d *memberDoor) enter(ctx context.Context) (context.Context, func(error) error, error) {
	return ctx, func(err error) error {
		d.member.judge(d.browser, err)
		return err
	}, nil
}

func (d *memberDoor) sort(n news) {
	for _, list := range []*[]Tab{n.opened, n.closed} {
		if list == nil {
			continue
		}
		var tabs []Tab
		for _, t := range *list {
			tabs = append(tabs, d.member.outside(t))
		}
		*list = tabs
	}
	if n.since == nil {
		return
	}
	var events []Event
	for _, e := range *n.since {
		for _, tab := range []**Tab{&e.OpenedTab, &e.ClosedTab} {
			if *tab != nil {
				named := d.member.outside(**tab)
				*tab = &named
			}
		}
		events = append(events, e)
	}
	*n.since = events
}

func (d *memberDoor) open() bool { return true }
func (d *memberDoor) gone()      {}
