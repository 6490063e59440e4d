package electron

import (
	"context"
	"encoding/json"
	"time"

	"github.com/holdfast-go/holdfast/transport"
)

// grace is what a request may take longer than the window host's own limit, so
// that its answer comes first: it says more.
const grace = 500 * time.Millisecond

// limited bounds a request.
func (h *Host) limited(ctx context.Context) (context.Context, context.CancelFunc) {
	return context.WithTimeout(ctx, h.config.command+grace)
}

// ask runs a request within its limit and returns its raw result.
func (h *Host) ask(ctx context.Context, r request) ([]byte, error) {
	if err := h.life.Down(); err != nil {
		return nil, err
	}
	ctx, cancel := h.limited(ctx)
	defer cancel()
	result, err := h.link.call(ctx, r, nil)
	if err != nil {
		return nil, h.better(err)
	}
	return result, nil
}

// better is the error of the end, if it has come, or else the one at hand.
func (h *Host) better(err error) error {
	if down := h.life.Down(); down != nil {
		return down
	}
	return err
}

// tab is what the window host tells of a tab.
type tab struct {
	ID     string `json:"id"`
	Opener string `json:"opener"`
	URL    string `json:"url"`
	Title  string `json:"title"`
}

func (t tab) tab() transport.Tab {
	return transport.Tab{ID: transport.TabID(t.ID), Opener: transport.TabID(t.Opener), URL: t.URL, Title: t.Title}
}

// understand reads the result of a request.
func understand(op string, raw []byte, into any) error {
	if err := json.Unmarshal(raw, into); err != nil {
		return &transport.Error{Kind: transport.KindLost, Op: op, Detail: "the window host's answer makes no sense", Err: err}
	}
	return nil
}

// List returns the tabs in the order in which they were opened.
func (h *Host) List(ctx context.Context) ([]transport.Tab, error) {
	raw, err := h.ask(ctx, request{Op: "list"})
	if err != nil {
		return nil, err
	}
	var answer struct {
		Tabs []tab `json:"tabs"`
	}
	if err := understand("list", raw, &answer); err != nil {
		return nil, err
	}
	tabs := make([]transport.Tab, len(answer.Tabs))
	for i, t := range answer.Tabs {
		tabs[i] = t.tab()
	}
	return tabs, nil
}

// Open opens a tab at about:blank.
func (h *Host) Open(ctx context.Context, options transport.OpenTab) (transport.Tab, error) {
	raw, err := h.ask(ctx, request{Op: "open", Background: options.Background})
	if err != nil {
		return transport.Tab{}, err
	}
	var answer struct {
		Tab tab `json:"tab"`
	}
	if err := understand("open", raw, &answer); err != nil {
		return transport.Tab{}, err
	}
	return answer.Tab.tab(), nil
}

// Activate brings a tab to the front of the window.
func (h *Host) Activate(ctx context.Context, tab transport.TabID) error {
	_, err := h.ask(ctx, request{Op: "activate", Tab: string(tab)})
	return err
}

// CloseTab closes a tab.
func (h *Host) CloseTab(ctx context.Context, tab transport.TabID) error {
	_, err := h.ask(ctx, request{Op: "close", Tab: string(tab)})
	return err
}

// DevTools opens or closes the DevTools of a tab in a window of their own, as a
// person does it by a key. Opening them is a takeover of the tab (see
// [transport.Takeover]) until they are closed.
func (h *Host) DevTools(ctx context.Context, tab transport.TabID, open bool) error {
	_, err := h.ask(ctx, request{Op: "devtools", Tab: string(tab), Open: open})
	return err
}

// WindowAction is what can be done with the window.
type WindowAction string

// The actions of [Host.Window].
const (
	ShowWindow     WindowAction = "show"
	HideWindow     WindowAction = "hide"
	MinimizeWindow WindowAction = "minimize"
	RestoreWindow  WindowAction = "restore"
)

// Window is the state of the window.
type Window struct {
	Title     string `json:"title"`
	Visible   bool   `json:"visible"`
	Minimized bool   `json:"minimized"`
	// Page is where pages lie in the window, in device-independent pixels. It
	// stays what it was while the window is minimised or hidden.
	Page Area `json:"page"`
}

// Area is a part of the window in device-independent pixels.
type Area struct {
	X      int `json:"x"`
	Y      int `json:"y"`
	Width  int `json:"width"`
	Height int `json:"height"`
}

// Window does something with the window, or nothing when action is empty, and
// returns its state.
func (h *Host) Window(ctx context.Context, action WindowAction) (Window, error) {
	var w Window
	raw, err := h.ask(ctx, request{Op: "window", Action: string(action)})
	if err != nil {
		return w, err
	}
	return w, understand("window", raw, &w)
}
