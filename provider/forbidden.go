package provider

import (
	"context"
	"strings"

	"github.com/holdfast-go/holdfast/browser"
	"github.com/holdfast-go/holdfast/browser/site"
)

// A document that the lists forbid can be there all the same: a person opened
// its tab, the back-forward cache brought it back, or nothing could hold back
// its request (the first one of a popup, over a host without a browser session).
// It is not read and not acted on, and left where a page of ours got there.

// forbidden says why what the page shows must not be seen, if so. Going
// elsewhere is always possible.
func (p *page) forbidden(what string) error {
	if !p.owner.sites.active() || what == "navigate" {
		return nil
	}
	p.mu.Lock()
	address := p.state.url
	p.mu.Unlock()
	err := p.forbids(address)
	if err == nil {
		return nil
	}
	copied := *browser.AsError(err)
	copied.Message = what + ": the page is not read and not acted on: " + copied.Message
	copied.Hint = "Navigate to an address that is allowed."
	return &copied
}

// forbids is [sites.forbids] for a document of the page. A program that owns
// windows has schemes of its own; they are its business.
func (p *page) forbids(address string) error {
	err := p.owner.sites.forbids(address)
	e := browser.AsError(err)
	if e == nil || p.owner.target != nil || e.Reason != browser.Reason(site.Scheme) {
		return err
	}
	for _, scheme := range []string{"file:", "chrome:", "devtools:", "view-source:"} {
		if strings.HasPrefix(address, scheme) {
			return err
		}
	}
	return nil
}

// leaveForbidden leaves a document that the page must not show and reports
// whether it was one. It needs p.mu.
func (p *page) leaveForbidden() bool {
	err := p.forbids(p.state.url)
	if err == nil {
		return false
	}
	e := browser.AsError(err)
	p.owner.sites.note(p.state.frame, browser.BlockedDocument, site.Verdict{
		Reason: site.Reason(e.Reason), Rule: e.Details.Rule, Address: e.Details.URL,
	})
	p.session.Send(context.Background(), "Page.navigate", map[string]string{"url": blank}).Abandon()
	return true
}

// frameForbidden reports whether a frame of the page must not be read.
func (p *page) frameForbidden(frame string) bool {
	if !p.owner.sites.active() {
		return false
	}
	p.mu.Lock()
	address := p.state.frames.url[frame]
	p.mu.Unlock()
	return p.owner.sites.forbids(address) != nil
}

// frameTree is the part of Page.FrameTree that matters here.
type frameTree struct {
	Frame struct {
		ID       string `json:"id"`
		LoaderID string `json:"loaderId"`
		URL      string `json:"url"`
		Fragment string `json:"urlFragment"`
	} `json:"frame"`
	Children []frameTree `json:"childFrames"`
}

// learnFrames takes in what was there when the page was attached to. It needs
// p.mu.
func (p *page) learnFrames(t frameTree) {
	if !p.owner.sites.active() {
		return
	}
	for _, c := range t.Children {
		p.state.frames.know(c.Frame.ID)
		if p.state.frames.url[c.Frame.ID] == "" {
			p.state.frames.moved(c.Frame.ID, c.Frame.URL+c.Frame.Fragment, false)
		}
		p.learnFrames(c)
	}
	if t.Frame.ID == p.state.frame && p.owner.ledger.openerOf(p.id) != "" {
		// A popup that nothing kept from its first document.
		p.leaveForbidden()
	}
}

// mainFrame reports whether it is the page's own frame.
func (p *page) mainFrame(frame string) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return frame == p.state.frame || frame == string(p.id) || p.state.frame == ""
}

// hasFrame reports whether the page has, or had, a frame.
func (p *page) hasFrame(frame string) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.state.frames.known[frame]
}

// keptFrom says what a frame is to the page, for what it was kept from: nothing
// where it is no frame of the page and of no tab that it opened.
func (p *page) keptFrom(frame string) browser.BlockedKind {
	switch {
	case p.mainFrame(frame):
		return browser.BlockedDocument
	case p.hasFrame(frame):
		return browser.BlockedFrame
	case p.owner.ledger.openerOf(browser.TabID(frame)) == p.id:
		return browser.BlockedPopup
	}
	return ""
}

// keptFromDocument is the error of the address that the page itself was kept
// from since a mark.
func (p *page) keptFromDocument(m mark) error {
	p.mu.Lock()
	frame := p.state.frame
	p.mu.Unlock()
	return p.owner.sites.document(frame, p.id, m.blocked)
}
