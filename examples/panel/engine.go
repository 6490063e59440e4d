package main

import (
	"context"
	"errors"
	"iter"
	"net"
	"path/filepath"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/holdfast-go/holdfast/agent"
	"github.com/holdfast-go/holdfast/agent/event"
	"github.com/holdfast-go/holdfast/agent/history"
	"github.com/holdfast-go/holdfast/agent/lang"
	"github.com/holdfast-go/holdfast/agent/model"
	"github.com/holdfast-go/holdfast/agent/openai"
	"github.com/holdfast-go/holdfast/agent/policy"
	"github.com/holdfast-go/holdfast/agent/system1"
	"github.com/holdfast-go/holdfast/agent/tools"
	"github.com/holdfast-go/holdfast/browser"
)

// engine is the agent behind the panels: one browser, one conversation at a time.
// What it is made of depends on settings. When they change, the runner and what
// serves it are made anew over the same feed, catalogue and desk, between two
// runs; panels see nothing of that but the new settings.
type engine struct {
	own     browser.Provider // the program's
	browser browser.Provider // the same, watched
	dir     string
	address string // of the panel itself, which the agent must not use
	kept    *kept
	feed    *event.Feed
	desk    *policy.Desk
	live    *live
	notes   *notes
	tools   *tools.Catalogue

	watching sync.WaitGroup
	stop     context.CancelFunc

	policy atomic.Pointer[policy.Policy]

	stale atomic.Bool // the settings are others than those that it was made of

	mu sync.RWMutex // held for reading while a command is carried out
	made
}

// made is what is made of settings.
type made struct {
	settings settings
	words    *lang.Printer
	history  *history.Store
	guard    *policy.Policy
	runner   *agent.Runner
	panels   *agent.Panels
	clients  []*openai.Client
}

// newEngine makes an engine over a browser, which stays the program's, and takes
// up the conversation that was in use last.
func newEngine(p browser.Provider, dir string, k *kept, address string) (*engine, error) {
	e := &engine{
		own: p, dir: dir, address: address, kept: k, feed: event.NewFeed(event.Options{}), desk: &policy.Desk{}, live: &live{}, notes: newNotes(),
	}
	e.browser = browser.Watch(p, e.live)
	var err error
	if e.tools, err = tools.New(e.browser, tools.WithGuard(e.ask)); err != nil {
		return nil, err
	}
	if err := e.make(nil); err != nil {
		return nil, err
	}
	if err := e.tellSettings(); err != nil {
		return nil, err
	}
	ctx, stop := context.WithCancel(context.Background())
	e.stop = stop
	listener := e.feed.Listen()
	e.watching.Go(func() {
		for one, err := range listener.All(ctx) {
			if err != nil {
				return
			}
			if s, ok := one.Body.(event.RunState); ok && s.State.Ended() {
				e.renew()
			}
		}
	})
	return e, nil
}

// ask asks the policy of now.
func (e *engine) ask(ctx context.Context, r tools.Request) error {
	return e.policy.Load().Guard(ctx, r)
}

// make makes what depends on settings, for a conversation, or for what was left
// when the program ended. mu is held, or nobody else knows the engine yet.
func (e *engine) make(c *history.Conversation) (err error) {
	s := e.kept.get()
	l := e.kept.language()
	next := made{settings: s, words: lang.New(l)}
	defer func() {
		if err != nil {
			for _, one := range next.clients {
				one.Close()
			}
		}
	}()
	// A question becomes an item of the runner; what comes before there is one goes
	// to the feed as it is.
	var runner *agent.Runner
	notify := func(b event.Body) {
		if runner != nil {
			runner.Notify(b)
			return
		}
		e.feed.Emit(b)
	}
	if next.guard, err = policy.New(e.desk, policy.WithSettings(e.safety(s)), policy.WithLanguage(l), policy.WithStore(e.kept.sites), policy.WithNotify(notify)); err != nil {
		return err
	}
	next.history, err = history.Open(filepath.Join(e.dir, "history"), history.WithLanguage(l), history.WithMask(e.kept.mask.Mask), history.WithNotify(notify))
	if err != nil {
		return err
	}
	if c == nil {
		if c, err = next.history.Resume(); err != nil {
			return err
		}
	}
	bindings, err := next.bindings(e.kept)
	if err != nil {
		return err
	}
	options, err := e.options(s, l, next, c)
	if err != nil {
		return err
	}
	var used model.Model = nobody{}
	for _, b := range bindings {
		if b.ID == s.current() {
			used = b.Model
			options = append(options, agent.WithModelInfo(b.Info))
		}
	}
	if runner, err = agent.New(used, e.tools, options...); err != nil {
		return err
	}
	next.runner = runner
	next.panels, err = agent.NewPanels(runner, agent.PanelOptions{
		Bindings: bindings, Current: s.current(), Desk: e.desk, Detach: e.detach,
		OpenSettings: func() { e.notes.tell(note{Type: noteOpenSettings}, false) },
	})
	if err != nil {
		return errors.Join(err, runner.Close())
	}
	e.made = next
	e.policy.Store(next.guard)
	return next.panels.Do(context.Background(), event.Hello{})
}

