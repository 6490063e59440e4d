package cdp

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/holdfast-go/holdfast/transport"
)

const (
	// tabEvents is the length of the queue of Targets.Events: a person opens
	// few tabs a second, a page that opens hundreds is stopped by Chrome.
	tabEvents = 256
	// closeWait bounds how long CloseTab waits for the tab to be gone once
	// Chrome said that it closes it. It takes 10 to 50 ms; a page whose
	// process is busy takes longer, and is closing all the same.
	closeWait = time.Second
)

// Targets lists and drives the tabs of a browser over its browser session. It
// implements [transport.Tabs], keeps a live list, and tells what changes in it.
type Targets struct {
	conn *Conn
	root *Session

	closing sync.Once
	stop    chan struct{} // closed by Close
	jobs    sync.WaitGroup

	mu     sync.Mutex
	tabs   map[transport.TabID]transport.Tab
	order  []transport.TabID // as they were opened, as far as known
	gone   map[transport.TabID]chan struct{}
	events chan transport.Event
	lost   int  // events dropped since the last one that fit
	primed bool // what is found from now on is new
	ended  bool
}

var _ transport.Tabs = (*Targets)(nil)

// targetInfo is the part of Target.TargetInfo that matters here.
type targetInfo struct {
	TargetID string `json:"targetId"`
	Type     string `json:"type"`
	Subtype  string `json:"subtype"`
	URL      string `json:"url"`
	Title    string `json:"title"`
	OpenerID string `json:"openerId"`
}

// isTab reports whether a person would call it a tab: a page that is shown. A
// subtype marks pages that are not ("prerender"); top-chrome pages are parts of
// Chrome's own window (which 156 gives a type of their own).
func (i targetInfo) isTab() bool {
	return i.Type == "page" && i.Subtype == "" && !strings.HasPrefix(i.URL, "devtools://") &&
		!(strings.HasPrefix(i.URL, "chrome://") && strings.Contains(i.URL, ".top-chrome/"))
}

func (i targetInfo) tab() transport.Tab {
	return transport.Tab{
		ID: transport.TabID(i.TargetID), Opener: transport.TabID(i.OpenerID),
		URL: i.URL, Title: i.Title,
	}
}

// pages is the target filter of tabs. Chrome leaves out what no entry matches;
// a Chrome that does not know filters yet sends more, which isTab drops.
var pages = []map[string]string{{"type": "page"}}

// NewTargets begins to watch the targets of the connection's root session,
// which must be a browser session. Tabs that exist already are in List and are
// not told as events. The connection stays the caller's.
func NewTargets(ctx context.Context, conn *Conn) (*Targets, error) {
	t := &Targets{
		conn: conn, root: conn.Session(""), stop: make(chan struct{}),
		tabs:   map[transport.TabID]transport.Tab{},
		gone:   map[transport.TabID]chan struct{}{},
		events: make(chan transport.Event, tabEvents),
	}
	conn.mu.Lock()
	t.root.router.add(targetEvents, t)
	conn.mu.Unlock()
	discover := map[string]any{"discover": true, "filter": pages}
	if err := t.root.Call(ctx, "Target.setDiscoverTargets", discover, nil); err != nil {
		return nil, errors.Join(err, t.Close())
	}
	if _, err := t.List(ctx); err != nil {
		return nil, errors.Join(err, t.Close())
	}
	t.mu.Lock()
	t.primed = true
	t.mu.Unlock()
	return t, nil
}

// Events tells of tabs that open, change and close, in order. It is closed when
// the connection ends or Targets is closed. It is bounded; the next event says
// how many were lost.
func (t *Targets) Events() <-chan transport.Event { return t.events }

// Close stops watching. It leaves the tabs and the connection alone.
func (t *Targets) Close() error {
	t.conn.mu.Lock()
	t.root.router.remove(targetEvents, t)
	t.end()
	t.conn.mu.Unlock()
	t.closing.Do(func() { close(t.stop) })
	t.jobs.Wait()
	return nil
}

