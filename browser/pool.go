package browser

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/holdfast-go/holdfast/outline"
)

// Pool is a Provider over several browsers of one kind, such as the endpoints
// of a grid. A new page goes to the browser that has the fewest pages in use; a
// browser that is lost is taken out, and put back when it can be reached again.
// The ids of tabs begin with the id of their browser: grid1/…
//
// The browsers are reached when the pool is used for the first time. Each is
// looked at once in every interval: one that does not answer gets no new pages
// until it does. Its pages stay; those of a browser that is lost are gone, as
// their calls say.
type Pool struct {
	every, limit time.Duration
	members      []*member

	start  sync.Once
	work   sync.WaitGroup
	cancel context.CancelFunc // of the members' loops; nil before the start

	mu      sync.Mutex
	changed chan struct{} // closed and replaced when a member changes
	closed  bool
	wrong   error // what closing the browsers said
	pages   map[TabID]*relay
}

var _ Provider = (*Pool)(nil)

// PoolOption changes what [NewPool] makes.
type PoolOption interface{ apply(*Pool) error }

type poolOption func(*Pool) error

func (o poolOption) apply(p *Pool) error { return o(p) }

// WithPoolProbe sets how often the browsers of a pool are looked at, and how
// long one may take to answer, or to be reached. The defaults are 10 s and 10 s.
func WithPoolProbe(every, limit time.Duration) PoolOption {
	return poolOption(func(p *Pool) error {
		if every <= 0 || limit <= 0 {
			return fmt.Errorf("WithPoolProbe: %v and %v", every, limit)
		}
		p.every, p.limit = every, limit
		return nil
	})
}

// NewPool makes a pool of browsers. Their Available is not asked: a pool finds
// out by itself.
func NewPool(members []Source, options ...PoolOption) (*Pool, error) {
	p := &Pool{every: 10 * time.Second, limit: 10 * time.Second, changed: make(chan struct{}), pages: map[TabID]*relay{}}
	var wrong []error
	if len(members) == 0 {
		wrong = append(wrong, errors.New("no members"))
	}
	ids := map[string]bool{}
	for _, s := range members {
		if err := s.check(); err != nil {
			wrong = append(wrong, err)
		} else if ids[s.ID] {
			wrong = append(wrong, errors.New("two members "+s.ID))
		}
		ids[s.ID] = true
		p.members = append(p.members, &member{pool: p, Source: s, broken: make(chan struct{}, 1)})
	}
	for _, o := range options {
		if o == nil {
			wrong = append(wrong, errors.New("a nil option"))
			continue
		}
		wrong = append(wrong, o.apply(p))
	}
	if err := errors.Join(wrong...); err != nil {
		return nil, &Error{Code: CodeInvalidArgument, Message: "browser.NewPool: " + err.Error(), Err: err}
	}
	return p, nil
}

// Open opens a new tab in the browser with the fewest pages. One that turns out
// to be gone is passed over: the tab went with it, if it was opened at all.
func (p *Pool) Open(ctx context.Context, r OpenRequest) (Page, error) {
	tried := map[*member]bool{}
	for {
		m, browser, err := p.pick(ctx, tried)
		if err != nil {
			return nil, err
		}
		page, err := browser.Open(ctx, r)
		p.mu.Lock()
		m.opening--
		p.mu.Unlock()
		switch {
		case err == nil:
			return p.relay(m, browser, page), nil
		case !errors.Is(err, ErrConnectionLost):
			return nil, sortError(m.door(browser), err)
		}
		m.lost(browser)
		tried[m] = true
	}
}

// pick returns the member with the fewest pages, and counts one more. It waits
// as long as nobody knows whether there is one.
func (p *Pool) pick(ctx context.Context, tried map[*member]bool) (*member, Provider, error) {
	if err := p.begin(); err != nil {
		return nil, nil, err
	}
	for {
		p.mu.Lock()
		loads := p.loads()
		var best *member
		reaching := false
		for _, m := range p.members {
			switch {
			case tried[m]:
			case m.browser == nil && m.why == nil:
				reaching = true
			case m.browser == nil || m.why != nil:
			case best == nil || loads[m] < loads[best]:
				best = m
			}
		}
		changed, closed := p.changed, p.closed
		if best != nil && !closed {
			best.opening++
			browser := best.browser
			p.mu.Unlock()
			return best, browser, nil
		}
		p.mu.Unlock()
		switch {
		case closed:
			return nil, nil, errPoolClosed()
		case !reaching:
			return nil, nil, p.unavailable()
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return nil, nil, startCanceled(ctx)
		}
	}
}

// loads counts the pages in use of each member. It needs p.mu.
func (p *Pool) loads() map[*member]int {
	loads := map[*member]int{}
	for id, page := range p.pages {
		select {
		case <-page.Done():
			delete(p.pages, id)
		default:
			loads[page.door.(*memberDoor).member]++
		}
	}
	for _, m := range p.members {
		loads[m] += m.opening
	}
	return loads
}

