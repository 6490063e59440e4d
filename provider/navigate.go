package provider

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/holdfast-go/holdfast/browser"
	"github.com/holdfast-go/holdfast/outline"
)

const blank = "about:blank"

func checkUntil(u browser.Until) error {
	switch u {
	case "", browser.UntilCommit, browser.UntilDOM, browser.UntilLoad:
		return nil
	}
	return invalid("until is commit, dom or load, not %s", outline.Quote(string(u)))
}

// checkNavigate says what is wrong with a request, and gives its address the
// spelling that was judged.
func (s *sites) checkNavigate(r *browser.NavigateRequest) error {
	switch r.History {
	case "":
		address, err := s.check(r.URL)
		if err != nil {
			return err
		}
		r.URL = address
	case browser.Back, browser.Forward, browser.Reload:
		if r.URL != "" {
			return invalid("navigate goes to an address or through the history, not both")
		}
	default:
		return invalid("history is back, forward or reload, not %s", outline.Quote(string(r.History)))
	}
	if r.Timeout < 0 {
		return invalid("the timeout of navigate is negative")
	}
	return checkUntil(r.Until)
}

// Navigate goes to an address or through the page's history.
func (p *page) Navigate(ctx context.Context, r browser.NavigateRequest) (*browser.Receipt, error) {
	if err := p.owner.sites.checkNavigate(&r); err != nil {
		return nil, err
	}
	if r.Timeout == 0 {
		r.Timeout = p.owner.config.navigation
	}
	since, err := p.begin(ctx, "navigate")
	if err != nil {
		return nil, err
	}
	defer p.turn.give()
	start, m := time.Now(), p.now()
	receipt := &browser.Receipt{Action: "navigate", SinceLast: since}
	limit, cancel := limited(ctx, r.Timeout)
	defer cancel()
	var loaded bool
	if r.History != "" {
		receipt.Action += " " + string(r.History)
		loaded, err = p.travel(ctx, limit, r, m)
	} else {
		loaded, err = p.goTo(ctx, limit, r, m)
	}
	if err == nil && !loaded && p.blocked("") == nil {
		receipt.Notes = append(receipt.Notes, fmt.Sprintf("the page is there, but did not finish loading within %v", r.Timeout))
	}
	if lost := p.conclude(ctx, receipt, m); err == nil {
		err = lost
	}
	if err == nil {
		p.finish(ctx, receipt, start) // a step within the document has changes, too
	}
	receipt.Elapsed = time.Since(start)
	if err != nil {
		e := browser.AsError(failed("navigating", err))
		copied := *e
		if n := receipt.Navigated; n != nil && n.Pending && copied.Code == browser.CodeNavigationFailed {
			// It was announced, and has ended: nothing is on its way any more.
			receipt.Navigated = nil
		}
		if copied.Details.URL == "" {
			copied.Details.URL = r.URL
		}
		copied.Details.Receipt = receipt
		return nil, &copied
	}
	return receipt, nil
}

// goTo sends Page.navigate and waits for the document. It reports whether that
// is as far as was asked for.
func (p *page) goTo(ctx, limit context.Context, r browser.NavigateRequest, m mark) (bool, error) {
	var reply struct {
		LoaderID   string `json:"loaderId"`
		ErrorText  string `json:"errorText"`
		IsDownload bool   `json:"isDownload"`
	}
	err := p.call(limit, "Page.navigate", map[string]string{"url": r.URL}, &reply)
	if errors.Is(err, browser.ErrDialogOpen) && p.OpenDialog() != nil {
		return true, nil // the page asks whether to leave it: the receipt tells
	}
	if err != nil {
		if ctx.Err() == nil && limit.Err() != nil {
			return false, noAnswer(r.URL, err)
		}
		return false, err
	}
	if err := p.catchUp(ctx); err != nil {
		return false, err
	}
	if reply.ErrorText != "" || reply.IsDownload {
		return true, p.noDocument(ctx, r.URL, reply.ErrorText, m)
	}
	if reply.LoaderID == "" {
		// An anchor of the same document; the event comes after the reply.
		_, err := p.within(limit, anchorLimit, func(s *state) bool { return s.navigated.end() > m.navigated })
		return true, err
	}
	return p.reached(ctx, limit, reply.LoaderID, wanted(r.Until))
}

// anchorLimit bounds the wait for the address of an anchor, which takes a few
// milliseconds.
const anchorLimit = time.Second

// noAnswer is the error of a server that lets wait.
func noAnswer(address string, err error) error {
	return &browser.Error{
		Code: browser.CodeTimeout, Message: "the server of " + outline.Address(address) + " did not answer in time",
		Hint: "Try again later, or another address. The page may still go there.", Retryable: true, Err: err,
	}
}

// wanted is the stage of a document that a request waits for.
func wanted(u browser.Until) stage {
	switch u {
	case browser.UntilCommit:
		return committed
	case browser.UntilLoad:
		return loaded
	}
	return parsed
}

// reached waits for a stage of a document, or for another document that took
// its place. It reports false when the limit came first.
func (p *page) reached(ctx, limit context.Context, loader string, want stage) (bool, error) {
	seen := false
	err := p.until(limit, func(s *state) bool {
		if s.loader == loader {
			seen = true
			return s.stage >= want
		}
		return seen && s.stage >= want // a redirect by script or by meta refresh
	})
	if err != nil && ctx.Err() == nil && limit.Err() != nil {
		return false, nil
	}
	return err == nil, err
}

// downloadLag bounds the wait for the news that a navigation became a download,
// which takes a few milliseconds.
const downloadLag = 200 * time.Millisecond

// noDocument says why a navigation brought no document. A download is none of
// the page's failures: the receipt names it.
func (p *page) noDocument(ctx context.Context, address, text string, m mark) error {
	if strings.Contains(text, "ERR_ABORTED") {
		// A download says so a little later.
		_, _ = p.within(ctx, downloadLag, func(s *state) bool { return s.downloads > m.downloads || s.dialogs.end() > m.dialogs })
	}
	p.mu.Lock()
	var stayed bool
	for _, d := range p.state.dialogs.since(m.dialogs) {
		stayed = stayed || d.Kind == "beforeunload" && d.Handled != "accepted"
	}
	p.mu.Unlock()
	if p.owner.downloads.since(p.id, m.files) {
		return nil
	}
	p.owner.ledger.catchUp(ctx) // the host may have said so
	if err := p.keptFromDocument(m); err != nil {
		return err
	}
	e := &browser.Error{Code: browser.CodeNavigationFailed, Reason: browser.Reason(text)}
	switch {
	case stayed:
		e.Reason = "beforeunload"
		e.Message = "the page asked whether to leave it and the question was dismissed; it is still there"
		e.Hint = "Save or discard what was entered in the page, then navigate again."
	case strings.Contains(text, "ERR_ABORTED"):
		e.Message = "the server sent no document for " + outline.Address(address) + "; the page is unchanged"
	default:
		e.Message = outline.Address(address) + " could not be loaded: " + outline.Clean(text)
		e.Hint = "Check the address."
		e.Retryable = !permanent(text)
	}
	return e
}
