package provider

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"github.com/holdfast-go/holdfast/browser"
	"github.com/holdfast-go/holdfast/browser/site"
	"github.com/holdfast-go/holdfast/cdp"
)

// WithHTTPAuth answers a site that asks for a user name and a password by HTTP
// (Basic, Digest). site is scheme, host and port, such as
// https://intranet.example:8443; no other gets them, and a site that asks again
// for the same request does not get them twice. Given several times, each is of
// its own site. Requests to the site cost a round trip to the browser more.
//
// In a browser that others use, too, only the provider's pages get them.
func WithHTTPAuth(of, user, password string) Option {
	return option(func(c *config) error {
		a, err := site.Parse(of)
		switch {
		case err != nil, a.Site() == "", a.Scheme != "http" && a.Scheme != "https":
			return errors.New("provider: WithHTTPAuth: the site has to be like https://example.com")
		case a.Credentials:
			return errors.New("provider: WithHTTPAuth: the site has a user name in it")
		case user == "" && password == "":
			return fmt.Errorf("provider: WithHTTPAuth: no user name and no password for %s", a.Site())
		}
		if _, twice := c.logins[a.Site()]; twice {
			return fmt.Errorf("provider: WithHTTPAuth: given twice for %s", a.Site())
		}
		if c.logins == nil {
			c.logins = map[string]login{}
		}
		c.logins[a.Site()] = login{user, password}
		return nil
	})
}

// WithProxyAuth answers a proxy of the browser that asks for a user name and a
// password. Every request costs a round trip to the browser more.
//
// In a browser that others use, too, only the requests of the provider's pages
// are answered.
func WithProxyAuth(user, password string) Option {
	return option(func(c *config) error {
		if user == "" && password == "" {
			return errors.New("provider: WithProxyAuth: no user name and no password")
		}
		c.proxy = &login{user, password}
		return nil
	})
}

// login is a user name and a password.
type login struct{ user, password string }

// fetches is the one owner of the protocol's Fetch domain: it judges requests by
// the lists and answers those who ask for a login. It is there only when an
// option needs it.
//
// As seen of Chromium 156: Fetch on the browser session holds back the requests
// of all targets, of frames in other processes, popups (of noopener ones, too,
// whose target names its opener), workers and service workers, each with the id
// of its frame, a worker's own or its page's; every hop of a redirect comes anew;
// a prefetch is of the type Fetch. What it does not see are about:, data: and
// blob: documents, web sockets (sockets.go), and what the back-forward cache brings
// back. A
// frame and a popup are announced (Page.frameAttached, Target.targetCreated)
// before their first request. When the session ends the browser lets go on what
// it held back.
//
// A document that is failed as aborted leaves the page where it was. One that is
// failed as blocked brings the browser's own page in its place: that is for
// frames, where it keeps the old document from being read in its stead.
type fetches struct {
	owner  *Provider
	tab    *page // whose page it is of; nil on the browser session
	events *cdp.Listener
	ended  chan struct{}
	jobs   sync.WaitGroup

	mu     sync.Mutex
	logins map[string]bool // requests that got one
}

// fetchEvents are the events of Fetch.
var fetchEvents = []string{"Fetch.requestPaused", "Fetch.authRequired"}

// fetching reports whether any option needs Fetch.
func (p *Provider) fetching() bool {
	return p.judging() || len(p.config.logins) > 0 || p.config.proxy != nil
}

// judging reports whether requests are held to the lists by Fetch.
func (p *Provider) judging() bool { return p.sites.active() && p.keeper == nil }

// newFetches begins to listen on the browser session, or on the one of a page.
func newFetches(p *Provider, tab *page, session *cdp.Session) *fetches {
	f := &fetches{owner: p, tab: tab, events: session.Listen(fetchEvents...), ended: make(chan struct{}), logins: map[string]bool{}}
	go f.loop()
	return f
}

