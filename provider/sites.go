package provider

import (
	"errors"
	"slices"
	"strings"
	"sync"

	"github.com/holdfast-go/holdfast/browser"
	"github.com/holdfast-go/holdfast/browser/site"
	"github.com/holdfast-go/holdfast/outline"
)

// WithAllowedSites lets pages go to these sites only; package site tells the
// form of a rule. Given several times the rules add up. A block list goes
// before it.
//
// The lists hold for everything that brings a document: Open and Navigate, the
// history, links, forms, scripts, redirects, frames and popups. The browser
// itself holds the request back before it leaves, and so does the window host of
// transport/electron; over another host without a browser session each page does,
// and the first document of a popup, which nothing holds back there, is left at
// once and never read. What was kept away is told in the receipt or opens the
// next result; the page stays where it was. A document that is forbidden and there
// all the same (a tab that a person opened) is not read and not acted on.
//
// What Chrome loads ahead of a visit (speculation rules) goes round all of this.
// Chrome does not do so in a profile that transport/chrome makes; in another one
// such documents are asked for, and never shown.
//
// Pictures, scripts, fetches and the like are loaded from anywhere, unless
// [WithStrictSites] is given.
//
// Without a list nothing is held back, and it costs nothing: only Open and
// Navigate look at the address. With one, a document costs one more round trip
// to the browser, some milliseconds. In a browser that others use, too, only the
// provider's own tabs, those that they opened and the frames in them are held to
// the lists; the requests of all others go on at once.
func WithAllowedSites(rules ...string) Option {
	return option(func(c *config) error {
		if len(rules) == 0 {
			return errors.New("provider: WithAllowedSites: no rule")
		}
		c.allowSites = append(c.allowSites, rules...)
		return nil
	})
}

// WithBlockedSites keeps pages from going to these sites, as [WithAllowedSites]
// tells it.
func WithBlockedSites(rules ...string) Option {
	return option(func(c *config) error {
		if len(rules) == 0 {
			return errors.New("provider: WithBlockedSites: no rule")
		}
		c.blockSites = append(c.blockSites, rules...)
		return nil
	})
}

// WithStrictSites holds everything that a page requests to the lists: pictures,
// scripts, styles, fetches, beacons, prefetches, and what workers and service
// workers ask for. In a browser that others use, too, it leaves out workers that
// several pages share, for nothing says whose they are. Every request costs a
// round trip to the browser then.
//
// Web sockets are held back by a content security policy, which documents and
// workers get beside their own: a page sees that it may not connect, and its
// console says so. A policy has no exceptions, so that with a block list sockets
// go to the document's own server only, and to the sites of the allow list that
// no blocked one can be in. Pages load without their service workers. A document
// that was there before the provider came to it has no policy; the first one of a
// popup reaches no servers of the local network, and over a host without a browser
// session has no policy either.
//
// WebRTC, WebTransport and the resolving of names are not held back.
func WithStrictSites() Option {
	return option(func(c *config) error { c.strict = true; return nil })
}

// sites holds the pages of a provider to its lists and remembers what was kept
// from where.
type sites struct {
	list   *site.List
	strict bool

	mu    sync.Mutex
	log   []*kept
	count int // of all so far
}

// kept is something that was kept from where it wanted to go.
type kept struct {
	browser.Blocked
	number int
	frame  string // that wanted to; its id is its tab's where it is a main frame
	byHost bool   // the host said so, with its kind: frame is the tab's
	told   bool
}

// keptSites is how many are remembered.
const keptSites = 500

// newSites reads the rules.
func newSites(c config) (*sites, error) {
	list, err := site.New(c.allowSites, c.blockSites)
	if err != nil {
		return nil, err
	}
	if c.strict && list.Empty() {
		return nil, errors.New("provider: WithStrictSites: there is no list to hold requests to")
	}
	return &sites{list: list, strict: c.strict}, nil
}

// active reports whether pages are held to a list.
func (s *sites) active() bool { return !s.list.Empty() }

// check says whether an address may be gone to, and gives its safe spelling: what
// was judged is what the browser gets.
func (s *sites) check(address string) (string, error) {
	if address == "" {
		return "", invalid("there is no address to go to")
	}
	v := s.list.Check(address)
	if !v.Allowed {
		return "", siteBlocked(v, address)
	}
	return v.Address, nil
}

