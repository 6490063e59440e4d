package main

import (
	"context"
	"errors"
	"log/slog"

	"github.com/holdfast-go/holdfast/browser"
)

// lazy is a provider that starts its browser when it is first needed, and
// again after the browser was lost: a client lists the tools of all its
// servers, and most of its conversations never open a page.
type lazy struct {
	start func(context.Context) (browser.Provider, error)
	log   *slog.Logger
	// turn is a lock that can be waited for with a context. It guards what
	// follows, and is held while the browser starts.
	turn     chan struct{}
	provider browser.Provider
	closed   bool
}

var (
	_ browser.Provider  = (*lazy)(nil)
	_ browser.Diagnoser = (*lazy)(nil)
)

func newLazy(start func(context.Context) (browser.Provider, error), log *slog.Logger) *lazy {
	return &lazy{start: start, log: log, turn: make(chan struct{}, 1)}
}

// get returns the browser, started if need be.
func (l *lazy) get(ctx context.Context) (browser.Provider, error) {
	select {
	case l.turn <- struct{}{}:
	case <-ctx.Done():
		return nil, canceled(ctx)
	}
	defer func() { <-l.turn }()
	switch {
	case l.closed:
		return nil, &browser.Error{Code: browser.CodeConnectionLost, Message: "the server is ending"}
	case l.provider != nil:
		return l.provider, nil
	}
	p, err := l.start(ctx)
	if err != nil {
		return nil, err // in the words of the contract: provider.Start
	}
	l.log.Info("the browser is there")
	l.provider = p
	return p, nil
}

// lost forgets a browser that is gone, so that the next call starts one.
func (l *lazy) lost(p browser.Provider, err error) error {
	if !errors.Is(err, browser.ErrConnectionLost) {
		return err
	}
	l.turn <- struct{}{}
	if l.provider == p {
		l.provider = nil
		l.log.Warn("the browser is gone", "error", err)
		if err := p.Close(); err != nil {
			l.log.Warn("what is left of the browser", "error", err)
		}
	}
	<-l.turn
	gone := *browser.AsError(err)
	gone.Hint = "The browser is gone, and all its pages. Open the page again: that starts a new one."
	return &gone
}

// Open opens a tab. A browser that turns out to be gone is started anew: the
// tab went with it, if it was opened at all.
func (l *lazy) Open(ctx context.Context, r browser.OpenRequest) (browser.Page, error) {
	for again := true; ; again = false {
		p, err := l.get(ctx)
		if err != nil {
			return nil, err
		}
		page, err := p.Open(ctx, r)
		if err = l.lost(p, err); err == nil || !again || !errors.Is(err, browser.ErrConnectionLost) {
			return page, err
		}
	}
}

// Page returns the page of a tab.
func (l *lazy) Page(ctx context.Context, id browser.TabID) (browser.Page, error) {
	p, err := l.get(ctx)
	if err != nil {
		return nil, err
	}
	page, err := p.Page(ctx, id)
	return page, l.lost(p, err)
}

// Tabs lists the tabs.
func (l *lazy) Tabs(ctx context.Context) ([]browser.Tab, error) {
	p, err := l.get(ctx)
	if err != nil {
		return nil, err
	}
	tabs, err := p.Tabs(ctx)
	return tabs, l.lost(p, err)
}

// Activate brings a tab to the front.
func (l *lazy) Activate(ctx context.Context, id browser.TabID) error {
	p, err := l.get(ctx)
	if err != nil {
		return err
	}
	return l.lost(p, p.Activate(ctx, id))
}

// CloseTab closes a tab.
func (l *lazy) CloseTab(ctx context.Context, id browser.TabID) error {
	p, err := l.get(ctx)
	if err != nil {
		return err
	}
	return l.lost(p, p.CloseTab(ctx, id))
}

// Diagnose says what works of the browser, which it starts if need be.
func (l *lazy) Diagnose(ctx context.Context) (*browser.Diagnosis, error) {
	p, err := l.get(ctx)
	if err != nil {
		return nil, err
	}
	d, ok := p.(browser.Diagnoser)
	if !ok {
		return nil, &browser.Error{Code: browser.CodeNotImplemented, Message: "this browser cannot diagnose itself"}
	}
	result, err := d.Diagnose(ctx)
	return result, l.lost(p, err)
}

// Close ends the browser, if there is one, for good.
func (l *lazy) Close() error {
	l.turn <- struct{}{}
	defer func() { <-l.turn }()
	l.closed = true
	if l.provider == nil {
		return nil
	}
	p := l.provider
	l.provider = nil
	return p.Close()
}

func canceled(ctx context.Context) error {
	return &browser.Error{Code: browser.CodeCanceled, Message: "cancelled while the browser was starting", Err: context.Cause(ctx)}
}
