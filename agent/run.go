package agent

import (
	"context"
	"crypto/rand"
	"errors"
	"strconv"
	"strings"

	"github.com/holdfast-go/holdfast/agent/budget"
	"github.com/holdfast-go/holdfast/agent/event"
	"github.com/holdfast-go/holdfast/agent/lang"
	"github.com/holdfast-go/holdfast/agent/model"
	"github.com/holdfast-go/holdfast/agent/system1"
)

// run is one run. What is in it is its goroutine's, but for the fields that say
// otherwise.
type run struct {
	*Runner
	cancel context.CancelCauseFunc
	done   chan struct{} // closed when it has ended
	runs   identity      // of its goroutine

	steering []string // under Runner.mu
	deaf     bool     // nobody reads what is said from now on; under Runner.mu
	waiting  int      // questions that are open; under Runner.mu

	last     event.RunState // how it ended, which is told when the runner is free
	now      saved          // as it is saved next
	messages []model.Message
	meter    model.Meter
	began    model.Meter // as it was when the run began
	step     int         // of this run
	limit    int         // of the conversation, in tokens; 0 is the budget's own
	answer   string
	cut      bool // the answer is not whole
	cuts     int  // how often in a row one was cut
	repeats  repeats
	reflex   *system1.Path
	held     bool // the fast path: what it would decide on may have been done already
	trimmed  int  // steps that are not sent any more
	over     bool // it was told that even what must stay is too long
	blind    bool // it was told that there are no pictures
	spent    bool // the last request had no stream, and the adapter tried it again itself
}

// do runs the task, or goes on with the last one.
func (x *run) do(ctx context.Context, task string) (*Result, error) {
	x.runs.enter()
	defer x.runs.leave()
	x.mu.Lock()
	x.now, x.messages, x.meter = x.saved, x.conversation.Messages, x.conversation.Meter
	x.mu.Unlock()
	x.began = x.meter
	x.limit = budget.For(x.config.info, x.system, x.specs, x.config.maxOutput).Limit
	if x.config.decider != nil {
		x.reflex, _ = system1.New(x.config.decider, x.config.reflex) // checked by the option
	}
	x.settle()
	x.now.Checks = 0
	if task != "" {
		x.now = saved{Run: rand.Text(), Task: task, Mark: x.now.Mark}
		x.messages = append(x.messages, model.Say(model.User, task))
		x.add(event.User{Text: task})
	} else if last := len(x.messages) - 1; last >= 0 && x.messages[last].Role == model.Assistant {
		// The answer was not what was wanted, and an endpoint wants somebody to
		// answer it.
		x.tell("Go on with the task: it is not finished.")
	}
	x.state(event.Running, "")
	x.save()
	result, err := x.navigate(ctx, task != "")
	if result == nil {
		result = x.failed(ctx, err)
		if result.State != event.Failed {
			err = nil
		}
	}
	x.unanswered("The run was stopped before this call was made.")
	for x.lastWords() { // they are read when the run is continued
	}
	result.Text, result.Steps, result.Meter = x.answer, x.step, x.meter
	x.now.State = result.State
	x.last = event.RunState{
		Run: x.now.Run, State: result.State, Step: x.step, MostSteps: x.config.limits.Steps, Code: result.Code, Reason: result.Reason,
		Continuable: result.State != event.Done,
	}
	x.save()
	if x.config.endRun != nil {
		x.config.endRun()
	}
	return result, err
}

