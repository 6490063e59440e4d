package agent

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"

	"github.com/holdfast-go/holdfast/agent/event"
	"github.com/holdfast-go/holdfast/agent/history"
	"github.com/holdfast-go/holdfast/agent/model"
	"github.com/holdfast-go/holdfast/agent/policy"
)

// Binding is a model that people can choose in a panel.
type Binding struct {
	ID, Name string
	Model    model.Model
	Info     model.Info
}

// PanelOptions are what a [Panels] works with. All of it may be left out; a
// command that needs what is not there is an error.
type PanelOptions struct {
	// Bindings are the models. Current is the id of the runner's own; empty: it is
	// the first.
	Bindings []Binding
	Current  string
	// Desk is where a policy's questions wait.
	Desk *policy.Desk
	// Detach lets go of the browser's pages.
	Detach func(ctx context.Context) error
	// OpenSettings shows the program's settings.
	OpenSettings func()
}

// Panels carries out what people say in any number of panels, which all show one
// runner. A panel gets its events from [Runner.Listen]: a Snapshot first, and a
// new one after its connection was cut. It is safe for concurrent use.
type Panels struct {
	runner  *Runner
	options PanelOptions
	ctx     context.Context // of runs that panels begin
	stop    context.CancelFunc
	runs    sync.WaitGroup

	mu      sync.Mutex
	closed  bool
	current string // binding
}

// NewPanels serves panels for a runner, which stays the program's.
func NewPanels(r *Runner, o PanelOptions) (*Panels, error) {
	seen := map[string]bool{}
	for _, b := range o.Bindings {
		if b.ID == "" || b.Model == nil || seen[b.ID] {
			return nil, fmt.Errorf("agent: the binding %q has no id of its own, or no model", b.ID)
		}
		seen[b.ID] = true
	}
	if o.Current != "" && !seen[o.Current] {
		return nil, fmt.Errorf("agent: there is no binding %q", o.Current)
	}
	ctx, stop := context.WithCancel(context.Background())
	p := &Panels{runner: r, options: o, ctx: ctx, stop: stop, current: o.Current}
	if p.current == "" && len(o.Bindings) > 0 {
		p.current = o.Bindings[0].ID
	}
	p.tellBindings()
	return p, nil
}

// Do carries out a command. A run that it begins goes on after Do has returned.
// The error is for the panel that said it; the state that all panels show is
// unchanged then.
func (p *Panels) Do(ctx context.Context, c event.Command) error {
	switch c := c.(type) {
	case event.Hello:
		p.tellBindings()
		return p.tellConversations()
	case event.Send:
		text := strings.TrimSpace(c.Text)
		if text == "" {
			return errors.New("agent: nothing was said")
		}
		return p.send(ctx, text)
	case event.Continue:
		return p.begin("")
	case event.Abort:
		p.runner.Abort()
		return nil
	case event.SetBinding:
		return p.bind(c.ID)
	case event.Answering:
		if p.options.Desk == nil {
			return errors.New("agent: nobody asks anything")
		}
		return p.options.Desk.Answer(c.ID, c.Answer)
	case event.SwitchConversation:
		return p.exchange(func(s *history.Store, now *history.Conversation) (*history.Conversation, error) {
			return s.Switch(now, c.ID)
		})
	case event.DeleteConversation:
		return p.remove(c.ID)
	case event.NewConversation:
		return p.exchange(func(s *history.Store, now *history.Conversation) (*history.Conversation, error) {
			if s == nil {
				return nil, nil
			}
			return nil, s.Archive(now)
		})
	case event.Detach:
		if p.options.Detach == nil {
			return errors.New("agent: there is nothing to let go of")
		}
		return p.options.Detach(ctx)
	case event.OpenSettings:
		if p.options.OpenSettings == nil {
			return errors.New("agent: there are no settings")
		}
		p.options.OpenSettings()
		return nil
	}
	return fmt.Errorf("agent: no command: %T", c)
}

// send tells the run that is under way, or begins one. While one ends, which
// nobody can see in a panel, nobody reads any more: the next begins behind it.
func (p *Panels) send(ctx context.Context, text string) error {
	for {
		ended, err := p.runner.steer(text)
		if !errors.Is(err, ErrIdle) {
			return err
		}
		if ended != nil {
			select {
			case <-ended:
			case <-ctx.Done():
				return context.Cause(ctx)
			}
		}
		if err := p.begin(text); !errors.Is(err, ErrBusy) {
			return err
		}
	}
}

// begin begins a run, or tells why there can be none.
func (p *Panels) begin(task string) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed {
		return ErrClosed
	}
	x, ctx, done, err := p.runner.reserve(p.ctx, task)
	if err != nil {
		return err
	}
	p.runs.Go(func() {
		defer done()
		_, _ = x.do(ctx, task) // how it ended is told by its last event
	})
	return nil
}

// bind goes on with another model.
func (p *Panels) bind(id string) error {
	for _, b := range p.options.Bindings {
		if b.ID != id {
			continue
		}
		if err := p.runner.Use(b.Model, b.Info); err != nil {
			return err
		}
		p.mu.Lock()
		p.current = id
		p.mu.Unlock()
		p.tellBindings()
		return nil
	}
	return fmt.Errorf("agent: there is no binding %q", id)
}

func (p *Panels) tellBindings() {
	p.mu.Lock()
	list := event.Bindings{Current: p.current}
	p.mu.Unlock()
	for _, b := range p.options.Bindings {
		list.List = append(list.List, event.Binding{ID: b.ID, Name: b.Name, Model: b.Info.ID, Window: b.Info.Context, Vision: b.Info.Vision})
	}
	p.runner.feed.Emit(list)
}

// exchange puts another conversation into use, between runs.
func (p *Panels) exchange(next func(*history.Store, *history.Conversation) (*history.Conversation, error)) error {
	r := p.runner
	if r.Busy() {
		return ErrBusy
	}
	c, err := next(r.config.store, r.Conversation())
	if err != nil {
		return err
	}
	if err := r.Switch(c); err != nil {
		return err
	}
	p.tellBindings()
	return p.tellConversations()
}

// remove deletes a conversation. When it is the one in use another begins.
func (p *Panels) remove(id string) error {
	store := p.runner.config.store
	if store == nil {
		return errors.New("agent: there is no archive")
	}
	if p.runner.Conversation().ID == id {
		return p.exchange(func(s *history.Store, _ *history.Conversation) (*history.Conversation, error) {
			return nil, s.Delete(id)
		})
	}
	if err := store.Delete(id); err != nil {
		return err
	}
	return p.tellConversations()
}

func (p *Panels) tellConversations() error {
	list := event.Conversations{Current: p.runner.Conversation().ID}
	if s := p.runner.config.store; s != nil {
		var err error
		if list.List, err = s.List(); err != nil {
			return err
		}
	}
	p.runner.feed.Emit(list)
	return nil
}

// Close stops the run that a panel has begun, and waits for it. The runner stays
// open. It is idempotent.
func (p *Panels) Close() error {
	p.mu.Lock()
	p.closed = true
	p.mu.Unlock()
	p.stop()
	p.runs.Wait()
	return nil
}
