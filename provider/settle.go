package provider

import (
	"context"
	"time"

	"github.com/holdfast-go/holdfast/browser"
	"github.com/holdfast-go/holdfast/outline/dom"
)

// settle waits for what came of an input: the after-read, raced with the
// events. Every wait has a reason that was seen and a limit; on a quiet page it
// is one round trip. It returns nil when the page did not answer in time.
func (p *page) settle(ctx context.Context, m mark, ask dom.AfterRequest) (*dom.AfterResult, error) {
	after, err := p.readAfter(ctx, ask, p.owner.config.after)
	if err != nil {
		return nil, err
	}
	if err := p.catchUp(ctx); err != nil {
		return nil, err
	}
	again, err := p.holdForRequests(ctx, m)
	if err != nil {
		return nil, err
	}
	moved, err := p.holdForDocument(ctx, m)
	if err != nil {
		return nil, err
	}
	if (again || moved) && after != nil {
		first := after
		if after, err = p.readAfter(ctx, ask, p.owner.config.after); err != nil {
			return nil, err
		}
		if err := p.catchUp(ctx); err != nil {
			return nil, err
		}
		after = merge(first, after)
	}
	return after, p.holdForWindows(ctx, m)
}

// merge takes from the first of two after-reads what only it can tell: the guard
// of the gate ends with it.
func merge(first, second *dom.AfterResult) *dom.AfterResult {
	if second == nil || second.Document {
		return second
	}
	if second.FrameDocument && second.Guard != nil {
		return second
	}
	second.Guard = first.Guard
	return second
}

// readAfter asks the page what came of the input. While a navigation waits for
// its response the question hangs until the new document is there, so then it
// may take as long as a commit may. It returns nil when there was no answer.
func (p *page) readAfter(ctx context.Context, ask dom.AfterRequest, limit time.Duration) (*dom.AfterResult, error) {
	type answer struct {
		after *dom.AfterResult
		err   error
	}
	asking, cancel := context.WithCancel(ctx)
	defer cancel()
	answers := make(chan answer, 1)
	go func() {
		after, err := p.reader.After(asking, ask)
		answers <- answer{after, err}
	}()
	timer := time.NewTimer(limit)
	defer timer.Stop()
	extended := false
	for {
		select {
		case a := <-answers:
			if a.err != nil && ctx.Err() == nil {
				// The page is there, but nothing can be asked of it now: it navigates
				// again and again, it crashed, or the tab was closed by the input. The
				// state tells which.
				if err := p.alive("reading what came of it"); err != nil {
					return nil, err
				}
				return nil, nil
			}
			return a.after, a.err
		case <-timer.C:
			if !extended && p.navigatingIn(ask.Frame) && p.owner.config.commit > limit {
				extended = true
				timer.Reset(p.owner.config.commit - limit)
				continue
			}
			return nil, nil
		case <-p.done:
			return nil, p.alive("reading what came of it")
		}
	}
}

func (p *page) navigating() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.state.pending != nil
}

// navigatingIn reports whether the page or a frame of it navigates.
func (p *page) navigatingIn(frame string) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.state.pending != nil || p.state.frames.pending[frame]
}

// holdForRequests waits for fetches that the input began, within the limit, and
// reports whether there were any: what they bring belongs into the receipt.
func (p *page) holdForRequests(ctx context.Context, m mark) (bool, error) {
	p.mu.Lock()
	began := p.state.network.fetchedSince(m.requests)
	p.mu.Unlock()
	if !began {
		return false, nil
	}
	_, err := p.within(ctx, p.owner.config.fetchHold, func(s *state) bool {
		return !s.network.busySince(m.requests) || s.pending != nil || s.committedSince(m)
	})
	return true, err
}

// downloadHold is how long a navigation that ended without a document may yet
// turn out to be a download: that is told a few milliseconds later, on a busy
// machine some more.
const downloadHold = 200 * time.Millisecond

