package provider

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/holdfast-go/holdfast/cdp"
	"github.com/holdfast-go/holdfast/internal/collect"
)

// spoken are the events of the console, and those that say which document and
// which frame a message is of. They have a queue and a goroutine of their own:
// a page writes as much as it likes there, and must not push out what the
// page's loop lives by.
var spoken = []string{
	"Runtime.consoleAPICalled",
	"Runtime.exceptionThrown",
	"Log.entryAdded",
	"Runtime.executionContextCreated",
	"Runtime.executionContextDestroyed",
	"Runtime.executionContextsCleared",
	"Page.frameNavigated",
}

// console takes what a page and its frames write into a book. What workers
// write comes through Log of the page that they belong to.
type console struct {
	page   *page
	book   *consoleBook
	inbox  *inbox
	events *cdp.Listener
	done   chan struct{} // closed when the loop has ended, and all it started
	jobs   sync.WaitGroup

	// guarded by book.mu
	over    bool              // no job begins any more
	voices  map[string]*voice // by session id
	entered bool              // a document came since the attaching
	owed    bool              // objects are going to be released
}

// voice is a session that speaks.
type voice struct {
	frame     string         // id; empty for the page's own
	contexts  map[int]string // ids of the frames of contexts
	repeating bool           // the browser tells what was there before
	repeated  int            // how many calls and exceptions it told
	// unseen: the first of them was a new one.
	unseen  bool
	objects bool // the browser holds objects for us
}

// newConsole begins to listen; messages come from enable on.
func newConsole(p *page, book *consoleBook) *console {
	c := &console{
		page: p, book: book, inbox: newInbox(), events: p.session.ListenSpilling(mostQueued, spoken...), done: make(chan struct{}),
		voices: map[string]*voice{},
	}
	go func() {
		defer close(c.done)
		c.inbox.run(c.events, c.learn)
		c.book.mu.Lock()
		c.over = true
		c.book.mu.Unlock()
		c.jobs.Wait()
	}()
	return c
}

// start runs a job that the end of the console waits for. It needs book.mu.
func (c *console) start(job func()) {
	if !c.over {
		c.jobs.Go(job)
	}
}

// mostRepeated is how many messages the browser keeps, and repeats to whoever
// begins to listen.
const mostRepeated = 1_000

// enable asks a session for its messages. frame is empty for the page's own.
func (c *console) enable(ctx context.Context, s *cdp.Session, frame string) []*cdp.Pending {
	c.book.mu.Lock()
	c.voices[s.ID()] = &voice{frame: frame, contexts: map[int]string{}, repeating: true}
	c.book.marks.Repeat(frame)
	c.book.mu.Unlock()
	sent := []*cdp.Pending{s.Send(ctx, "Runtime.enable", nil), s.Send(ctx, "Log.enable", nil)}
	c.book.mu.Lock()
	defer c.book.mu.Unlock()
	c.start(func() {
		for _, one := range sent {
			// Refused or not: nothing is repeated from then on.
			_ = one.Wait(context.Background(), nil)
		}
		if c.inbox.catchUp(context.Background()) == nil {
			c.live(s.ID())
		}
	})
	return sent
}

// live notes that a session has told all that was there before.
func (c *console) live(session string) {
	c.book.mu.Lock()
	defer c.book.mu.Unlock()
	v := c.voices[session]
	if v == nil {
		return
	}
	v.repeating = false
	c.book.marks.Live(v.frame)
	if v.repeated >= mostRepeated && v.unseen {
		c.book.capped = true
	}
}

// silent forgets the session of a frame that is gone, or goes on in another
// process, where nothing is repeated.
func (c *console) silent(session string) {
	c.book.mu.Lock()
	defer c.book.mu.Unlock()
	if v := c.voices[session]; v != nil && v.frame != "" {
		delete(c.voices, session)
		c.book.marks.Forget(v.frame)
	}
}

