package replay

import (
	"context"
	"encoding/json"

	"github.com/holdfast-go/holdfast/transport"
)

// Stream opens the next recorded stream of a tab.
func (p tabPlayer) Stream(ctx context.Context, tab transport.TabID) (transport.Stream, error) {
	if tab != "" {
		return p.player.Stream(ctx, tab)
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed || p.fell {
		return nil, p.ending()
	}
	return nil, &transport.Error{Kind: transport.KindUnsupported, Op: "stream", Detail: "the recorded host has no browser session"}
}

// List gives the recorded list.
func (p tabPlayer) List(ctx context.Context) ([]transport.Tab, error) {
	var list listResult
	if err := p.run(ctx, tabsList, struct{}{}, &list); err != nil {
		return nil, err
	}
	tabs := make([]transport.Tab, len(list.Tabs))
	for i, t := range list.Tabs {
		tabs[i] = transport.Tab(t)
	}
	return tabs, nil
}

// Open gives the recorded tab.
func (p tabPlayer) Open(ctx context.Context, options transport.OpenTab) (transport.Tab, error) {
	var opened tab
	err := p.run(ctx, tabsOpen, openParams(options), &opened)
	return transport.Tab(opened), err
}

// Activate does nothing that can be seen.
func (p tabPlayer) Activate(ctx context.Context, tab transport.TabID) error {
	return p.run(ctx, tabsActivate, tabParams{Tab: tab}, &struct{}{})
}

// CloseTab does what followed in the recording.
func (p tabPlayer) CloseTab(ctx context.Context, tab transport.TabID) error {
	return p.run(ctx, tabsClose, tabParams{Tab: tab}, &struct{}{})
}

// run runs a call of the host and decodes its result.
func (p tabPlayer) run(ctx context.Context, method string, params, result any) error {
	o := p.call(ctx, method, params)
	if o.err != nil {
		return o.err
	}
	if len(o.result) == 0 {
		return nil
	}
	if err := json.Unmarshal(o.result, result); err != nil {
		return invalid("replay", "the recorded result of "+method, err)
	}
	return nil
}
