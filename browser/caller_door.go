package browser

import (
	"context"
	"errors"
)

// tabDoor lets the calls of one caller on one tab pass, as long as the caller
// holds it.
type tabDoor struct {
	view  *View
	lease *lease // nil for what concerns no tab yet
}

func (v *View) door(e *lease) tabDoor { return tabDoor{v, e} }

func (d tabDoor) enter(ctx context.Context) (context.Context, func(error) error, error) {
	r := d.view.runtime
	inner, cancel := context.WithCancelCause(ctx)
	r.mu.Lock()
	v, older, err := r.leases.enter(d.lease, d.view.holder, cancel, r.config.now())
	r.mu.Unlock()
	if err != nil {
		cancel(nil)
		return nil, nil, err
	}
	leave := func(err error) error {
		r.mu.Lock()
		now := r.config.now()
		moved := r.leases.leave(d.lease, v, now)
		held := r.leases.check(d.lease, d.view.holder, now)
		if errors.Is(err, ErrPageClosed) {
			r.leases.close(d.lease, now)
		}
		r.mu.Unlock()
		ended := errors.Is(context.Cause(inner), errMoved) && ctx.Err() == nil
		cancel(nil)
		if err == nil || !moved || !ended {
			return err
		}
		return moving(held, err)
	}
	for _, o := range older {
		select {
		case <-o.ended:
		case <-inner.Done():
			return nil, nil, leave(&Error{
				Code: CodeCanceled, Message: "cancelled while the tab's last holder was leaving it", Err: context.Cause(inner),
				Hint: "Nothing was done. Try again.", Retryable: true,
			})
		}
	}
	return inner, leave, nil
}

// moving is the error of a call that was ended because its tab changed hands.
func moving(held, err error) error {
	e := &Error{Code: CodeTabHeld, Message: "the tab changed hands", Err: err}
	if now := AsError(held); now != nil {
		copied := *now
		e = &copied
		e.Err = err
	}
	e.Message += "; it changed hands while this call ran, which was ended"
	if was := AsError(err); was != nil {
		e.Details.Receipt, e.Details.SinceLast = was.Details.Receipt, was.Details.SinceLast
		if was.Details.Receipt != nil {
			e.Message += " half-way"
		}
	}
	return e
}

func (d tabDoor) sort(n news) {
	r := d.view.runtime
	r.mu.Lock()
	defer r.mu.Unlock()
	r.leases.sort(n, d.view.holder, r.config.now())
	if n.since != nil && d.lease != nil && d.lease.over != nil {
		*n.since = append([]Event{{Takeover: d.lease.over}}, *n.since...)
		d.lease.over = nil
	}
}

func (d tabDoor) open() bool {
	r := d.view.runtime
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.leases.check(d.lease, d.view.holder, r.config.now()) == nil
}

func (d tabDoor) gone() {
	r := d.view.runtime
	r.mu.Lock()
	defer r.mu.Unlock()
	r.leases.close(d.lease, r.config.now())
}
