// Package tabhost stands in for a program that owns browser windows, as an
// Electron application does: one stream per tab, no browser session, its own
// list of tabs and its own events. It is built over a real browser, so that
// pages behave as pages do.
package tabhost

import (
	"context"
	"errors"
	"sync"

	"github.com/holdfast-go/holdfast/cdp"
	"github.com/holdfast-go/holdfast/internal/wire"
	"github.com/holdfast-go/holdfast/transport"
)

// Host is a tab host over a browser host. It is safe for concurrent use.
type Host struct {
	browser transport.Host
	conn    *cdp.Conn
	targets *cdp.Targets
	news    *wire.News
	pumps   sync.WaitGroup
	ended   chan struct{} // closed after Down

	mu      sync.Mutex
	streams map[*stream]struct{}
	closed  bool
	err     error
}

var (
	_ transport.Host = (*Host)(nil)
	_ transport.Tabs = (*Host)(nil)
)

// New takes over the browser; Close ends it.
func New(ctx context.Context, browser transport.Host) (*Host, error) {
	s, err := browser.Stream(ctx, "")
	if err != nil {
		return nil, errors.Join(err, browser.Close())
	}
	conn := cdp.NewConn(s)
	targets, err := cdp.NewTargets(ctx, conn)
	if err != nil {
		return nil, errors.Join(err, conn.Close(), browser.Close())
	}
	h := &Host{
		browser: browser, conn: conn, targets: targets,
		ended:   make(chan struct{}),
		streams: map[*stream]struct{}{}, news: wire.NewNews(),
	}
	h.pumps.Go(h.pump)
	return h, nil
}

// pump hands events on until the browser is gone.
func (h *Host) pump() {
	for e := range h.targets.Events() {
		h.Emit(e)
	}
	for e := range h.browser.Events() {
		h.Emit(e)
	}
}

// Emit sends an event as if the program had, for tests of takeover and the
// like.
func (h *Host) Emit(e transport.Event) { h.news.Tell(e) }

// Stream opens the stream of a tab. There is no other.
func (h *Host) Stream(ctx context.Context, tab transport.TabID) (transport.Stream, error) {
	if err := h.state(); err != nil {
		return nil, err
	}
	if tab == "" {
		return nil, &transport.Error{Kind: transport.KindUnsupported, Op: "stream", Detail: "this host has no browser session"}
	}
	inner, err := h.browser.Stream(ctx, tab)
	if err != nil {
		return nil, err
	}
	s := &stream{host: h, tab: tab, inner: inner}
	h.mu.Lock()
	defer h.mu.Unlock()
	h.streams[s] = struct{}{}
	return s, nil
}

// Reattach does what Electron does around a person's DevTools: the protocol
// connection of the tab is cut and made anew under its open streams, which go
// on, and Reattached is told. Replies that were on their way are lost, every
// domain is disabled, every child session gone.
func (h *Host) Reattach(ctx context.Context, tab transport.TabID) error {
	h.mu.Lock()
	var open []*stream
	for s := range h.streams {
		if s.tab == tab {
			open = append(open, s)
		}
	}
	h.mu.Unlock()
	for _, s := range open {
		inner, err := h.browser.Stream(ctx, tab)
		if err != nil {
			return err
		}
		if err := s.swap(inner); err != nil {
			return err
		}
	}
	h.Emit(transport.Event{Kind: transport.Reattached, Tab: transport.Tab{ID: tab}})
	return nil
}

// Events gives tabs that open, change and close, and Down.
func (h *Host) Events() <-chan transport.Event { return h.news.C() }

// List lists the tabs.
func (h *Host) List(ctx context.Context) ([]transport.Tab, error) {
	if err := h.state(); err != nil {
		return nil, err
	}
	return h.targets.List(ctx)
}

// Open opens a tab.
func (h *Host) Open(ctx context.Context, options transport.OpenTab) (transport.Tab, error) {
	if err := h.state(); err != nil {
		return transport.Tab{}, err
	}
	return h.targets.Open(ctx, options)
}

// Activate brings a tab to the front.
func (h *Host) Activate(ctx context.Context, tab transport.TabID) error {
	if err := h.state(); err != nil {
		return err
	}
	return h.targets.Activate(ctx, tab)
}

// CloseTab closes a tab.
func (h *Host) CloseTab(ctx context.Context, tab transport.TabID) error {
	if err := h.state(); err != nil {
		return err
	}
	return h.targets.CloseTab(ctx, tab)
}

// Close ends the browser.
func (h *Host) Close() error {
	h.mu.Lock()
	first := !h.closed
	h.closed = true
	h.mu.Unlock()
	if first {
		err := errors.Join(h.browser.Close(), h.targets.Close(), h.conn.Close())
		h.pumps.Wait()
		h.mu.Lock()
		h.err = err
		h.mu.Unlock()
		close(h.ended)
	}
	<-h.ended
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.err
}

// state is the error of everything after Close.
func (h *Host) state() error {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.closed {
		return &transport.Error{Kind: transport.KindClosed, Op: "host", Detail: "the host was closed here"}
	}
	return nil
}