// navigate is the loop. It returns a result, or the error that ended it.
func (x *run) navigate(ctx context.Context, fresh bool) (*Result, error) {
	if fresh && x.config.planner {
		if err := x.plan(ctx); err != nil {
			return nil, err
		}
	}
	for x.step < x.config.limits.Steps {
		if result := x.exhausted(); result != nil {
			return result, nil
		}
		if x.hearSteering() {
			x.wholeAnswer()
		}
		if err := x.reflexes(ctx); err != nil {
			return nil, err
		}
		x.step++
		x.now.Step++
		x.state(event.Running, event.Navigating)
		finish, err := x.turn(ctx)
		if err != nil {
			return nil, err
		}
		x.messages = append(x.messages, finish.Message)
		if uses := finish.Message.Uses(); len(uses) > 0 {
			x.wholeAnswer() // it has more to do than to answer
			if err := x.act(ctx, uses); err != nil {
				return nil, err
			}
			x.held = false
			if x.reflex != nil {
				x.reflex.Resume()
			}
			continue
		}
		whole := x.answered(finish)
		x.save()
		if x.hearSteering() {
			x.wholeAnswer()
			continue // the person said something else meanwhile
		}
		if !whole {
			continue
		}
		result, err := x.check(ctx)
		if err != nil {
			return nil, err
		}
		if result != nil && !x.lastWords() {
			return result, nil
		}
	}
	return &Result{State: event.Capped, Code: CodeSteps, Reason: x.config.words.Say(lang.RunCapped, x.config.limits.Steps)}, nil
}

// failed makes a result of what ended a run.
func (x *run) failed(ctx context.Context, err error) *Result {
	say := x.config.words.Say
	if ctx.Err() != nil {
		if errors.Is(context.Cause(ctx), errTime) {
			return &Result{State: event.Exhausted, Code: CodeTime, Reason: say(lang.RunTime, x.config.limits.Time)}
		}
		return &Result{State: event.Stopped, Code: CodeStopped, Reason: say(lang.RunStopped)}
	}
	if e, ok := errors.AsType[*model.Error](err); ok {
		if e.Kind == model.ContextOverflow {
			return &Result{State: event.Failed, Code: CodeWindow, Reason: say(lang.RunOver)}
		}
		return &Result{State: event.Failed, Code: event.Code(modelCode + strings.ToUpper(string(e.Kind))), Reason: x.config.words.Explain(e.Kind)}
	}
	return &Result{State: event.Failed, Code: CodeFailed, Reason: say(lang.RunFailed, err)}
}

// exhausted tells whether the run has used up what it may.
func (x *run) exhausted() *Result {
	l, say := x.config.limits, x.config.words.Say
	used := x.meter.Total.Input + x.meter.Total.Output - x.began.Total.Input - x.began.Total.Output
	switch {
	case l.Tokens > 0 && used >= l.Tokens:
		return &Result{State: event.Exhausted, Code: CodeTokens, Reason: say(lang.RunTokens, l.Tokens)}
	case l.Cost > 0 && x.meter.Cost-x.began.Cost >= l.Cost:
		return &Result{State: event.Exhausted, Code: CodeCost, Reason: say(lang.RunCost, strconv.FormatFloat(l.Cost, 'f', -1, 64))}
	}
	return nil
}

// hearSteering puts what a person said meanwhile into the conversation, and
// reports whether there was something.
func (x *run) hearSteering() bool {
	x.mu.Lock()
	said := x.steering
	x.steering = nil
	x.mu.Unlock()
	for _, text := range said {
		x.messages = append(x.messages, model.Say(model.User, text))
		x.add(event.User{Text: text, Steering: true})
		x.now.Said = append(x.now.Said, text)
	}
	return len(said) > 0
}

// lastWords hears what was said until now, and reports whether there was
// something. When there was not, nobody can say anything more: a run that ends
// has either read what [Runner.Steer] took, or has it in its conversation.
func (x *run) lastWords() bool {
	x.mu.Lock()
	x.deaf = len(x.steering) == 0
	more := !x.deaf
	x.mu.Unlock()
	return more && x.hearSteering()
}

// tell adds words of the runner's own for the model. They stand in the last
// message of the user, when that is the last: endpoints want roles to alternate.
func (x *run) tell(text string) {
	last := len(x.messages) - 1
	if last >= 0 && x.messages[last].Role == model.User {
		m := x.messages[last]
		m.Blocks = append(m.Blocks[:len(m.Blocks):len(m.Blocks)], model.Text{Text: text})
		x.messages[last] = m
		return
	}
	x.messages = append(x.messages, model.Say(model.User, text))
}
