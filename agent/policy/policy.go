package policy

import (
	"context"
	"crypto/rand"
	"errors"
	"sync"
	"time"

	"github.com/holdfast-go/holdfast/agent/event"
	"github.com/holdfast-go/holdfast/agent/lang"
)

// defaultLimit is how long a question stays open: long enough to fetch somebody,
// short enough that a run does not stand for a day.
const defaultLimit = 2 * time.Minute

// Codes of the [event.Problem] events.
const (
	// CodeNotRead: what was allowed earlier could not be read.
	CodeNotRead event.Code = "PERMISSIONS_NOT_READ"
	// CodeNotKept: a permission holds for this run only.
	CodeNotKept event.Code = "PERMISSION_NOT_KEPT"
)

// Policy is a guard with settings, permissions and somebody to ask. It is safe
// for concurrent use.
type Policy struct {
	approver Approver
	store    Store
	limit    time.Duration
	now      func() time.Time
	notify   func(event.Body)
	words    *lang.Printer

	mu    sync.Mutex
	rules *rules
	// run holds what was answered in this run: Once or Always, or Deny.
	run map[string]event.Answer
	// asking holds the sites that a person is being asked about; the channel is
	// closed when that is over.
	asking map[string]chan struct{}
	// runs counts EndRun, so that an answer to a question of an earlier run is not
	// noted for a later one.
	runs int
}

// Option changes what [New] makes.
type Option interface{ apply(*Policy) error }

type option func(*Policy) error

func (o option) apply(p *Policy) error { return o(p) }

// WithSettings sets the settings to begin with; the default is [Defaults].
func WithSettings(s Settings) Option {
	return option(func(p *Policy) error { return p.Set(s) })
}

// WithStore sets where permissions are remembered. Without it they last as long
// as the policy.
func WithStore(s Store) Option {
	return option(func(p *Policy) error {
		if s == nil {
			return errors.New("policy: WithStore: no store")
		}
		p.store = s
		return nil
	})
}

// WithTimeout sets how long a question stays open; the default is 2 minutes.
func WithTimeout(d time.Duration) Option {
	return option(func(p *Policy) error {
		if d <= 0 {
			return errors.New("policy: WithTimeout: the time is not positive")
		}
		p.limit = d
		return nil
	})
}

// WithNotify hands every question and answer to a function, as
// [event.ApprovalAsked] and [event.ApprovalAnswered], and a store that fails as an
// [event.Problem]. The function must return soon and may be called by several
// goroutines at once.
func WithNotify(f func(event.Body)) Option {
	return option(func(p *Policy) error {
		if f == nil {
			return errors.New("policy: WithNotify: no function")
		}
		p.notify = f
		return nil
	})
}

// WithLanguage sets the language of questions and problems; the default is
// English.
func WithLanguage(l lang.Language) Option {
	return option(func(p *Policy) error {
		p.words = lang.New(l)
		return nil
	})
}

// WithClock sets the clock of deadlines; the default is [time.Now].
func WithClock(now func() time.Time) Option {
	return option(func(p *Policy) error {
		if now == nil {
			return errors.New("policy: WithClock: no clock")
		}
		p.now = now
		return nil
	})
}

// New makes a policy. Without an approver everything that would be asked for is
// refused.
func New(a Approver, options ...Option) (*Policy, error) {
	p := &Policy{
		approver: a, store: &memory{}, limit: defaultLimit, now: time.Now, notify: func(event.Body) {}, words: lang.New(lang.English),
		run: map[string]event.Answer{}, asking: map[string]chan struct{}{},
	}
	wrong := []error{p.Set(Defaults())}
	for _, o := range options {
		wrong = append(wrong, o.apply(p))
	}
	if err := errors.Join(wrong...); err != nil {
		return nil, err
	}
	return p, nil
}

// Settings returns the settings.
func (p *Policy) Settings() Settings {
	r := p.current()
	s, _ := r.Settings.check() // it was checked; this copies the lists
	return s.Settings
}

// Set changes the settings. Calls that wait for an answer go on under the old
// ones, but for the block list, which is looked at again.
func (p *Policy) Set(s Settings) error {
	r, err := s.check()
	if err != nil {
		return err
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.rules = r
	return nil
}

func (p *Policy) current() *rules {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.rules
}

// EndRun ends what was allowed or denied for a run.
func (p *Policy) EndRun() {
	p.mu.Lock()
	defer p.mu.Unlock()
	clear(p.run)
	p.runs++
}

// ask asks a person and waits. The answer is one of the choices, Expired, or
// Canceled.
func (p *Policy) ask(ctx context.Context, a event.Approval) (event.Answer, error) {
	a.ID = "a" + rand.Text()[:12]
	a.Question = p.words.Question(a)
	a.Deadline = p.now().Add(p.limit).Round(0).UTC()
	limited, cancel := context.WithTimeout(ctx, p.limit)
	defer cancel()
	if d, ok := p.approver.(*Desk); ok {
		d.expect(a)
	}
	p.notify(event.ApprovalAsked{Approval: a})
	answer, err := p.approver.Approve(limited, a)
	switch {
	case ctx.Err() != nil:
		answer, err = event.Canceled, nil
	case limited.Err() != nil:
		// Whatever came now came too late: the caller was promised an end.
		answer, err = event.Expired, nil
	case err != nil:
		answer = event.Canceled
	default:
		answer = settle(a, answer)
	}
	p.notify(event.ApprovalAnswered{ID: a.ID, Answer: answer})
	return answer, err
}

// settle makes of whatever an approver says one of the choices: always where it
// is not one is once, and what makes no sense is no permission.
func settle(a event.Approval, answer event.Answer) event.Answer {
	if answer == event.Always && a.Subject != event.SubjectSite {
		return event.Once
	}
	for _, c := range a.Choices {
		if c == answer {
			return answer
		}
	}
	return event.Deny
}
