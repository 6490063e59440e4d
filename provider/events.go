package provider

import (
	"context"
	"strings"
	"time"

	"github.com/chromedp/cdproto/cdp/jsonv2"

	"github.com/holdfast-go/holdfast/browser"
	"github.com/holdfast-go/holdfast/cdp"
)

// watched are the events that a page's loop reads, in one ordered queue.
var watched = []string{
	"Page.frameRequestedNavigation",
	"Page.frameScheduledNavigation",
	"Page.frameClearedScheduledNavigation",
	"Page.frameStartedNavigating",
	"Page.frameNavigated",
	"Page.navigatedWithinDocument",
	"Page.frameStoppedLoading",
	"Page.frameDetached",
	"Page.lifecycleEvent",
	"Page.javascriptDialogOpening",
	"Page.javascriptDialogClosed",
	"Page.windowOpen",
	"Page.downloadWillBegin",
	"Page.fileChooserOpened",
	"Inspector.targetCrashed",
}

// loop is the page's event loop, the only writer of its state. It ends with the
// session.
func (p *page) loop(events *cdp.Listener) {
	defer close(p.done)
	defer func() { // they end with the session, too
		<-p.frames.done
		<-p.console.done
		if p.fetch != nil {
			<-p.fetch.ended
		}
	}()
	p.inbox.run(events, p.hear)
	p.mu.Lock()
	defer p.mu.Unlock()
	p.tell()
}

// ended is called some time after a step in the history whose document did not
// come.
func (p *page) ended() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.state.restoring {
		p.state.pending, p.state.restoring = nil, false
		p.tell()
	}
}

// restoreHold is how long after the end of loading a step in the history is
// waited for: the document comes right after it, or never.
const restoreHold = 300 * time.Millisecond

// catchUp returns when the loop has learnt all that the browser said before the
// last reply that the caller got.
func (p *page) catchUp(ctx context.Context) error { return p.inbox.catchUp(ctx) }

// tell wakes everyone who waits for the state to change. It needs p.mu.
func (p *page) tell() {
	close(p.changed)
	p.changed = make(chan struct{})
}

// until waits until the condition holds, which is asked under p.mu, or until a
// dialog waits for an answer of the program: nothing else happens then. It
// returns the session's error when the page ends first.
func (p *page) until(ctx context.Context, condition func(*state) bool) error {
	return p.await(ctx, func(s *state) bool { return condition(s) || s.asking })
}

