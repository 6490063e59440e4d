package provider

import (
	"context"
	"errors"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/holdfast-go/holdfast/browser"
	"github.com/holdfast-go/holdfast/cdp"
	"github.com/holdfast-go/holdfast/outline/ax"
	"github.com/holdfast-go/holdfast/outline/dom"
	"github.com/holdfast-go/holdfast/refs"
)

// page is one tab in use.
type page struct {
	closing atomic.Bool // the program closes the tab

	browser.UnimplementedPage

	owner   *Provider
	masked  maskedPage // the same page, as programs see it when there are secrets
	id      browser.TabID
	session *cdp.Session
	reader  *dom.Reader
	exact   *ax.Reader // over the same table of elements
	frames  *frameSessions
	console *console
	fetch   *fetches              // nil where the browser session has it, or nothing
	detach  func(context.Context) // ends the session
	dropped sync.Once             // taken out of the provider

	turn  turn          // of the calls
	inbox *inbox        // of the loop
	done  chan struct{} // closed when the loop has ended

	mu       sync.Mutex
	state    state
	registry *refs.Registry
	filled   filled // the field that was given a value last
	past     past
	changed  chan struct{} // closed and replaced whenever the state changes
	asked    chan struct{} // closed while a dialog waits for an answer
	// reported are the marks up to which results have told what happened, and
	// action the last action, for what comes of it later.
	reported mark
	heard    heard // when the listeners were last asked for
	acts     int   // counts actions
	action   string
	marked   *dom.Highlight // what is marked for people now
	pulses   int            // watches that were begun

	takeoverTold int // the turns of the takeover that results have told

	shared   targetState       // of the tab; whoever has the turn uses it
	viewport *browser.Viewport // what the agent has set last
}

var _ browser.Page = (*page)(nil)

// newPage makes a page over a session and turns on what its loop needs.
func (p *Provider) newPage(ctx context.Context, id browser.TabID, session *cdp.Session, detach func(context.Context)) (*page, error) {
	pg := &page{
		owner: p, id: id, session: session, detach: detach,
		inbox: newInbox(), done: make(chan struct{}),
		changed: make(chan struct{}), asked: make(chan struct{}),
		registry: refs.New(p.config.refs),
	}
	pg.masked.page = pg
	pg.inbox.ring = pg.ended
	pg.bookEmulation(time.Now())
	lend := func(ctx context.Context, frame string) (dom.Caller, error) { return pg.frames.lend(ctx, frame) }
	reader, err := dom.New(raced{pg, session}, dom.WithFrames(lend), dom.WithFrameNews(pg.frameNews), dom.WithFrameLimits(p.config.frames))
	if err != nil {
		return nil, err
	}
	exact, err := ax.New(reader)
	if err != nil {
		return nil, err
	}
	pg.reader, pg.exact = reader, exact
	books := p.takeBooks(id)
	pg.state.network = books.network
	names := slices.Concat(watched, requested)
	if p.target == nil {
		names = append(names, "Page.downloadProgress", "Browser.downloadWillBegin", "Browser.downloadProgress")
	}
	if p.sites.active() {
		names = append(slices.Clip(names), "Page.frameAttached")
	}
	events := session.ListenSpilling(mostQueued, names...)
	if p.target == nil && p.fetching() {
		pg.fetch = newFetches(p, pg, session)
	}
	pg.console = newConsole(pg, books.console)
	pg.frames = newFrameSessions(pg, events)
	go pg.loop(events)
	if err := pg.enable(ctx); err != nil {
		detach(context.WithoutCancel(ctx))
		return nil, err
	}
	return pg, nil
}

