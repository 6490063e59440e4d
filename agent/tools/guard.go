package tools

import (
	"context"
	"encoding/json"
	"errors"

	"github.com/holdfast-go/holdfast/browser"
)

// Request is a call before it is made, as a [Guard] sees it.
type Request struct {
	Tool Tool
	// Effect is that of this call; it may be less than the tool's.
	Effect Effect
	// Arguments are the checked arguments: one object, every property known,
	// of the right type and there once.
	Arguments json.RawMessage
	// Session is the page that the call works on; empty when it works on none
	// (webpage_open) or when there is no default page yet.
	Session browser.TabID
	// URL is the address of that page now, or empty.
	URL string

	call *call
}

// Guard is asked before every call whose arguments make sense, and decides
// whether it is made: nil lets it pass. It may take its time, to ask a person
// for example; ctx is the call's. An *browser.Error is handed to the caller as
// it is, any other error becomes one of [browser.CodeRefused] with its text, which
// a model will read.
//
// A guard may be called by several goroutines at once.
type Guard func(ctx context.Context, r Request) error

// ask lets the guard decide.
func (c *Catalogue) ask(ctx context.Context, s *spec, a action, arguments json.RawMessage, k *call) error {
	if c.guard == nil {
		return nil
	}
	session := k.session
	r := Request{Tool: s.Tool, Effect: s.Effect, Arguments: arguments, Session: session, call: k}
	if e, ok := a.(effecter); ok {
		r.Effect = e.effect()
	}
	if session != "" {
		tab, err := c.tab(ctx, session)
		if err != nil {
			return err
		}
		r.URL = tab.URL
	}
	err := c.guard(ctx, r)
	switch {
	case err == nil:
		return nil
	case browser.AsError(err) != nil:
		return err
	case ctx.Err() != nil && errors.Is(err, ctx.Err()):
		return canceled(s.Name, err)
	}
	return &browser.Error{
		Code: browser.CodeRefused, Message: s.Name + " was not allowed: " + err.Error(),
		Hint: "Do not repeat it. Go another way, or say what you would need it for.", Err: err,
	}
}