// safety adds to the block list what no setting takes away: an agent that reached
// its own panel could answer its own questions, if it ever learnt the token.
func (e *engine) safety(s settings) policy.Settings {
	safe := s.Safety
	safe.Blocked = slices.Clone(safe.Blocked)
	_, port, _ := net.SplitHostPort(e.address) // of a listener
	for _, host := range []string{"127.0.0.1", "::1", "localhost"} {
		safe.Blocked = append(safe.Blocked, net.JoinHostPort(host, port))
	}
	return safe
}

// bindings makes a client for every model.
func (m *made) bindings(k *kept) ([]agent.Binding, error) {
	var list []agent.Binding
	for _, b := range m.settings.Models {
		c, err := m.client(k, b)
		if err != nil {
			return nil, err
		}
		name := b.Name
		if name == "" {
			name = b.Model
		}
		list = append(list, agent.Binding{ID: b.ID, Name: name, Model: c, Info: b.info()})
	}
	return list, nil
}

func (m *made) client(k *kept, b binding) (*openai.Client, error) {
	to, _ := m.settings.endpoint(b.Endpoint) // checked
	options := []openai.Option{openai.WithInfo(b.info())}
	key, err := k.key(endpointKey(to.ID))
	if err != nil {
		return nil, err
	}
	if key != "" {
		options = append(options, openai.WithKey(key))
	}
	c, err := openai.New(to.Base, b.Model, options...)
	if err == nil {
		m.clients = append(m.clients, c)
	}
	return c, err
}

// options are those of the runner.
func (e *engine) options(s settings, l lang.Language, m made, c *history.Conversation) ([]agent.Option, error) {
	a := s.Advanced
	options := []agent.Option{
		agent.WithFeed(e.feed), agent.WithLanguage(l), agent.WithStore(m.history), agent.WithEndOfRun(m.guard.EndRun),
		agent.WithLimits(a.limits()), agent.WithChecks(a.Checks), agent.WithEffort(a.Effort), agent.WithMaxOutput(a.MaxOutput),
	}
	if c != nil {
		options = append(options, agent.WithConversation(c))
	}
	if !a.Planner {
		options = append(options, agent.WithoutPlanner())
	}
	if a.Screenshots {
		options = append(options, agent.WithScreenshots())
	}
	if a.Fast.Base != "" {
		d, err := system1.NewClient(system1.Config{Base: a.Fast.Base, Model: a.Fast.Model, Flat: a.Fast.Flat, Keys: e.kept.store, KeyName: fastKey})
		if err != nil {
			return nil, err
		}
		options = append(options, agent.WithFastPath(d, system1.Options{}))
	}
	return options, nil
}

// renew makes everything anew when the settings have changed and nothing runs.
func (e *engine) renew() {
	if !e.stale.Load() {
		return // nothing waits for the lock
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.runner.Busy() || !e.stale.Swap(false) { // no run begins while mu is held
		return
	}
	old := e.made
	c := old.runner.Conversation()
	if len(c.Messages) == 0 {
		c = history.New(c.Created) // what was not begun has no state of another runner
	}
	if err := e.make(c); err != nil {
		e.feed.Emit(event.Problem{Code: "SETTINGS_NOT_USED", Text: event.Words(err.Error())})
		return
	}
	old.close()
}

// close ends what a setting was made into, between runs.
func (m *made) close() {
	_ = m.panels.Close() // nothing runs
	_ = m.runner.Close()
	for _, c := range m.clients {
		c.Close()
	}
}

// detach closes the pages that the agent has used; those of a person stay, and so
// does the conversation.
func (e *engine) detach(ctx context.Context) error {
	tabs, err := e.browser.Tabs(ctx)
	if err != nil {
		return err
	}
	used := e.live.used()
	for _, tab := range tabs {
		if slices.Contains(used, tab.ID) {
			err = errors.Join(err, e.browser.CloseTab(ctx, tab.ID))
		}
	}
	return err
}

// close stops the run, and waits for what is under way. No command may come any
// more.
func (e *engine) close() error {
	e.stop()
	e.watching.Wait() // nothing is made anew from now on
	err := errors.Join(e.panels.Close(), e.runner.Close())
	e.feed.Close()
	for _, c := range e.clients {
		c.Close()
	}
	return err
}

// nobody is the model when there is none: every turn says so.
type nobody struct{}

func (nobody) Stream(context.Context, model.Request) iter.Seq2[model.Event, error] {
	return func(yield func(model.Event, error) bool) {
		yield(nil, &model.Error{Kind: model.NotFound, Message: "no model is set"})
	}
}