// await is until for what a dialog does not keep from happening.
func (p *page) await(ctx context.Context, condition func(*state) bool) error {
	for {
		p.mu.Lock()
		ok := condition(&p.state)
		changed := p.changed
		p.mu.Unlock()
		if ok {
			return nil
		}
		select {
		case <-changed:
		case <-p.done:
			return p.session.Err()
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// within is until with a limit of its own. It reports whether the condition
// came to hold; only the caller's own context and the end of the page are
// errors.
func (p *page) within(ctx context.Context, limit time.Duration, condition func(*state) bool) (bool, error) {
	limited, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	err := p.until(limited, condition)
	if err == nil {
		return true, nil
	}
	if ctx.Err() != nil {
		return false, ctx.Err()
	}
	if limited.Err() != nil {
		return false, nil
	}
	return false, err
}

// decode reads an event's parameters; what we do not know stays unread.
func decode[T any](e cdp.Event) (T, bool) {
	var v T
	err := jsonv2.Unmarshal(e.Params, &v, jsonv2.AllowInvalidUTF8(true))
	return v, err == nil
}

// hear takes one event into the state, and a tab that it promises into the
// ledger.
func (p *page) hear(e cdp.Event) {
	p.learn(e)
	if e.Method != "Page.frameRequestedNavigation" {
		return
	}
	if v, ok := decode[frameEvent](e); ok && v.inNewTab() {
		p.owner.ledger.expect(p.id, v.URL)
	}
}

// learn takes one event into the state.
func (p *page) learn(e cdp.Event) {
	p.mu.Lock()
	defer p.mu.Unlock()
	s := &p.state
	if e.Lost > 0 {
		s.lost += e.Lost
		s.frames.heardAll()
		s.network.lost += e.Lost
		p.owner.config.log.Warn("provider: events of a page were lost", "tab", p.id, "count", e.Lost)
	}
	switch e.Method {
	case "Page.frameRequestedNavigation", "Page.frameScheduledNavigation", "Page.frameStartedNavigating":
		v, ok := decode[frameEvent](e)
		if !ok {
			return
		}
		if v.Disposition != "" && v.Disposition != "currentTab" {
			// A new tab or a download. That it was scheduled said nothing of that.
			if v.FrameID != s.frame {
				s.frames.settled(v.FrameID)
			} else if s.pending != nil && s.pending.To == v.URL {
				s.pending = nil
			}
			if v.inNewTab() {
				s.windows.add(windowOpen{v.URL})
			}
			break
		}
		if e.Method != "Page.frameStartedNavigating" && !reachable(v.URL, s.url) {
			return // nothing tells of its end; when it begins after all, that is told
		}
		if v.Delay > soon.Seconds() {
			return // a meta refresh: it is announced again when it starts
		}
		switch v.NavigationType {
		case "sameDocument", "historySameDocument":
			return
		}
		if v.FrameID != s.frame {
			s.frames.announced(v.FrameID)
			break
		}
		s.pending = &browser.Navigation{From: s.url, To: v.URL, Pending: true}
		s.began++
		s.restoring = v.NavigationType == "historyDifferentDocument" || v.NavigationType == "restore"
	case "Page.frameClearedScheduledNavigation":
		// The navigation has started (and was announced again) or was dropped;
		// the end of loading or a commit tells.
		return
	case "Page.frameStoppedLoading":
		v, ok := decode[frameEvent](e)
		if !ok {
			return
		}
		if v.FrameID != s.frame {
			s.frames.settled(v.FrameID)
			break
		}
		if s.pending != nil && s.restoring {
			p.inbox.alarm = time.After(restoreHold)
			return
		}
		s.pending = nil
	case "Page.frameNavigated":
		v, ok := decode[frameNavigated](e)
		if !ok {
			return
		}
		if v.Frame.ParentID == "" && e.SessionID == p.session.ID() {
			p.commit(v)
			break
		}
		to := v.Frame.URL + v.Frame.URLFragment
		if v.Frame.UnreachableURL != "" {
			to = v.Frame.UnreachableURL
		}
		s.frames.moved(v.Frame.ID, to, false)
	case "Page.frameAttached":
		if v, ok := decode[frameEvent](e); ok {
			s.frames.know(v.FrameID)
		}
		return
	case "Page.frameDetached":
		v, ok := decode[frameEvent](e)
		if !ok {
			return
		}
		if v.Reason == "swap" {
			s.frames.heard(v.FrameID)
			return // it goes on in another process
		}
		s.frames.gone(v.FrameID)
	case "Page.navigatedWithinDocument":
		v, ok := decode[frameEvent](e)
		if !ok {
			return
		}
		if v.FrameID != s.frame {
			s.frames.moved(v.FrameID, v.URL, true)
			break
		}
		s.navigated.add(browser.Navigation{From: s.url, To: v.URL, SameDocument: true})
		s.url, s.pending = v.URL, nil
	case "Page.lifecycleEvent":
		v, ok := decode[frameEvent](e)
		if !ok || v.FrameID != s.frame || v.LoaderID != s.loader {
			return
		}
		switch v.Name {
		case "DOMContentLoaded":
			s.stage = max(s.stage, parsed)
		case "load":
			s.stage = loaded
		default:
			return
		}
	case "Page.javascriptDialogOpening":
		if e.SessionID != p.session.ID() {
			return // the page's own session hears of those of its frames, too
		}
		v, _ := decode[dialogOpening](e)
		p.openDialog(v)
	case "Page.javascriptDialogClosed":
		if e.SessionID != p.session.ID() {
			return
		}
		v, _ := decode[dialogClosed](e)
		how := dismissed
		if v.Result {
			how = accepted
		}
		p.closeDialog(how)
	case "Page.windowOpen":
		v, _ := decode[frameEvent](e)
		s.windows.add(windowOpen{v.URL})
	case "Page.downloadWillBegin":
		s.downloads++
		p.owner.downloads.learn(e, p.id)
	case "Page.downloadProgress", "Browser.downloadWillBegin", "Browser.downloadProgress":
		// Over a tab host only: elsewhere the browser tells.
		p.owner.downloads.learn(e, p.id)
		return
	case "Page.fileChooserOpened":
		v, _ := decode[chooserOpened](e)
		p.learnChooser(v, p.frames.of(e.SessionID))
	case "Inspector.targetCrashed":
		if e.SessionID != p.session.ID() {
			if frame := p.frames.of(e.SessionID); frame != "" {
				s.frames.crashed(frame)
			}
			break
		}
		s.crashed = true
		p.closeDialog(goneWith)
		p.forgetDocument()
	default:
		if !strings.HasPrefix(e.Method, "Network.") || !s.network.learn(e) {
			return
		}
	}
	p.tell()
}

// reachable reports whether what a page asks for becomes a navigation. Code is
// run where it is, and what pages may not go to (file:, chrome:, view-source:, in
// the main frame data:) is dropped without a word; a page of such a scheme may go
// to its like.
func reachable(address, from string) bool {
	scheme, _, _ := strings.Cut(strings.ToLower(address), ":")
	switch scheme {
	case "http", "https", "blob", "about":
		return true
	}
	own, _, _ := strings.Cut(from, ":")
	return scheme == own
}

// commit takes in a new document of the main frame. It needs p.mu.
func (p *page) commit(v frameNavigated) {
	s := &p.state
	n := browser.Navigation{From: s.url, To: v.Frame.URL + v.Frame.URLFragment, Restored: v.Type == "BackForwardCacheRestore"}
	if v.Frame.UnreachableURL != "" {
		n.To, n.Failed = v.Frame.UnreachableURL, "the address could not be loaded"
	}
	s.navigated.add(n)
	s.commits++
	s.frame, s.loader, s.url = v.Frame.ID, v.Frame.LoaderID, n.To
	p.closeDialog(goneWith)
	s.chooser = nil
	s.pending, s.restoring, s.stage, s.crashed = nil, false, committed, false
	s.frames.left()
	if n.Restored {
		s.stage = loaded
	}
	s.network.commit(v.Frame.LoaderID)
	p.forgetDocument()
	p.leaveForbidden()
}

// forgetDocument drops what belonged to the document that was left. It needs
// p.mu.
func (p *page) forgetDocument() {
	before := p.registry.Epoch()
	p.registry.Invalidate()
	p.past.leave(before)
}
