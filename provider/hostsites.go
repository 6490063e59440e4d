package provider

import (
	"context"
	"errors"

	"github.com/holdfast-go/holdfast/browser"
	"github.com/holdfast-go/holdfast/browser/site"
	"github.com/holdfast-go/holdfast/transport"
)

// siteKeeper is a tab host that holds its pages to lists of sites by itself, and
// tells of what it kept them from (transport.Blocked). It can do what a page's own
// session cannot: hold back the first document of a popup.
type siteKeeper interface {
	KeepSites(ctx context.Context, allow, block []string, strict bool) error
}

// downloadless is a host that has no place for downloads and cancels them.
type downloadless interface{ CancelsDownloads() bool }

// noDownloads reports whether the host cancels every download.
func (p *Provider) noDownloads() bool {
	h, ok := p.host.(downloadless)
	return ok && h.CancelsDownloads()
}

// settleWithHost hands the lists to a tab host that keeps them, and refuses what
// it cannot do.
func (p *Provider) settleWithHost(ctx context.Context) error {
	if p.noDownloads() && p.config.downloads != "" {
		return &browser.Error{
			Code: browser.CodeNotImplemented, Reason: browser.ReasonNoDownloads,
			Message: "provider: WithDownloads: this host cancels every download",
			Hint:    "Leave WithDownloads out, or use a browser of its own.",
		}
	}
	keeper, ok := p.host.(siteKeeper)
	if !ok || !p.sites.active() {
		return nil
	}
	if err := keeper.KeepSites(ctx, p.config.allowSites, p.config.blockSites, p.sites.strict); err != nil {
		return err
	}
	p.keeper = keeper
	return nil
}

// releaseSites lets a host that the program goes on using go everywhere.
func (p *Provider) releaseSites(ctx context.Context) {
	if err := p.keeper.KeepSites(ctx, nil, nil, false); err != nil && !errors.Is(err, transport.ErrClosed) && !errors.Is(err, transport.ErrLost) {
		p.config.log.Warn("provider: the host may still hold pages to the lists of sites", "error", err)
	}
}

// withheld notes what the host kept a tab from.
func (p *Provider) withheld(id browser.TabID, w transport.Withheld) {
	v := site.Verdict{Reason: site.Reason(w.Reason), Rule: w.Rule, Address: w.URL}
	kinds := map[string]browser.BlockedKind{
		"document": browser.BlockedDocument, "frame": browser.BlockedFrame,
		"popup": browser.BlockedPopup, "request": browser.BlockedRequest,
	}
	kind, known := kinds[w.What]
	if !known {
		return
	}
	p.sites.remember(string(id), kind, v, true)
}
