package agent

import (
	"context"
	"errors"
	"strings"
	"time"

	"github.com/holdfast-go/holdfast/agent/budget"
	"github.com/holdfast-go/holdfast/agent/event"
	"github.com/holdfast-go/holdfast/agent/lang"
	"github.com/holdfast-go/holdfast/agent/model"
)

const (
	// mostTries is how often a turn is tried that broke off in its stream, where
	// trying again can help. Before a stream the model's adapter tries by itself.
	mostTries = 3
	// firstPause is how long to wait before the second try; each later one is
	// twice as long.
	firstPause = time.Second
	// longestPause is the longest wait that an endpoint may ask for; a longer one
	// ends the run, which a person can continue then.
	longestPause = time.Minute
	// smaller is what a conversation is cut to when the endpoint says that it is
	// longer than its window after all: the estimate was too low, or the window.
	smaller = 0.6
)

// turn makes one turn of the navigator: nothing of a turn that fails is acted
// on, so it can be tried again.
func (x *run) turn(ctx context.Context) (model.Finish, error) {
	again := patience{run: x}
	overflowed := false
	shown := &speech{run: x}
	for {
		finish, err := x.stream(ctx, x.request(), shown)
		if err == nil {
			shown.end(finish.Message)
			return finish, nil
		}
		if ctx.Err() != nil {
			shown.end(model.Message{})
			return finish, context.Cause(ctx)
		}
		e, ok := errors.AsType[*model.Error](err)
		switch {
		case ok && e.Kind == model.ContextOverflow && !overflowed:
			overflowed = true
			most := budget.Tokens(x.messages)
			if x.limit > 0 {
				most = min(most, x.limit)
			}
			x.limit = max(1, int(float64(most)*smaller))
		case again.after(ctx, err):
		default:
			shown.end(model.Message{})
			return finish, err
		}
		shown.again()
	}
}

// ask makes a turn of a planner or a validator, which acts on nothing, and tries
// it again as the navigator's.
func (x *run) ask(ctx context.Context, r model.Request) (model.Finish, error) {
	again := patience{run: x}
	for {
		finish, err := x.stream(ctx, r, nil)
		if err == nil || !again.after(ctx, err) {
			return finish, err
		}
	}
}

// patience is how often a turn that broke off is tried again, and when.
type patience struct {
	run   *run
	tries int
}

// after waits for the next try, and reports whether there is one: not when it
// could not help, not for ever, not where the adapter has tried in vain already,
// and not for a run that was stopped.
func (p *patience) after(ctx context.Context, err error) bool {
	e, ok := errors.AsType[*model.Error](err)
	if p.tries++; !ok || !e.Retryable || p.run.spent || p.tries == mostTries || e.RetryAfter > longestPause || ctx.Err() != nil {
		return false
	}
	wait := max(firstPause<<(p.tries-1), e.RetryAfter)
	p.run.waits(p.tries, wait, e)
	return sleep(ctx, wait)
}

func sleep(ctx context.Context, d time.Duration) bool {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return true
	case <-ctx.Done():
		return false
	}
}

// request is what the navigator's turn is made from. What the budget takes out
// of the conversation stays out: what was sent is what is kept.
func (x *run) request() model.Request {
	governed, report := budget.Govern(x.messages, budget.Options{Limit: x.limit})
	x.messages = governed
	if report.Steps > 0 && x.trimmed == 0 { // the context event counts on
		x.notice(event.Info, "", x.config.words.Say(lang.RunTrimmed, report.Steps))
	}
	x.trimmed += report.Steps
	if report.Over && !x.over {
		x.over = true
		x.notice(event.Warning, CodeWindow, x.config.words.Say(lang.RunOver))
	}
	return model.Request{
		System: x.system + x.planned(), Messages: governed, Tools: x.specs, MaxOutput: x.config.maxOutput, Effort: x.config.effort,
	}
}

// stream runs one request and counts what it took. shown is nil when nobody is
// to see the text.
func (x *run) stream(ctx context.Context, r model.Request, shown *speech) (model.Finish, error) {
	var finish model.Finish
	x.spent = false
	for e, err := range x.model.Stream(ctx, r) {
		if err != nil {
			return finish, err
		}
		_, x.spent = e.(model.Waiting)
		switch e := e.(type) {
		case model.TextDelta:
			shown.say(e.Text, false)
		case model.ReasoningDelta:
			shown.say(e.Text, true)
		case model.Waiting:
			x.waits(e.Attempt, e.Delay, e.Err)
		case model.UsageUpdate:
			x.used(e.Usage)
		case model.Finish:
			finish = e
			x.used(e.Usage)
		}
	}
	if finish.Stop == "" {
		return finish, &model.Error{Kind: model.StreamCut, Message: "the model's answer has no end", Retryable: true}
	}
	return finish, nil
}

func (x *run) waits(try int, pause time.Duration, err *model.Error) {
	p := event.Problem{Code: CodeWaits, Text: x.config.words.Say(lang.RunWaits, try, pause.Round(100*time.Millisecond).String())}
	if err != nil {
		p.Hint = x.config.words.Explain(err.Kind)
	}
	x.feed.Emit(p)
}

// used counts what a turn took, and tells it.
func (x *run) used(u model.Usage) {
	if u == (model.Usage{}) {
		return
	}
	x.meter.Add(u)
	x.feed.Emit(usageOf(x.meter, u))
	x.feed.Emit(x.costOf(x.meter))
	x.feed.Emit(contextOf(x.meter, x.trimmed))
}

// speech is the item in which people see a turn being written.
type speech struct {
	run            *run
	item           event.Item // without an id as long as nothing was said
	text, thoughts strings.Builder
}

func (s *speech) say(text string, reasoning bool) {
	if s == nil || text == "" {
		return
	}
	if s.item.ID == "" {
		s.item = s.run.add(event.Answered{})
	}
	if reasoning {
		s.thoughts.WriteString(text)
	} else {
		s.text.WriteString(text)
	}
	s.run.feed.Emit(event.TextDelta{Item: s.item.ID, Text: text, Reasoning: reasoning})
}

// again takes back what was said: the turn begins anew.
func (s *speech) again() {
	s.text.Reset()
	s.thoughts.Reset()
	if s.item.ID != "" {
		s.item.Content = event.Answered{}
		s.run.feed.Emit(event.ItemUpdated{Item: s.item})
	}
}

// end completes the item: with the message, or with what there was of it.
func (s *speech) end(m model.Message) {
	text, thoughts := m.Text(), ""
	if m.Role == "" {
		text = s.text.String()
	}
	for _, b := range m.Blocks {
		if r, ok := b.(model.Reasoning); ok {
			thoughts = r.Text
		}
	}
	if thoughts == "" {
		thoughts = s.thoughts.String()
	}
	if s.item.ID == "" {
		if text == "" {
			return
		}
		s.item = s.run.add(event.Answered{})
	}
	s.item.Content = event.Answered{Text: text, Reasoning: thoughts, Complete: true}
	s.run.feed.Emit(event.ItemUpdated{Item: s.item})
}
