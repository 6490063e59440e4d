package agent

import (
	"strconv"

	"github.com/holdfast-go/holdfast/agent/event"
	"github.com/holdfast-go/holdfast/agent/model"
)

// add tells of a new item.
func (r *Runner) add(c event.Content) event.Item {
	r.mu.Lock()
	r.items++
	item := event.Item{ID: "i" + strconv.Itoa(r.items), Time: r.config.now().UTC(), Content: c}
	r.mu.Unlock()
	r.feed.Emit(event.ItemAdded{Item: item})
	return item
}

func (r *Runner) notice(l event.Level, code event.Code, text event.Words) {
	r.add(event.Notice{Level: l, Code: code, Text: text})
}

// state tells how the run stands.
func (x *run) state(s event.State, phase event.Phase) {
	x.now.State = s
	x.feed.Emit(event.RunState{Run: x.now.Run, State: s, Phase: phase, Step: x.step, MostSteps: x.config.limits.Steps})
}

func usageOf(m model.Meter, turn model.Usage) event.Usage {
	return event.Usage{Turn: tokensOf(turn), Total: tokensOf(m.Total), Turns: m.Turns}
}

func tokensOf(u model.Usage) event.Tokens {
	return event.Tokens{Input: u.Input, Cached: u.Cached, Output: u.Output, Reasoning: u.Reasoning}
}

func (r *Runner) costOf(m model.Meter) event.Cost {
	return event.Cost{Total: m.Cost, Limit: r.config.limits.Cost, Unpriced: m.Price == model.Price{}}
}

func contextOf(m model.Meter, trimmed int) event.Context {
	return event.Context{Tokens: m.Context, Window: m.Window, Trimmed: trimmed}
}

// Notify tells an event of somebody who works for the runner: a policy
// (policy.WithNotify), a store (history.WithNotify). A question becomes an item,
// and the run waits as long as one is open.
func (r *Runner) Notify(b event.Body) {
	switch b := b.(type) {
	case event.ApprovalAsked:
		item := r.add(event.ApprovalCard{Approval: b.Approval})
		r.mu.Lock()
		r.asked[b.Approval.ID] = item
		r.mu.Unlock()
		r.feed.Emit(b)
		r.wait(1)
	case event.ApprovalAnswered:
		r.mu.Lock()
		item, ok := r.asked[b.ID]
		delete(r.asked, b.ID)
		r.mu.Unlock()
		if card, is := item.Content.(event.ApprovalCard); ok && is {
			card.Answer = b.Answer
			item.Content = card
			r.feed.Emit(event.ItemUpdated{Item: item})
		}
		r.feed.Emit(b)
		r.wait(-1)
	default:
		r.feed.Emit(b)
	}
}

// wait counts the questions that are open.
func (r *Runner) wait(more int) {
	r.mu.Lock()
	x := r.run
	tell := false
	if x != nil {
		before := x.waiting
		x.waiting = max(0, before+more)
		tell = (before == 0) != (x.waiting == 0)
	}
	r.mu.Unlock()
	if !tell {
		return
	}
	s, ok := r.feed.Snapshot().Body.(event.Snapshot)
	if !ok || s.Run.State.Ended() {
		return
	}
	state := s.Run
	if state.State = event.Running; more > 0 {
		state.State = event.Waiting
	}
	r.feed.Emit(state)
}