// enable turns on the domains and learns which document is there.
func (p *page) enable(ctx context.Context) error {
	tree, err := p.turnOn(ctx)
	if err != nil {
		return err
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.state.frame == "" {
		f := tree.Frame
		p.state.frame, p.state.loader, p.state.url = f.ID, f.LoaderID, f.URL+f.Fragment
		p.state.network.docs.Name(f.LoaderID)
	}
	p.learnFrames(tree)
	p.reported = p.state.mark()
	return nil
}

// turnOn turns on the domains, all in one batch, and asks what is there.
func (p *page) turnOn(ctx context.Context) (frameTree, error) {
	var tree struct {
		Tree frameTree `json:"frameTree"`
	}
	batch := p.equip(ctx, p.session, "")
	get := p.session.Send(ctx, "Page.getFrameTree", nil)
	for _, pending := range batch {
		err := pending.Wait(ctx, nil)
		var refused *cdp.Error
		switch {
		case errors.As(err, &refused) && !essential(refused.Method):
			// An old browser or a host with less: frames in other processes are rows
			// without content then, and guards of presses come late.
			p.owner.config.log.Warn("provider: a page was not set up in full", "tab", p.id, "error", err)
		case err != nil:
			return tree.Tree, err
		}
	}
	if err := get.Wait(ctx, &tree); err != nil {
		return tree.Tree, err
	}
	if err := p.owner.downloads.equip(ctx, p.session); err != nil {
		return tree.Tree, err
	}
	p.console.begin(tree.Tree)
	return tree.Tree, p.emulate(ctx)
}

// essential reports whether a page cannot be worked with when a command of its
// setting up is refused.
func essential(method string) bool {
	switch method {
	case "Page.addScriptToEvaluateOnNewDocument", "Target.setAutoAttach", "Runtime.enable", "Log.enable":
		return false
	}
	return true
}

// ID returns the id of the tab.
func (p *page) ID() browser.TabID { return p.id }

// Done is closed when the tab is gone.
func (p *page) Done() <-chan struct{} { return p.done }

// Close closes the tab. It waits for no turn: closing ends a call that hangs.
func (p *page) Close(ctx context.Context) error {
	return p.owner.CloseTab(ctx, p.id)
}

// begin takes the page's turn and returns what happened since the last result.
// The caller must call p.turn.give.
func (p *page) begin(ctx context.Context, what string) ([]browser.Event, error) {
	if err := p.turn.take(ctx); err != nil {
		return nil, failed(what+": waiting for the page's turn", err)
	}
	if err := p.alive(what); err != nil {
		p.turn.give()
		return nil, err
	}
	if err := p.catchUp(ctx); err != nil {
		p.turn.give()
		return nil, failed(what, err)
	}
	since := p.sinceLast()
	err := p.blocked(what)
	if err == nil {
		err = p.takenOver(what)
	}
	if err == nil {
		err = p.forbidden(what)
	}
	if err != nil {
		p.turn.give()
		return nil, withEvents(err, since)
	}
	return since, nil
}

// alive says why a page cannot take a call, if so.
func (p *page) alive(what string) error {
	select {
	case <-p.done:
	case <-p.session.Done():
	default:
		return nil
	}
	lost := p.session.Conn().Err()
	if lost == nil {
		return failed(what, p.session.Err())
	}
	if p.owner.target == nil && p.owner.usable() == nil {
		// Over a tab host a connection carries one tab: it ends when that is
		// closed, and when the host is gone. Only the host knows which.
		ctx, cancel := context.WithTimeout(context.Background(), closeLimit/2)
		defer cancel()
		if _, err := p.owner.tabs.List(ctx); err == nil {
			return failed(what, cdp.ErrSessionGone)
		}
	}
	return failed(what, lost)
}

// sinceLast takes what happened outside of a call since the last result.
func (p *page) sinceLast() []browser.Event {
	var events []browser.Event
	blocked := p.owner.sites.take(p.keptFrom)
	p.mu.Lock()
	s, m, after := &p.state, p.reported, p.action
	for _, n := range s.navigated.since(m.navigated) {
		events = append(events, browser.Event{After: after, Navigation: &n})
	}
	for _, d := range s.dialogs.since(m.dialogs) {
		copied := *d
		events = append(events, browser.Event{After: after, Dialog: &copied})
	}
	for _, d := range p.owner.downloads.take(p.id) {
		events = append(events, browser.Event{After: after, Download: &d})
	}
	for _, c := range s.choosers.since(m.choosers) {
		events = append(events, browser.Event{After: after, Chooser: &c.Chooser})
	}
	for _, b := range blocked {
		events = append(events, browser.Event{After: after, Blocked: &b})
	}
	p.reported = s.mark()
	p.mu.Unlock()
	return append(p.tellTakeover(events), p.owner.openedTabs()...)
}

// untell lets the next result tell of the dialogs and downloads since a mark
// again.
func (p *page) untell(m mark) {
	p.owner.downloads.untell(p.id, m.files)
	p.owner.sites.untell(m.blocked)
	p.mu.Lock()
	defer p.mu.Unlock()
	p.reported.dialogs = m.dialogs
}

// now returns a mark of the present and the address.
func (p *page) now() mark {
	files, blocked := p.owner.downloads.began(), p.owner.sites.noted()
	p.mu.Lock()
	defer p.mu.Unlock()
	m := p.state.mark()
	m.files, m.blocked = files, blocked
	return m
}

// limited bounds a step of a call.
func limited(ctx context.Context, d time.Duration) (context.Context, context.CancelFunc) {
	return context.WithTimeout(ctx, d)
}