// holdForDocument waits for the document of a navigation that the input began,
// and reports whether there is another one now.
func (p *page) holdForDocument(ctx context.Context, m mark) (bool, error) {
	if p.navigating() {
		if _, err := p.within(ctx, p.owner.config.commit, func(s *state) bool { return s.pending == nil }); err != nil {
			return false, err
		}
	}
	p.mu.Lock()
	moved := p.state.committedSince(m)
	ended := p.state.began != m.began && p.state.downloads == m.downloads
	p.mu.Unlock()
	if !moved && ended {
		found, err := p.within(ctx, downloadHold, func(s *state) bool {
			return s.downloads != m.downloads || s.pending != nil || s.committedSince(m)
		})
		if err != nil || !found {
			return false, err
		}
		p.mu.Lock()
		moved = p.state.committedSince(m)
		p.mu.Unlock()
	}
	if !moved {
		return false, nil
	}
	_, err := p.within(ctx, p.owner.config.parsed, func(s *state) bool { return s.stage >= parsed || s.crashed })
	return true, err
}

// dialogHold is how long a receipt waits for a dialog when nothing else came of
// an action and the program answers dialogs itself: scripts that ask a little
// later do so after a hundred milliseconds or so, and an agent that is told
// "nothing changed" would find the page blocked at its next call.
const dialogHold = 300 * time.Millisecond

// holdForDialog waits for a dialog that may be what an action without any other
// effect is for.
func (p *page) holdForDialog(ctx context.Context, m mark, after *dom.AfterResult) error {
	if p.owner.config.dialogs != AskDialogs || after == nil || after.Document || !after.Watched || after.Changed {
		return nil
	}
	now := p.now()
	now.files, now.blocked = 0, 0
	if now.navigated != m.navigated || now.dialogs != m.dialogs || now.downloads != m.downloads || now.windows != m.windows {
		return nil
	}
	_, err := p.within(ctx, dialogHold, func(s *state) bool { return s.pending != nil || s.mark() != now })
	return err
}

// windowLimit bounds the wait for a tab whose window the page has opened; it
// comes within a few milliseconds.
const windowLimit = time.Second

// holdForWindows waits for the tabs of windows that the page opened, and for
// those that a timer may open when the program wants that.
func (p *page) holdForWindows(ctx context.Context, m mark) error {
	announced := func() int {
		p.mu.Lock()
		defer p.mu.Unlock()
		return p.state.windows.end() - m.windows
	}
	opened := func(limit time.Duration, at int) bool {
		waiting, cancel := limited(ctx, limit)
		defer cancel()
		return p.owner.ledger.until(waiting, func(tabs []browser.Tab) bool {
			n := 0
			for _, t := range tabs {
				if t.Opener == p.id {
					n++
				}
			}
			return n >= at
		})
	}
	windows := announced()
	p.owner.ledger.catchUp(ctx)
	watch := p.owner.config.popupWatch
	if windows == 0 && watch == 0 || p.blocked("") != nil {
		return ctx.Err()
	}
	if windows == 0 && !opened(watch, 1) {
		// What the page did in the last moment is told before it answers this, and
		// its tab is still to come.
		asking, cancel := limited(ctx, windowLimit)
		err := p.call(asking, "Runtime.evaluate", map[string]string{"expression": "0"}, nil)
		cancel()
		if err == nil && p.catchUp(ctx) == nil {
			windows = announced()
		}
	}
	if windows > 0 && opened(windowLimit, windows) {
		// Where a new tab goes, and that it is none at all but a download, shows
		// when it has its first document.
		soon, cancel := limited(ctx, p.owner.config.fetchHold)
		defer cancel()
		p.owner.ledger.settled(soon, p.id)
	}
	return ctx.Err()
}

// outcome waits for what came of an action after which no element is asked about,
// and ends its receipt.
func (p *page) outcome(ctx context.Context, receipt *browser.Receipt, m mark) (*browser.Receipt, error) {
	after, err := p.settle(ctx, m, p.afterRequest(nil, nil))
	if err != nil {
		return nil, p.halfway(ctx, receipt, m, err)
	}
	p.record(receipt, nil, dom.Control{}, after)
	p.tellField(receipt, after)
	if err := p.conclude(ctx, receipt, m); err != nil {
		return nil, p.halfway(ctx, receipt, m, err)
	}
	return receipt, nil
}