// Members says how the browsers of the pool are, in the order of [NewPool].
func (p *Pool) Members() []SourceState {
	p.mu.Lock()
	defer p.mu.Unlock()
	loads := p.loads()
	states := make([]SourceState, len(p.members))
	for i, m := range p.members {
		states[i] = SourceState{ID: m.ID, Available: m.why == nil, Chosen: m.browser != nil, Pages: loads[m]}
		if m.why != nil {
			states[i].Why = outline.Clean(m.why.Error())
		}
	}
	return states
}

func (p *Pool) unavailable() error {
	states := p.Members()
	told := make([]string, len(states))
	for i, s := range states {
		told[i] = s.String()
	}
	return &Error{
		Code: CodeUnavailable, Message: "no browser of the pool can be used: " + strings.Join(told, ", "), Retryable: true,
		Hint: fmt.Sprintf("They are looked at every %v; try again later, or tell the user.", p.every), Details: Details{Sources: states},
	}
}

func errPoolClosed() error {
	return &Error{Code: CodeConnectionLost, Message: "the pool of browsers is closed", Hint: "Nothing can be done with it any more."}
}

// Page returns the page of a tab.
func (p *Pool) Page(ctx context.Context, id TabID) (Page, error) {
	m, browser, inner, err := p.member(ctx, id)
	if err != nil {
		return nil, err
	}
	var page Page
	err = through(ctx, m.door(browser), func(ctx context.Context) error {
		page, err = browser.Page(ctx, inner)
		return err
	})
	if err != nil {
		return nil, err
	}
	return p.relay(m, browser, page), nil
}

// Activate brings a tab to the front of its browser.
func (p *Pool) Activate(ctx context.Context, id TabID) error {
	return p.onTab(ctx, id, Provider.Activate)
}

// CloseTab closes a tab.
func (p *Pool) CloseTab(ctx context.Context, id TabID) error {
	return p.onTab(ctx, id, Provider.CloseTab)
}

func (p *Pool) onTab(ctx context.Context, id TabID, call func(Provider, context.Context, TabID) error) error {
	m, browser, inner, err := p.member(ctx, id)
	if err != nil {
		return err
	}
	return through(ctx, m.door(browser), func(ctx context.Context) error { return call(browser, ctx, inner) })
}

// member returns the member of a tab, and what that calls it.
func (p *Pool) member(ctx context.Context, id TabID) (*member, Provider, TabID, error) {
	name, inner, _ := strings.Cut(string(id), "/")
	for _, m := range p.members {
		if m.ID != name {
			continue
		}
		browser, err := m.reached(ctx)
		return m, browser, TabID(inner), err
	}
	return nil, nil, "", noSuchTab(id)
}

// Tabs lists the tabs of all browsers that can be reached, one browser after
// the other. One that is lost has none.
func (p *Pool) Tabs(ctx context.Context) ([]Tab, error) {
	lists, wrong := make([][]Tab, len(p.members)), make([]error, len(p.members))
	var all sync.WaitGroup
	for i, m := range p.members {
		all.Go(func() {
			browser, err := m.reached(ctx)
			if err == nil {
				limited, cancel := context.WithTimeout(ctx, p.limit)
				defer cancel()
				lists[i], err = browser.Tabs(limited)
				m.judge(browser, err)
			}
			wrong[i] = err
		})
	}
	all.Wait()
	if err := p.begin(); err != nil {
		return nil, err
	}
	tabs := []Tab{}
	lost := 0
	for i, list := range lists {
		switch err := wrong[i]; {
		case err == nil:
		case errors.Is(err, ErrConnectionLost), errors.Is(err, ErrUnavailable):
			lost++
		default:
			return nil, err // half a list would be a wrong one
		}
		for _, t := range list {
			tabs = append(tabs, p.members[i].outside(t))
		}
	}
	if lost == len(p.members) {
		return nil, p.unavailable()
	}
	return tabs, nil
}

// relay returns the pool's page before one of a browser, the same as long as
// that is the same.
func (p *Pool) relay(m *member, browser Provider, page Page) Page {
	id := m.id(page.ID())
	p.mu.Lock()
	defer p.mu.Unlock()
	if known := p.pages[id]; known != nil && known.page == page {
		return known
	}
	mine := &relay{page: page, id: id, door: m.door(browser)}
	p.pages[id] = mine
	return mine
}

// Close closes the browsers that the pool has reached.
func (p *Pool) Close() error {
	p.mu.Lock()
	if !p.closed {
		p.closed = true
		if p.cancel != nil {
			p.cancel()
		}
		p.tell()
	}
	p.mu.Unlock()
	p.work.Wait()
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.wrong
}