// begin tells which documents were there when the page was attached to.
func (c *console) begin(tree frameTree) {
	c.book.mu.Lock()
	defer c.book.mu.Unlock()
	if !c.entered {
		c.book.docs.Name(tree.Frame.LoaderID)
		c.book.main = tree.Frame.ID
	}
	c.book.see(tree.Children)
}

type contextEvent struct {
	ID      int `json:"executionContextId"` // of one that is gone
	Context struct {
		ID  int `json:"id"`
		Aux struct {
			Frame string `json:"frameId"`
		} `json:"auxData"`
	} `json:"context"`
}

type consoleCall struct {
	Type    string         `json:"type"`
	Args    []remoteObject `json:"args"`
	Context int            `json:"executionContextId"`
	Time    float64        `json:"timestamp"`
	Stack   *stackTrace    `json:"stackTrace"`
}

type exceptionThrown struct {
	Time    float64          `json:"timestamp"`
	Details exceptionDetails `json:"exceptionDetails"`
}

type logAdded struct {
	Entry struct {
		Source string         `json:"source"`
		Level  string         `json:"level"`
		Text   string         `json:"text"`
		Time   float64        `json:"timestamp"`
		URL    string         `json:"url"`
		Line   *int           `json:"lineNumber"`
		Args   []remoteObject `json:"args"`
	} `json:"entry"`
}

// learn takes one event into the book.
func (c *console) learn(e cdp.Event) {
	c.book.mu.Lock()
	defer c.book.mu.Unlock()
	if e.Lost > 0 {
		c.book.lost += e.Lost
		c.page.owner.config.log.Warn("provider: console messages were lost", "tab", c.page.id, "count", e.Lost)
	}
	v := c.voices[e.SessionID]
	if v == nil {
		return
	}
	switch e.Method {
	case "Page.frameNavigated":
		f, ok := decode[frameNavigated](e)
		switch {
		case !ok:
		case f.Frame.ParentID == "" && v.frame == "":
			c.entered = true
			c.book.docs.Enter(f.Frame.LoaderID)
			c.book.main = f.Frame.ID
		default:
			c.book.place(f.Frame.ID, f.Frame.URL)
		}
	case "Runtime.executionContextCreated":
		if x, ok := decode[contextEvent](e); ok {
			v.contexts[x.Context.ID] = x.Context.Aux.Frame
		}
	case "Runtime.executionContextDestroyed":
		if x, ok := decode[contextEvent](e); ok {
			delete(v.contexts, x.ID)
		}
	case "Runtime.executionContextsCleared":
		clear(v.contexts)
	case "Runtime.consoleAPICalled":
		if call, ok := decode[consoleCall](e); ok {
			c.call(e.SessionID, v, call)
		}
	case "Runtime.exceptionThrown":
		if x, ok := decode[exceptionThrown](e); ok {
			c.thrown(e.SessionID, v, x)
		}
	case "Log.entryAdded":
		if l, ok := decode[logAdded](e); ok {
			c.said(e.SessionID, v, l)
		}
	}
}

// call takes in what a script wrote. It needs book.mu, as do the next ones.
func (c *console) call(session string, v *voice, call consoleCall) {
	line := entry{
		bucket: collect.Bucket{Target: v.frame, Domain: "Runtime"}, time: call.Time, words: printed(call.Args),
		Line: collect.Line{Level: collect.Info, Source: "console", Frame: v.frameOf(call.Context)},
	}
	switch call.Type {
	case "endGroup", "profile", "profileEnd":
		c.hold(session, v, call.Args...)
		return
	case "error":
		line.Level = collect.Error
	case "assert":
		line.Level = collect.Error
		line.words = "Assertion failed: " + line.words
	case "warning":
		line.Level = collect.Warning
	case "debug":
		line.Level = collect.Debug
	case "clear":
		line.words = "console.clear: what was written before stays here"
	}
	line.at(call.Stack)
	c.repeats(v, c.add(line))
	c.hold(session, v, call.Args...)
}

