package browser

import (
	"context"
	"sync"
	"time"
)

// Caller is who makes requests: an agent, a conversation, a connection.
type Caller struct {
	// ID tells callers apart. It is no secret.
	ID string
	// Label is what the others are told of it when they want a tab that it holds;
	// empty is the ID.
	Label string
}

// View is the browser of a [Runtime] as one caller sees it. It is a Provider,
// so everything that works on a browser works on it.
//
// A page belongs to the caller that opened it, and so do the windows that it
// opens. The pages of others are not in its lists, and every call on them
// answers [CodeTabHeld]. Tabs that belong to nobody (a person's, those of a
// caller that gave them up) are listed without a label and must be claimed
// before they are used. Results tell a caller of its own pages only; what a
// provider tells too late comes with the next result of the caller it concerns.
//
// A call that has begun when its page changes hands is ended, and no call of
// the new holder reaches the page before it has.
type View struct {
	runtime *Runtime
	id      string
	holder  *holder

	mu    sync.Mutex
	pages map[TabID]*relay
}

// Leaser is a Provider that keeps callers apart, as a [View] does.
type Leaser interface {
	Provider
	// Release gives a tab up. It stays open, and anybody can claim it.
	Release(ctx context.Context, id TabID) error
	// Handoff makes a code that another caller can claim a tab with. Until then
	// the tab stays with its holder. A new code replaces the one before.
	Handoff(ctx context.Context, id TabID) (*Handoff, error)
	// Claim takes a tab that nobody holds, or the one of a code.
	Claim(ctx context.Context, r ClaimRequest) (Tab, error)
}

var _ Leaser = (*View)(nil)

// ClaimRequest says which tab is claimed: Tab, Code, or both.
type ClaimRequest struct {
	Tab TabID
	// Code is that of a [Handoff].
	Code string
}

