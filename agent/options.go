package agent

import (
	_ "embed"
	"errors"
	"fmt"
	"time"

	"github.com/holdfast-go/holdfast/agent/event"
	"github.com/holdfast-go/holdfast/agent/history"
	"github.com/holdfast-go/holdfast/agent/lang"
	"github.com/holdfast-go/holdfast/agent/model"
	"github.com/holdfast-go/holdfast/agent/system1"
)

// Limits end a run. Zero fields have the defaults that are named.
type Limits struct {
	// Steps is how many turns the navigator has; 0 is 50. A run that reaches it
	// can be continued.
	Steps int
	// Tokens, Cost and Time bound one run: what all its models read and wrote, in
	// tokens, in US dollars, and how long it takes. 0 is no limit. They are
	// looked at between turns, the time at any moment.
	Tokens int
	Cost   float64
	Time   time.Duration
}

// defaultSteps is ours: the tasks of the seed's users take under thirty.
const defaultSteps = 50

func (l Limits) check() error {
	if l.Steps < 0 || l.Tokens < 0 || l.Cost < 0 || l.Time < 0 {
		return errors.New("agent: a limit is below 0")
	}
	return nil
}

// Prompts are what the models are told. Empty fields have the library's own.
// What the tools need to be used rightly is added to System by itself.
type Prompts struct {
	System, Planner, Validator string
}

//go:embed prompts/system.md
var systemPrompt string

//go:embed prompts/planner.md
var plannerPrompt string

//go:embed prompts/validator.md
var validatorPrompt string

// DefaultPrompts returns the library's own prompts, for programs that change
// them.
func DefaultPrompts() Prompts {
	return Prompts{System: systemPrompt, Planner: plannerPrompt, Validator: validatorPrompt}
}

type config struct {
	info         model.Info
	limits       Limits
	prompts      Prompts
	planner      bool
	checks       int
	required     bool
	pictures     bool
	decider      system1.Decider
	reflex       system1.Options
	store        *history.Store
	keep         func(*history.Conversation) error
	conversation *history.Conversation
	endRun       func()
	feed         *event.Feed
	events       func(event.Event)
	words        *lang.Printer
	now          func() time.Time
	effort       string
	maxOutput    int
}

// mostChecks is how often a validator sends the navigator on, by the seed.
const mostChecks = 2

func newConfig(options []Option) (*config, error) {
	c := &config{planner: true, checks: mostChecks, now: time.Now, words: lang.New(lang.English), prompts: DefaultPrompts()}
	for _, o := range options {
		if err := o.apply(c); err != nil {
			return nil, err
		}
	}
	if c.required && c.checks == 0 {
		return nil, errors.New("agent: a check is required, and there is no validator: see WithChecks")
	}
	if c.limits.Steps == 0 {
		c.limits.Steps = defaultSteps
	}
	return c, nil
}

// Option is an option of New.
type Option interface{ apply(*config) error }

type option func(*config) error

func (o option) apply(c *config) error { return o(c) }

func set(f func(*config)) Option {
	return option(func(c *config) error { f(c); return nil })
}

// WithModelInfo tells what is known of the model: its window, its prices, and
// whether it sees pictures. Without it the window is taken to be 128,000 tokens.
func WithModelInfo(info model.Info) Option { return set(func(c *config) { c.info = info }) }

// WithEffort sets how long a reasoning model may think: low, medium or high. The
// default leaves it to the endpoint.
func WithEffort(effort string) Option { return set(func(c *config) { c.effort = effort }) }

// WithMaxOutput sets how long a turn of the navigator may be, in tokens. The
// default leaves it to the endpoint. Plans and verdicts are short by themselves.
func WithMaxOutput(tokens int) Option {
	return option(func(c *config) error {
		if tokens < 0 {
			return fmt.Errorf("agent: an answer of %d tokens", tokens)
		}
		c.maxOutput = tokens
		return nil
	})
}

// WithLimits sets what ends a run.
func WithLimits(l Limits) Option {
	return option(func(c *config) error { c.limits = l; return l.check() })
}

// WithPrompts replaces prompts.
func WithPrompts(p Prompts) Option {
	return set(func(c *config) {
		if p.System != "" {
			c.prompts.System = p.System
		}
		if p.Planner != "" {
			c.prompts.Planner = p.Planner
		}
		if p.Validator != "" {
			c.prompts.Validator = p.Validator
		}
	})
}

// WithoutPlanner begins without a plan.
func WithoutPlanner() Option { return set(func(c *config) { c.planner = false }) }

// WithChecks sets how often a validator may send the navigator on; the default
// is 2. 0 is no validator: what the model says is done is done.
func WithChecks(n int) Option {
	return option(func(c *config) error {
		if n < 0 {
			return fmt.Errorf("agent: %d checks", n)
		}
		c.checks = n
		return nil
	})
}

// WithRequiredCheck makes a run whose check cannot be made (the validator's
// endpoint fails, or the model gives no verdict) end as event.Unfulfilled with
// CodeUnchecked, and it can be continued. Without it such a run is event.Done
// by the model's word, with [Result.Unchecked] set.
func WithRequiredCheck() Option { return set(func(c *config) { c.required = true }) }

// WithScreenshots adds a picture of the page with marks to the results of a turn
// that has acted, where the model sees pictures.
func WithScreenshots() Option { return set(func(c *config) { c.pictures = true }) }

// WithFastPath lets a small model take single steps.
func WithFastPath(d system1.Decider, o system1.Options) Option {
	return option(func(c *config) error {
		_, err := system1.New(d, o)
		c.decider, c.reflex = d, o
		return err
	})
}

// WithStore saves the conversation after every step.
func WithStore(s *history.Store) Option { return set(func(c *config) { c.store = s }) }

// WithSave hands the conversation to a function of the program wherever WithStore
// would save it, and after the store when there is one: after every step, and
// before every call that may change something, which is made when the function
// has returned. It must not keep the conversation or change it; as JSON it can be
// given to [WithConversation] by another process. An error is not told, and the
// run goes on; a program that must not let it, ends the context of the run before
// the function returns.
func WithSave(f func(*history.Conversation) error) Option {
	return set(func(c *config) { c.keep = f })
}

// WithConversation goes on with a conversation that was saved. The runner owns it
// from then on.
func WithConversation(h *history.Conversation) Option {
	return set(func(c *config) { c.conversation = h })
}

// WithEndOfRun is called when a run is over: policy.Policy.EndRun, for one.
func WithEndOfRun(f func()) Option { return set(func(c *config) { c.endRun = f }) }

// WithFeed tells the events to a feed that the program made, for those who need
// it before the runner. The runner does not close it.
func WithFeed(f *event.Feed) Option { return set(func(c *config) { c.feed = f }) }

// WithEvents hands every event to a function, on a goroutine of its own. A
// function that is too slow gets an event.Snapshot for what it missed. It may
// call every method of the runner; see [Runner.Close].
func WithEvents(f func(event.Event)) Option { return set(func(c *config) { c.events = f }) }

// WithLanguage sets the language of what people read; the default is English.
func WithLanguage(l lang.Language) Option { return set(func(c *config) { c.words = lang.New(l) }) }

// WithClock sets the clock; the default is time.Now.
func WithClock(now func() time.Time) Option { return set(func(c *config) { c.now = now }) }
