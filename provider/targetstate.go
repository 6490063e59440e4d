package provider

import (
	"fmt"
	"time"

	"github.com/holdfast-go/holdfast/browser"
)

// stateKey names a state of a tab that all its clients share: the last of them
// to write it wins, and none is told of the others (FACTS.md).
type stateKey string

const (
	stateViewport  stateKey = "viewport"
	stateUserAgent stateKey = "user_agent"
	stateHeaders   stateKey = "headers"
	stateOffline   stateKey = "offline"
)

// settled is how long a write of such a state takes to be seen when it is read
// back (FACTS.md).
const settled = 170 * time.Millisecond

// targetState is the book of the shared states of a tab: who wrote each, when,
// and what it was before.
type targetState map[stateKey]*stateEntry

type stateEntry struct {
	owner    browser.Holder
	at       time.Time
	seen     string // how it reads back; empty where it cannot be read
	previous string
}

// claim says whether the agent may write a state, which reads as now. A state
// that it never wrote is free: somebody has to be the first, and the receipt
// tells what was there. One that reads differently than the agent left it is
// another client's, and stays so until a write is forced.
func (s targetState) claim(key stateKey, now string, taken takeover, force bool, clock time.Time) error {
	entry := s[key]
	if entry != nil && entry.owner == browser.HolderAgent && entry.seen != "" && now != entry.seen {
		*entry = stateEntry{owner: browser.HolderHuman, at: clock, previous: entry.seen, seen: now}
	}
	switch {
	case force:
		return nil
	case taken.active:
		return contended(key, taken.since, "a person operates the tab, and its "+string(key)+" counts as theirs")
	case entry != nil && entry.owner == browser.HolderHuman:
		return contended(key, entry.at, fmt.Sprintf("somebody else has changed the %s: it was set to %s and reads %s", key, entry.previous, now))
	}
	return nil
}

// wrote notes a write of the agent's and returns what was known of the state
// before, for the receipt.
func (s targetState) wrote(key stateKey, before, after string, clock time.Time) string {
	known := "; before: " + before
	if s[key] == nil {
		known += " (where that came from is not known, it may be a person's)"
	} else if s[key].owner == browser.HolderHuman {
		known += " (another client's)"
	}
	s[key] = &stateEntry{owner: browser.HolderAgent, at: clock, seen: after, previous: before}
	return known
}

func contended(key stateKey, at time.Time, why string) error {
	e := &browser.Error{
		Code: browser.CodeStateContended, Reason: browser.Reason(key),
		Message: why + "; nothing was changed, and the same call will be refused again",
		Hint:    "Go on with the page as it is. Only if it has to be changed, force it: the receipt tells what was overwritten.",
	}
	e.Details.State, e.Details.Holder, e.Details.At = string(key), browser.HolderHuman, at
	return e
}

// emulating is what an emulation sends, and the entry that it makes in the book.
type emulating struct {
	key    stateKey
	method string
	params any
}

// Emulation is how the pages that a provider opens, and the ones that those
// open, see the world. The zero value changes nothing.
type Emulation struct {
	// Viewport is the size of pages; nil is the window's own.
	Viewport *browser.Viewport
	// UserAgent is what the browser says it is, in the header and to scripts.
	UserAgent string
	// Headers go with every request of the pages.
	Headers map[string]string
	// Offline cuts the pages off from the network.
	Offline bool
}

// WithEmulation sets how the pages that the provider opens see the world. Tabs
// that others opened are left as they are. All clients of a tab share these
// states; what was set here counts as the agent's (see [browser.ResizeRequest]).
func WithEmulation(e Emulation) Option {
	return option(func(c *config) error {
		if e.Viewport != nil {
			v, err := checkViewport(*e.Viewport)
			if err != nil {
				return fmt.Errorf("provider: WithEmulation: %w", err)
			}
			e.Viewport = &v
		}
		c.emulation = e
		return nil
	})
}

// commands are what sets an emulation up, but for the viewport.
func (e Emulation) commands() []emulating {
	var list []emulating
	if e.UserAgent != "" {
		list = append(list, emulating{stateUserAgent, "Network.setUserAgentOverride", map[string]string{"userAgent": e.UserAgent}})
	}
	if len(e.Headers) > 0 {
		list = append(list, emulating{stateHeaders, "Network.setExtraHTTPHeaders", map[string]map[string]string{"headers": e.Headers}})
	}
	if e.Offline {
		list = append(list, emulating{stateOffline, "Network.emulateNetworkConditions", networkConditions{true, 0, -1, -1}})
	}
	return list
}

type networkConditions struct {
	Offline  bool    `json:"offline"`
	Latency  float64 `json:"latency"`
	Download float64 `json:"downloadThroughput"`
	Upload   float64 `json:"uploadThroughput"`
}

// ours reports whether a tab was opened by the provider, or by a page of its.
func (p *Provider) ours(id browser.TabID) bool {
	for range maxOpeners {
		p.mu.Lock()
		own := p.own[id]
		p.mu.Unlock()
		if own {
			return true
		}
		if id = p.ledger.openerOf(id); id == "" {
			return false
		}
	}
	return false
}

// maxOpeners bounds how far back the openers of a tab are followed.
const maxOpeners = 20