// forbids says why a document at an address must not be there, if so.
func (s *sites) forbids(address string) error {
	if !s.active() || address == "" {
		return nil
	}
	if v := s.list.CheckDocument(address); !v.Allowed {
		return siteBlocked(v, address)
	}
	return nil
}

// siteBlocked is the error of an address that is not allowed.
func siteBlocked(v site.Verdict, address string) *browser.Error {
	shown := outline.Address(v.Address)
	e := &browser.Error{Code: browser.CodeSiteBlocked, Reason: browser.Reason(v.Reason)}
	e.Details.URL, e.Details.Rule = v.Address, v.Rule
	switch v.Reason {
	case site.Invalid:
		e.Code = browser.CodeInvalidArgument
		e.Message = "no browser accepts this address: " + outline.Quote(withoutUser(address))
		e.Hint = "Give the whole address, with https:// in front."
	case site.Scheme:
		e.Message = "only http and https addresses and about:blank can be opened, not " + shown
		e.Hint = "Give the whole address, with https:// in front."
	case site.Credentials:
		e.Message = "an address with a user name or a password in it is not opened: " + shown
		e.Hint = "Leave them out. If the site then asks for them, the program has to give them."
	default:
		e.Message = shown + " was not opened: " + browser.WhyBlocked(v.Reason, v.Rule)
		e.Hint = "Stay on the sites that are allowed. Another spelling, a link, a redirect or a frame that leads there is blocked, too."
	}
	return e
}

// withoutUser leaves out what may be a user name and a password in an address
// that cannot be read.
func withoutUser(address string) string {
	return address[strings.LastIndexByte(address, '@')+1:]
}

// note remembers that a frame was kept from an address. What was not told yet of
// the same is counted, of requests all to a site.
func (s *sites) note(frame string, kind browser.BlockedKind, v site.Verdict) {
	s.remember(frame, kind, v, false)
}

func (s *sites) remember(frame string, kind browser.BlockedKind, v site.Verdict, byHost bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.count++
	for _, k := range s.log {
		same := k.URL == v.Address || kind == browser.BlockedRequest && site.Of(k.URL) == site.Of(v.Address)
		if !k.told && k.frame == frame && k.Kind == kind && same {
			k.Count = max(k.Count, 1) + 1
			k.number = s.count
			return
		}
	}
	if len(s.log) >= keptSites {
		s.log = append(s.log[:0], s.log[1:]...)
	}
	s.log = append(s.log, &kept{
		Blocked: browser.Blocked{Kind: kind, URL: v.Address, Reason: v.Reason, Rule: v.Rule},
		number:  s.count, frame: frame, byHost: byHost,
	})
}

// noted is how many there were so far.
func (s *sites) noted() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.count
}

// mostBlocked bounds what one result tells of.
const mostBlocked = 5

// take returns what is news about what a page was kept from, the frames in it
// and the tabs that it opened.
func (s *sites) take(whose func(frame string) browser.BlockedKind) []browser.Blocked {
	if !s.active() {
		return nil
	}
	s.mu.Lock()
	log := slices.Clone(s.log)
	log = slices.DeleteFunc(log, func(k *kept) bool { return k.told })
	s.mu.Unlock()
	kinds := make([]browser.BlockedKind, len(log))
	for i, k := range log {
		kinds[i] = whose(k.frame) // takes the page's lock
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	var news []browser.Blocked
	for i, k := range log {
		kind := kinds[i]
		if kind == "" || k.told {
			continue
		}
		k.told = true
		if k.Kind != browser.BlockedRequest && !k.byHost {
			k.Kind = kind
		}
		if len(news) < mostBlocked {
			news = append(news, k.Blocked)
		} else {
			news[mostBlocked-1].Count = max(news[mostBlocked-1].Count, 1) + max(k.Count, 1)
		}
	}
	return news
}

// document returns the error of what the main frame of a tab was kept from after so many,
// which is told with it.
func (s *sites) document(frame string, tab browser.TabID, number int) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, k := range slices.Backward(s.log) {
		ours := k.frame == frame && k.Kind != browser.BlockedRequest
		if k.byHost {
			ours = k.frame == string(tab) && k.Kind == browser.BlockedDocument
		}
		if k.number > number && ours {
			k.told = true
			return siteBlocked(site.Verdict{Reason: k.Reason, Rule: k.Rule, Address: k.URL}, k.URL)
		}
	}
	return nil
}

// untell lets what came after so many be told again.
func (s *sites) untell(number int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, k := range s.log {
		if k.number > number {
			k.told = false
		}
	}
}
