package provider

import (
	"context"
	"errors"
	"sync"

	"github.com/holdfast-go/holdfast/browser"
	"github.com/holdfast-go/holdfast/cdp"
	"github.com/holdfast-go/holdfast/outline/dom"
	"github.com/holdfast-go/holdfast/refs"
)

// attachments are the events that announce sessions of frames.
var attachments = []string{"Target.attachedToTarget", "Target.detachedFromTarget"}

// frameSessions are the protocol sessions of a page's frames in other renderer
// processes. The browser attaches them by itself, and holds every new one up
// until it is told to go on: what is asked for meanwhile holds from the frame's
// first script.
//
// They have a listener and a loop of their own. The page's queue is bounded, and
// a page that floods it could push an announcement out; its frame would wait for
// ever then.
type frameSessions struct {
	page   *page
	events *cdp.Listener // of the page's loop
	inbox  *inbox
	done   chan struct{} // closed when the loop has ended, and all it started
	jobs   sync.WaitGroup

	mu      sync.Mutex
	byFrame map[string]*cdp.Session // a frame's id is its target's
	frameOf map[string]string       // by session id
	guests  map[*cdp.Listener]bool  // those of the page's session that follow all of these
}

// newFrameSessions begins to listen; the announcements begin with autoAttach.
// events gets the events of all frames.
func newFrameSessions(p *page, events *cdp.Listener) *frameSessions {
	f := &frameSessions{
		page: p, events: events, inbox: newInbox(), done: make(chan struct{}),
		byFrame: map[string]*cdp.Session{}, frameOf: map[string]string{},
		guests: map[*cdp.Listener]bool{},
	}
	go f.loop(p.session.ListenSpilling(mostQueued, attachments...))
	return f
}

// autoAttach asks the browser to attach the frames of a session's page or frame.
//
// Workers are none of ours, but have to be asked for: a filter that leaves them
// out has Chromium 156 hold them up all the same and tell nobody, so that no
// worker of the page ever starts. They are let go as they are announced.
type autoAttach struct {
	AutoAttach bool         `json:"autoAttach"`
	Wait       bool         `json:"waitForDebuggerOnStart"`
	Flatten    bool         `json:"flatten"`
	Filter     []targetType `json:"filter"`
}

type targetType struct {
	Type string `json:"type"`
}

const frameTarget, workerTarget = "iframe", "worker"

var attachFrames = autoAttach{AutoAttach: true, Wait: true, Flatten: true, Filter: []targetType{{frameTarget}, {workerTarget}}}

// newDocumentScript are the parameters of Page.addScriptToEvaluateOnNewDocument.
type newDocumentScript struct {
	Source string `json:"source"`
	World  string `json:"worldName"`
}

// equip sends what every session of a page needs, its own and those of its
// frames: the events, the scripts that come before the page's own, and the
// sessions of the frames in it.
// frame is empty for the page's own.
func (p *page) equip(ctx context.Context, s *cdp.Session, frame string) []*cdp.Pending {
	sent := []*cdp.Pending{
		s.Send(ctx, "Page.enable", nil),
		s.Send(ctx, "Page.setLifecycleEventsEnabled", map[string]bool{"enabled": true}),
		s.Send(ctx, "Network.enable", nil),
		s.Send(ctx, "Page.setInterceptFileChooserDialog", interception{Enabled: true}),
	}
	if source, world, err := p.reader.Script(); err == nil {
		sent = append(sent, s.Send(ctx, "Page.addScriptToEvaluateOnNewDocument", newDocumentScript{source, world}))
	} else {
		p.owner.config.log.Warn("provider: the page scripts cannot be read", "error", err)
	}
	if p.fetch != nil {
		sent = append(sent, s.Send(ctx, "Fetch.enable", p.owner.patterns()))
	}
	if p.owner.judging() && p.owner.sites.strict {
		_, world, _ := p.reader.Script()
		sent = append(sent, s.Send(ctx, "Page.addScriptToEvaluateOnNewDocument", newDocumentScript{p.owner.sites.policyScript(), world}))
		// What they make up comes by nobody who could judge it.
		sent = append(sent, s.Send(ctx, "Network.setBypassServiceWorker", map[string]bool{"bypass": true}))
	}
	if p.owner.ours(p.id) {
		for _, c := range p.owner.config.emulation.commands() {
			sent = append(sent, s.Send(ctx, c.method, c.params))
		}
	}
	sent = append(sent, p.console.enable(ctx, s, frame)...)
	return append(sent, s.Send(ctx, "Target.setAutoAttach", attachFrames))
}

// loop takes in frames as they come and go. It ends with the page's session.
func (f *frameSessions) loop(announced *cdp.Listener) {
	defer close(f.done)
	defer f.jobs.Wait()
	f.inbox.run(announced, func(e cdp.Event) { f.learn(announced, e) })
}

// catchUp returns when the loop knows all frames that the browser announced
// before the last reply that the caller got.
func (f *frameSessions) catchUp(ctx context.Context) error { return f.inbox.catchUp(ctx) }

type attachedTarget struct {
	SessionID string `json:"sessionId"`
	Info      struct {
		TargetID string `json:"targetId"`
		Type     string `json:"type"`
	} `json:"targetInfo"`
}