// enableFetch are the parameters of Fetch.enable.
type enableFetch struct {
	Patterns []fetchPattern `json:"patterns"`
	Auth     bool           `json:"handleAuthRequests"`
}

type fetchPattern struct {
	URL   string `json:"urlPattern"`
	Type  string `json:"resourceType,omitempty"`
	Stage string `json:"requestStage,omitempty"`
}

const documentType = "Document"

// patterns say which requests are held back.
func (p *Provider) patterns() enableFetch {
	e := enableFetch{Auth: len(p.config.logins) > 0 || p.config.proxy != nil}
	switch {
	case p.judging() && p.sites.strict:
		e.Patterns = append([]fetchPattern{{URL: "*"}}, responsePatterns...)
		return e
	case p.config.proxy != nil:
		e.Patterns = []fetchPattern{{URL: "*"}}
		return e
	case p.judging():
		e.Patterns = []fetchPattern{{URL: "*", Type: documentType}}
	}
	for of := range p.config.logins {
		e.Patterns = append(e.Patterns, fetchPattern{URL: of + "/*"})
	}
	return e
}

type pausedRequest struct {
	session string // that tells of it

	ID      string   `json:"requestId"`
	FrameID string   `json:"frameId"`
	Type    string   `json:"resourceType"`
	Status  int      `json:"responseStatusCode"` // of a response that is held back
	Failure string   `json:"responseErrorReason"`
	Headers []header `json:"responseHeaders"`
	Request struct {
		URL string `json:"url"`
	} `json:"request"`
	Challenge *struct {
		Source string `json:"source"`
		Origin string `json:"origin"`
	} `json:"authChallenge"`
}

// loop judges requests until the session ends.
func (f *fetches) loop() {
	defer close(f.ended)
	defer f.jobs.Wait()
	for e := range f.events.C() {
		session := f.session(e.SessionID)
		if e.Lost > 0 {
			// Nobody can answer what was not heard, and it would wait for ever. What
			// goes on unjudged is looked at again when it is a document.
			f.owner.config.log.Warn("provider: requests went on unjudged", "count", e.Lost)
			session.Send(context.Background(), "Fetch.disable", nil).Abandon()
			session.Send(context.Background(), "Fetch.enable", f.owner.patterns()).Abandon()
		}
		v, ok := decode[pausedRequest](e)
		if !ok {
			continue
		}
		v.session = e.SessionID
		switch {
		case e.Method == "Fetch.authRequired":
			f.asked(session, v)
		case v.Status != 0 || v.Failure != "":
			f.answered(v)
		default:
			f.paused(session, v)
		}
	}
}

func (f *fetches) session(id string) *cdp.Session {
	if f.tab != nil {
		return f.tab.session.Conn().Session(id)
	}
	return f.owner.conn.Session(id)
}

// paused judges a request.
func (f *fetches) paused(s *cdp.Session, v pausedRequest) {
	lists := f.owner.sites
	verdict := lists.list.CheckDocument(v.Request.URL)
	if verdict.Allowed || !f.owner.judging() || v.Type != documentType && !lists.strict {
		letGo(s, v)
		return
	}
	f.jobs.Go(func() {
		ctx, cancel := context.WithTimeout(context.Background(), ownerLimit)
		defer cancel()
		whose := f.whose(ctx, v.FrameID)
		if whose == foreign {
			letGo(s, v)
			return
		}
		kind, reason := browser.BlockedFrame, "BlockedByClient"
		switch {
		case v.Type != documentType:
			kind = browser.BlockedRequest
		case whose == mainFrame:
			kind, reason = browser.BlockedDocument, "Aborted"
		}
		lists.note(v.FrameID, kind, verdict)
		s.Send(context.Background(), "Fetch.failRequest", map[string]string{"requestId": v.ID, "errorReason": reason}).Abandon()
	})
}

// letGo lets a request go on.
func letGo(s *cdp.Session, v pausedRequest) {
	s.Send(context.Background(), "Fetch.continueRequest", map[string]string{"requestId": v.ID}).Abandon()
}

