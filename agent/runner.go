package agent

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"

	"github.com/holdfast-go/holdfast/agent/event"
	"github.com/holdfast-go/holdfast/agent/history"
	"github.com/holdfast-go/holdfast/agent/model"
	"github.com/holdfast-go/holdfast/agent/tools"
)

// Errors of the methods of a Runner. What ends a run is in its [Result].
var (
	// ErrBusy: a run is under way.
	ErrBusy = errors.New("agent: a run is under way")
	// ErrIdle: no run is under way.
	ErrIdle = errors.New("agent: no run is under way")
	// ErrNothing: there is no task to go on with.
	ErrNothing = errors.New("agent: there is no run to continue")
	// ErrClosed: the runner is closed.
	ErrClosed = errors.New("agent: the runner is closed")

	errStopped = errors.New("agent: the run was stopped")
	errTime    = errors.New("agent: the time limit is reached")
)

// Runner runs tasks, one at a time, in one conversation. It is safe for
// concurrent use.
type Runner struct {
	model     model.Model
	catalogue *tools.Catalogue
	config    *config
	specs     []model.ToolSpec
	effects   map[string]tools.Effect
	system    string

	feed    *event.Feed
	ownFeed bool
	stop    context.CancelFunc // of the goroutine that tells events
	telling sync.WaitGroup
	teller  identity // of the goroutine that tells events

	mu           sync.Mutex
	closed       bool
	run          *run // the one under way, or nil
	conversation *history.Conversation
	saved        saved
	items        int // of the conversation, for the ids of new ones
	asked        map[string]event.Item
}

// keptItems is how many items of the timeline are kept, the newest, so that a
// long run does not grow. Who wants all of them listens, or makes the feed.
const keptItems = 250

// Result is how a run ended.
type Result struct {
	// State is one of the ends: Done, Unfulfilled, Capped, Exhausted, Stopped or
	// Failed.
	State event.State
	// Code and Reason say why, where there is something to say.
	Code   event.Code
	Reason event.Words
	// Unchecked: a validator was to judge, and could not. Done is what the model
	// says then, and nobody else. See [WithRequiredCheck].
	Unchecked bool
	// Text is the last answer of the model, with CodeCut the beginning of it.
	Text string
	// Steps is how many turns the navigator had.
	Steps int
	// Meter is what the conversation took until now.
	Meter model.Meter
}

// New makes a runner. The catalogue is for this runner alone: it has the default
// page. Nothing is sent before Run.
func New(m model.Model, catalogue *tools.Catalogue, options ...Option) (*Runner, error) {
	if m == nil || catalogue == nil {
		return nil, errors.New("agent: a runner needs a model and a catalogue of tools")
	}
	c, err := newConfig(options)
	if err != nil {
		return nil, err
	}
	r := &Runner{
		model: m, catalogue: catalogue, config: c, effects: map[string]tools.Effect{}, asked: map[string]event.Item{},
		system: strings.TrimSpace(c.prompts.System) + "\n\n" + catalogue.Instructions(), feed: c.feed,
	}
	for _, t := range catalogue.Tools() {
		r.specs = append(r.specs, model.ToolSpec{Name: t.Name, Description: t.Description, Parameters: t.Parameters})
		r.effects[t.Name] = t.Effect
	}
	h := c.conversation
	if h == nil {
		h = history.New(c.now())
	}
	if r.feed == nil {
		r.feed, r.ownFeed = event.NewFeed(event.Options{Now: c.now, MaxItems: keptItems}), true
	}
	if err := r.adopt(h); err != nil {
		if r.ownFeed {
			r.feed.Close()
		}
		return nil, err
	}
	ctx, stop := context.WithCancel(context.Background())
	r.stop = stop
	if c.events != nil {
		listener := r.feed.Listen()
		begin, err := listener.Next(ctx) // now, so that what follows comes one by one
		if err != nil {
			stop()
			return nil, err
		}
		r.telling.Go(func() {
			r.teller.enter()
			defer r.teller.leave()
			defer stop()
			c.events(begin)
			for e, err := range listener.All(ctx) {
				if err != nil {
					return
				}
				c.events(e)
			}
		})
	}
	return r, nil
}

// adopt takes a conversation into use.
func (r *Runner) adopt(h *history.Conversation) error {
	var s saved
	if len(h.Run) > 0 {
		if err := json.Unmarshal(h.Run, &s); err != nil {
			return fmt.Errorf("agent: the state of the conversation cannot be read: %w", err)
		}
	}
	if mark := r.catalogue.Mark().String(); s.Mark != mark {
		if s.Mark != "" {
			h.Messages = remark(h.Messages, s.Mark, mark)
		}
		s.Mark = mark
	}
	if h.Meter.Turns == 0 {
		h.Meter = model.NewMeter(r.config.info)
	} else {
		h.Meter.Switch(r.config.info)
	}
	r.conversation, r.saved, r.items = h, s, lastItem(h.Items)
	if len(h.Items) > 0 || s.State != "" {
		if s.State == event.Running || s.State == event.Waiting || s.State == event.Stopping {
			s.State = event.Stopped // the program ended, and the run with it
		}
		r.feed.Emit(event.Snapshot{
			Items: h.Items, Usage: usageOf(h.Meter, model.Usage{}), Cost: r.costOf(h.Meter), Context: contextOf(h.Meter, 0),
			Run: event.RunState{Run: s.Run, State: s.State, Step: s.Step, Continuable: s.Task != ""},
		})
	}
	return nil
}