// thrown takes in an exception that nobody caught.
func (c *console) thrown(session string, v *voice, x exceptionThrown) {
	d := x.Details
	line := entry{
		bucket: collect.Bucket{Target: v.frame, Domain: "Runtime"}, time: x.Time, words: d.words(),
		Line: collect.Line{
			Level: collect.Error, Source: "exception", Frame: v.frameOf(d.Context), URL: d.URL, Row: d.Line + 1, Col: d.Column + 1,
		},
	}
	if d.URL == "" {
		line.at(d.StackTrace)
	}
	c.repeats(v, c.add(line))
	if d.Exception != nil {
		c.hold(session, v, *d.Exception)
	}
}

// said takes in what the browser said of the page.
func (c *console) said(session string, v *voice, l logAdded) {
	e := l.Entry
	line := entry{
		bucket: collect.Bucket{Target: v.frame, Domain: "Log", Source: e.Source}, time: e.Time, words: e.Text,
		Line: collect.Line{Level: collect.Info, Source: e.Source, Frame: v.frame, URL: e.URL},
	}
	switch e.Level {
	case "error":
		line.Level = collect.Error
	case "warning":
		line.Level = collect.Warning
	case "verbose":
		line.Level = collect.Debug
	}
	if e.Line != nil {
		line.Row = *e.Line + 1
	}
	c.add(line)
	c.hold(session, v, e.Args...)
}

// add hides secrets before a text is cut: half of one would be known by nobody.
func (c *console) add(e entry) bool {
	e.words = c.page.owner.mask(e.words)
	return c.book.add(e)
}

// at notes where a call was made.
func (e *entry) at(s *stackTrace) {
	if s != nil && len(s.Frames) > 0 {
		top := s.Frames[0]
		e.URL, e.Row, e.Col = top.URL, top.Line+1, top.Column+1
	}
}

// frameOf gives the id of the frame that speaks.
func (v *voice) frameOf(context int) string {
	if frame, known := v.contexts[context]; known {
		return frame
	}
	return v.frame
}

// repeats counts what the browser tells of before.
func (c *console) repeats(v *voice, fresh bool) {
	if !v.repeating {
		return
	}
	if v.repeated == 0 {
		v.unseen = fresh
	}
	v.repeated++
}

// releaseAfter is how long the browser may hold the objects of messages for us.
const releaseAfter = 500 * time.Millisecond

// hold notes that the browser keeps values alive for us, and has them let go
// soon: one command for all of a moment, none when nothing is written.
func (c *console) hold(session string, v *voice, values ...remoteObject) {
	for _, o := range values {
		v.objects = v.objects || o.ObjectID != ""
	}
	if !v.objects || c.owed {
		return
	}
	c.owed = true
	c.start(func() {
		timer := time.NewTimer(releaseAfter)
		defer timer.Stop()
		select {
		case <-timer.C:
			c.release()
		case <-c.page.session.Done():
		}
	})
}

// release lets go the objects of all messages. The browser keeps those of its
// own last 1,000 messages alive whether anybody listens or not.
func (c *console) release() {
	var holding []string
	c.book.mu.Lock()
	c.owed = false
	for id, v := range c.voices {
		if v.objects {
			holding = append(holding, id)
			v.objects = false
		}
	}
	c.book.mu.Unlock()
	for _, id := range holding {
		s := c.page.session
		if id != s.ID() {
			s = c.page.frames.sessionOf(id)
		}
		if s == nil {
			continue
		}
		err := s.Call(context.Background(), "Runtime.releaseObjectGroup", map[string]string{"objectGroup": "console"}, nil)
		var refused *cdp.Error
		if errors.As(err, &refused) {
			c.page.owner.config.log.Debug("provider: console objects were not released", "tab", c.page.id, "error", err)
		}
	}
}
