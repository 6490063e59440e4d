package endpoint

import (
	"context"
	"encoding/json"
	"html"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/holdfast-go/holdfast/transport"
)

// seen remembers in which order tabs were first seen: /json/list orders them by
// use.
type seen struct {
	last  int
	order map[string]int
}

// number gives new entries their numbers, the last listed first (a new tab
// comes in front), and forgets those that are gone.
func (s *seen) number(targets []target) {
	order := make(map[string]int, len(targets))
	for _, t := range slices.Backward(targets) {
		n, known := s.order[t.ID]
		if !known {
			s.last++
			n = s.last
		}
		order[t.ID] = n
	}
	s.order = order
}

// isTab reports whether a person would call it a tab. The top-chrome pages are
// parts of Chrome's own window.
func (t target) isTab() bool {
	return t.Type == "page" && !strings.HasPrefix(t.URL, "devtools://") &&
		!(strings.HasPrefix(t.URL, "chrome://") && strings.Contains(t.URL, ".top-chrome/"))
}

func (t target) tab() transport.Tab {
	return transport.Tab{ID: transport.TabID(t.ID), URL: t.URL, Title: html.UnescapeString(t.Title)}
}

// List returns the tabs, in the order in which this host first saw them. It
// does not know their openers.
func (h *Host) List(ctx context.Context) ([]transport.Tab, error) {
	if err := h.ended(); err != nil {
		return nil, err
	}
	targets, err := h.client.list(ctx, h.base)
	if err != nil {
		return nil, err
	}
	targets = slices.DeleteFunc(targets, func(t target) bool {
		return !t.isTab() || (h.page != nil && t.ID != string(h.pageID))
	})
	h.mu.Lock()
	defer h.mu.Unlock()
	h.seen.number(targets)
	slices.SortStableFunc(targets, func(a, b target) int { return h.seen.order[a.ID] - h.seen.order[b.ID] })
	tabs := make([]transport.Tab, len(targets))
	for i, t := range targets {
		tabs[i] = t.tab()
	}
	return tabs, nil
}

// Open opens a tab. It comes to the front: HTTP has no word for the background.
// A program that does not open tabs on request answers with KindUnsupported;
// no other tab is taken instead.
func (h *Host) Open(ctx context.Context, _ transport.OpenTab) (transport.Tab, error) {
	if err := h.ended(); err != nil {
		return transport.Tab{}, err
	}
	if h.page != nil {
		return transport.Tab{}, &transport.Error{
			Kind: transport.KindUnsupported, Op: "open", Detail: "the address is one page's own; it opens no others",
			Hint: "dial the endpoint itself, such as http://" + h.client.at,
		}
	}
	u := h.base.JoinPath("/json/new")
	u.RawQuery = "about:blank"
	a, err := h.client.do(ctx, http.MethodPut, u)
	if err != nil {
		return transport.Tab{}, err
	}
	var t target
	if err := json.Unmarshal(a.body, &t); a.status != http.StatusOK || err != nil || t.ID == "" {
		return transport.Tab{}, h.notOpened(a, err)
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.seen.order == nil {
		h.seen.order = map[string]int{}
	}
	if _, known := h.seen.order[t.ID]; !known {
		h.seen.last++
		h.seen.order[t.ID] = h.seen.last
	}
	return t.tab(), nil
}

// notOpened says why /json/new opened nothing.
func (h *Host) notOpened(a answer, err error) error {
	e := &transport.Error{Kind: transport.KindNotChrome, Op: "open", Detail: h.client.at + " opened no tab", Err: err}
	if text := a.text(); text != "" && !a.html() {
		e.Detail += ": " + text
	}
	switch {
	case strings.Contains(a.text(), "Could not create new page"):
		e.Kind, e.Err = transport.KindUnsupported, nil
		e.Hint = "this program (Electron?) does not open pages on request; start it through its own host, or use a page that is given to you"
	case a.status == http.StatusMethodNotAllowed:
		e.Kind, e.Err = transport.KindUnsupported, nil
		e.Hint = "Chrome opens tabs by PUT since version 111; what is there knows an older way only, or a proxy changes the request"
	case a.status == http.StatusNotFound:
		e.Kind, e.Err = transport.KindUnsupported, nil
		e.Hint = "what is there does not open pages"
	}
	return e
}

// Activate brings the tab to the front.
func (h *Host) Activate(ctx context.Context, tab transport.TabID) error {
	return h.act(ctx, "/json/activate/", tab)
}

// CloseTab closes the tab.
func (h *Host) CloseTab(ctx context.Context, tab transport.TabID) error {
	return h.act(ctx, "/json/close/", tab)
}

// act does something to a tab.
func (h *Host) act(ctx context.Context, path string, tab transport.TabID) error {
	if err := h.ended(); err != nil {
		return err
	}
	if h.page != nil && tab != h.pageID {
		return h.noTab(tab)
	}
	a, err := h.client.do(ctx, http.MethodGet, h.base.JoinPath(path, url.PathEscape(string(tab))))
	switch {
	case err != nil:
		return err
	case a.status == http.StatusNotFound:
		return h.noTab(tab)
	case a.status != http.StatusOK:
		return &transport.Error{Kind: transport.KindRefused, Op: "tab", Detail: h.client.at + " answers: " + a.text()}
	}
	return nil
}