// conclude writes into the receipt what happened since the mark and remembers
// that it was told. It fails only when the page is gone.
func (p *page) conclude(ctx context.Context, r *browser.Receipt, m mark) error {
	// A dialog that was answered by the policy closes at once, but the browser
	// says so a little later than that what it was about is off. When that does
	// not come the receipt says that it is open, which is all that is known.
	_, _ = p.within(ctx, dialogHold, func(s *state) bool { return s.dialog == nil })
	p.owner.downloads.catchUp(ctx)
	p.owner.downloads.hold(ctx, p.id, m.files, p.owner.config.download)
	p.owner.ledger.catchUp(ctx)
	r.ClosedTabs = p.owner.ledger.takeClosed(func(t browser.Tab) bool { return t.ID != p.id })
	r.OpenedTabs = p.owner.ledger.take(func(t browser.Tab) bool { return t.Opener == p.id })
	if r.Blocked = p.owner.sites.take(p.keptFrom); len(r.Blocked) > 0 {
		r.NoEffect = false
	}
	p.mu.Lock()
	s := &p.state
	if n := len(s.windows.since(m.windows)); n > 0 && len(r.OpenedTabs) > 0 {
		// A new tab has no address yet; the page said where it goes.
		for i, w := range s.windows.since(m.windows) {
			if i < len(r.OpenedTabs) && (r.OpenedTabs[i].URL == "" || r.OpenedTabs[i].URL == blank) && w.url != "" {
				r.OpenedTabs[i].URL = w.url
			}
		}
	}
	for _, d := range s.dialogs.since(m.dialogs) {
		r.Dialogs = append(r.Dialogs, *d)
	}
	r.Downloads = append(r.Downloads, p.owner.downloads.take(p.id)...)
	if !s.committedSince(m) {
		if notes := s.frames.notes(m.frames); len(notes) > 0 {
			r.Notes, r.NoEffect = append(r.Notes, notes...), false
		}
	}
	for _, c := range s.choosers.since(m.choosers) {
		if c.Refused || s.chooser != nil {
			r.Chooser, r.NoEffect = &c.Chooser, false
		}
	}
	if r.Chooser != nil && !r.Chooser.Refused {
		r.Next = "Upload files to the chooser, without a ref, or cancel it: upload without files."
	}
	if all := s.navigated.since(m.navigated); len(all) > 0 {
		n := all[len(all)-1]
		n.From = m.url
		n.SameDocument = !s.committedSince(m)
		if !n.SameDocument || n.To != n.From {
			r.Navigated = &n
		}
	}
	if s.pending != nil {
		n := *s.pending
		n.From = m.url
		r.Navigated = &n
	}
	r.URL = s.url
	asking := s.asking
	if len(r.Dialogs) > 0 {
		r.NoEffect = false
	}
	if asking {
		// The page cannot answer, and the reason is known.
		r.Unconfirmed = false
		r.Next = "Answer the dialog (accept or dismiss): until then the page answers nothing else."
	}
	p.acts++
	p.reported = s.mark()
	p.action = r.Action
	if r.Target.Name != "" || r.Target.Ref != "" {
		p.action += " " + r.Target.String()
	}
	document := r.Navigated != nil && !r.Navigated.Pending && !r.Navigated.SameDocument
	p.mu.Unlock()
	if document && r.Title == "" && !asking {
		after, err := p.readAfter(ctx, dom.AfterRequest{}, p.owner.config.after)
		switch {
		case err != nil:
			return err
		case after != nil:
			r.Title = after.Title
		}
	}
	if r.Next == "" && r.Navigated != nil && !r.Navigated.Pending && r.Navigated.Failed == "" {
		r.Next = "Take a snapshot: the refs of before are gone."
		if r.Navigated.Restored {
			r.Next = "Revalidate the refs that you had of this page, or take a snapshot."
		}
	}
	return nil
}