// List asks the browser, so that addresses and titles are those of now, and
// orders the answer as the tabs were opened.
func (t *Targets) List(ctx context.Context) ([]transport.Tab, error) {
	var reply struct {
		TargetInfos []targetInfo `json:"targetInfos"`
	}
	filter := map[string]any{"filter": pages}
	if err := t.root.Call(ctx, "Target.getTargets", filter, &reply); err != nil {
		return nil, err
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	listed := make(map[transport.TabID]transport.Tab, len(reply.TargetInfos))
	for _, info := range reply.TargetInfos {
		if info.isTab() {
			listed[transport.TabID(info.TargetID)] = info.tab()
			if !t.primed {
				t.put(info)
			}
		}
	}
	// What the browser told before the reply is in t.order already.
	out := make([]transport.Tab, 0, len(listed))
	for _, id := range t.order {
		if tab, ok := listed[id]; ok {
			out = append(out, tab)
			delete(listed, id)
		}
	}
	for _, info := range reply.TargetInfos {
		if tab, ok := listed[transport.TabID(info.TargetID)]; ok {
			out = append(out, tab)
		}
	}
	return out, nil
}

// Open opens a tab at about:blank.
func (t *Targets) Open(ctx context.Context, options transport.OpenTab) (transport.Tab, error) {
	params := map[string]any{"url": "about:blank", "background": options.Background}
	id, err := t.obtain(ctx, "Target.createTarget", params, func(id string) (string, string) {
		return "Target.closeTarget", id
	})
	if err != nil {
		return transport.Tab{}, err
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if tab, ok := t.tabs[transport.TabID(id)]; ok {
		return tab, nil
	}
	return transport.Tab{ID: transport.TabID(id), URL: "about:blank"}, nil
}

// Activate brings the tab to the front.
func (t *Targets) Activate(ctx context.Context, tab transport.TabID) error {
	err := t.root.Call(ctx, "Target.activateTarget", map[string]string{"targetId": string(tab)}, nil)
	return noSuchTab(tab, err)
}

// CloseTab closes the tab. A beforeunload handler is not asked. It returns when
// the tab is gone, or has been closing for a second.
func (t *Targets) CloseTab(ctx context.Context, tab transport.TabID) error {
	t.mu.Lock()
	_, known := t.tabs[tab]
	gone := t.gone[tab]
	if known && gone == nil {
		gone = make(chan struct{})
		t.gone[tab] = gone
	}
	t.mu.Unlock()
	err := t.root.Call(ctx, "Target.closeTarget", map[string]string{"targetId": string(tab)}, nil)
	if err != nil {
		return noSuchTab(tab, err)
	}
	if gone == nil {
		return nil
	}
	timer := time.NewTimer(closeWait)
	defer timer.Stop()
	select {
	case <-gone:
	case <-timer.C:
	case <-ctx.Done():
	case <-t.conn.Done():
	case <-t.stop:
	}
	return nil
}

// Attach opens a protocol session to the tab, which Detach ends.
func (t *Targets) Attach(ctx context.Context, tab transport.TabID) (*Session, error) {
	params := map[string]any{"targetId": string(tab), "flatten": true}
	id, err := t.obtain(ctx, "Target.attachToTarget", params, func(id string) (string, string) {
		return "Target.detachFromTarget", id
	})
	if err != nil {
		return nil, noSuchTab(tab, err)
	}
	return t.conn.Session(id), nil
}

// Detach ends a session that Attach gave. A session that is gone already is no
// error.
func (t *Targets) Detach(ctx context.Context, s *Session) error {
	err := t.root.Call(ctx, "Target.detachFromTarget", map[string]string{"sessionId": s.ID()}, nil)
	if s.Err() != nil || errors.Is(err, ErrSessionGone) {
		return nil
	}
	return err
}

// obtain runs a command that leaves something behind in the browser, and
// returns its id. When ctx ends first, whatever still comes of the command is
// undone, so that no tab and no session is left that nobody knows.
func (t *Targets) obtain(ctx context.Context, method string, params any, undo func(id string) (method, left string)) (string, error) {
	if err := ctx.Err(); err != nil {
		return "", callError(method, err)
	}
	var reply struct {
		TargetID  string `json:"targetId"`
		SessionID string `json:"sessionId"`
	}
	p := t.conn.start(t.root, method, params)
	select {
	case <-p.Done():
	case <-ctx.Done():
		t.mu.Lock()
		defer t.mu.Unlock()
		if t.ended {
			p.Abandon()
		} else {
			t.jobs.Go(func() { t.revert(p, undo) })
		}
		return "", callError(method, ctx.Err())
	}
	if err := p.Wait(ctx, &reply); err != nil {
		return "", err
	}
	return reply.TargetID + reply.SessionID, nil
}

// revert undoes an abandoned command once it has succeeded.
func (t *Targets) revert(p *Pending, undo func(id string) (method, left string)) {
	select {
	case <-p.Done():
	case <-t.stop:
		p.Abandon()
		<-p.Done()
	}
	var reply struct {
		TargetID  string `json:"targetId"`
		SessionID string `json:"sessionId"`
	}
	if p.err != nil || decodeResult(p.result, &reply) != nil {
		return
	}
	method, id := undo(reply.TargetID + reply.SessionID)
	member := "targetId"
	if reply.SessionID != "" {
		member = "sessionId"
	}
	t.conn.start(t.root, method, map[string]string{member: id}).Abandon()
}

// targetEvents are the events that keep the list.
var targetEvents = []string{"Target.targetCreated", "Target.targetInfoChanged", "Target.targetDestroyed"}

// deliver keeps the list. It runs on the reader, so that the list holds
// everything that the browser said before the reply that a caller has in hand.
func (t *Targets) deliver(e Event) {
	var body struct {
		TargetID   string     `json:"targetId"`
		TargetInfo targetInfo `json:"targetInfo"`
	}
	if err := decode(e.Params, &body); err != nil {
		t.conn.log.Warn("a target event that cannot be read", "method", e.Method, "error", err)
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	switch {
	case e.Method == "Target.targetDestroyed":
		t.drop(transport.TabID(body.TargetID))
	case body.TargetInfo.isTab():
		t.put(body.TargetInfo)
	default:
		// It was one, or never.
		t.drop(transport.TabID(body.TargetInfo.TargetID))
	}
}

// end closes the events, under conn.mu.
func (t *Targets) end() {
	t.mu.Lock()
	defer t.mu.Unlock()
	if !t.ended {
		t.ended = true
		close(t.events)
	}
}

// put adds or changes a tab.
func (t *Targets) put(info targetInfo) {
	tab := info.tab()
	old, known := t.tabs[tab.ID]
	if known && tab.Opener == "" {
		// Chrome forgets the opener when that is closed; it was opened by it
		// all the same.
		tab.Opener = old.Opener
	}
	t.tabs[tab.ID] = tab
	switch {
	case !known:
		t.order = append(t.order, tab.ID)
		t.tell(transport.Event{Kind: transport.TabOpened, Tab: tab})
	case old.URL != tab.URL || old.Title != tab.Title:
		t.tell(transport.Event{Kind: transport.TabChanged, Tab: tab})
	}
}

// drop takes a tab out.
func (t *Targets) drop(id transport.TabID) {
	tab, known := t.tabs[id]
	if !known {
		return
	}
	delete(t.tabs, id)
	t.order = slices.DeleteFunc(t.order, func(o transport.TabID) bool { return o == id })
	if gone := t.gone[id]; gone != nil {
		delete(t.gone, id)
		close(gone)
	}
	t.tell(transport.Event{Kind: transport.TabClosed, Tab: tab})
}

// tell queues an event, or counts it as lost.
func (t *Targets) tell(e transport.Event) {
	if !t.primed || t.ended {
		return
	}
	e.Lost = t.lost
	select {
	case t.events <- e:
		t.lost = 0
	default:
		t.lost++
	}
}

// noSuchTab makes Chrome's refusal of an unknown target a KindNotFound.
func noSuchTab(tab transport.TabID, err error) error {
	if e, ok := errors.AsType[*Error](err); ok && e.Message == textNoTarget {
		return &transport.Error{
			Kind: transport.KindNotFound, Op: "tab", Detail: "no tab " + string(tab),
			Hint: "list the tabs again; it may have been closed", Err: err,
		}
	}
	return err
}
