package browser

import (
	"context"
	"errors"
	"time"

	"github.com/holdfast-go/holdfast/outline"
)

// TakeOver gives a tab to a person, whoever holds it; label is what callers are
// told of that person. What a caller is doing there ends, and TakeOver returns
// when it has, or with ctx. Nobody else can use the tab until
// [Runtime.GiveBack].
func (r *Runtime) TakeOver(ctx context.Context, id TabID, label string) error {
	if label == "" {
		label = "the user"
	}
	person := &holder{label: label, person: true}
	_, _, err := r.find(ctx, id)
	if err != nil && !errors.Is(err, ErrTabUnclaimed) { // nobody knows whose it is: no reason to wait
		return err
	}
	return r.update(ctx, func(l *leases, now time.Time) (*lease, error) {
		e := l.tabs[id]
		if e == nil {
			e = l.add(id, nil, now)
		}
		if e.closed {
			return nil, noSuchTab(id)
		}
		l.take(e, person, now)
		return e, nil
	})
}

// GiveBack ends a [Runtime.TakeOver]: the tab goes to the caller who had it, or
// to nobody.
func (r *Runtime) GiveBack(ctx context.Context, id TabID) error {
	return r.move(ctx, id, func(l *leases, e *lease, now time.Time) error {
		l.giveBack(e, now)
		return nil
	})
}

// Tabs lists all tabs of the browser, each with the label of who holds it.
func (r *Runtime) Tabs(ctx context.Context) ([]Tab, error) {
	_, tabs, err := r.list(ctx)
	if err != nil {
		return nil, err
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	now := r.config.now()
	for i := range tabs {
		if e := r.leases.tabs[tabs[i].ID]; e != nil && !r.leases.free(e, now) {
			tabs[i].Label = e.holder.label
		}
	}
	return tabs, nil
}

// list asks the browser for its tabs and learns whose they are.
func (r *Runtime) list(ctx context.Context) (Provider, []Tab, error) {
	p, err := r.provider(ctx)
	if err != nil {
		return nil, nil, err
	}
	r.mu.Lock()
	since := r.leases.added
	r.mu.Unlock()
	tabs, err := p.Tabs(ctx)
	if err != nil {
		return nil, nil, r.lost(ctx, p, err)
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.leases.list(tabs, since, r.config.now())
	return p, append([]Tab(nil), tabs...), nil
}

// find returns the browser and the lease of a tab.
func (r *Runtime) find(ctx context.Context, id TabID) (Provider, *lease, error) {
	p, err := r.provider(ctx)
	if err != nil {
		return nil, nil, err
	}
	r.mu.Lock()
	e := r.leases.tabs[id]
	r.mu.Unlock()
	if e != nil {
		return p, e, nil
	}
	p, tabs, err := r.list(ctx)
	if err != nil {
		return nil, nil, err
	}
	r.mu.Lock()
	e = r.leases.tabs[id]
	r.mu.Unlock()
	if e != nil {
		return p, e, nil
	}
	for _, t := range tabs {
		if t.ID == id {
			return nil, nil, &Error{
				Code: CodeTabUnclaimed, Message: "the tab " + outline.Quote(string(id)) + " came up while another was being opened: whose it is will show",
				Hint: "Try again.", Retryable: true,
			}
		}
	}
	return nil, nil, noSuchTab(id)
}

// move changes who holds a tab, after a look at which tabs there are: windows
// that its holder has opened until now are that holder's.
func (r *Runtime) move(ctx context.Context, id TabID, change func(*leases, *lease, time.Time) error) error {
	_, e, err := r.find(ctx, id)
	if err != nil {
		return err
	}
	return r.update(ctx, func(l *leases, now time.Time) (*lease, error) { return e, change(l, e, now) })
}

// update changes a lease and waits for the calls of its last holder, which end
// now, or until ctx ends; the change stands.
func (r *Runtime) update(ctx context.Context, change func(*leases, time.Time) (*lease, error)) error {
	if _, _, err := r.list(ctx); err != nil {
		return err
	}
	r.mu.Lock()
	e, err := change(r.leases, r.config.now())
	var older []*visit
	if err == nil {
		older = e.older()
	}
	r.mu.Unlock()
	for _, v := range older {
		select {
		case <-v.ended:
		case <-ctx.Done():
			return nil
		}
	}
	return err
}
