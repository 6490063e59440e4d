package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"

	"github.com/holdfast-go/holdfast/browser"
	"github.com/holdfast-go/holdfast/provider"
	"github.com/holdfast-go/holdfast/transport/chrome"
	"time"
)

// engine is the browser of a worker, which is started when it is needed and
// replaced when it is sick. One goroutine uses it.
type engine struct {
	options []chrome.Option
	// limit is how long the browser may take to show that it is well.
	limit time.Duration
	log   *slog.Logger

	provider *provider.Provider
	// starts counts browsers.
	starts int
	// suspect: something has gone wrong since the last probe.
	suspect bool
}

// get returns a browser that is well.
func (e *engine) get(ctx context.Context) (browser.Provider, error) {
	if e.provider != nil {
		err := e.probe(ctx)
		if err == nil {
			return e.provider, nil
		}
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		e.log.Warn("the browser is sick and is replaced", "error", err)
		e.stop()
	}
	p, err := provider.Start(ctx, func(ctx context.Context) (*chrome.Host, error) {
		return chrome.Launch(ctx, e.options...)
	})
	if err != nil {
		return nil, err
	}
	e.provider = p
	e.starts++
	return p, nil
}

// probe asks the browser for its tabs; a suspect one must open a page and compute
// something in it.
func (e *engine) probe(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, e.limit)
	defer cancel()
	if _, err := e.provider.Tabs(ctx); err != nil || !e.suspect {
		return err
	}
	page, err := e.provider.Open(ctx, browser.OpenRequest{Background: true})
	if err != nil {
		return err
	}
	r, err := page.Execute(ctx, browser.ExecuteRequest{Code: "return 6 * 7"})
	if err == nil && string(r.Value) != "42" {
		err = fmt.Errorf("it computed %.40s", r.Value)
	}
	if err = errors.Join(err, page.Close(ctx)); err == nil {
		e.suspect = false
	}
	return err
}

// stop ends the browser. The next get starts another.
func (e *engine) stop() {
	if e.provider == nil {
		return
	}
	if err := e.provider.Close(); err != nil {
		e.log.Warn("what is left of the browser", "error", err)
	}
	e.provider, e.suspect = nil, false
}
