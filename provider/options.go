package provider

import (
	"fmt"
	"log/slog"
	"time"

	"github.com/holdfast-go/holdfast/browser"
	"github.com/holdfast-go/holdfast/browser/secret"
	"github.com/holdfast-go/holdfast/outline"
	"github.com/holdfast-go/holdfast/outline/dom"
	"github.com/holdfast-go/holdfast/refs"
)

// Option changes what [New] makes. Options may be given in any order; New
// refuses those that make no sense.
type Option interface{ apply(*config) error }

type option func(*config) error

func (o option) apply(c *config) error { return o(c) }

type config struct {
	shared     bool
	log        *slog.Logger
	refs       refs.Options
	outline    outline.Options
	occlusion  Occlusion
	popupWatch time.Duration
	dialogs    DialogPolicy
	downloads  string // the folder; empty refuses
	listeners  bool
	frames     dom.FrameLimits
	reader     browser.Reader
	changes    int // lines of a receipt's changes
	uploads    []folder

	allowSites, blockSites []string // rules of sites
	strict                 bool     // they hold for every request
	logins                 map[string]login
	proxy                  *login
	secrets                *secret.Store
	noExecute              bool
	emulation              Emulation

	actionable time.Duration
	fetchHold  time.Duration
	commit     time.Duration
	parsed     time.Duration
	navigation time.Duration
	after      time.Duration
	quiet      time.Duration
	grace      time.Duration
	download   time.Duration
	picture    time.Duration
}

func defaults() config {
	return config{
		log:        slog.New(slog.DiscardHandler),
		listeners:  true,
		reader:     browser.ReaderDOM,
		actionable: 5 * time.Second,
		fetchHold:  300 * time.Millisecond,
		commit:     5 * time.Second,
		parsed:     3 * time.Second,
		navigation: 30 * time.Second,
		after:      2 * time.Second,
		quiet:      500 * time.Millisecond,
		grace:      3 * time.Second,
		download:   time.Second,
		picture:    2 * time.Second,
	}
}

// WithSharedHost leaves the host to the program: Close closes the pages that
// the provider opened and its own connection, but not the host, and the host's
// events are the program's to read.
func WithSharedHost() Option {
	return option(func(c *config) error { c.shared = true; return nil })
}

// WithLogger gives a logger for what has no caller to tell it to. The default
// logs nothing.
func WithLogger(l *slog.Logger) Option {
	return option(func(c *config) error {
		if l == nil {
			return fmt.Errorf("provider: WithLogger: no logger")
		}
		c.log = l
		return nil
	})
}

// WithRefs sets the options of every page's registry of refs.
func WithRefs(o refs.Options) Option {
	return option(func(c *config) error { c.refs = o; return nil })
}

// WithOutline sets the options of every outline; a request's own budget goes
// before them.
func WithOutline(o outline.Options) Option {
	return option(func(c *config) error { c.outline = o; return nil })
}

// WithoutListeners leaves out the search for event listeners in snapshots:
// elements that only a listener makes operable (no role, no cursor, no
// tabindex) get no ref then.
func WithoutListeners() Option {
	return option(func(c *config) error { c.listeners = false; return nil })
}

// WithFrameLimits bounds what frames of other origins may cost a snapshot.
func WithFrameLimits(l dom.FrameLimits) Option {
	return option(func(c *config) error {
		if l.Count < 0 || l.Depth < 0 || l.Timeout < 0 || l.Total < 0 {
			return fmt.Errorf("provider: WithFrameLimits: a negative limit")
		}
		c.frames = l
		return nil
	})
}

// WithReader sets what reads the page where a snapshot's request does not say.
// The default is [browser.ReaderDOM].
func WithReader(r browser.Reader) Option {
	return option(func(c *config) error {
		if r != browser.ReaderDOM && r != browser.ReaderAX {
			return fmt.Errorf("provider: WithReader: no such reader: %q", r)
		}
		c.reader = r
		return nil
	})
}

// Occlusion says what a click does when something else is in front of all of
// the element.
type Occlusion int

const (
	// Refuse sends nothing and answers BROWSER_OCCLUDED. The default.
	Refuse Occlusion = iota
	// Send clicks all the same and names in the receipt what was in front.
	Send
)

// WithOcclusion sets what a click on a covered element does.
func WithOcclusion(o Occlusion) Option {
	return option(func(c *config) error {
		if o != Refuse && o != Send {
			return fmt.Errorf("provider: WithOcclusion: no such policy: %d", o)
		}
		c.occlusion = o
		return nil
	})
}

// WithPopupWatch holds the receipt of every action for d, so that a window
// that a timer of the page opens within it is in that receipt. The default, 0,
// holds nothing: such a window opens the next result.
func WithPopupWatch(d time.Duration) Option {
	return option(func(c *config) error {
		if d < 0 || d > 10*time.Second {
			return fmt.Errorf("provider: WithPopupWatch: %v is not between 0 and 10 s", d)
		}
		c.popupWatch = d
		return nil
	})
}

// Limits are how long the steps of a call may take. A zero field keeps its
// default; all are upper limits, nothing ever waits for one without need.
type Limits struct {
	// Actionable is how long an action waits for its element to become visible,
	// enabled and still. Default 5 s.
	Actionable time.Duration
	// Fetch is how long a receipt waits for requests that the action began.
	// Default 300 ms.
	Fetch time.Duration
	// Commit is how long a receipt waits for the document of a navigation that
	// the action began. Default 5 s.
	Commit time.Duration
	// Parsed is how long it then waits for the document to be parsed. Default
	// 3 s.
	Parsed time.Duration
	// Navigation is how long Open and Navigate wait. Default 30 s.
	Navigation time.Duration
	// After is how long a receipt waits for a busy page to say what came of the
	// input. Default 2 s.
	After time.Duration
	// Quiet is the window in which nothing may happen on a page that is waited
	// for to become stable: two of them without a change of the content, one
	// without a request. Default 500 ms.
	Quiet time.Duration
	// Grace is how long requests that never end keep a page from counting as
	// stable. Default 3 s.
	Grace time.Duration
	// Download is how long a receipt waits for the end of a download that the
	// action began, unless that is large (more than 8 MB). Default 1 s.
	Download time.Duration
	// Picture is how long a screenshot may take; a tab that is not shown may
	// never give one. Default 2 s.
	Picture time.Duration
}

// WithLimits sets the time limits of calls.
func WithLimits(l Limits) Option {
	return option(func(c *config) error {
		for _, x := range []struct {
			name string
			from time.Duration
			to   *time.Duration
		}{
			{"Actionable", l.Actionable, &c.actionable},
			{"Fetch", l.Fetch, &c.fetchHold},
			{"Commit", l.Commit, &c.commit},
			{"Parsed", l.Parsed, &c.parsed},
			{"Navigation", l.Navigation, &c.navigation},
			{"After", l.After, &c.after},
			{"Quiet", l.Quiet, &c.quiet},
			{"Grace", l.Grace, &c.grace},
			{"Download", l.Download, &c.download},
			{"Picture", l.Picture, &c.picture},
		} {
			if x.from < 0 {
				return fmt.Errorf("provider: WithLimits: %s is negative", x.name)
			}
			if x.from > 0 {
				*x.to = x.from
			}
		}
		return nil
	})
}