// Run does a task. It returns when the run has ended, however it did; err is
// what made it fail, or a misuse. The end of ctx stops the run as [Runner.Abort]
// does.
func (r *Runner) Run(ctx context.Context, task string) (*Result, error) {
	task = strings.TrimSpace(task)
	if task == "" {
		return nil, errors.New("agent: there is no task")
	}
	return r.start(ctx, task)
}

// Continue goes on with the last task: after a limit, a stop, an error, or a
// crash. The limits count anew; nothing is said in the user's name.
func (r *Runner) Continue(ctx context.Context) (*Result, error) { return r.start(ctx, "") }

func (r *Runner) start(ctx context.Context, task string) (*Result, error) {
	x, ctx, done, err := r.reserve(ctx, task)
	if err != nil {
		return nil, err
	}
	defer done()
	return x.do(ctx, task)
}

// reserve makes the run that is under way from now on, with its context. done
// ends it.
func (r *Runner) reserve(ctx context.Context, task string) (x *run, bounded context.Context, done func(), err error) {
	ctx, cancel := context.WithCancelCause(ctx)
	end := func() {}
	if l := r.config.limits.Time; l > 0 {
		ctx, end = context.WithTimeoutCause(ctx, l, errTime)
	}
	release := func() {
		end()
		cancel(nil)
	}
	x = &run{Runner: r, cancel: cancel, done: make(chan struct{})}
	r.mu.Lock()
	defer r.mu.Unlock()
	switch {
	case r.closed:
		err = ErrClosed
	case r.run != nil:
		err = ErrBusy
	case task == "" && r.saved.Task == "":
		err = ErrNothing
	}
	if err != nil {
		release()
		return nil, nil, nil, err
	}
	r.run = x
	return x, ctx, func() {
		// Whoever hears that it is over may begin the next one: the runner is free
		// from the moment at which that is told.
		r.mu.Lock()
		r.run = nil
		if x.last.State != "" {
			r.feed.Emit(x.last)
		}
		r.mu.Unlock()
		close(x.done)
		release()
	}, nil
}

// Steer says something to the agent while it works. It reads it before its next
// turn, or, when the run ends before that, when it is continued. It fails with
// ErrIdle when there is nobody to read it, also while a run ends.
func (r *Runner) Steer(text string) error {
	_, err := r.steer(text)
	return err
}

// steer is Steer; with ErrIdle it gives what is closed when the run that hears
// nothing any more has ended, or nil when there is none.
func (r *Runner) steer(text string) (ended <-chan struct{}, err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	switch {
	case r.run == nil:
		return nil, ErrIdle
	case r.run.deaf:
		return r.run.done, ErrIdle
	}
	r.run.steering = append(r.run.steering, text)
	return nil, nil
}

// Busy reports whether a run is under way.
func (r *Runner) Busy() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.run != nil
}

// Abort stops the run that is under way, and returns at once. What waits for the
// model, a page or a person ends within a moment. A call whose input was sent
// already may have its effect; the conversation says so.
func (r *Runner) Abort() {
	r.mu.Lock()
	x := r.run
	r.mu.Unlock()
	if x != nil {
		x.cancel(errStopped)
	}
}

// Listen begins to listen to the events; see [event.Feed.Listen].
func (r *Runner) Listen() *event.Listener { return r.feed.Listen() }

// Conversation returns the conversation as it was after the last step. Its lists
// are not to be changed.
func (r *Runner) Conversation() *history.Conversation {
	r.mu.Lock()
	defer r.mu.Unlock()
	h := *r.conversation
	return &h
}

// Switch goes on in another conversation, nil for a new one. The one that was in
// use is not archived; that is the program's.
func (r *Runner) Switch(to *history.Conversation) error {
	if to == nil {
		to = history.New(r.config.now())
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	switch {
	case r.closed:
		return ErrClosed
	case r.run != nil:
		return ErrBusy
	}
	if err := r.adopt(to); err != nil {
		return err
	}
	if len(to.Items) == 0 && r.saved.State == "" {
		r.feed.Emit(event.Snapshot{Run: event.RunState{State: event.Idle}, Context: contextOf(to.Meter, 0)})
	}
	return nil
}

// Use goes on with another model, between runs. What was spent stays spent.
func (r *Runner) Use(m model.Model, info model.Info) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	switch {
	case r.closed:
		return ErrClosed
	case r.run != nil:
		return ErrBusy
	}
	r.model, r.config.info = m, info
	r.conversation.Meter.Switch(info)
	r.feed.Emit(r.costOf(r.conversation.Meter))
	r.feed.Emit(contextOf(r.conversation.Meter, 0))
	return nil
}

// Close stops a run, waits for it and for the last event to be told. It is
// idempotent.
//
// From a function of [WithEvents] it returns without waiting for that function,
// which is told what is left when it has returned. Called within a run (by a
// guard, a function of WithSave or WithEndOfRun, the model) it cannot wait for
// its end: it stops the run and returns ErrBusy, and a later Close waits.
func (r *Runner) Close() error {
	r.mu.Lock()
	r.closed = true
	x := r.run
	r.mu.Unlock()
	if x != nil {
		x.cancel(errStopped)
		if x.runs.here() {
			return ErrBusy
		}
		<-x.done
	}
	if r.ownFeed {
		r.feed.Close() // listeners get what is left
	}
	if r.teller.here() {
		if !r.ownFeed {
			r.stop()
		}
		return nil // else it stops itself behind the last event
	}
	if r.ownFeed {
		r.telling.Wait()
	}
	r.stop()
	r.telling.Wait()
	return nil
}
