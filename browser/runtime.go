package browser

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"
)

// Source is a way to a browser that a [Runtime] or a [Pool] can go.
type Source struct {
	// ID names it to programs and people: chrome, remote, desktop… Letters,
	// digits, and - _ . between them.
	ID string
	// Start starts or reaches the browser. It is called when the browser is
	// needed for the first time, and again when it was lost. ctx bounds the
	// starting only. What it returns belongs to the Runtime or Pool, which closes
	// it.
	Start func(ctx context.Context) (Provider, error)
	// Available says why Start cannot succeed, nil if it may. It should be
	// quick: what it does not know in time counts as available, so that Start can
	// say exactly what is wrong. Nil is always available.
	Available func(ctx context.Context) error
}

// Runtime chooses a browser, starts it when it is needed, and shares it out to
// callers so that none gets at the pages of another.
//
// A source that is registered can be chosen, but it is not chosen for that: with
// several the program says which (see [WithChoice]), and only one that is
// available all by itself goes without saying.
//
// A browser that is lost is closed, and the next page that is opened starts it
// anew. Runtime is safe for concurrent use.
type Runtime struct {
	config runtimeConfig

	mu      sync.Mutex
	sources []*source
	callers map[string]*View
	leases  *leases
	// browser is the one that is in use, from is where it comes from.
	browser Provider
	from    string
	cancel  context.CancelFunc // of the start that is going on
	closed  bool

	turn chan struct{}  // held while a browser starts or ends
	work sync.WaitGroup // looks for what is available
}

// NewRuntime makes a runtime without sources.
func NewRuntime(options ...RuntimeOption) (*Runtime, error) {
	r := &Runtime{config: runtimeDefaults(), callers: map[string]*View{}, turn: make(chan struct{}, 1)}
	var wrong []error
	for _, o := range options {
		if o == nil {
			wrong = append(wrong, errors.New("a nil option"))
			continue
		}
		wrong = append(wrong, o.apply(&r.config))
	}
	if err := errors.Join(wrong...); err != nil {
		return nil, &Error{Code: CodeInvalidArgument, Message: "browser.NewRuntime: " + err.Error(), Err: err}
	}
	r.leases = newLeases(r.config.idle, r.config.codeLife)
	return r, nil
}

// Register adds a source. It changes nothing for a browser that is in use.
func (r *Runtime) Register(s Source) error {
	if err := s.check(); err != nil {
		return err
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, other := range r.sources {
		if other.ID == s.ID {
			return &Error{Code: CodeInvalidArgument, Message: "a source " + s.ID + " is registered already"}
		}
	}
	r.sources = append(r.sources, &source{Source: s})
	return nil
}

// check says what is wrong with a source.
func (s Source) check() error {
	wrong := s.ID == ""
	for i, c := range s.ID {
		letter := c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9'
		inner := i > 0 && i < len(s.ID)-1 && (c == '-' || c == '_' || c == '.')
		wrong = wrong || !letter && !inner
	}
	switch {
	case wrong:
		return &Error{Code: CodeInvalidArgument, Message: fmt.Sprintf("%q cannot be the id of a source", s.ID)}
	case s.Start == nil:
		return &Error{Code: CodeInvalidArgument, Message: "the source " + s.ID + " has no Start"}
	}
	return nil
}

// RuntimeOption changes what [NewRuntime] makes.
type RuntimeOption interface{ apply(*runtimeConfig) error }

type runtimeOption func(*runtimeConfig) error

func (o runtimeOption) apply(c *runtimeConfig) error { return o(c) }

type runtimeConfig struct {
	choices  []Choice
	now      func() time.Time
	idle     time.Duration
	codeLife time.Duration
	probe    time.Duration
	keep     time.Duration
}

func runtimeDefaults() runtimeConfig {
	return runtimeConfig{
		now: time.Now, idle: 15 * time.Minute, codeLife: 5 * time.Minute,
		probe: 500 * time.Millisecond, keep: 5 * time.Second,
	}
}

// WithChoice says which source to use: the first of the choices that names one.
// Without any it is the only source that is available.
func WithChoice(choices ...Choice) RuntimeOption {
	return runtimeOption(func(c *runtimeConfig) error { c.choices = choices; return nil })
}

// WithIdleLease sets after how much time without a call a page can be claimed
// by another caller; it is not closed, and its caller goes on with it if nobody
// did. The default is 15 minutes.
func WithIdleLease(d time.Duration) RuntimeOption {
	return positive("WithIdleLease", d, func(c *runtimeConfig) { c.idle = d })
}

// WithCodeLife sets how long the code of a hand-off can be claimed. The default
// is 5 minutes.
func WithCodeLife(d time.Duration) RuntimeOption {
	return positive("WithCodeLife", d, func(c *runtimeConfig) { c.codeLife = d })
}

// WithClock sets the clock of leases and codes. The default is time.Now.
func WithClock(now func() time.Time) RuntimeOption {
	return runtimeOption(func(c *runtimeConfig) error {
		if now == nil {
			return errors.New("WithClock: no clock")
		}
		c.now = now
		return nil
	})
}

// WithProbe sets how long a source may take to say whether it is available
// before it counts as such, and how long an answer is kept. The defaults are
// 500 ms and 5 s.
func WithProbe(limit, keep time.Duration) RuntimeOption {
	return runtimeOption(func(c *runtimeConfig) error {
		if limit <= 0 || keep < 0 {
			return fmt.Errorf("WithProbe: %v and %v", limit, keep)
		}
		c.probe, c.keep = limit, keep
		return nil
	})
}

func positive(name string, d time.Duration, set func(*runtimeConfig)) RuntimeOption {
	return runtimeOption(func(c *runtimeConfig) error {
		if d <= 0 {
			return fmt.Errorf("%s: %v is no time", name, d)
		}
		set(c)
		return nil
	})
}
