package provider

import (
	"context"
	"errors"

	"github.com/holdfast-go/holdfast/browser"
	"github.com/holdfast-go/holdfast/outline"
)

// travel goes through the page's history and waits for the document. It reports
// whether that is as far as was asked for.
func (p *page) travel(ctx, limit context.Context, r browser.NavigateRequest, m mark) (bool, error) {
	address := m.url
	var err error
	if r.History == browser.Reload {
		err = p.call(limit, "Page.reload", nil, nil)
	} else {
		address, err = p.step(limit, r.History)
	}
	if errors.Is(err, browser.ErrDialogOpen) && p.OpenDialog() != nil {
		return true, nil // the page asks whether to leave it: the receipt tells
	}
	if err == nil {
		// The reply says that it has begun. It ends with another document, with
		// another address of the same one, or with neither.
		err = p.until(limit, func(s *state) bool {
			return s.navigated.end() > m.navigated || s.began > m.began && s.pending == nil
		})
	}
	if err != nil {
		if ctx.Err() == nil && limit.Err() != nil {
			return false, noAnswer(address, err)
		}
		return false, err
	}
	p.mu.Lock()
	asking, all := p.state.asking, p.state.navigated.since(m.navigated)
	var last browser.Navigation
	if len(all) > 0 {
		last = all[len(all)-1]
	}
	moved, loader := p.state.committedSince(m), p.state.loader
	p.mu.Unlock()
	switch {
	case asking:
		return true, nil
	case len(all) == 0:
		return true, p.noDocument(ctx, address, "net::ERR_ABORTED", m)
	case last.Failed != "":
		return false, &browser.Error{
			Code: browser.CodeNavigationFailed, Reason: "load",
			Message: outline.Address(address) + " could not be loaded", Hint: "Check the address.", Retryable: true,
		}
	case !moved:
		return true, nil
	}
	return p.reached(ctx, limit, loader, wanted(r.Until))
}

// step asks for the entry before or after the present one and gives its address.
func (p *page) step(ctx context.Context, h browser.History) (string, error) {
	var history struct {
		Current int `json:"currentIndex"`
		Entries []struct {
			ID  int    `json:"id"`
			URL string `json:"url"`
		} `json:"entries"`
	}
	if err := p.call(ctx, "Page.getNavigationHistory", nil, &history); err != nil {
		return "", err
	}
	at, end := history.Current-1, "the first"
	if h == browser.Forward {
		at, end = history.Current+1, "the last"
	}
	// The blank page that every tab begins with is no place that anybody was at.
	if at < 0 || at >= len(history.Entries) || at == 0 && h == browser.Back && history.Entries[0].URL == blank {
		return "", &browser.Error{
			Code: browser.CodeNavigationFailed, Reason: "history_end",
			Message: "cannot go " + string(h) + ": this is " + end + " page of the tab's history",
			Hint:    "Navigate to an address instead.",
		}
	}
	entry := history.Entries[at]
	// The back-forward cache may have it, and asks nobody.
	if err := p.owner.sites.forbids(entry.URL); err != nil {
		return "", err
	}
	return entry.URL, p.call(ctx, "Page.navigateToHistoryEntry", map[string]int{"entryId": entry.ID}, nil)
}