// asked answers who asks for a login. What is none of ours is left to the
// browser.
func (f *fetches) asked(s *cdp.Session, v pausedRequest) {
	f.jobs.Go(func() {
		ctx, cancel := context.WithTimeout(context.Background(), ownerLimit)
		defer cancel()
		answer := map[string]string{"response": "Default"}
		if f.whose(ctx, v.FrameID) != foreign {
			// Without an answer the page is the one that the site has for that. The
			// browser's own question would wait for a person.
			answer["response"] = "CancelAuth"
			if l, known := f.login(v); known && f.first(v.ID) {
				answer = map[string]string{"response": "ProvideCredentials", "username": l.user, "password": l.password}
			}
		}
		s.Send(context.Background(), "Fetch.continueWithAuth", map[string]any{
			"requestId": v.ID, "authChallengeResponse": answer,
		}).Abandon()
	})
}

// first reports whether a request has got no login yet.
func (f *fetches) first(id string) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	if len(f.logins) > keptSites {
		clear(f.logins)
	}
	again := f.logins[id]
	f.logins[id] = true
	return !again
}

// login finds the one for a challenge.
func (f *fetches) login(v pausedRequest) (login, bool) {
	switch {
	case v.Challenge == nil:
		return login{}, false
	case v.Challenge.Source == "Proxy":
		if p := f.owner.config.proxy; p != nil {
			return *p, true
		}
		return login{}, false
	}
	l, known := f.owner.config.logins[site.Of(v.Challenge.Origin)]
	return l, known
}

// owning says whose frame it is.
type owning int

const (
	foreign   owning = iota
	mainFrame        // of a page of ours, or of a tab that one has opened
	innerFrame
)

// ownerLimit bounds the search for whose frame it is; it asks nobody but our own
// loops.
const ownerLimit = closeLimit

// whose finds out whose frame a request is of. In a browser of our own every
// frame is ours.
func (f *fetches) whose(ctx context.Context, frame string) owning {
	if f.tab != nil {
		if f.tab.mainFrame(frame) {
			return mainFrame
		}
		return innerFrame
	}
	p := f.owner
	if p.tabOfOurs(browser.TabID(frame)) {
		return mainFrame
	}
	// A tab that was opened is announced before its first request, and so is a
	// frame: who has learnt all knows them.
	p.ledger.catchUp(ctx)
	for id := p.ledger.openerOf(browser.TabID(frame)); id != ""; id = p.ledger.openerOf(id) {
		if p.alone() || p.tabOfOurs(id) {
			return mainFrame
		}
	}
	if p.alone() {
		return innerFrame
	}
	for _, pg := range p.inUse() {
		if pg.catchUp(ctx) == nil && pg.hasFrame(frame) {
			return innerFrame
		}
	}
	return foreign
}

// alone reports whether every tab of the browser is the provider's: nobody else
// has it, and the program has not kept it for other uses.
func (p *Provider) alone() bool {
	h, ok := p.host.(private)
	return ok && h.Private() && !p.config.shared
}

// tabOfOurs reports whether a tab is one of the provider's.
func (p *Provider) tabOfOurs(id browser.TabID) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	_, attaching := p.attaching[id]
	return p.pages[id] != nil || p.own[id] || attaching
}

// inUse returns the pages.
func (p *Provider) inUse() []*page {
	p.mu.Lock()
	defer p.mu.Unlock()
	pages := make([]*page, 0, len(p.pages))
	for _, pg := range p.pages {
		pages = append(pages, pg)
	}
	return pages
}

// release lets everything go on that is held back. The browser does so, too,
// when the session ends.
func (f *fetches) release(ctx context.Context, s *cdp.Session) {
	if err := s.Call(ctx, "Fetch.disable", nil, nil); err != nil && s.Err() == nil {
		f.owner.config.log.Warn("provider: requests may still be held back", "error", err)
	}
}