// Caller returns the browser as a caller sees it. Asked twice for the same ID
// it gives the same view, with the label of the first time.
func (r *Runtime) Caller(c Caller) (*View, error) {
	if c.ID == "" {
		return nil, &Error{Code: CodeInvalidArgument, Message: "a caller needs an ID"}
	}
	if c.Label == "" {
		c.Label = c.ID
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.closed {
		return nil, errRuntimeClosed()
	}
	v := r.callers[c.ID]
	if v == nil {
		v = &View{runtime: r, id: c.ID, holder: &holder{label: c.Label}, pages: map[TabID]*relay{}}
		r.callers[c.ID] = v
	}
	return v, nil
}

// Open opens a new tab, which the caller holds from its first moment. A browser
// that turns out to be gone is started anew.
func (v *View) Open(ctx context.Context, request OpenRequest) (Page, error) {
	r := v.runtime
	for again := true; ; again = false {
		p, err := r.provider(ctx)
		if err == nil {
			err = v.begin()
		}
		if err != nil {
			return nil, err
		}
		page, err := p.Open(ctx, request)
		r.mu.Lock()
		now := r.config.now()
		r.leases.opening--
		var e *lease
		if err == nil {
			e = r.leases.opens(page.ID(), v.holder, now)
		}
		r.leases.settle(now)
		gone := v.holder.closed
		r.mu.Unlock()
		switch {
		case err == nil && gone:
			// Nobody would close it.
			limited, cancel := context.WithTimeout(context.WithoutCancel(ctx), closeLimit)
			defer cancel()
			_ = page.Close(limited)
			return nil, v.usable()
		case err == nil:
			return v.relay(e, page), nil
		}
		err = r.lost(ctx, p, sortError(v.door(nil), err))
		if !again || AsError(err) == nil || AsError(err).Code != CodeConnectionLost {
			return nil, err
		}
	}
}

// begin notes that a tab is being opened.
func (v *View) begin() error {
	r := v.runtime
	r.mu.Lock()
	defer r.mu.Unlock()
	if v.holder.closed {
		return r.leases.check(nil, v.holder, time.Time{})
	}
	r.leases.opening++
	return nil
}

func (v *View) usable() error {
	v.runtime.mu.Lock()
	defer v.runtime.mu.Unlock()
	if v.holder.closed {
		return v.runtime.leases.check(nil, v.holder, time.Time{})
	}
	return nil
}

// Page returns the page of a tab that the caller holds.
func (v *View) Page(ctx context.Context, id TabID) (Page, error) {
	r := v.runtime
	p, e, err := r.find(ctx, id)
	if err != nil {
		return nil, err
	}
	var page Page
	err = through(ctx, v.door(e), func(ctx context.Context) error {
		page, err = p.Page(ctx, id)
		return err
	})
	if err != nil {
		return nil, r.lost(ctx, p, err)
	}
	return v.relay(e, page), nil
}

// relay returns the caller's page before a page of the browser, the same as
// long as that is the same.
func (v *View) relay(e *lease, page Page) Page {
	v.mu.Lock()
	defer v.mu.Unlock()
	if known := v.pages[e.tab]; known != nil && known.page == page {
		return known
	}
	for id, old := range v.pages {
		select {
		case <-old.Done():
			delete(v.pages, id)
		default:
		}
	}
	mine := &relay{page: page, id: e.tab, door: v.door(e)}
	v.pages[e.tab] = mine
	return mine
}

// Tabs lists the tabs that the caller holds, with its label, and those that
// nobody holds, without one.
func (v *View) Tabs(ctx context.Context) ([]Tab, error) {
	if err := v.usable(); err != nil {
		return nil, err
	}
	_, all, err := v.runtime.list(ctx)
	if err != nil {
		return nil, err
	}
	r := v.runtime
	r.mu.Lock()
	defer r.mu.Unlock()
	now := r.config.now()
	mine := func(id TabID) (*lease, bool) {
		e := r.leases.tabs[id]
		return e, e != nil && (e.holder == v.holder || r.leases.free(e, now))
	}
	tabs := make([]Tab, 0, len(all))
	for _, t := range all {
		e, visible := mine(t.ID)
		if !visible {
			continue
		}
		if e.holder == v.holder {
			t.Label = v.holder.label
		}
		if _, visible := mine(t.Opener); !visible {
			t.Opener = ""
		}
		tabs = append(tabs, t)
	}
	return tabs, nil
}

// Activate brings a tab that the caller holds to the front.
func (v *View) Activate(ctx context.Context, id TabID) error {
	_, err := v.onTab(ctx, id, Provider.Activate)
	return err
}

// CloseTab closes a tab that the caller holds.
func (v *View) CloseTab(ctx context.Context, id TabID) error {
	d, err := v.onTab(ctx, id, Provider.CloseTab)
	if err == nil {
		d.gone()
	}
	return err
}

func (v *View) onTab(ctx context.Context, id TabID, call func(Provider, context.Context, TabID) error) (tabDoor, error) {
	p, e, err := v.runtime.find(ctx, id)
	if err != nil {
		return tabDoor{}, err
	}
	d := v.door(e)
	err = through(ctx, d, func(ctx context.Context) error { return call(p, ctx, id) })
	return d, v.runtime.lost(ctx, p, err)
}

// Release gives a tab up. It stays open, and anybody can claim it. Calls of
// this caller that are on it end.
func (v *View) Release(ctx context.Context, id TabID) error {
	return v.runtime.move(ctx, id, func(l *leases, e *lease, now time.Time) error { return l.release(e, v.holder, now) })
}

// Handoff makes a code that another caller can claim a tab with. Until then the
// tab stays with this one, also beyond the idle time.
func (v *View) Handoff(ctx context.Context, id TabID) (*Handoff, error) {
	var h *Handoff
	err := v.runtime.move(ctx, id, func(l *leases, e *lease, now time.Time) (err error) {
		h, err = l.handoff(e, v.holder, now)
		return err
	})
	return h, err
}

// Claim takes a tab that nobody holds, or the one of a code. It returns when the
// calls of the tab's last holder have ended, or with ctx: the tab is the
// caller's in either case.
func (v *View) Claim(ctx context.Context, request ClaimRequest) (Tab, error) {
	r := v.runtime
	id := request.Tab
	switch {
	case request.Code != "":
		err := r.update(ctx, func(l *leases, now time.Time) (*lease, error) {
			e, err := l.redeem(request.Code, request.Tab, v.holder, now)
			if err == nil {
				id = e.tab
			}
			return e, err
		})
		if err != nil {
			return Tab{}, err
		}
	case id == "":
		return Tab{}, &Error{Code: CodeInvalidArgument, Message: "claim: neither a tab nor a code"}
	default:
		err := r.move(ctx, id, func(l *leases, e *lease, now time.Time) error { return l.claim(e, v.holder, now) })
		if err != nil {
			return Tab{}, err
		}
	}
	// It is claimed whether more can be told of it or not.
	tab := Tab{ID: id, Label: v.holder.label}
	tabs, err := v.Tabs(ctx)
	if err != nil {
		return tab, nil
	}
	for _, t := range tabs {
		if t.ID == id {
			tab = t
		}
	}
	return tab, nil
}

// Close closes the tabs that the caller opened and holds, and gives up those
// that it claimed. The browser goes on. It is idempotent; the caller's ID can be
// used anew.
func (v *View) Close() error {
	r := v.runtime
	ctx, cancel := context.WithTimeout(context.Background(), closeLimit)
	defer cancel()
	r.mu.Lock()
	running := r.browser != nil && !v.holder.closed
	r.mu.Unlock()
	if running {
		// Windows that its pages have opened go, too. Without an answer those that
		// are known do.
		_, _, _ = r.list(ctx)
	}
	r.mu.Lock()
	if v.holder.closed {
		r.mu.Unlock()
		return nil
	}
	v.holder.closed = true
	if r.callers[v.id] == v {
		delete(r.callers, v.id)
	}
	now, p := r.config.now(), r.browser
	var own []TabID
	for _, e := range r.leases.tabs {
		if e.before == v.holder {
			e.before = nil
		}
		if e.holder != v.holder {
			continue
		}
		if e.origin == v.holder && !e.closed {
			own = append(own, e.tab)
		}
		r.leases.change(e, nil, now)
	}
	r.mu.Unlock()
	if p == nil {
		return nil
	}
	var wg sync.WaitGroup
	for _, id := range own {
		wg.Go(func() {
			// One that is gone already is what is wanted, and for the others there
			// is nothing else to be done: they stay, and nobody holds them.
			_ = p.CloseTab(ctx, id)
		})
	}
	wg.Wait()
	return nil
}