func (f *frameSessions) learn(announced *cdp.Listener, e cdp.Event) {
	if e.Lost > 0 {
		f.page.owner.config.log.Warn("provider: announcements of frames were lost", "tab", f.page.id, "count", e.Lost)
	}
	v, ok := decode[attachedTarget](e)
	if !ok || v.SessionID == "" {
		return
	}
	if e.Method == "Target.detachedFromTarget" {
		f.drop(v.SessionID)
		return
	}
	s := f.page.session.Conn().Session(v.SessionID)
	if v.Info.Type != frameTarget {
		// A worker, or a browser that does not know the filter: it must not wait
		// for us.
		s.Send(context.Background(), "Runtime.runIfWaitingForDebugger", nil).Abandon()
		f.page.session.Conn().Session(e.SessionID).Send(context.Background(), "Target.detachFromTarget", map[string]string{
			"sessionId": v.SessionID,
		}).Abandon()
		return
	}
	if !announced.Follow(s) {
		return // it is gone already
	}
	f.events.Follow(s)
	f.page.console.events.Follow(s)
	if f.page.fetch != nil {
		f.page.fetch.events.Follow(s)
	}
	f.mu.Lock()
	f.byFrame[v.Info.TargetID], f.frameOf[v.SessionID] = s, v.Info.TargetID
	for l := range f.guests {
		l.Follow(s)
	}
	f.mu.Unlock()
	f.page.frameHeard(v.Info.TargetID)
	// All is written before anything is awaited, and the command to go on last:
	// whatever becomes of the others, the frame does not wait for us.
	sent := f.page.equip(context.Background(), s, v.Info.TargetID)
	sent = append(sent, s.Send(context.Background(), "Runtime.runIfWaitingForDebugger", nil))
	f.jobs.Go(func() {
		for _, one := range sent {
			err := one.Wait(context.Background(), nil)
			var refused *cdp.Error
			if errors.As(err, &refused) {
				f.page.owner.config.log.Warn("provider: a frame was not set up", "tab", f.page.id, "error", err)
			}
		}
	})
}

// drop forgets the session of a frame that went away, or to another process.
func (f *frameSessions) drop(session string) {
	f.mu.Lock()
	frame, known := f.frameOf[session]
	delete(f.frameOf, session)
	if s := f.byFrame[frame]; s != nil && s.ID() == session {
		delete(f.byFrame, frame)
	}
	f.mu.Unlock()
	if !known {
		return
	}
	f.page.console.silent(session)
	f.page.frameHeard(frame)
}

// join makes a listener of the page's session hear its frames, too, those to
// come from their beginning on. leave ends it.
func (f *frameSessions) join(l *cdp.Listener) (leave func()) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.guests[l] = true
	for _, s := range f.byFrame {
		l.Follow(s)
	}
	return func() {
		f.mu.Lock()
		defer f.mu.Unlock()
		delete(f.guests, l)
	}
}

// of returns the frame that a session belongs to.
func (f *frameSessions) of(session string) string {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.frameOf[session]
}

// session returns the session of a frame, or nil when it has none of its own.
func (f *frameSessions) session(frame string) *cdp.Session {
	f.mu.Lock()
	defer f.mu.Unlock()
	s := f.byFrame[frame]
	if s == nil || s.Err() != nil {
		return nil
	}
	return s
}

// sessionOf returns the session of an id, or nil when no frame has it.
func (f *frameSessions) sessionOf(id string) *cdp.Session { return f.session(f.of(id)) }

// lend gives the reader the session of a frame.
func (f *frameSessions) lend(ctx context.Context, frame string) (dom.Caller, error) {
	if err := f.catchUp(ctx); err != nil {
		return nil, err
	}
	if f.page.frameForbidden(frame) {
		return nil, dom.ErrFrameBlocked
	}
	if s := f.session(frame); s != nil {
		return raced{f.page, s}, nil
	}
	return nil, nil
}

// frameNews tells the reader whether anything was announced of a frame.
func (p *page) frameNews(ctx context.Context, frame string) int64 {
	if p.catchUp(ctx) != nil {
		return 0
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.state.frames.newsOf(frame)
}

// frameHeard notes that a frame got or lost a session.
func (p *page) frameHeard(frame string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.state.frames.heard(frame)
}

// inFrame marks pointer commands for the session of a frame; the empty frame is
// the page's own. Keys go to what has the focus whatever session they come by.
func inFrame(frame string, batch []command) []command {
	for i := range batch {
		batch[i].frame = frame
	}
	return batch
}

// sessionFor returns the session that takes a command.
func (p *page) sessionFor(c command) (*cdp.Session, error) {
	if c.frame == "" {
		return p.session, nil
	}
	if s := p.frames.session(c.frame); s != nil {
		return s, nil
	}
	return nil, frameGone()
}

// frameGone is the error of input for a frame that went away right before it
// was sent.
func frameGone() error {
	return &browser.Error{
		Code: browser.CodeStaleRef, Reason: browser.Reason(refs.Navigated),
		Message: "the frame of the element was navigated or removed before the input was sent", Hint: lookAgain,
	}
}
